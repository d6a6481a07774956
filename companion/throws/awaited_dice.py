"""Which dice of a reading are those that the game waits for."""

from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType

from msgspec.structs import replace

from companion.log.readings import Die, Reading
from engine.core.awaited import Awaited

KEPT_UNCLEAR = "kept unclear"  # a die that lies still does not show what is known of it

BETWEEN = "grey"
"""What black dice look like under a lamp, and white ones in the shade."""


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
