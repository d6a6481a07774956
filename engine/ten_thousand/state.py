"""All that is known at one moment of a game of Ten Thousand.

The state is the fold of the actions. Helpers here only read it; what may happen is said in `rules`.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from engine.core import checks
from engine.core.checks import RequirePhase
from engine.ten_thousand.options import Options
from engine.ten_thousand.scoring import Faces, best_scoring_dice, points_of_dice

Phase: TypeAlias = Literal["throw", "choose", "over"]

require_phase: RequirePhase[Phase] = checks.require_phase

FARKLES_FOR_PENALTY = 3


@dataclass(frozen=True)
class EndedTurn:
    """The last turn: `seat` banked `points`, or threw `farkle`.

    Then these are the dice of that throw, `points` what he had gathered for nothing, and `penalty`
    what he lost beside.
    """

    seat: int
    points: int
    farkle: Faces = ()
    penalty: int = 0


@dataclass(frozen=True)
class State:
    """One moment of a game.

    `totals` are the players' points by seat, `farkles` how many they threw one after the other, and
    `gone` who has left. Of the dice of this turn `aside` were set aside, and `thrown` show what was
    thrown last; `gathered` is what was set aside in this turn, also of dice that were thrown anew.
    `throws` counts those of this turn and `turns` all that were finished. `first_seat` begins each
    round. Before `last_before`, if anybody, the game is over: no more turns come then.
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
    last_turn: EndedTurn | None = None

    @property
    def dice(self) -> Faces:
        """All dice as they lie; none before the first throw of a turn."""
        return (*self.aside, *self.thrown)

    @property
    def banked_points(self) -> int:
        """What the turn would bring if it were banked now."""
        return self.gathered + best_scoring_dice(self.thrown, self.options)[1]

    @property
    def points_needed_to_bank(self) -> int:
        """What this turn must bring to be banked: more for who has nothing yet."""
        entered = self.totals[self.turn] > 0
        return self.options.minimum if entered else max(self.options.entry, self.options.minimum)

    @property
    def has_hot_dice(self) -> bool:
        """Whether all six dice bring points, so that all may be thrown anew."""
        return points_of_dice(tuple(sorted(self.thrown)), self.options) is not None

    @property
    def must_throw_on(self) -> bool:
        """Whether the turn cannot be banked now."""
        forced = self.has_hot_dice and self.options.hot_dice == "must"
        return forced or self.banked_points < self.points_needed_to_bank

    @property
    def farkle_penalty(self) -> int:
        """What a farkle would cost now beside the points of the turn; nobody has less than none."""
        due = self.farkles[self.turn] + 1 == FARKLES_FOR_PENALTY
        return min(self.options.three_farkles, self.totals[self.turn]) if due else 0

    @property
    def playing_seats(self) -> tuple[int, ...]:
        """Who is still in the game."""
        return tuple(seat for seat in range(len(self.names)) if seat not in self.gone)

    def seat_after(self, seat: int) -> int:
        """Return who comes after `seat` of those who are still in the game."""
        count = len(self.names)
        return next(
            after
            for after in ((seat + step) % count for step in range(1, count + 1))
            if after not in self.gone
        )
