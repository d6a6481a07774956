"""What people do at a table of Den Letzten beißen die Hunde, as data.

Faces of dice are words: ``"dog"`` and ``"1"`` … ``"9"``. Spaces count clockwise from 1, seats
clockwise from 0. `seat` is who does it, so that the log can say so and a phone acts for its own
player only; since the state knows whose turn it is, it may be left out.
"""

from engine.core.action import Action
from engine.den_letzten.dice import Face


class PlaceDog(Action):
    """The white dog is put on `space`, looking clockwise."""

    space: int
    seat: int | None = None


class ThrowWhite(Action):
    """Whose turn it is throws both white dice; they show `faces`, in any order."""

    faces: tuple[Face, ...]
    seat: int | None = None


class ThrowBlack(Action):
    """He throws both black dice as well; they show `faces`, in any order."""

    faces: tuple[Face, ...]
    seat: int | None = None


class Stop(Action):
    """He is content with the white dice."""

    seat: int | None = None


class StepDog(Action):
    """The new first player moves the white dog one space forward."""

    seat: int | None = None
