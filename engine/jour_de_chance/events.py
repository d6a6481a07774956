"""The events of Jour de Chance. Cards are their values, 1 to 10."""

from engine.core.event import Event
from engine.jour_de_chance.cards import Card
from engine.jour_de_chance.state import EndReason


class CardDealt(Event):
    """`seat` was dealt `card` as their first card."""

    seat: int
    card: Card


class OldestNamed(Event):
    """`seat` is the oldest of those with the lowest card, and starts."""

    seat: int


class CardDrawn(Event, opens_scene=True):
    """`seat` drew `card` and added it to their row."""

    seat: int
    card: Card


class PairDrawn(Event, opens_scene=True):
    """`seat` drew a second `card` and had to bank it, which makes `total` banked points."""

    seat: int
    card: Card
    total: int


class CardBanked(Event, opens_scene=True):
    """`seat` banked `card` from the row of `owner_seat`, which makes `total` banked points."""

    seat: int
    card: Card
    owner_seat: int
    total: int

    def _sentence_key(self) -> str:
        return "card_banked_own" if self.owner_seat == self.seat else self.type


class CardsDiscarded(Event):
    """`seat` discarded `cards`."""

    seat: int
    cards: tuple[Card, ...]


class PileReshuffled(Event):
    """The discards became the new draw pile of `count` cards."""

    count: int


class EndTriggered(Event, type_name="game_decided"):
    """The game ended for `reason`, caused by `seat` (None: by nobody)."""

    seat: int | None
    reason: EndReason

    def _sentence_key(self) -> str:
        return f"decided_{self.reason}"


class PlayoffStarted(Event):
    """The winners, `seats`, are tied and play again."""

    seats: tuple[int, ...]
