"""What people do at a table of Ten Thousand, as data.

Faces are words, ``"1"`` … ``"6"``. `seat` is who does it, so that the log can say so and a phone
can only act for its own player; since the state knows whose turn it is, it may be left out.
"""

from engine.core.action import Action
from engine.ten_thousand.scoring import Face


class Throw(Action):
    """Whose turn it is sets dice aside and throws the others; they show `thrown`.

    `kept` are all that were not thrown, with those that were set aside before. Where all six bring
    points none are kept: they are set aside together, and all six are thrown anew.
    """

    kept: tuple[Face, ...]
    thrown: tuple[Face, ...]
    seat: int | None = None


class Bank(Action):
    """He writes down what the turn has brought, the dice that lie there included."""

    seat: int | None = None
