"""The state of a game of Ten Thousand, and the actions that lead from one state to the next.

Faces are words, ``"1"`` … ``"6"``. The `seat` of an action is who does it, so that a phone can act
only for its own player. It may be left out, since the state knows whose turn it is.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from engine.core import refusals
from engine.core.action import Action
from engine.core.people import Seated
from engine.core.refusals import RequirePhase
from engine.ten_thousand.options import Options
from engine.ten_thousand.scoring import Face, Faces, scoring_choices

Phase: TypeAlias = Literal["throw", "choose", "over"]

require_phase: RequirePhase[Phase] = refusals.require_phase

FARKLES_FOR_PENALTY = 3
NO_LIMIT = 1_000_000
"""More points than any turn gathers."""


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
    `six_ones_by` is who has won by them (option `six_ones_win`).
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
    six_ones_by: int | None = None

    @property
    def dice(self) -> Faces:
        """All dice as they lie; none before the first roll of a turn."""
        return (*self.aside, *self.thrown)

    @property
    def points_left(self) -> int:
        """How many points this turn may still gather (option `exact_target`)."""
        left = self.options.target - self.totals[self.turn] - self.gathered
        return left if self.options.exact_target else NO_LIMIT

    @property
    def choices(self) -> Mapping[Faces, int]:
        """What may be set aside of the dice that were rolled last, and the points that it brings.

        Empty: the roll is a farkle.
        """
        found, most = scoring_choices(tuple(sorted(self.thrown)), self.options), self.points_left
        return {part: points for part, points in found.items() if points <= most}

    @property
    def best_choice(self) -> Faces:
        """Those of them that count if the turn is banked: the most points, then the most dice."""
        found = self.choices
        return max(found, key=lambda part: (found[part], len(part)), default=())

    @property
    def banked_points(self) -> int:
        """What the turn would bring if it were banked now."""
        return self.gathered + self.choices.get(self.best_choice, 0)

    @property
    def points_needed_to_bank(self) -> int:
        """What this turn must bring to be banked: more for a player who has nothing yet."""
        entered = self.totals[self.turn] > 0
        needed = self.options.minimum if entered else max(self.options.entry, self.options.minimum)
        return min(needed, self.gathered + self.points_left)

    @property
    def has_hot_dice(self) -> bool:
        """Whether all six dice bring points, so that all may be rolled again."""
        return tuple(sorted(self.thrown)) in self.choices

    @property
    def must_throw_on(self) -> bool:
        """Whether the turn cannot be banked now.

        Hot dice do not forbid it where fewer of them bring more, as a cheap straight's 1 and 5.
        """
        all_count = len(self.best_choice) == len(self.thrown)
        forced = all_count and self.options.hot_dice == "must"
        return forced or self.banked_points < self.points_needed_to_bank

    @property
    def farkle_penalty(self) -> int:
        """What a farkle would cost now on top of the points of the turn; no total is below 0."""
        due = self.farkles[self.turn] + 1 == FARKLES_FOR_PENALTY
        return min(self.options.three_farkles, self.totals[self.turn]) if due else 0
