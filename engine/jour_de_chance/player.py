"""An automatic player of Jour de Chance: compares drawing with banking each card.

The game ends when somebody goes over 21, so it matters who does that first and who of the others is
nearest to 21 then. The chances of the next card are exact. How much more danger a player nearer to
21 is in, and how safe a lead is, are guesses: `DANGER_SCALE_POINTS` and `LEAD_SCALE_POINTS`.
"""

from collections.abc import Iterator, Sequence
from math import exp
from operator import itemgetter

from engine.core.action import Action
from engine.core.choice import Pick
from engine.jour_de_chance.cards import cards_in
from engine.jour_de_chance.state import (
    TARGET_POINTS,
    BankCard,
    DealCard,
    DrawCard,
    NameOldest,
    State,
)

DANGER_SCALE_POINTS = 5.0
"""A player who is this many points nearer to 21 is e times as likely to go over first."""

LEAD_SCALE_POINTS = 2.0
"""A player with this many points more is e times as likely to end up nearest."""


def decide(state: State, seat: int | None, pick: Pick) -> Action | None:
    """Return what an automatic player at `seat` (None: the table) does now, if anything."""
    if seat is None:
        return _table(state, pick)
    if state.phase != "turn" or seat != state.turn:
        return None
    best = max(_banks(state), key=itemgetter(0), default=None)
    if best is not None and best[0] > win_chance_if_drawing(state):
        return best[1]
    pile = list(cards_in(state.draw_pile))
    return DrawCard(pile[pick(len(pile))], seat)


def _table(state: State, pick: Pick) -> Action | None:
    if state.phase == "deal":
        pile = list(cards_in(state.draw_pile))
        return DealCard(pile[pick(len(pile))], state.next_seat_to_deal_to)
    if state.phase == "oldest":
        return NameOldest(state.seats_with_lowest_card[pick(len(state.seats_with_lowest_card))])
    return None


def win_chance_if_drawing(state: State) -> float:
    """Return the mover's estimated chance (0 to 1) of winning if they draw."""
    pile, row = list(cards_in(state.draw_pile)), state.seats[state.mover].row
    added = (card if card in row else 0 for card in pile)
    return sum(_worth_with(state, points) for points in added) / len(pile)


def _banks(state: State) -> Iterator[tuple[float, BankCard]]:
    if not state.seats[state.mover].row:
        return
    for owner, seat in enumerate(state.seats):
        for card in seat.row:
            yield _worth_with(state, card), BankCard(owner, card, state.mover)


def _worth_with(state: State, points: int) -> float:
    """Return the mover's estimated chance of winning with `points` more."""
    totals = [state.seats[seat].total for seat in state.playing_seats]
    mover = state.playing_seats.index(state.mover)
    totals[mover] += points
    return estimated_win_chance(totals, mover)


def estimated_win_chance(totals: Sequence[int], mover: int) -> float:
    """Return the estimated chance (0 to 1) that `mover`, an index into `totals`, wins."""
    if totals[mover] > TARGET_POINTS:
        return 0.0
    dangers = [exp(total / DANGER_SCALE_POINTS) for total in totals]
    leads = [exp(total / LEAD_SCALE_POINTS) for total in totals]
    won = sum(
        danger * leads[mover] / (sum(leads) - leads[loser])
        for loser, danger in enumerate(dangers)
        if loser != mover
    )
    return won / sum(dangers)
