"""What people ask of the table itself, whatever the game: begin, undo, correct, tell the dice."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from engine.core.action import Action, ActionSet


@dataclass(frozen=True, slots=True)
class Start(Action):
    """Begin `game` with `names` clockwise; without `first_seat` chance decides who begins."""

    type: ClassVar[str] = "start"
    game: str
    names: tuple[str, ...]
    preset: str = ""
    options: Mapping[str, bool | int | str | tuple[str, ...]] = field(default_factory=dict)
    first_seat: int | None = None


@dataclass(frozen=True, slots=True)
class Undo(Action):
    """Go back to how things stood at version `to`; without it, take back the last thing done."""

    type: ClassVar[str] = "undo"
    to: int | None = None


@dataclass(frozen=True, slots=True)
class Correct(Action):
    """The dice that `row` brought showed `faces`; those at `kept` (as told before) stayed."""

    type: ClassVar[str] = "correct"
    row: int
    faces: tuple[str, ...]
    kept: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """Let chance decide, where the game lets it."""

    type: ClassVar[str] = "draw"


@dataclass(frozen=True, slots=True)
class Clock(Action):
    """Let the clock run, or hold it."""

    type: ClassVar[str] = "clock"
    running: bool


@dataclass(frozen=True, slots=True)
class Dice(Action):
    """The dice show `faces`, those at the indices `kept` were not thrown.

    With `number` it is the answer to that reading of the eye.
    """

    type: ClassVar[str] = "dice"
    faces: tuple[str, ...]
    kept: tuple[int, ...] = ()
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Dismiss(Action):
    """Reading `number` was no throw."""

    type: ClassVar[str] = "dismiss"
    number: int


TABLE_ACTS = ActionSet((Start, Undo, Correct, Draw, Clock, Dice, Dismiss))
TABLE_TYPES = frozenset(TABLE_ACTS.kinds)
