"""Lessons turn pictures of a face or a card into stills; `TaughtSetRefusal` says why they can't."""

from collections.abc import Sequence
from functools import cache

import numpy as np

from companion.taught import TaughtSetRefusal
from companion.taught.folder import require_valid_taught_name
from companion.taught.store import with_stills
from vision.card_deck import straighten
from vision.card_reader import CardReader
from vision.frame import Image
from vision.reading import SURE_CONFIDENCE
from vision.taught_faces import TaughtFaces
from vision.taught_reader import TaughtReader
from vision.taught_set import TaughtSet

ENOUGH_STILLS = 5  # with this many stills a face is recognised well
SAME_STILL_DIFFERENCE = 8.0  # mean, in grey levels; with less, nobody touched the die


def teach_face_from_pictures(
    taught: TaughtSet, face: str, pictures: Sequence[tuple[str, Image]]
) -> tuple[TaughtSet, int]:
    """Return the set with `face` learned from named pictures, and the number of new stills.

    Each picture shows one or more dice with that face up. Raises TaughtSetRefusal if one shows no
    die, or if the face looks like another one.
    """
    stills: list[Image] = []
    for name, picture in pictures:
        found = untaught_reader().find_die_crops(picture)
        if not found:
            raise TaughtSetRefusal("no_die", f"no die found in '{name}'")
        stills += [crop for _, crop in found]
    return set_with_face(taught, face, stills), len(stills)


def set_with_face(taught: TaughtSet, face: str, stills: Sequence[Image]) -> TaughtSet:
    """Return the set with `stills` of `face`; raises TaughtSetRefusal if it looks like another."""
    require_valid_taught_name(face)
    new = with_stills(taught, face, stills)
    reader = untaught_reader()
    pairs = TaughtFaces(new.stills, reader.embedder, reader.classifier).similar_faces()
    other = next((a if b == face else b for a, b in pairs if face in (a, b)), None)
    if other is not None:
        message = f"this face looks like '{other}', which is already known"
        raise TaughtSetRefusal("looks_alike", message, face=face, other=other)
    return new


def new_stills(taught: TaughtSet, face: str, stills: Sequence[Image]) -> list[Image]:
    """Return the `stills` of dice that have moved since stills of `face` were taken before."""

    def is_same(still: Image, old: Image) -> bool:
        return float(np.abs(still.astype(np.int16) - old).mean()) <= SAME_STILL_DIFFERENCE

    known = taught.stills.get(face, ())
    return [still for still in stills if not any(is_same(still, old) for old in known)]


@cache
def untaught_reader() -> TaughtReader:
    """Return a reader that was taught nothing."""
    return TaughtReader({})


def teach_card(
    taught: TaughtSet, card: str, pictures: Sequence[tuple[str, Image]]
) -> tuple[TaughtSet, int]:
    """Return the deck with `card` learned from named pictures, and the number of new stills.

    Each picture shows only that card. Raises TaughtSetRefusal if one shows no card or
    several, or if the card certainly has another name already.
    """
    require_valid_taught_name(card)
    known = CardReader({name: s for name, s in taught.stills.items() if name != card})
    stills: list[Image] = []
    for name, picture in pictures:
        found = known.read(picture).cards
        if len(found) != 1:
            what = "no card is" if not found else f"{len(found)} cards are"
            message = f"{what} found in '{name}', where one should lie on a plain background"
            raise TaughtSetRefusal("no_single_card", message, count=len(found))
        if found[0].confidence >= SURE_CONFIDENCE:
            other = str(found[0].name)
            message = f"the card in '{name}' is already known as '{other}'"
            raise TaughtSetRefusal("card_known", message, other=other)
        stills.append(straighten(picture, found[0].corners))
    return with_stills(taught, card, stills), len(stills)
