"""Who comes late or leaves early (Rules §7.2)."""

from engine.core.frozen import replace
from engine.ten_thousand.rules import next_turn
from engine.ten_thousand.state import State


def may_join(state: State) -> bool:
    """Tell whether nobody has reached the target yet."""
    return state.last_before is None


def join(state: State, name: str) -> State:
    """Return `state` with one more player, who has as many points as who has fewest."""
    fewest = min(state.totals[seat] for seat in state.playing_seats)
    return replace(
        state,
        names=(*state.names, name),
        totals=(*state.totals, fewest),
        farkles=(*state.farkles, 0),
    )


def leave(state: State, seat: int) -> State:
    """Return `state` without `seat`, whose points are gone, and with them what he has reached."""
    totals = [*state.totals]
    totals[seat] = 0
    left = replace(state, gone=(*state.gone, seat), totals=tuple(totals), last_turn=None)
    if len(left.playing_seats) == 1:
        return replace(left, phase="over", turn=left.playing_seats[0], aside=(), thrown=())
    after = left.seat_after(seat)
    if left.first_seat == seat:
        left = replace(left, first_seat=after)
    if max(totals) < left.options.target:
        left = replace(left, last_before=None)
    elif left.last_before == seat:
        left = replace(left, last_before=after)
    if left.turn != seat:
        return left
    return next_turn(replace(left, turns=left.turns + 1))
