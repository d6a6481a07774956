"""What a banker saw happen at a table of Jour de Chance. Cards are their values, 1 to 10."""

from engine.core.event import Event
from engine.jour_de_chance.cards import Card
from engine.jour_de_chance.state import EndReason


class CardDealt(Event):
    """`seat` got `card` as their first card."""

    seat: int
    card: Card


class OldestNamed(Event):
    """`seat` is the oldest of those with the lowest card, and starts."""

    seat: int


class CardDrawn(Event):
    """`seat` drew `card`, which joined their row."""

    opens_scene = True

    seat: int
    card: Card


class PairDrawn(Event):
    """`seat` drew a second `card` and had to bank it: they have banked `total` points now."""

    opens_scene = True

    seat: int
    card: Card
    total: int


class CardBanked(Event):
    """`seat` banked `card` from the row of `owner_seat`: they have banked `total` points now."""

    opens_scene = True

    seat: int
    card: Card
    owner_seat: int
    total: int

    @property
    def sentence(self) -> str:
        """Another one for a card of their own row."""
        return "card_banked_own" if self.owner_seat == self.seat else self.type


class CardsDiscarded(Event):
    """`seat` discarded `cards`."""

    seat: int
    cards: tuple[Card, ...]


class PileReshuffled(Event):
    """The discards became the draw pile, which holds `count` cards now."""

    count: int


class GameDecided(Event):
    """The game ends for `reason`; `seat` is who brought that about, if anybody did."""

    seat: int | None
    reason: EndReason

    @property
    def sentence(self) -> str:
        """Another one for each reason."""
        return f"decided_{self.reason}"


class PlayoffStarted(Event):
    """The winners `seats` are level and play once more."""

    seats: tuple[int, ...]
