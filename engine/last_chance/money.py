"""The play money of each edition: what a box holds, what players start with, steps and limits.

Every amount is a whole number of units and a multiple of the edition's smallest bill, so a balance
can always be paid in bills. Figures marked *assumed* are not known from any box.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine.last_chance.bills import BillCounts


@dataclass(frozen=True, slots=True)
class EditionMoney:
    """One edition's money, in units.

    `bills_in_box` is all the money as (denomination, count), `starting_bills` what one player gets
    of it at the start. `prize_range` and `attempts_range` are the lowest and highest seen on cards
    (a card beyond them is accepted with a warning). `last_chance_name` is what the last chance is
    called.
    """

    bills_in_box: tuple[tuple[int, int], ...]
    starting_bills: tuple[tuple[int, int], ...]
    max_bet: int
    prize_range: tuple[int, int]
    attempts_range: tuple[int, int]
    min_players: int
    last_chance_name: str = "last_chance"

    @property
    def total(self) -> int:
        """All the money in the box; it never becomes more or less."""
        return sum(denomination * count for denomination, count in self.bills_in_box)

    @property
    def smallest_bill(self) -> int:
        """The smallest bill: bids, bets and prizes are multiples of it."""
        return min(denomination for denomination, _ in self.starting_bills)

    @property
    def start_cash(self) -> int:
        """What each player starts with."""
        return sum(denomination * count for denomination, count in self.starting_bills)

    @property
    def denominations(self) -> tuple[int, ...]:
        """The bills that exist, largest first."""
        return tuple(
            sorted((denomination for denomination, _ in self.starting_bills), reverse=True)
        )

    def bills_left_in_bank(self, players: int) -> tuple[tuple[int, int], ...]:
        """Return the bills left in the bank after `players` got theirs."""
        dealt = dict(self.starting_bills)
        return tuple((bill, count - players * dealt[bill]) for bill, count in self.bills_in_box)

    def bill_counts(self, bills: Iterable[tuple[int, int]]) -> BillCounts:
        """Return `bills`, as (denomination, count), counted by `denominations`."""
        counts = dict(bills)
        return tuple(counts[denomination] for denomination in self.denominations)


MONEY_BY_EDITION: Mapping[str, EditionMoney] = {
    "ravensburger": EditionMoney(
        bills_in_box=((10_000, 50), (50_000, 40), (100_000, 60)),
        starting_bills=((10_000, 5), (50_000, 5), (100_000, 5)),
        max_bet=100_000,
        prize_range=(130_000, 360_000),
        attempts_range=(3, 4),
        min_players=3,
    ),
    # Start, bets, prizes and attempts from a review of the box; its stock of bills is assumed
    # to be Ravensburger's at 100 : 1.
    "mb": EditionMoney(
        bills_in_box=((100, 50), (500, 40), (1_000, 60)),
        starting_bills=((100, 5), (500, 3), (1_000, 3)),
        max_bet=1_000,
        prize_range=(1_500, 4_000),
        attempts_range=(2, 4),
        min_players=2,
    ),
    # Values 30 % above MB, as reviews say; how that is in bills is assumed.
    "deluxe": EditionMoney(
        bills_in_box=((100, 65), (500, 52), (1_000, 78)),
        starting_bills=((100, 5), (500, 4), (1_000, 4)),
        max_bet=1_300,
        prize_range=(2_000, 5_200),
        attempts_range=(2, 4),
        min_players=2,
        last_chance_name="all_in",
    ),
}
"""Money by the value of the option `money`."""
