"""The rules of Jour de Chance: `begin`, and what plays each action (Rules §4).

Stable codes of refusals, with their figures:

=====================  ====================================================================
``game_over``          nothing can be played any more
``wrong_phase``        not this action now: `phase`, `phases` it belongs to
``no_such_seat``       `seat`
``no_such_card``       no `card` of that value is left to come: `pile` (how many of each)
``not_your_turn``      `seat`, `turn` (whose turn it is, or who gets the next card)
``not_lowest``         `seat` has not the smallest card: `seats` who have
``must_draw``          `seat` has no row, so he can bank nothing
``not_in_row``         `owner` has no such `card` in his `row`
=====================  ====================================================================
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.core.action import Action
from engine.core.checks import require_turn
from engine.core.frozen import replace
from engine.core.refusals import NotAllowed
from engine.jour_de_chance import checks
from engine.jour_de_chance.actions import BankCard, DealCard, DrawCard, Oldest
from engine.jour_de_chance.cards import NO_CARDS, add_cards, remove_card
from engine.jour_de_chance.options import Options
from engine.jour_de_chance.ranking import ranking, winners
from engine.jour_de_chance.state import TARGET_POINTS, Seat, State, TurnOutcome, require_phase


def begin(names: Sequence[str], first_seat: int, options: Options) -> State:
    """Return the first state: `first_seat` is dealt the first card, the others clockwise."""
    count = len(names)
    return State(
        options=options,
        seats=tuple(Seat(name) for name in names),
        playing_seats=tuple((first_seat + offset) % count for offset in range(count)),
    )


def deal_card(state: State, action: DealCard) -> State:
    """Lay the first card before a player; after the last one the smallest begins (Rules §4.2)."""
    require_phase(state, "deal")
    seat = state.next_seat_to_deal_to
    require_turn(action.seat, seat)
    checks.require_in_draw_pile(state, action.card)
    assert seat is not None
    dealt = replace(
        state,
        draw_pile=remove_card(state.draw_pile, action.card),
        last_outcome=TurnOutcome("dealt", seat, action.card),
    ).with_seat(seat, replace(state.seats[seat], row=(action.card,)))
    return begin_turns(dealt)


def begin_turns(state: State) -> State:
    """Return `state` in which the smallest card begins, if all have a first card."""
    if not all(state.seats[seat].row for seat in state.playing_seats):
        return state
    lowest = state.seats_with_lowest_card
    if len(lowest) > 1:
        return replace(state, phase="oldest", turn=None)
    return replace(state, phase="turn", turn=lowest[0])


def let_oldest_begin(state: State, action: Oldest) -> State:
    """Let the oldest of those with the smallest card begin (Rules §4.2)."""
    require_phase(state, "oldest")
    if action.seat not in state.seats_with_lowest_card:
        raise NotAllowed(
            "not_lowest",
            "Only who has the smallest card may begin.",
            seat=action.seat,
            seats=state.seats_with_lowest_card,
        )
    return replace(state, phase="turn", turn=action.seat)


def draw_card(state: State, action: DrawCard) -> State:
    """Draw: a card more in the row, or a pair, which banks it and clears the row (Rules §4.3)."""
    require_phase(state, "turn")
    require_turn(action.seat, state.mover)
    checks.require_in_draw_pile(state, action.card)
    mover, card = state.mover, action.card
    seat = state.seats[mover]
    drawn = replace(state, draw_pile=remove_card(state.draw_pile, card))
    if card in seat.row:
        cleared = replace(seat, row=(), banked=(*seat.banked, card))
        outcome = TurnOutcome("pair", mover, card, None, seat.row)
        return _next(drawn.with_seat(mover, cleared), outcome)
    longer = replace(seat, row=(*seat.row, card))
    return _next(drawn.with_seat(mover, longer), TurnOutcome("drawn", mover, card))


def bank_card(state: State, action: BankCard) -> State:
    """Bank a card from any row and lay one's own row away (Rules §4.3)."""
    require_phase(state, "turn")
    require_turn(action.seat, state.mover)
    checks.require_own_row(state)
    owner, mover, card = action.owner, state.mover, action.card
    checks.require_in_row(state, owner, card)
    left = tuple(other for other in state.seats[owner].row if other != card)
    robbed = state.with_seat(owner, replace(state.seats[owner], row=left))
    seat = robbed.seats[mover]
    banked = replace(seat, row=(), banked=(*seat.banked, card))
    return _next(
        robbed.with_seat(mover, banked), TurnOutcome("banked", mover, card, owner, seat.row)
    )


def _next(state: State, outcome: TurnOutcome) -> State:
    """Return `state` after the discard of `outcome`: the end, or the next turn (Rules §4.4)."""
    state = replace(
        state, discards=add_cards(state.discards, outcome.discarded), last_outcome=outcome
    )
    total = state.seats[outcome.seat].total
    if total > TARGET_POINTS or (total == TARGET_POINTS and state.options.stop_at_21):
        return _finish(state)
    if not any(state.draw_pile):
        if state.options.draw_pile_empty == "end" or not any(state.discards):
            return _finish(state)
        state = replace(
            state,
            draw_pile=state.discards,
            discards=NO_CARDS,
            last_outcome=replace(outcome, reshuffled=True),
        )
    return replace(state, turn=state.seat_after(outcome.seat))


def _finish(state: State) -> State:
    """Return the game that has ended, or the playoff of those who share the first place."""
    tied = winners(state)
    if len(tied) == 1 or state.in_playoff or state.options.final_tie == "shared":
        return replace(state, phase="over", turn=None)
    return State(
        options=state.options,
        seats=tuple(Seat(seat.name) for seat in state.seats),
        playing_seats=tuple(seat for seat in state.playing_seats if seat in tied),
        last_outcome=state.last_outcome,
        in_playoff=True,
        standings_before_playoff=tuple(
            standing
            for standing in ranking(state)
            if standing.place > 1 and standing.seat in state.playing_seats
        ),
        tied_total=state.seats[tied[0]].total,
    )


RULES: Mapping[type[Action], Callable[[State, Any], State]] = {
    DealCard: deal_card,
    Oldest: let_oldest_begin,
    DrawCard: draw_card,
    BankCard: bank_card,
}
