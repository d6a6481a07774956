"""What games of six-sided dice share: the action and event of a roll, and its checks."""

from collections import Counter
from collections.abc import Sequence
from math import factorial, prod
from typing import Literal, TypeAlias

from engine.core.action import Action
from engine.core.choice import Choice, ListOf, OneOf
from engine.core.event import Event
from engine.core.refusals import BadAction, NotAllowed

Face: TypeAlias = Literal["1", "2", "3", "4", "5", "6"]
Faces: TypeAlias = tuple[Face, ...]

FACES: Faces = ("1", "2", "3", "4", "5", "6")


class Throw(Action):
    """The player keeps dice that show `kept` and rolls the others, which now show `thrown`."""

    kept: Faces
    thrown: Faces
    seat: int | None = None


class Rolled(Event, opens_scene=True):
    """`seat` rolled dice, which now show `rolled`; the others were kept and show `kept`."""

    seat: int
    rolled: Faces
    kept: Faces = ()

    def _sentence_key(self) -> str:
        return "rolled_some" if self.kept else "rolled"


def roll_choice(seat: int | None, dice: int, keeps: Sequence[Sequence[str]] = ((),)) -> Choice:
    """Return the choice of a `Throw` that keeps one of `keeps`, of equal length, of `dice` dice."""
    count = dice - len(keeps[0])
    return Choice(
        "throw", seat, {"kept": OneOf(tuple(keeps)), "thrown": ListOf(FACES, count, count)}
    )


def kept_and_rolled(faces: Sequence[str], kept: Sequence[int]) -> tuple[list[str], list[str]]:
    """Return the `faces` at the indices `kept`, and the others; raises `BadAction` ``malformed``.

    >>> kept_and_rolled("13566", (0, 2))
    (['1', '5'], ['3', '6', '6'])
    """
    if not set(kept) <= set(range(len(faces))):
        raise BadAction("malformed", "kept contains dice that are not there.", field="kept")
    return (
        [face for i, face in enumerate(faces) if i in kept],
        [face for i, face in enumerate(faces) if i not in kept],
    )


def require_all_rolled(kept: Sequence[int]) -> None:
    """Refuse with ``throw_all`` if any dice were `kept` in a first roll."""
    if kept:
        raise NotAllowed("throw_all", "All dice are rolled first.", kept=sorted(kept))


def require_dice_count(action: Throw, count: int) -> None:
    """Refuse with ``dice_count`` unless at least one die is rolled and there are `count` in all."""
    kept, thrown = len(action.kept), len(action.thrown)
    if not thrown or kept + thrown != count:
        said = f"At least one die is rolled; {count} dice are there afterwards."
        raise NotAllowed("dice_count", said, kept=kept, thrown=thrown)


def require_kept_among(kept: Sequence[str], dice: Sequence[str]) -> None:
    """Refuse with ``not_there`` unless `dice` showed the faces `kept`."""
    if strangers := Counter(kept) - Counter(dice):
        said = "Dice that were not rolled must show the same faces as before."
        raise NotAllowed("not_there", said, faces=sorted(strangers.elements()), dice=dice)


def count_orders(dice: Sequence[str]) -> int:
    """Return the number of orders in which `dice` can show their faces."""
    return factorial(len(dice)) // prod(map(factorial, Counter(dice).values()))
