"""The events of Last One. Cards are words as in `engine.last_one.cards`."""

from typing import Literal

from engine.core.event import Event
from engine.last_one.cards import Card, CardFace, Suit
from engine.last_one.state import FineReason


class HandDealt(Event, opens_scene=True):
    """`seat` dealt `size` cards to each player."""

    seat: int
    size: int


class CardTaken(Event):
    """Full rules: `seat` took `card` from the stock; others don't see it (None)."""

    seat: int
    card: Card | None

    def public(self) -> "CardTaken":
        """Return the event without the card."""
        return CardTaken(self.seat, None)


class CardTurnedUp(Event, opens_scene=True):
    """`seat` turned up `card` to start; `all_special`: only special cards were left."""

    seat: int
    card: Card
    all_special: bool = False

    def _sentence_key(self) -> str:
        return "special_card_turned_up" if self.all_special else self.type


class CardReburied(Event, opens_scene=True):
    """`seat` turned up a special `card`, which went back into the stock."""

    seat: int
    card: Card


class JokerDeclared(Event, opens_scene=True):
    """`seat` declared the joker that was turned up as `face`."""

    seat: int
    face: CardFace


class CardPlayed(Event, opens_scene=True):
    """`seat` played `card`; a joker was declared as `face`."""

    seat: int
    card: Card
    face: CardFace | None = None

    def _sentence_key(self) -> str:
        return "joker_played" if self.face else self.type


class SuitNamed(Event, opens_scene=True):
    """`seat` named the `suit` to follow after an 8."""

    seat: int
    suit: Suit


class MeleeAttack(Event):
    """`attacker_seat` attacked `seat`, who draws `count` cards unless somebody plays `needed`."""

    seat: int
    attacker_seat: int
    count: int
    needed: CardFace


class MeleeEnded(Event, opens_scene=True):
    """Nobody played the `needed` card, so `seat`, the defender, draws."""

    seat: int
    needed: CardFace


class CardsDrawn(Event, opens_scene=True):
    """`seat` drew `count` cards, perhaps fewer than they had to."""

    seat: int
    count: int

    def _sentence_key(self) -> str:
        return self.type if self.count else "no_cards_drawn"


class Skipped(Event):
    """`seat` was skipped."""

    seat: int


class DirectionReversed(Event):
    """Play goes in the other `direction` from now on."""

    direction: Literal["clockwise", "counterclockwise"]


class StockEmpty(Event):
    """The last card of the stock was drawn."""


class StockReshuffled(Event):
    """The discard pile, except its top card, became the stock."""


class Passed(Event, opens_scene=True):
    """`seat` put nothing on a 3, or played nothing after drawing."""

    seat: int


class LastCardCalled(Event):
    """`seat` called "last card"."""

    seat: int


class MissingCallUnnoticed(Event, type_name="call_forgotten"):
    """Nobody noticed in time that `seat` had not called "last card"."""

    seat: int


class Fined(Event, opens_scene=True):
    """`seat` was fined one card for not calling the ``last_card``, or for another ``error``."""

    seat: int
    fault: FineReason

    def _sentence_key(self) -> str:
        return f"fined_for_{self.fault}"


class HandWon(Event, opens_scene=True):
    """`seat` got rid of their last card."""

    seat: int


class CardShown(Event):
    """`seat` showed a `card` that was left in their hand."""

    seat: int
    card: Card


class HandCounted(Event):
    """`seat` counted the cards left in their hand: `points`.

    `miscounted`: they had more or fewer cards than the table thought.
    """

    seat: int
    points: int
    miscounted: bool = False

    def _sentence_key(self) -> str:
        return "other_hand_counted" if self.miscounted else self.type


class PointsAdded(Event, opens_scene=True):
    """Hand number `hand` cost `seat` penalty `points`, which makes `total` in the game."""

    seat: int
    points: int
    total: int
    hand: int


class WentBankrupt(Event):
    """`seat` reached the `limit` with `points` in all."""

    seat: int
    points: int
    limit: int
