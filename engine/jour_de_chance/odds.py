"""The exact chances of whose turn it is, from what everybody can see.

Every card that is not in a row, banked or discarded is in the draw pile, and each of those is
equally likely to come next; so all chances here are counts of cards, and exact for the deck of
`cards`.
"""

from dataclasses import dataclass

from engine.core.codec import to_json
from engine.core.refusals import Json
from engine.jour_de_chance.cards import Card, cards_in
from engine.jour_de_chance.state import TARGET_POINTS, State


@dataclass(frozen=True, slots=True)
class DrawOdds:
    """What drawing risks: the chance (0 to 1) of a `pair`, and of a pair that goes `over` 21."""

    pair: float
    over: float


@dataclass(frozen=True, slots=True)
class BankOdds:
    """What it means to bank `card` from the row of seat `owner`.

    `total` is what is banked then, `over` if that is more than 21. `too_high` is the share (0 to 1)
    of the draw pile that would go over 21 if it had to be banked after that: the row being gone,
    the card that must be drawn next is one of these.
    """

    owner: int
    card: Card
    total: int
    over: bool
    too_high: float


@dataclass(frozen=True, slots=True)
class Odds:
    """The chances of `seat`, whose turn it is: to draw, and of each banking that is allowed."""

    seat: int
    draw: DrawOdds
    bank: tuple[BankOdds, ...]


def odds(state: State) -> Odds | None:
    """Return the chances of the mover; None unless a player has to draw or bank."""
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
    """Return the chances of the mover as JSON; None unless a player has to draw or bank.

    ::

        seat    whose chances these are
        draw    {"pair", "over"}: chance of a pair, and of a pair that goes over 21
        bank    for each card that they may bank: {"owner", "card", "total", "over", "too_high"}, as
                in `BankOdds`

    Chances are 0 to 1.
    """
    found = odds(state)
    if found is None:
        return None
    return {"seat": found.seat, "draw": to_json(found.draw), "bank": to_json(found.bank)}


def _bank(state: State, owner: int, card: Card) -> BankOdds:
    total = state.seats[state.mover].total + card
    too_high = sum(total + other > TARGET_POINTS for other in cards_in(state.draw_pile))
    return BankOdds(owner, card, total, total > TARGET_POINTS, _share(state, too_high))


def _share(state: State, cards: int) -> float:
    # In a turn the draw pile is never empty: the rules reshuffle it or end the game before.
    return cards / sum(state.draw_pile)
