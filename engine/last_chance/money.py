"""The play money of each edition: what a box holds, what players start with, steps and limits.

Every amount is a whole number of units and a multiple of the edition's smallest bill, so a balance
can always be paid in bills. Figures marked *assumed* are not known from any box.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Money:
    """One edition's money, in units.

    `bills` is what one player gets at the start as (denomination, count), `total` all money in the
    box. `prizes` and `attempts` are the lowest and highest seen on cards (a card beyond them is
    accepted with a warning). `call` is what the last chance is called.
    """

    total: int
    bills: tuple[tuple[int, int], ...]
    bet_max: int
    prizes: tuple[int, int]
    attempts: tuple[int, int]
    fewest_players: int
    call: str = "last_chance"

    @property
    def step(self) -> int:
        """The smallest bill: bids, bets and prizes are multiples of it."""
        return min(denomination for denomination, _ in self.bills)

    @property
    def start_cash(self) -> int:
        """What each player starts with."""
        return sum(denomination * count for denomination, count in self.bills)

    @property
    def denominations(self) -> tuple[int, ...]:
        """The bills that exist, largest first."""
        return tuple(sorted((denomination for denomination, _ in self.bills), reverse=True))

    def change(self, amount: int) -> tuple[tuple[int, int], ...]:
        """Return the fewest bills that make `amount`, as (denomination, count), largest first.

        Raises `ValueError` if `amount` is negative or no multiple of the smallest bill.
        """
        if amount < 0 or amount % self.step:
            raise ValueError(f"{amount} cannot be paid in bills of {self.step}")
        pile = []
        for denomination in self.denominations:
            count, amount = divmod(amount, denomination)
            if count:
                pile.append((denomination, count))
        return tuple(pile)


MONEY: Mapping[str, Money] = MappingProxyType(
    {
        # Counts of the Ravensburger box: 50 x 10 000, 40 x 50 000, 60 x 100 000.
        "ravensburger": Money(
            total=8_500_000,
            bills=((10_000, 5), (50_000, 5), (100_000, 5)),
            bet_max=100_000,
            prizes=(130_000, 360_000),
            attempts=(3, 4),
            fewest_players=3,
        ),
        # Start, bets, prizes and attempts from a review of the box; total assumed at 100 : 1.
        "mb": Money(
            total=85_000,
            bills=((100, 5), (500, 3), (1_000, 3)),
            bet_max=1_000,
            prizes=(1_500, 4_000),
            attempts=(2, 4),
            fewest_players=2,
        ),
        # All of it 30 % above MB, as reviews say; the start in bills and the total are assumed.
        "deluxe": Money(
            total=110_500,
            bills=((100, 5), (500, 4), (1_000, 4)),
            bet_max=1_300,
            prizes=(2_000, 5_200),
            attempts=(2, 4),
            fewest_players=2,
            call="all_in",
        ),
    }
)
"""Money by the value of the option `money`."""
