"""What people do at a table of Den Letzten beißen die Hunde, as data.

Faces of dice are words: ``"dog"`` and ``"1"`` … ``"9"``. Spaces count clockwise from 1, seats
clockwise from 0. No action names a seat: the state knows whose act it is.
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


@dataclass(frozen=True, slots=True)
class ThrowWhite(Action):
    """Whose turn it is throws both white dice; they show `faces`, in any order."""

    type: ClassVar[str] = "throw_white"
    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class ThrowBlack(Action):
    """He throws both black dice as well; they show `faces`, in any order."""

    type: ClassVar[str] = "throw_black"
    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Stop(Action):
    """He is content with the white dice."""

    type: ClassVar[str] = "stop"


@dataclass(frozen=True, slots=True)
class StepDog(Action):
    """The new first player moves the white dog one space forward."""

    type: ClassVar[str] = "step_dog"


ACTIONS = ActionSet((PlaceDog, ThrowWhite, ThrowBlack, Stop, StepDog))
