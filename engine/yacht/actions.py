"""What people do at a table of Yacht, as data.

Faces are words, ``"1"`` … ``"6"``. `seat` is who does it, so that the log can say so and a phone
can only act for its own player; since the state knows whose turn it is, it may be left out.
"""

from engine.core.action import Action
from engine.yacht.score_boxes import Face, ScoreBox


class Throw(Action):
    """Whose turn it is keeps dice that show `kept` and throws the others; they show `thrown`."""

    kept: tuple[Face, ...]
    thrown: tuple[Face, ...]
    seat: int | None = None


class Score(Action):
    """He writes down what the dice bring in `box`."""

    box: ScoreBox
    seat: int | None = None
