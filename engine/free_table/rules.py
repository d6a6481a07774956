"""The rules of a free table: `begin`, and what plays each action (Rules §8).

Stable codes of refusals, with their figures:

======================  ===================================================================
``game_over``           nothing can be played any more
``wrong_phase``         not this action now: `phase`, `phases` it belongs to
``not_your_turn``       `seat`, `turn`
``no_such_seat``        nobody plays at `seat`
``not_in_box``          the box has no such `part`
``money_dealt``         what everybody gets, and what there is, stays as it was dealt
``bank_too_small``      the bank cannot deal so much: `has`, `needs`
``dice_count``          so many `dice` are thrown: `min` to `max`, or `count` of them
``bad_amount``          an `amount` is from `min` to `max`
``no_such_debt``        `seat` owes less: `owes`
``no_such_round``       the next `round` to be written is `max`
``too_many_points``     `points` from `min` to `max`
``bad_count``           a counter goes `by` another number, from `min` to `max`
``bad_time``            so many seconds cannot be `left`: `min` to `max`
``no_clock``            no time is running
``no_dice``             no dice are awaited
======================  ===================================================================
"""

from collections.abc import Callable, Mapping
from typing import Any

from engine.core.action import Action
from engine.core.checks import require_range, require_turn
from engine.core.event import Steps
from engine.core.frozen import replace
from engine.core.ledger import Ledger
from engine.core.refusals import NotAllowed, NotNow
from engine.free_table import actions, money
from engine.free_table.checks import require_part, require_seat
from engine.free_table.events import (
    BoxArranged,
    ClockExpired,
    CounterChanged,
    DiceCountChanged,
    GameFinished,
    PointsWritten,
    Rolled,
    TurnEnded,
)
from engine.free_table.game_box import MAX_DICE
from engine.free_table.options import Options
from engine.free_table.state import RECENT_THROWS, RecordedThrow, State, require_phase

MAX_POINTS = 1_000_000
MAX_COUNTER_STEPS = 1000


def begin(names: tuple[str, ...], first_seat: int, options: Options) -> Steps[State]:
    """Return the first state: people sit there, and choose their box."""
    yield from ()
    none = ((),) * len(names)
    return State(options, names, first_seat, Ledger({}), none, none, (0,) * len(names))


def arrange(state: State, action: actions.Arrange) -> Steps[State]:
    """Make the table that of the box; the first time its money is dealt."""
    require_phase(state, "setup", "play")
    box, old, first = action.box, state.box, state.phase == "setup"
    if not first and not money.have_same_starting_money(box, old):
        raise NotNow("money_dealt", "The money is dealt already.")
    yield BoxArranged(box.name)
    after = replace(
        state,
        phase="play",
        box=box,
        dice=state.dice if box.dice == old.dice and not first else box.dice,
        counters=tuple(_moved(own, old.counters, box.counters) for own in state.counters),
        arranged=state.arranged + 1,
    )
    if first or (box.turns, box.seconds) != (old.turns, old.seconds):
        times = len(state.names) if box.turns == "chess" else 1
        left = (box.seconds,) * times
        after = replace(after, left=left, clocks_set=state.clocks_set + 1)
    return (yield from money.deal_money(after)) if first else after


def _moved(own: tuple[int, ...], old: tuple[str, ...], new: tuple[str, ...]) -> tuple[int, ...]:
    """Return the values `own` of the `old` counters as those of the `new` ones; others are 0."""
    known = dict(zip(old, own, strict=True))
    return tuple(known.get(name, 0) for name in new)


def set_dice_count(state: State, action: actions.TakeDice) -> Steps[State]:
    """Throw another number of dice from now on."""
    require_part(state, "dice", bool(state.box.dice))
    require_range("dice_count", "So many cannot be thrown.", 1, MAX_DICE, dice=action.count)
    yield DiceCountChanged(action.count)
    # What is awaited changes, so it counts as another arrangement of the table.
    return replace(state, dice=action.count, arranged=state.arranged + 1)


def record_throw(state: State, action: actions.Throw) -> Steps[State]:
    """Note what the dice show."""
    require_part(state, "dice", bool(state.box.dice))
    seat = action.seat
    if state.acting_seat is not None:
        require_turn(seat, state.acting_seat)
        seat = state.acting_seat
    elif seat is not None:
        require_seat(state, seat)
    if len(action.faces) != state.dice:
        raise NotAllowed(
            "dice_count",
            "Another number of dice is thrown.",
            dice=len(action.faces),
            count=state.dice,
        )
    yield Rolled(seat, action.faces)
    throws = (*state.throws, RecordedThrow(seat, action.faces))[-RECENT_THROWS:]
    return replace(state, throws=throws, throw_count=state.throw_count + 1)


def write_score(state: State, action: actions.Score) -> Steps[State]:
    """Write points, or write them anew."""
    require_part(state, "sheet", state.box.sheet != "none")
    require_seat(state, action.seat)
    column = state.points[action.seat]
    last = min(len(column) + 1, state.box.rounds or len(column) + 1)
    require_range("no_such_round", "Not that round.", 1, last, round=action.round)
    require_range("too_many_points", "Not so many.", -MAX_POINTS, MAX_POINTS, points=action.points)
    yield PointsWritten(action.seat, action.points, action.round)
    at = action.round - 1
    written = (*column[:at], action.points, *column[at + 1 :])
    return replace(state, points=_changed(state.points, action.seat, written))


def change_counter(state: State, action: actions.Count) -> Steps[State]:
    """Change a counter."""
    require_part(state, "counters", 0 <= action.counter < len(state.box.counters))
    require_seat(state, action.seat)
    require_range("bad_count", "Not so far.", -MAX_COUNTER_STEPS, MAX_COUNTER_STEPS, by=action.by)
    own = state.counters[action.seat]
    value = own[action.counter] + action.by
    yield CounterChanged(action.seat, state.box.counters[action.counter], value)
    changed = _changed(own, action.counter, value)
    return replace(state, counters=_changed(state.counters, action.seat, changed))


def end_turn(state: State, action: actions.EndTurn) -> Steps[State]:
    """Let the next one play; the clock keeps what was left."""
    require_part(state, "turns", state.box.turns != "none")
    require_turn(action.seat, state.turn)
    keeps_time = state.box.has_clock and state.box.turns != "sand_glass"
    yield TurnEnded(state.turn, action.left if keeps_time else None)
    return pass_turn(state, action.left)


def pass_turn(state: State, left: int | None = None) -> State:
    """Return `state` in which it is the next one's turn."""
    now = state
    if state.box.turns == "sand_glass":
        now = replace(state, left=(state.box.seconds,))
    elif state.box.has_clock and left is not None:
        require_range("bad_time", "Not so much.", 0, state.left[state.running_clock], left=left)
        now = replace(state, left=_changed(state.left, state.running_clock, left))
    return replace(now, turn=state.next_seat, turn_count=state.turn_count + 1)


def expire_clock(state: State, _: actions.TimeUp) -> Steps[State]:
    """Let the time that runs be over; people say what that means."""
    require_phase(state, "play")
    if not state.box.has_clock or not state.left[state.running_clock]:
        raise NotNow("no_clock", "No time is running.")
    yield ClockExpired()
    return replace(state, left=_changed(state.left, state.running_clock, 0))


def finish(state: State, _: actions.Finish) -> Steps[State]:
    """End the game."""
    require_phase(state, "play")
    yield GameFinished()
    return replace(state, phase="over")


def _changed(values: tuple[Any, ...], at: int, value: Any) -> tuple[Any, ...]:
    return (*values[:at], value, *values[at + 1 :])


RULES: Mapping[type[Action], Callable[[State, Any], Steps[State]]] = {
    actions.Arrange: arrange,
    actions.TakeDice: set_dice_count,
    actions.Throw: record_throw,
    actions.Pay: money.pay,
    actions.PayOut: money.pay_out,
    actions.Press: money.press_button,
    actions.Borrow: money.borrow,
    actions.Repay: money.repay,
    actions.Score: write_score,
    actions.Count: change_counter,
    actions.EndTurn: end_turn,
    actions.TimeUp: expire_clock,
    actions.Finish: finish,
}
