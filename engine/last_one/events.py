"""What a banker saw happen at a Last One table. Cards are words as in `engine.last_one.cards`."""

from typing import Literal

from engine.core.event import Event
from engine.last_one.cards import Card, Face, Suit
from engine.last_one.state import FineReason


class HandDealt(Event, opens_scene=True):
    """`seat` dealt `size` cards to each player."""

    seat: int
    size: int


class CardTaken(Event):
    """With full rules: `seat` took `card` from the stock; others do not see which."""

    seat: int
    card: Card | None

    def seen_by(self, seat: int | None) -> "CardTaken":
        """Return the event without the card, except for the player who took it."""
        return self if seat == self.seat else CardTaken(self.seat, None)


class CardTurnedUp(Event, opens_scene=True):
    """`seat` turned `card` up, the first; perhaps `all_special` cards are left."""

    seat: int
    card: Card
    all_special: bool = False

    def _sentence(self) -> str:
        return "special_card_turned_up" if self.all_special else self.type


class CardReburied(Event, opens_scene=True):
    """`seat` turned up a special `card`, which goes back into the stock."""

    seat: int
    card: Card


class JokerDeclared(Event, opens_scene=True):
    """`seat` said that the joker turned up is `face`."""

    seat: int
    face: Face


class CardPlayed(Event, opens_scene=True):
    """`seat` played `card`; a joker was declared as `face`."""

    seat: int
    card: Card
    face: Face | None = None

    def _sentence(self) -> str:
        return "joker_played" if self.face else self.type


class SuitNamed(Event, opens_scene=True):
    """`seat` named the `suit` to follow on an 8."""

    seat: int
    suit: Suit


class MeleeAttack(Event):
    """`attacker_seat` attacked `seat`, who draws `count` cards unless somebody plays `needed`."""

    seat: int
    attacker_seat: int
    count: int
    needed: Face


class MeleeEnded(Event, opens_scene=True):
    """Nobody went on with the `needed` card: `seat`, the defender, draws."""

    seat: int
    needed: Face


class CardsDrawn(Event, opens_scene=True):
    """`seat` drew `count` cards, or as many as there still were."""

    seat: int
    count: int

    def _sentence(self) -> str:
        return self.type if self.count else "no_cards_drawn"


class Skipped(Event):
    """`seat` was skipped."""

    seat: int


class DirectionReversed(Event):
    """The turns go the other way round from now on."""

    direction: Literal["clockwise", "counterclockwise"]


class StockEmpty(Event):
    """The last card of the stock was drawn."""


class StockReshuffled(Event):
    """The discard pile under its top card became the stock."""


class Passed(Event, opens_scene=True):
    """`seat` put nothing on a 3, or played nothing after drawing."""

    seat: int


class LastCardCalled(Event):
    """`seat` called "last card"."""

    seat: int


class CallForgotten(Event):
    """Nobody noticed in time that `seat` had not called "last card"."""

    seat: int


class Fined(Event, opens_scene=True):
    """`seat` was fined a card for a ``last_card`` not called, or for any other ``error``."""

    seat: int
    fault: FineReason

    def _sentence(self) -> str:
        return f"fined_for_{self.fault}"


class HandWon(Event, opens_scene=True):
    """`seat` is out of cards."""

    seat: int


class CardShown(Event):
    """`seat` showed a `card` left in their hand."""

    seat: int
    card: Card


class HandCounted(Event):
    """`seat` counted the cards left in their hand: `points`.

    `miscounted`: they held another number of cards than the table knew of.
    """

    seat: int
    points: int
    miscounted: bool = False

    def _sentence(self) -> str:
        return "other_hand_counted" if self.miscounted else self.type


class PointsAdded(Event, opens_scene=True):
    """The hand number `hand` cost `seat` penalty `points`, which make `total` in the match."""

    seat: int
    points: int
    total: int
    hand: int


class WentBankrupt(Event):
    """`seat` reached the `limit` with these `points`."""

    seat: int
    points: int
    limit: int
