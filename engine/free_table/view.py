"""What the table may see of a state, as JSON.

Keys of the view (a seat is its number; ``null`` where there is nothing):

``phase``
    ``setup`` the box is chosen · ``play`` · ``over``
``seats``
    ``seat name active cash debt points total counters left``: what he holds and owes, his points by
    round and in all, his counters by number, and the seconds on the clock when his turn began
    (null: no clock)
``box``
    what `engine.free_table.game_box.GameBox` holds
``bank``
    what the bank holds (null: no money, or it never runs out)
``turn_count``, ``round`` (the first that is not full)
``dice``, ``dice_count``
    the dice as they lie after the last throw: ``face`` · how many are thrown now
``throws``
    the last throws, newest last: ``seat faces sum doubles``
``throw_count``, ``doubles`` (how many of them in a row, up to now, by the same player)
``ranking``
    null until the end, then ``seat place score``, best first
"""

from itertools import takewhile

from engine.core.codec import to_json
from engine.core.refusals import Json
from engine.free_table.state import State


def table_view(state: State) -> dict[str, Json]:
    """Return what everybody may see of `state`, save the seats; the keys are described above."""
    limited = state.box.money and "bank" not in state.money.may_owe
    last = state.throws[-1] if state.throws else None
    same = takewhile(
        lambda one: one.is_doubles and last is not None and one.seat == last.seat,
        reversed(state.throws),
    )
    return {
        "box": to_json(state.box),
        "bank": state.money["bank"] if limited and state.phase != "setup" else None,
        "turn_count": state.turn_count,
        "round": state.round,
        "dice": [{"face": face} for face in last.faces] if last else [],
        "dice_count": state.dice,
        "throws": [
            {
                "seat": one.seat,
                "faces": one.faces,
                "sum": sum(map(int, one.faces)),
                "doubles": one.is_doubles,
            }
            for one in state.throws
        ],
        "throw_count": state.throw_count,
        "doubles": sum(1 for _ in same),
    }


def seat_view(state: State, seat: int) -> dict[str, Json]:
    """Return what everybody may see of the player at `seat`."""
    timed = state.phase == "play" and state.box.has_clock
    clock = seat if state.box.turns == "chess" else 0
    return {
        "active": seat not in state.gone,
        "cash": state.cash(seat),
        "debt": state.debts[seat],
        "points": state.points[seat],
        "total": sum(state.points[seat]),
        "counters": state.counters[seat],
        "left": state.left[clock] if timed else None,
    }
