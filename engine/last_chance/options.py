"""The house rules of Last Chance and its editions (Rules §1.5).

Two things have no other value and are therefore rules, not switches: nobody can bet bills he does
not hold, and among those left at the end somebody has a card, since whoever wins the last one has.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from engine.core.options import TellsOdds, asked_option, number_option
from engine.last_chance.money import MONEY_BY_EDITION, EditionMoney


@dataclass(frozen=True, slots=True)
class Options(TellsOdds):
    """Every house rule."""

    odds_from: Literal["crack", "bets", "auction"] = "crack"
    money: Literal["ravensburger", "mb", "deluxe"] = "ravensburger"
    cards_in_game: int = number_option(7, low=1, high=36)
    next_flipper: Literal["left_of_previous_flipper", "left_of_last_cracker"] = (
        "left_of_previous_flipper"
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
        """Seconds between two counts of an auction; None when people count."""
        if self.auction_clock == "manual":
            return None
        return float(self.auction_clock.removeprefix("every_").removesuffix("s"))

    @property
    def lowest_bid(self) -> int:
        """The lowest bid, in units."""
        return 0 if self.min_bid == "zero" else self.money_of_edition.smallest_bill


PRESETS: Mapping[str, Options] = {
    "ravensburger_1994": Options(),
    "ravensburger_ewjimmy": Options(
        opener="last_cracker", lock="within_crack", next_flipper="left_of_last_cracker"
    ),
    "mb_1995": Options(money="mb", lock="until_cracked", initial_roll=False, opener="banker"),
    "yahtzee_deluxe_poker_2005": Options(
        money="deluxe",
        lock="until_cracked",
        initial_roll=False,
        opener="banker",
        bets_to_cracker=True,
        joker_mode="J_independent",
    ),
}
"""The editions, the default first."""

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
"""The house rules that belong together."""
