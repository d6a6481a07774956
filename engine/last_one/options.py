"""The house rules of Last One and its editions (Rules §3.3)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from engine.core.options import asked_option, number_option
from engine.last_one.cards import PACK, melee_value


@dataclass(frozen=True, slots=True)
class Options:
    """All house rules."""

    cards: Literal["scorer", "full"] = "scorer"
    hand_size: int = number_option(7, low=4, high=9)
    dealer_chooses: bool = True
    limit: int = asked_option(number_option(150, low=1, high=10_000))
    opening_special: Literal["as_if_dealer", "rebury"] = "as_if_dealer"
    three: Literal["must", "may"] = "must"
    melee_top: Literal["7", "8", "10", "K"] = asked_option("7")
    after_melee: Literal["after_player_of_4", "after_last_defender"] = "after_player_of_4"
    attacker_follows_self: bool = False
    joker_in_melee: bool = True
    joker_as: Literal["card_that_fits", "any_card"] = asked_option("card_that_fits")
    eight_same_suit: Literal["must_change", "allowed"] = "must_change"
    two_stacks: bool = False
    draw_then_play: bool = False
    finish_effects: Literal["ignored", "resolved"] = "ignored"
    call_window: Literal["until_next_action", "within_3s", "within_5s", "within_10s"] = (
        "until_next_action"
    )

    @property
    def knows_all_cards(self) -> bool:
        """Whether the table knows every card (`cards` is ``full``)."""
        return self.cards == "full"

    @property
    def highest_melee_value(self) -> int:
        """The value of the last card of a melee: 7, 8, 10 or 13."""
        return melee_value(self.melee_top)

    @property
    def call_window_seconds(self) -> float | None:
        """The seconds in which a forgotten call may be noticed; None: until the next action."""
        if self.call_window == "until_next_action":
            return None
        return float(self.call_window.removeprefix("within_").removesuffix("s"))

    def possible_hand_sizes(self, players: int) -> range:
        """Return how many cards each of `players` may get: one card must be left to turn up.

        A dealer who may choose deals 4 to 8 cards, or 9 if all agree.
        """
        if not self.dealer_chooses:
            return range(self.hand_size, self.hand_size + 1)
        return range(4, min(9, (len(PACK) - 1) // players) + 1)


PRESETS: Mapping[str, Options] = {
    "french": Options(),
    # Like the American rules page where it differs, but with our number of cards.
    "last_one": Options(dealer_chooses=False, three="may", eight_same_suit="allowed"),
}
"""The default first."""

GROUPS: Mapping[str, tuple[str, ...]] = {
    "deal": ("cards", "hand_size", "dealer_chooses", "limit", "opening_special", "call_window"),
    "cards": (
        *("three", "eight_same_suit", "joker_as"),
        *("two_stacks", "draw_then_play", "finish_effects"),
    ),
    "melee": ("melee_top", "after_melee", "attacker_follows_self", "joker_in_melee"),
}
"""The house rules by their groups on the page."""
