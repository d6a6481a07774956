"""What the eye is to look for: the dice that a game waits for."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

from engine.core.refusals import BadAction


@dataclass(frozen=True, slots=True)
class Awaited:
    """The dice the game waits for, so that a reading is judged by the rules.

    `count` dice lie in the tray after the roll; each shows one of `faces`. `before` are the faces
    as they lay (empty: nothing lay). `fixed` are faces that must still be there, since those dice
    may not be rolled.

    A game with dice of several kinds says which of them it means. Only dice of the `body` colour
    count then (empty: dice of any body); dice of another body may lie in the tray too, but must not
    have moved, and those that the game knows still show the faces `beside`. `each` is one list
    of faces for every die, in no order, where the dice differ (empty: all can show all `faces`).

    `throw` identifies this roll among those that led here or follow, even if the same dice are
    awaited again; only the game knows what its figures mean.
    """

    count: int
    faces: tuple[str, ...]
    before: tuple[str, ...] = ()
    fixed: tuple[str, ...] = ()
    body: str = ""
    each: tuple[tuple[str, ...], ...] = ()
    beside: tuple[str, ...] = ()
    throw: tuple[int, ...] = ()

    def can_show(self, faces: Sequence[str]) -> bool:
        """Return whether the awaited dice, whichever is which, can show `faces`."""
        if len(faces) != self.count:
            return False
        if not self.each:
            return all(face in self.faces for face in faces)
        return any(
            all(face in die for face, die in zip(faces, dice, strict=True))
            for dice in permutations(self.each)
        )


def kept_and_thrown(faces: Sequence[str], kept: Sequence[int]) -> tuple[list[str], list[str]]:
    """Return the `faces` at the indices `kept`, and the others; raises `BadAction` ``malformed``.

    >>> kept_and_thrown("13566", (0, 2))
    (['1', '5'], ['3', '6', '6'])
    """
    stay = set(kept)
    if not stay <= set(range(len(faces))):
        raise BadAction("malformed", "kept contains dice that are not there.", field="kept")
    return (
        [face for i, face in enumerate(faces) if i in stay],
        [face for i, face in enumerate(faces) if i not in stay],
    )
