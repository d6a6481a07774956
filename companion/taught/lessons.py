"""Lessons: from pictures somebody shows to what a set knows after them, or why it does not."""

from collections.abc import Sequence

from companion.taught import NotTaught
from companion.taught.store import with_stills
from vision.card_deck import straighten
from vision.card_reader import CardReader
from vision.frame import Image
from vision.reading import SURE
from vision.taught_reader import TaughtReader
from vision.taught_set import TaughtSet

ENOUGH = 5  # stills of a face from which it is recognised well
MAX_NAME_LENGTH = 60


def teach_face(
    taught: TaughtSet, face: str, pictures: Sequence[tuple[str, Image]]
) -> tuple[TaughtSet, int]:
    """Return the set of dice that knows `face` from named pictures too, and how many stills came.

    Each picture shows one die or more with that face up. Raises NotTaught where one shows none, or
    where the face looks like another that is known by another name.
    """
    check_name(face)
    reader = TaughtReader({})
    stills: list[Image] = []
    for name, picture in pictures:
        found = reader.die_stills(picture)
        if not found:
            raise NotTaught(f"no die is found in '{name}'")
        stills += [crop for _, crop in found]
    new = with_stills(taught, face, stills)
    look_alikes = TaughtReader(new.stills).faces.alike()
    other = next((a if b == face else b for a, b in look_alikes if face in (a, b)), None)
    if other is not None:
        raise NotTaught(f"this face looks like '{other}', which is known already")
    return new, len(stills)


def teach_card(
    taught: TaughtSet, card: str, pictures: Sequence[tuple[str, Image]]
) -> tuple[TaughtSet, int]:
    """Return the deck that knows `card` from named pictures too, and how many stills came.

    Each picture shows that one card. Raises NotTaught where one shows none or several, or where the
    card is sure to be one that is known by another name.
    """
    check_name(card)
    known = CardReader({name: s for name, s in taught.stills.items() if name != card})
    stills: list[Image] = []
    for name, picture in pictures:
        found = known.read(picture).cards
        if len(found) != 1:
            what = "no card is" if not found else f"{len(found)} cards are"
            raise NotTaught(f"{what} found in '{name}', where one should lie on a plain ground")
        if found[0].confidence >= SURE:
            raise NotTaught(f"the card in '{name}' is known as '{found[0].name}' already")
        stills.append(straighten(picture, found[0].corners))
    return with_stills(taught, card, stills), len(stills)


def check_name(name: str) -> None:
    """Raise NotTaught for what is no name of a face or a card."""
    if not name.strip() or len(name) > MAX_NAME_LENGTH or not name.isprintable():
        raise NotTaught(f"a name has 1 to {MAX_NAME_LENGTH} letters, not '{name}'")
