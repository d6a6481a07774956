"""The exact chances of the player whose turn it is, from what everybody can see.

Every card that is not in a row, banked or discarded is in the draw pile, and each of these is
equally likely to come next. So all chances are counts of cards, exact for the deck in `cards`.
"""

from dataclasses import dataclass
from typing import cast

from engine.core.codec import to_json
from engine.core.refusals import Json
from engine.jour_de_chance.cards import Card, cards_in
from engine.jour_de_chance.state import TARGET_POINTS, State


@dataclass(frozen=True, slots=True)
class DrawOdds:
    """The risk of drawing: the chance (0 to 1) of a `pair`, and of a pair that goes `over` 21."""

    pair: float
    over: float


@dataclass(frozen=True, slots=True)
class BankOdds:
    """The result of banking `card` from the row of seat `owner`.

    `total` is the banked points then, `over` whether they are more than 21, and `too_high` the
    share (0 to 1) of the cards in the draw pile that would go over 21 if they were banked next.
    """

    owner: int
    card: Card
    total: int
    over: bool
    too_high: float


@dataclass(frozen=True, slots=True)
class Odds:
    """The odds of `seat`, whose turn it is: of drawing, and of each card that they may bank."""

    seat: int
    draw: DrawOdds
    bank: tuple[BankOdds, ...]


def odds(state: State) -> Odds | None:
    """Return the odds of the player whose turn it is, or None."""
    if state.phase != "turn":
        return None
    seat = state.seats[state.mover]
    paired = [card for card in cards_in(state.draw_pile) if card in seat.row]
    over = [card for card in paired if seat.total + card > TARGET_POINTS]
    draw = DrawOdds(_share(state, len(paired)), _share(state, len(over)))
    if not seat.row:
        return Odds(state.mover, draw, ())
    choices = ((owner, card) for owner, other in enumerate(state.seats) for card in other.row)
    return Odds(state.mover, draw, tuple(_bank(state, *choice) for choice in choices))


def odds_as_json(state: State) -> dict[str, Json] | None:
    """Return the `Odds` of the player whose turn it is as JSON, or None."""
    return cast("dict[str, Json] | None", to_json(odds(state)))


def _bank(state: State, owner: int, card: Card) -> BankOdds:
    total = state.seats[state.mover].total + card
    too_high = sum(total + other > TARGET_POINTS for other in cards_in(state.draw_pile))
    return BankOdds(owner, card, total, total > TARGET_POINTS, _share(state, too_high))


def _share(state: State, cards: int) -> float:
    # The draw pile is never empty here: the rules would have reshuffled or ended the game.
    return cards / sum(state.draw_pile)
