"""All that is known at one moment of a free table.

The state is the fold of the actions. Helpers here only read it; what may happen is said in `rules`.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from engine.core import checks
from engine.core.checks import RequirePhase
from engine.core.frozen import replace
from engine.core.ledger import Ledger, Transfer, seat_account
from engine.free_table.actions import Face
from engine.free_table.game_box import READY_MADE_BOXES, GameBox
from engine.free_table.options import Options

Phase: TypeAlias = Literal["setup", "play", "over"]

require_phase: RequirePhase[Phase] = checks.require_phase

RECENT_THROWS = 12
"""So many throws are remembered one by one."""


@dataclass(frozen=True)
class RecordedThrow:
    """A throw: who threw (None: not told), and what the dice show."""

    seat: int | None
    faces: tuple[Face, ...]

    @property
    def is_doubles(self) -> bool:
        """Whether several dice all show the same."""
        return len(self.faces) > 1 and len(set(self.faces)) == 1


@dataclass(frozen=True)
class State:
    """One moment of a free table.

    `money` has accounts for the bank, for each seat and for what is not in play; its sum is 0.
    `points` are the scores by seat and round, `counters` those by seat and counter, `debts` what
    each seat has borrowed. `left` are the seconds on the clock, by seat where everybody has
    a time of his own, else one. `throws` are the last ones, `throw_count` counts all, `turn_count`
    the turns that are over, `arranged` how often the box was arranged, and `clocks_set` how often
    that gave everybody a new time. `gone` have left.
    """

    options: Options
    names: tuple[str, ...]
    turn: int
    money: Ledger
    points: tuple[tuple[int, ...], ...]
    counters: tuple[tuple[int, ...], ...]
    debts: tuple[int, ...]
    phase: Phase = "setup"
    box: GameBox = READY_MADE_BOXES["dice"]
    dice: int = 0
    left: tuple[int, ...] = ()
    throws: tuple[RecordedThrow, ...] = ()
    throw_count: int = 0
    turn_count: int = 0
    arranged: int = 0
    clocks_set: int = 0
    gone: tuple[int, ...] = ()

    @property
    def active_seats(self) -> tuple[int, ...]:
        """The seats that have not left."""
        return tuple(seat for seat in range(len(self.names)) if seat not in self.gone)

    @property
    def acting_seat(self) -> int | None:
        """Whose turn it is; None where there are no turns."""
        return None if self.phase != "play" or self.box.turns == "none" else self.turn

    @property
    def next_seat(self) -> int:
        """The next one clockwise who has not left."""
        count = len(self.names)
        others = ((self.turn + step) % count for step in range(1, count + 1))
        return next(seat for seat in others if seat not in self.gone)

    @property
    def running_clock(self) -> int:
        """Which of the times in `left` runs now."""
        return self.turn if self.box.turns == "chess" else 0

    @property
    def round(self) -> int:
        """The first round (from 1) in which somebody who plays has no points yet."""
        return min(len(self.points[seat]) for seat in self.active_seats) + 1

    def cash(self, seat: int) -> int:
        """Return what `seat` holds."""
        return self.money[seat_account(seat)]

    def net_worth(self, seat: int) -> int:
        """Return the same without what is borrowed."""
        return self.cash(seat) - self.debts[seat]

    def after_transfers(self, *transfers: Transfer) -> "State":
        """Return the state after all `transfers`; raises what `Ledger.after_transfers` does."""
        return replace(self, money=self.money.after_transfers(transfers))
