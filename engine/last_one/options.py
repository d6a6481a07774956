"""The house rules of Last One and its editions (Rules §3.3)."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from engine.core.options import choice, number, switch
from engine.last_one.cards import PACK, value_of


@dataclass(frozen=True, slots=True)
class Options:
    """Every house rule, each explained in one line for the family at the table."""

    cards: Literal["scorer", "full"] = choice(
        "What does the table know of the cards?",
        scorer="What is played; the cards in your hands stay your secret",
        full="Every card: it checks that you hold what you play",
    )
    hand_size: int = number("How many cards does each player get?", default=7, low=4, high=9)
    dealer_chooses: bool = switch("May each dealer choose another number of cards?")
    limit: int = number("How many points make a player bankrupt?", default=150, low=1, high=10_000)
    opening_special: Literal["as_if_dealer", "rebury"] = choice(
        "What if the first card turned up is a special one?",
        as_if_dealer="It counts as played by the dealer",
        rebury="It goes back into the stock and another one is turned up",
    )
    three: Literal["may", "must"] = choice(
        "After a 3: must the same player put another card on it?",
        may="No, but he may, and it may be any card",
        must="Yes, any card",
    )
    melee_top: Literal["7", "8", "10", "K"] = choice(
        "Which is the highest card of a melee?",
        **{
            "7": "The 7",
            "8": "The 8, not wild there",
            "10": "The 10",
            "K": "The king",
        },
    )
    after_melee: Literal["after_player_of_4", "after_last_defender"] = choice(
        "Whose turn is it after a melee?",
        after_player_of_4="The player after whoever played the 4",
        after_last_defender="The player after whoever drew the cards",
    )
    attacker_follows_self: bool = switch("May the attacker go on with his own next card?")
    joker_in_melee: bool = switch("May a joker be the next card of a melee?", default=True)
    eight_same_suit: Literal["allowed", "must_change"] = choice(
        "Which suit may be named with an 8?",
        allowed="Any of the four",
        must_change="Another one than was required so far",
    )
    two_stacks: bool = switch("May a 2 be answered with a 2, so that the next player draws both?")
    draw_then_play: bool = switch("May a player who drew play a card at once?")
    finish_effects: Literal["ignored", "resolved"] = choice(
        "Does the last card of a hand still make others draw?",
        ignored="No, the hand is over",
        resolved="Yes, a 2 or a melee card does, before the points are counted",
    )
    call_window: Literal["until_next_action", "within_3s", "within_5s", "within_10s"] = choice(
        'How long can others notice that "last card" was not called?',
        until_next_action="Until the next player has acted",
        within_3s="3 seconds, at most until the next player has acted",
        within_5s="5 seconds, at most until the next player has acted",
        within_10s="10 seconds, at most until the next player has acted",
    )

    @property
    def full(self) -> bool:
        """Whether the table knows every card (`cards` is ``full``)."""
        return self.cards == "full"

    @property
    def top_value(self) -> int:
        """The value of the highest card of a melee: 7, 8, 10 or 13."""
        return value_of(self.melee_top)

    @property
    def seconds(self) -> float | None:
        """Seconds in which a forgotten call may be noticed; None: until the next action."""
        if self.call_window == "until_next_action":
            return None
        return float(self.call_window.removeprefix("within_").removesuffix("s"))

    def sizes(self, players: int) -> range:
        """Return how many cards each of `players` may get: one card must be left to turn up.

        A dealer who may choose gives 4 to 8, and 9 if that is what everybody agreed to
        (`hand_size`).
        """
        if not self.dealer_chooses:
            return range(self.hand_size, self.hand_size + 1)
        most = min(max(8, self.hand_size), (len(PACK) - 1) // players)
        return range(4, most + 1)


PRESETS: Mapping[str, Options] = MappingProxyType(
    {
        "last_one": Options(),
        # What the French rule text says word for word where the two translations differ.
        "french": Options(three="must", eight_same_suit="must_change"),
    }
)
"""The editions, the default first."""
