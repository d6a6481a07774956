"""The house rules of Last Chance, its editions, and the money of each (Rules §1.5).

Every amount is a whole number of units and a multiple of the edition's smallest bill, so it can be
paid in bills. Figures marked *assumed* are not known from any box.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from engine.core.options import OptionsWithOdds, asked_option, number_option

BillCounts: TypeAlias = tuple[int, ...]
"""The number of bills of each denomination, the largest first."""


@dataclass(frozen=True, slots=True)
class EditionMoney:
    """One edition's money, in units.

    `bills_in_box` and `starting_bills` (of one player) are pairs (denomination, count), the
    smallest first. `prize_range` and `attempts_range` are the lowest and highest seen on cards;
    other cards are accepted with a warning. `last_chance_name` is what the edition calls a last
    chance.
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
        """All the money in the box."""
        return sum(denomination * count for denomination, count in self.bills_in_box)

    @property
    def smallest_bill(self) -> int:
        """The smallest denomination: bids, bets and prizes are multiples of it."""
        return self.starting_bills[0][0]

    @property
    def start_cash(self) -> int:
        """The money each player starts with."""
        return sum(denomination * count for denomination, count in self.starting_bills)

    @property
    def denominations(self) -> tuple[int, ...]:
        """The denominations, the largest first."""
        return tuple(denomination for denomination, _ in self.starting_bills[::-1])

    def bill_counts(self, bills: Iterable[tuple[int, int]]) -> BillCounts:
        """Return `bills`, pairs (denomination, count), as counts by `denominations`."""
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
    # Start, bets, prizes and attempts are from a review of the box; `bills_in_box` is assumed to
    # be Ravensburger's at 100 : 1.
    "mb": EditionMoney(
        bills_in_box=((100, 50), (500, 40), (1_000, 60)),
        starting_bills=((100, 5), (500, 3), (1_000, 3)),
        max_bet=1_000,
        prize_range=(1_500, 4_000),
        attempts_range=(2, 4),
        min_players=2,
    ),
    # Reviews say that values are 30 % above MB's; the numbers of bills are assumed.
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
"""The money for each value of the option `money`."""


@dataclass(frozen=True, slots=True)
class Options(OptionsWithOdds):
    """All house rules."""

    odds_from: Literal["crack", "bets", "auction"] = "crack"
    money: Literal["ravensburger", "mb", "deluxe"] = "ravensburger"
    cards_in_game: int = number_option(7, low=1, high=36)
    next_flipper: Literal["left_of_previous_flipper", "left_of_last_cracker", "banker"] = (
        asked_option("left_of_previous_flipper")
    )
    initial_roll: bool = True
    opener: Literal["none", "last_cracker", "banker"] = "none"
    opener_after_elim: Literal["left_of_eliminated", "flipper"] = "left_of_eliminated"
    banker: int = number_option(0, low=0, high=5)
    min_bid: Literal["one_step", "zero"] = "one_step"
    no_bid: Literal[
        "flipper_or_last_cracker_free", "reroll_all", "discard_card_draw_new", "wait"
    ] = asked_option("flipper_or_last_cracker_free")
    pass_is_final: bool = False
    auction_clock: Literal["every_3s", "every_2s", "every_5s", "manual"] = "every_3s"
    overbid: Literal["eliminate_at_sale", "refuse_bid", "eliminate_at_call"] = "eliminate_at_sale"
    elim_cash: Literal["to_bank", "stays_frozen"] = "to_bank"
    lc_enabled: bool = True
    lc_per_player: int = number_option(1, low=1, high=9)
    lc_zero: Literal["allow", "need_10000"] = "allow"
    bet_visibility: Literal["open", "secret_until_closed"] = "open"
    bets_to_cracker: bool = False
    lock: Literal["free", "within_crack", "until_cracked"] = "free"
    early_stop: bool = False
    joker_vs_printed: Literal["may_equal", "must_differ"] = "may_equal"
    joker_mode: Literal["L_and_C", "J_independent"] = "L_and_C"
    bank_limit: Literal["unlimited", "physical"] = "unlimited"
    one_left: Literal["end_survivor_wins", "play_on"] = "end_survivor_wins"
    tie: Literal["shared", "most_cards", "highest_prize_sum"] = "shared"

    @property
    def money_of_edition(self) -> EditionMoney:
        """The edition's money."""
        return MONEY_BY_EDITION[self.money]

    @property
    def seconds_between_counts(self) -> float | None:
        """The seconds between two counts of an auction; None: people count."""
        if self.auction_clock == "manual":
            return None
        return float(self.auction_clock.removeprefix("every_").removesuffix("s"))

    @property
    def lowest_bid(self) -> int:
        """The lowest bid, in units."""
        return 0 if self.min_bid == "zero" else self.money_of_edition.smallest_bill


_MB = Options(
    money="mb", next_flipper="banker", lock="until_cracked", initial_roll=False, opener="banker"
)
PRESETS: Mapping[str, Options] = {
    "ravensburger_1994": Options(),
    "ravensburger_ewjimmy": Options(
        opener="last_cracker", lock="within_crack", next_flipper="left_of_last_cracker"
    ),
    "mb_1995": _MB,
    "yahtzee_deluxe_poker_2005": replace(
        _MB, money="deluxe", bets_to_cracker=True, joker_mode="J_independent"
    ),
}
"""The default first."""

GROUPS: Mapping[str, tuple[str, ...]] = {
    "box": ("money", "cards_in_game", "next_flipper", "initial_roll", "banker"),
    "auction": (
        *("opener", "opener_after_elim", "min_bid", "no_bid", "pass_is_final"),
        *("auction_clock", "overbid", "elim_cash"),
    ),
    "last_chance": ("lc_enabled", "lc_per_player", "lc_zero"),
    "bets": ("bet_visibility", "bets_to_cracker"),
    "dice": ("lock", "early_stop", "joker_vs_printed", "joker_mode"),
    "end": ("bank_limit", "one_left", "tie"),
    "display": ("tell_odds", "odds_from"),
}
"""The house rules by their groups on the page."""
