"""The state of a game of Ten Thousand, and its actions: `engine.core.dice.Throw` and `BankPoints`.

The `seat` of an action is who does it, so that a phone can act only for its own player. It may be
left out, since the state knows whose turn it is.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from engine.core.action import Action
from engine.core.dice import Faces
from engine.core.people import StateWithNames
from engine.ten_thousand.options import Options
from engine.ten_thousand.scoring import NO_LIMIT, points_to_bank, scoring_choices

Phase: TypeAlias = Literal["throw", "choose", "over"]

FARKLES_FOR_PENALTY = 3


class BankPoints(Action, type_name="bank"):
    """The player banks the points of the turn, those of the dice that lie there included."""

    seat: int | None = None


@dataclass(frozen=True)
class State(StateWithNames[Phase]):
    """The state of a game.

    `totals` are the players' points and `farkles` their farkles in a row, by seat; `gone` are the
    seats that have left. In this turn, `aside` are the dice set aside, `thrown` those rolled last,
    `gathered` the points of all dice set aside (also before hot dice were rolled again), and
    `throws` the number of rolls. Before the first one, `aside` and `gathered` are those of the
    previous player, if they may be taken over. `turns` counts the finished turns. `first_seat`
    begins each round. The game ends when it would be the turn of `last_before`. `six_ones_by` has
    won by rolling six ones (option `six_ones_win`).
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
        """The most points that this turn may still gather (option `exact_target`)."""
        left = self.options.target - self.totals[self.turn] - self.gathered
        return left if self.options.exact_target else NO_LIMIT

    @property
    def choices(self) -> Mapping[Faces, int]:
        """What may be set aside of the dice rolled last, with its points; empty after a farkle."""
        return scoring_choices(tuple(sorted(self.thrown)), self.options, self.points_left)

    @property
    def bankable(self) -> Mapping[Faces, int]:
        """Those of `choices` that may be banked, with their points then."""
        most = self.points_left
        found = {part: points_to_bank(part, self.options, most) for part in self.choices}
        return {part: points for part, points in found.items() if points is not None}

    @property
    def best_choice(self) -> Faces:
        """The one of `choices` that counts if the turn is banked: most points, then most dice.

        If nothing may be banked, it is the one that scores most.
        """
        found = self.bankable or self.choices
        return max(found, key=lambda part: (found[part], len(part)), default=())

    @property
    def points_if_banked(self) -> int:
        """The points of this turn if it were banked now, even if that is not allowed."""
        return self.gathered + (self.bankable or self.choices).get(self.best_choice, 0)

    @property
    def points_needed_to_bank(self) -> int:
        """The fewest points that may be banked now; a player without points may need more."""
        entered = self.totals[self.turn] > 0
        needed = self.options.minimum if entered else max(self.options.entry, self.options.minimum)
        return min(needed, self.gathered + self.points_left)

    @property
    def has_hot_dice(self) -> bool:
        """Whether all dice score, so that all may be rolled again."""
        return tuple(sorted(self.thrown)) in self.choices

    @property
    def must_roll_on(self) -> bool:
        """Whether the turn cannot be banked now.

        Hot dice forbid it only if all of them together score most and do not hit an exact target.
        With a cheap straight, its 1 and 5 alone may score more.
        """
        points, all_count = self.points_if_banked, len(self.best_choice) == len(self.thrown)
        forced = all_count and self.options.hot_dice == "must"
        forced = forced and points < self.gathered + self.points_left
        return forced or not self.bankable or points < self.points_needed_to_bank

    @property
    def farkle_penalty(self) -> int:
        """What a farkle would cost now besides the points of the turn; no total falls below 0."""
        due = self.farkles[self.turn] + 1 == FARKLES_FOR_PENALTY
        return min(self.options.three_farkles, self.totals[self.turn]) if due else 0
