"""The state of a game of Ten Thousand, and the actions that lead from one state to the next.

Faces are words, ``"1"`` … ``"6"``. The `seat` of an action is who does it, so that a phone can act
only for its own player. It may be left out, since the state knows whose turn it is.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from engine.core import refusals
from engine.core.action import Action
from engine.core.people import Seated
from engine.core.refusals import RequirePhase
from engine.ten_thousand.options import Options
from engine.ten_thousand.scoring import Face, Faces, best_scoring_dice, points_of_dice

Phase: TypeAlias = Literal["throw", "choose", "over"]

require_phase: RequirePhase[Phase] = refusals.require_phase

FARKLES_FOR_PENALTY = 3


class Throw(Action):
    """The player sets dice aside and rolls the others, which now show `thrown`.

    `kept` are all that were not rolled, with those that were set aside before. Where all six bring
    points none are kept: they are set aside together, and all six are rolled again.
    """

    kept: tuple[Face, ...]
    thrown: tuple[Face, ...]
    seat: int | None = None


class Bank(Action):
    """The player banks what the turn has brought, including the dice that lie there."""

    seat: int | None = None


@dataclass(frozen=True)
class State(Seated):
    """One moment of a game.

    `totals` are the players' points by seat, `farkles` how many they rolled in a row, and `gone`
    the seats of those who have left. Of the dice of this turn `aside` were set aside, and `thrown`
    show the last roll; `gathered` is what was set aside in this turn, also of dice that were rolled
    again. `throws` counts the rolls of this turn and `turns` those that were finished. `first_seat`
    begins each round. If `last_before` is a seat, the game is over before its turn.
    """

    options: Options
    names: tuple[str, ...]
    totals: tuple[int, ...]
    farkles: tuple[int, ...]
    turn: int
    first_seat: int
    phase: Phase = "throw"
    gone: tuple[int, ...] = ()
    aside: Faces = ()
    thrown: Faces = ()
    gathered: int = 0
    throws: int = 0
    turns: int = 0
    last_before: int | None = None

    @property
    def dice(self) -> Faces:
        """All dice as they lie; none before the first roll of a turn."""
        return (*self.aside, *self.thrown)

    @property
    def banked_points(self) -> int:
        """What the turn would bring if it were banked now."""
        return self.gathered + best_scoring_dice(self.thrown, self.options)[1]

    @property
    def points_needed_to_bank(self) -> int:
        """What this turn must bring to be banked: more for a player who has nothing yet."""
        entered = self.totals[self.turn] > 0
        return self.options.minimum if entered else max(self.options.entry, self.options.minimum)

    @property
    def has_hot_dice(self) -> bool:
        """Whether all six dice bring points, so that all may be rolled again."""
        return points_of_dice(tuple(sorted(self.thrown)), self.options) is not None

    @property
    def must_throw_on(self) -> bool:
        """Whether the turn cannot be banked now.

        Hot dice do not forbid it where fewer of them bring more, as a cheap straight's 1 and 5.
        """
        best, points = best_scoring_dice(self.thrown, self.options)
        forced = len(best) == len(self.thrown) and self.options.hot_dice == "must"
        return forced or self.gathered + points < self.points_needed_to_bank

    @property
    def farkle_penalty(self) -> int:
        """What a farkle would cost now on top of the points of the turn; no total is below 0."""
        due = self.farkles[self.turn] + 1 == FARKLES_FOR_PENALTY
        return min(self.options.three_farkles, self.totals[self.turn]) if due else 0
