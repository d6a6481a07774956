"""Who comes late or leaves early (Rules §8.5)."""

from engine.core.event import Steps
from engine.core.frozen import replace
from engine.core.ledger import Transfer, seat_account
from engine.free_table.money import deal_money_to, transfer
from engine.free_table.rules import pass_turn
from engine.free_table.state import State


def seats_that_may_leave(state: State) -> tuple[int, ...]:
    """Return who plays, unless he is the last one."""
    return state.active_seats if len(state.active_seats) > 1 else ()


def leave(state: State, seat: int) -> Steps[State]:
    """Return `state` without `seat`, whose money goes to the bank; what he owes is forgotten."""
    cash = state.cash(seat)
    if cash:
        state = yield from transfer(state, Transfer(seat_account(seat), "bank", cash, "left"))
    debts = (*state.debts[:seat], 0, *state.debts[seat + 1 :])
    left = replace(state, gone=(*state.gone, seat), debts=debts)
    return pass_turn(left) if state.turn == seat else left


def may_join(state: State) -> bool:
    """Tell whether the bank can deal once more."""
    money = state.money
    return "bank" in money.may_owe or money["bank"] >= _share(state)


def join(state: State, name: str) -> Steps[State]:
    """Return `state` with one more player, whom the bank deals what everybody got.

    He has no points in the rounds that are over, and a full time on the clock.
    """
    chess = state.phase == "play" and state.box.turns == "chess"
    joined = replace(
        state,
        names=(*state.names, name),
        points=(*state.points, (0,) * (state.round - 1)),
        counters=(*state.counters, (0,) * len(state.box.counters)),
        debts=(*state.debts, 0),
        left=(*state.left, state.box.seconds) if chess else state.left,
    )
    return (yield from deal_money_to(joined, len(state.names))) if _share(state) else joined


def _share(state: State) -> int:
    """Return how much who joins now is dealt."""
    return state.box.start_money if state.phase == "play" and state.box.money else 0
