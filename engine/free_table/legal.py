"""What may be done now, as data; the page draws its buttons from it.

Of what people may make up (a box, any number of points), some examples are offered.
"""

from collections.abc import Iterator

from engine.core.choice import Choice, ClockSeconds, IntRange, ListOf, OneOf
from engine.core.codec import to_json
from engine.core.ledger import Transfer
from engine.core.refusals import NotAllowed
from engine.free_table.actions import FACES
from engine.free_table.game_box import MAX_DICE, MAX_MONEY, READY_MADE_BOXES, GameBox
from engine.free_table.money import button_transfers
from engine.free_table.state import State

MAX_POINTS_OFFERED = 1000
"""More points are accepted, but not offered: nobody steps so far."""


def legal_choices(state: State) -> tuple[Choice, ...]:
    """Return what may be done now."""
    match state.phase:
        case "setup":
            return (_arrange(*READY_MADE_BOXES.values()),)
        case "play":
            return tuple(_playing(state))
        case "over":
            return ()


def _arrange(*boxes: GameBox) -> Choice:
    return Choice("arrange", None, {"box": OneOf(tuple(map(to_json, boxes)))})


def _playing(state: State) -> Iterator[Choice]:
    turn = state.acting_seat
    if state.box.dice:
        faces = ListOf(FACES, state.dice, state.dice)
        for seat in (None, *state.active_seats) if turn is None else (turn,):
            yield Choice("throw", seat, {"faces": faces})
        yield Choice("take_dice", None, {"count": IntRange(1, MAX_DICE)})
    if turn is not None:
        most = state.left[state.running_clock] if state.box.has_clock else None
        yield Choice("end_turn", turn, {} if most is None else {"left": ClockSeconds(0, most)})
    for seat in state.active_seats:
        yield from _of_seat(state, seat)
    if state.box.money:
        yield from _of_bank(state)
    yield _arrange(state.box)
    yield Choice("finish")


def _of_seat(state: State, seat: int) -> Iterator[Choice]:
    if state.box.money:
        yield from _payments(state, seat)
    if state.box.sheet != "none":
        rounds = min(len(state.points[seat]) + 1, state.box.rounds or MAX_POINTS_OFFERED)
        points = IntRange(-MAX_POINTS_OFFERED, MAX_POINTS_OFFERED)
        yield Choice("score", seat, {"round": IntRange(1, rounds), "points": points})
    if counters := len(state.box.counters):
        which = IntRange(0, counters - 1)
        yield Choice("count", seat, {"counter": which, "by": OneOf((1, -1))})


def _payments(state: State, seat: int) -> Iterator[Choice]:
    cash, lends = state.cash(seat), _bank_has(state)
    if cash:
        others = (other for other in state.active_seats if other != seat)
        amount = IntRange(1, min(cash, MAX_MONEY))
        yield Choice("pay", seat, {"to": OneOf((None, *others)), "amount": amount})
    buttons = enumerate(state.box.buttons)
    can = [at for at, one in buttons if _can(state, button_transfers(state, seat, one))]
    if can:
        yield Choice("press", seat, {"button": OneOf(tuple(can))})
    if lends:
        yield Choice("borrow", seat, {"amount": IntRange(1, lends)})
    if owes := min(cash, state.debts[seat], MAX_MONEY):
        yield Choice("repay", seat, {"amount": IntRange(1, owes)})


def _of_bank(state: State) -> Iterator[Choice]:
    if has := _bank_has(state):
        to = OneOf(state.active_seats)
        yield Choice("pay_out", None, {"to": to, "amount": IntRange(1, has)})


def _bank_has(state: State) -> int:
    unlimited = "bank" in state.money.may_owe
    return MAX_MONEY if unlimited else min(state.money["bank"], MAX_MONEY)


def _can(state: State, transfers: tuple[Transfer, ...]) -> bool:
    try:
        state.money.after_transfers(transfers)
    except NotAllowed:
        return False
    return True
