"""What people do at a table of Den Letzten beißen die Hunde, as data.

Faces of dice are words: ``"dog"`` and ``"1"`` … ``"9"``. Spaces count clockwise from 1, seats
clockwise from 0. `seat` is who does it, so that the log can say so and a phone acts for its own
player only; since the state knows whose turn it is, it may be left out.
"""

from dataclasses import dataclass
from typing import ClassVar

from engine.core.action import Action, ActionSet
from engine.den_letzten.dice import Face


@dataclass(frozen=True, slots=True)
class PlaceDog(Action):
    """The white dog is put on `space`, looking clockwise."""

    type: ClassVar[str] = "place_dog"
    space: int
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class ThrowWhite(Action):
    """Whose turn it is throws both white dice; they show `faces`, in any order."""

    type: ClassVar[str] = "throw_white"
    faces: tuple[Face, ...]
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class ThrowBlack(Action):
    """He throws both black dice as well; they show `faces`, in any order."""

    type: ClassVar[str] = "throw_black"
    faces: tuple[Face, ...]
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Stop(Action):
    """He is content with the white dice."""

    type: ClassVar[str] = "stop"
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class StepDog(Action):
    """The new first player moves the white dog one space forward."""

    type: ClassVar[str] = "step_dog"
    seat: int | None = None


ACTIONS = ActionSet((PlaceDog, ThrowWhite, ThrowBlack, Stop, StepDog))
