"""A reading as it came from the eye, and which of its dice the game throws."""

from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from companion.fields import BoundingBox, Count, Id, RequestBody, Word
from engine.core.awaited import Awaited
from vision.reading import JudgedDie

MAX_DICE = MAX_WORDS = 40

KEPT_UNCLEAR = "kept unclear"  # a die that lies still does not show what is known of it

BETWEEN = "grey"
"""What black dice look like under a lamp, and white ones in the shade."""


class Die(RequestBody, JudgedDie, frozen=True, omit_defaults=True):
    """One die as the eye read it.

    `face` is the likeliest, `confidence` its chance, `body` its own colour, `alternatives` the
    likeliest faces with chances, best first, and `doubts` the names of what is doubtful about this
    die; they may be but `slight`.
    """

    face: Word
    confidence: float
    box: BoundingBox
    body: Word = ""
    alternatives: Annotated[tuple[tuple[Word, float], ...], Meta(max_length=MAX_WORDS)] = ()
    doubts: Annotated[tuple[Word, ...], Meta(max_length=MAX_WORDS)] = ()
    slight: bool = False


class Reading(RequestBody, frozen=True, omit_defaults=True):
    """What the eye told of dice at rest.

    `eye` names the run of the eye and `number` counts its readings from 1. `moved` tells for each
    die whether it lay otherwise before; `thrown` is True for a throw, False for dice that were only
    pushed, None when the eye cannot tell. `doubts` are about the tray as a whole, those of a die
    stand at the die. It is `likely` where it is sure, or may be played unless somebody objects. One
    that `confirms` an earlier one shows the same dice, looked at longer. `after_rest_ms` is the
    time from the dice at rest to the reading, `size` the frame's width and height in pixels. Raises
    `ValueError` unless `moved` is one for each die.
    """

    eye: Id
    number: Count
    dice: Annotated[tuple[Die, ...], Meta(max_length=MAX_DICE)]
    moved: tuple[bool, ...]
    thrown: bool | None
    sure: bool
    doubts: Annotated[tuple[Word, ...], Meta(max_length=MAX_WORDS)] = ()
    likely: bool = False
    confirms: Count | None = None
    t: float = 0.0
    size: tuple[int, int] = (0, 0)
    after_rest_ms: Annotated[float, Meta(ge=0)] = 0.0

    def __post_init__(self) -> None:
        if len(self.moved) != len(self.dice):
            raise ValueError("Expected as many `moved` as `dice`")

    @property
    def faces(self) -> tuple[str, ...]:
        """The likeliest face of each die."""
        return tuple(die.face for die in self.dice)


def keep_only_awaited_dice(
    reading: Reading, awaited: Awaited | None, known: Mapping[int, str] = MappingProxyType({})
) -> Reading:
    """Return `reading` with only the dice that the game throws now, where their colour tells them.

    Where too few are of the colour that is awaited, grey ones are taken for black or white.

    `known` are the faces, by index, of dice that lie still and of which somebody has said what they
    show: that holds; where the eye is sure of another face, the reading has the doubt ``kept
    unclear``. The dice of another colour must lie as they lay, else it has ``beside moved`` or
    ``beside changed``; while they do, nothing else about them is doubtful.
    """
    dice = [_as_known(die, known.get(i)) for i, die in enumerate(reading.dice)]
    in_play = indices_of_awaited_dice(reading, awaited)
    beside = [i for i in range(len(dice)) if i not in in_play]
    of_eye = (*reading.doubts, *(doubt for i in in_play for doubt in dice[i].doubts))
    contradictions = []
    if any(i in known and dice[i].face != known[i] for i in in_play):
        contradictions.append(KEPT_UNCLEAR)
    # An eye that has just opened knows of no die where it lay; then it asks that alone.
    if reading.thrown is not None and any(reading.moved[i] for i in beside):
        contradictions.append("beside moved")
    if awaited and beside and Counter(awaited.beside) - Counter(dice[i].face for i in beside):
        contradictions.append("beside changed")
    sure, likely = reading.sure, reading.likely
    if any(i in beside or dice[i] is not die for i, die in enumerate(reading.dice) if not die.sure):
        # The eye said so of a die that makes no doubt here: the dice in play tell.
        sure = all(dice[i].sure for i in in_play)
        likely = not reading.doubts and all(dice[i].likely for i in in_play)
    return replace(
        reading,
        dice=tuple(dice[i] for i in in_play),
        moved=tuple(reading.moved[i] for i in in_play),
        sure=sure,
        likely=likely and not contradictions,
        doubts=tuple(dict.fromkeys((*of_eye, *contradictions))),
    )


def _as_known(die: Die, face: str | None) -> Die:
    if face is None or (die.is_face_sure and die.face != face):
        return die
    return replace(die, face=face, confidence=1.0, alternatives=(), doubts=())


def indices_of_awaited_dice(reading: Reading, awaited: Awaited | None) -> list[int]:
    """Return the indices of the dice that the game throws while it waits for `awaited`."""
    if awaited is None or not awaited.body:
        return list(range(len(reading.dice)))
    in_play = [i for i, die in enumerate(reading.dice) if die.body == awaited.body]
    if len(in_play) < awaited.count and awaited.body in ("black", "white"):
        bodies = (awaited.body, BETWEEN)
        in_play = [i for i, die in enumerate(reading.dice) if die.body in bodies]
    return in_play
