"""The dice that a game waits for, which the eye looks for."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations


@dataclass(frozen=True, slots=True)
class AwaitedDice:
    """The dice the game waits for. A reading counts as a roll only if it fits them.

    `count` dice lie in the tray after the roll, each showing one of `faces`. `before` are the faces
    that lay there before it (empty: none did), and `fixed` those of them that must still be there,
    since these dice may not be rolled.

    Where a game has dice of several colours, only those with the colour `body` are awaited (empty:
    any colour). Others may lie in the tray, but must not have moved; of these, the game knows that
    some show the faces `beside`. `each` lists the faces of each die, in any order, where the dice
    differ (empty: each can show all `faces`).

    `throw` differs for any two rolls of a game; only the game knows what its numbers mean.
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
        """Return whether the awaited dice can show `faces`, in any order."""
        if len(faces) != self.count:
            return False
        if not self.each:
            return all(face in self.faces for face in faces)
        return any(
            all(face in die for face, die in zip(faces, dice, strict=True))
            for dice in permutations(self.each)
        )
