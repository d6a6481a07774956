"""The house rules of Last Chance and its editions (Rules §1.5).

Two things have no other value and are therefore rules, not switches: nobody can bet bills he does
not hold, and among those left at the end somebody has a card, since whoever wins the last one has.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from engine.core.options import TellsOdds, choice, number, switch
from engine.last_chance.money import MONEY, Money


@dataclass(frozen=True, slots=True)
class Options(TellsOdds):
    """Every house rule, each explained in one line for the family at the table."""

    money: Literal["ravensburger", "mb", "deluxe"] = choice(
        "Which play money lies in the box?",
        ravensburger="800 000 each, steps of 10 000, bets up to 100 000 (3 to 6 players)",
        mb="5 000 each, steps of 100, bets up to 1 000 (2 to 6 players)",
        deluxe="6 500 each, steps of 100, bets up to 1 300 (2 to 6 players)",
    )
    cards_in_game: int = number("How many cards must be cracked?", default=7, low=1, high=36)
    next_flipper: Literal["left_of_previous_flipper", "left_of_last_cracker"] = choice(
        "Who turns over the next card?",
        left_of_previous_flipper="The player left of whoever turned over the last card",
        left_of_last_cracker="The player left of whoever cracked the last card",
    )
    initial_roll: bool = switch(
        "Are all five dice rolled beside a fresh card before it is sold?", default=True
    )
    opener: Literal["none", "last_cracker", "banker"] = choice(
        "Must somebody open the bidding?",
        none="Nobody: whoever shouts first",
        last_cracker="The last cracker (at first the flipper) names the first bid, which may be 0",
        banker="The banker makes the first bid or passes",
    )
    opener_after_elim: Literal["left_of_eliminated", "flipper"] = choice(
        "If somebody must open: who does after a player went out?",
        left_of_eliminated="The player left of him",
        flipper="Whoever turned over the card",
    )
    banker: int = number("Who keeps the bank? (0: first name)", default=0, low=0, high=5)
    min_bid: Literal["one_step", "zero"] = choice(
        "What is the lowest bid?", one_step="The smallest bill", zero="0: for nothing"
    )
    no_bid: Literal[
        "flipper_or_last_cracker_free", "reroll_all", "discard_card_draw_new", "wait"
    ] = choice(
        "What if nobody bids?",
        flipper_or_last_cracker_free="The last cracker, at first the flipper, tries for free",
        reroll_all="All five dice are rolled again",
        discard_card_draw_new="The card goes back into the box, another one is turned over",
        wait="We wait until somebody does",
    )
    pass_is_final: bool = switch("Is a player who passes out of that auction?")
    auction_clock: Literal["every_3s", "every_2s", "every_5s", "manual"] = choice(
        "Who counts to three when nobody raises?",
        every_3s="The table, one count every 3 seconds",
        every_2s="The table, one count every 2 seconds",
        every_5s="The table, one count every 5 seconds",
        manual="We do, by hand",
    )
    overbid: Literal["eliminate_at_sale", "refuse_bid", "eliminate_at_call"] = choice(
        "What if somebody bids more than he owns?",
        eliminate_at_sale="He is out of the game if the card is sold to him",
        refuse_bid="The bid does not count",
        eliminate_at_call="He is out of the game at once",
    )
    elim_cash: Literal["to_bank", "stays_frozen"] = choice(
        "What becomes of the money of a player who is out?",
        to_bank="It goes to the bank",
        stays_frozen="He keeps it, but cannot use it",
    )
    lc_enabled: bool = switch('May players call "last chance"?', default=True)
    lc_per_player: int = number("How often may each player call it?", default=1, low=1, high=9)
    lc_zero: Literal["allow", "need_10000"] = choice(
        "May somebody without money call it?",
        allow="Yes: he stakes nothing but his place in the game",
        need_10000="No: he needs at least the smallest bill",
    )
    bet_visibility: Literal["open", "secret_until_closed"] = choice(
        "Do the bets lie open?",
        open="Yes, everybody sees which side is up",
        secret_until_closed="No, they are shown when the betting is closed",
    )
    bets_to_cracker: bool = switch('Does the cracker who makes it win the bets on "no"?')
    lock: Literal["free", "within_crack", "until_cracked"] = choice(
        "May dice that were set aside be thrown again?",
        free="Yes, as the cracker likes",
        within_crack="No, not before the next auction",
        until_cracked="No: dice that fit stay on the card until it is cracked",
    )
    early_stop: bool = switch("May the cracker give up before his attempts are spent?")
    joker_vs_printed: Literal["may_equal", "must_differ"] = choice(
        "May a joker be a number that is printed on the card?",
        may_equal="Yes",
        must_differ="No",
    )
    joker_mode: Literal["L_and_C", "J_independent"] = choice(
        "Which jokers are on the cards?",
        L_and_C="Long drinks are all one number, cocktails all another one",
        J_independent="Jokers J: each is any number, whatever the others are",
    )
    bank_limit: Literal["unlimited", "physical"] = choice(
        "What if the bank runs out of bills?",
        unlimited="It writes an IOU",
        physical="It pays what it has, the rest is lost",
    )
    one_left: Literal["end_survivor_wins", "play_on"] = choice(
        "What if only one player is left?",
        end_survivor_wins="The game is over and he wins",
        play_on="He plays on; he still needs a card",
    )
    tie: Literal["shared", "most_cards", "highest_prize_sum"] = choice(
        "Who wins if two have the same money?",
        shared="Both",
        most_cards="Whoever has more cards",
        highest_prize_sum="Whoever has the higher sum of prizes on his cards",
    )

    @property
    def cash(self) -> Money:
        """The edition's money."""
        return MONEY[self.money]

    @property
    def seconds(self) -> float | None:
        """Seconds between two counts of an auction; None when people count."""
        if self.auction_clock == "manual":
            return None
        return float(self.auction_clock.removeprefix("every_").removesuffix("s"))

    @property
    def lowest_bid(self) -> int:
        """The lowest bid, in units."""
        return 0 if self.min_bid == "zero" else self.cash.step


PRESETS: Mapping[str, Options] = MappingProxyType(
    {
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
)
"""The editions, the default first."""
