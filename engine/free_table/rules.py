"""The rules of a free table: each action, joining and leaving, what may be done (Rules §8).

Stable codes of refusals, with their figures:

======================  ===================================================================
``game_over``           nothing can be played any more
``wrong_phase``         not this action now: `phase`, `phases` it belongs to
``not_your_turn``       `seat`, `turn`
``no_such_seat``        nobody plays at `seat`
``not_in_box``          the box has no such `part`
``money_dealt``         what everybody gets, and what there is, stays as it was dealt
``bank_too_small``      the bank cannot deal so much: `has`, `needs`
``dice_count``          so many `dice` are rolled: `min` to `max`, or `count` of them
``bad_amount``          an `amount` is from `min` to `max`
``no_such_debt``        `seat` owes less: `owes`
``no_such_round``       the next `round` to be written is `max`
``too_many_points``     `points` from `min` to `max`
``bad_count``           a counter changes `by` a number from `min` to `max`
``bad_time``            so many seconds cannot be `left`: `min` to `max`
``no_clock``            no time is running
``no_dice``             no dice are awaited
======================  ===================================================================
"""

from collections.abc import Iterator

from engine.core.choice import Choice, ClockSeconds, IntRange, ListOf, OneOf
from engine.core.codec import replace, to_json, with_item
from engine.core.event import Paid, Steps
from engine.core.game_rules import Rules
from engine.core.ledger import Ledger, Transfer, seat_account
from engine.core.refusals import NotAllowed, NotNow, require_range, require_turn
from engine.free_table import events
from engine.free_table.game_box import MAX_DICE, MAX_MONEY, READY_MADE_BOXES, Button, GameBox
from engine.free_table.options import Options
from engine.free_table.state import (
    FACES,
    RECENT_THROWS,
    Arrange,
    Borrow,
    Count,
    EndTurn,
    Finish,
    Pay,
    PayOut,
    Press,
    RecordedThrow,
    Repay,
    Score,
    State,
    TakeDice,
    Throw,
    TimeUp,
)

MAX_POINTS = 1_000_000
MAX_COUNTER_STEPS = 1000

MAX_POINTS_OFFERED = 1000
"""More points are accepted, but not offered: nobody steps that far."""

UNUSED_ACCOUNT = "unused"
"""The account that the money of a box comes from; it owes all money in play."""


def begin(names: tuple[str, ...], first_seat: int, options: Options) -> Steps[State]:
    """Return the first state, in which people choose their box."""
    yield from ()
    none = ((),) * len(names)
    return State(options, names, first_seat, Ledger({}), none, none, (0,) * len(names))


def arrange(state: State, action: Arrange) -> Steps[State]:
    """Set the table up for the box; the first time, deal its money."""
    state.require_phase("setup", "play")
    box, old, first = action.box, state.box, state.phase == "setup"
    if not first and not have_same_starting_money(box, old):
        raise NotNow("money_dealt", "The money has already been dealt.")
    yield events.BoxArranged(box.name)
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
    return (yield from deal_money(after)) if first else after


def _moved(own: tuple[int, ...], old: tuple[str, ...], new: tuple[str, ...]) -> tuple[int, ...]:
    """Return the values `own` of the `old` counters as those of the `new` ones; others are 0."""
    known = dict(zip(old, own, strict=True))
    return tuple(known.get(name, 0) for name in new)


def set_dice_count(state: State, action: TakeDice) -> Steps[State]:
    """Roll another number of dice from now on."""
    require_part(state, "dice", bool(state.box.dice))
    require_range("dice_count", "That many dice cannot be rolled.", 1, MAX_DICE, dice=action.count)
    yield events.DiceCountChanged(action.count)
    # What is awaited changes, so it counts as another arrangement of the table.
    return replace(state, dice=action.count, arranged=state.arranged + 1)


def record_throw(state: State, action: Throw) -> Steps[State]:
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
            "That is the wrong number of dice.",
            dice=len(action.faces),
            count=state.dice,
        )
    yield events.Rolled(seat, action.faces)
    throws = (*state.throws, RecordedThrow(seat, action.faces))[-RECENT_THROWS:]
    return replace(state, throws=throws, throw_count=state.throw_count + 1)


def write_score(state: State, action: Score) -> Steps[State]:
    """Write points, or replace those already written."""
    require_part(state, "sheet", state.box.sheet != "none")
    require_seat(state, action.seat)
    column = state.points[action.seat]
    last = min(len(column) + 1, state.box.rounds or len(column) + 1)
    require_range("no_such_round", "That round cannot be entered yet.", 1, last, round=action.round)
    require_range(
        "too_many_points", "Too many points.", -MAX_POINTS, MAX_POINTS, points=action.points
    )
    yield events.PointsWritten(action.seat, action.points, action.round)
    at = action.round - 1
    written = (*column[:at], action.points, *column[at + 1 :])
    return replace(state, points=with_item(state.points, action.seat, written))


def change_counter(state: State, action: Count) -> Steps[State]:
    """Change a counter."""
    require_part(state, "counters", 0 <= action.counter < len(state.box.counters))
    require_seat(state, action.seat)
    require_range(
        "bad_count",
        "That is too much at once.",
        -MAX_COUNTER_STEPS,
        MAX_COUNTER_STEPS,
        by=action.by,
    )
    own = state.counters[action.seat]
    value = own[action.counter] + action.by
    yield events.CounterChanged(action.seat, state.box.counters[action.counter], value)
    changed = with_item(own, action.counter, value)
    return replace(state, counters=with_item(state.counters, action.seat, changed))


def end_turn(state: State, action: EndTurn) -> Steps[State]:
    """Pass the turn on; the clock keeps the time that was left."""
    require_part(state, "turns", state.box.turns != "none")
    require_turn(action.seat, state.turn)
    keeps_time = state.box.has_clock and state.box.turns != "sand_glass"
    yield events.TurnEnded(state.turn, action.left if keeps_time else None)
    return pass_turn(state, action.left)


def pass_turn(state: State, left: int | None = None) -> State:
    """Return the state in which the next player has the turn."""
    now = state
    if state.box.turns == "sand_glass":
        now = replace(state, left=(state.box.seconds,))
    elif state.box.has_clock and left is not None:
        require_range("bad_time", "Too much time.", 0, state.left[state.running_clock], left=left)
        now = replace(state, left=with_item(state.left, state.running_clock, left))
    return replace(now, turn=state.seat_after(state.turn), turn_count=state.turn_count + 1)


def expire_clock(state: State, _: TimeUp) -> Steps[State]:
    """Stop the running clock at 0; people decide what that means."""
    state.require_phase("play")
    if not state.box.has_clock or not state.left[state.running_clock]:
        raise NotNow("no_clock", "No clock is running.")
    yield events.ClockExpired()
    return replace(state, left=with_item(state.left, state.running_clock, 0))


def finish(state: State, _: Finish) -> Steps[State]:
    """End the game."""
    state.require_phase("play")
    yield events.GameFinished()
    return replace(state, phase="over")


def have_same_starting_money(one: GameBox, other: GameBox) -> bool:
    """Return whether money dealt for `one` box is also right for the `other`."""
    return (one.money, one.start_money, one.all_money) == (
        other.money,
        other.start_money,
        other.all_money,
    )


def deal_money(state: State) -> Steps[State]:
    """Fill the bank, and let it give everybody what the box says."""
    box, seats = state.box, state.active_seats
    if not box.money:
        return state
    if box.all_money is None:
        endless = Ledger({}, frozenset({"bank"}))
        return (yield from deal_money_to(replace(state, money=endless), *seats))
    if not box.all_money:
        pot = Ledger({}, frozenset({UNUSED_ACCOUNT}))
        return (yield from deal_money_to(replace(state, money=pot), *seats))
    needs = box.start_money * len(seats)
    if box.all_money < needs:
        raise NotAllowed(
            "bank_too_small", "The bank has too little money.", has=box.all_money, needs=needs
        )
    filled = Ledger({UNUSED_ACCOUNT: -box.all_money, "bank": box.all_money})
    return (yield from deal_money_to(replace(state, money=filled), *seats))


def deal_money_to(state: State, *seats: int) -> Steps[State]:
    """Let the bank give `seats` the starting money; if the bank is a pot, it comes from the box."""
    amount = state.box.start_money
    payer = UNUSED_ACCOUNT if state.box.all_money == 0 else "bank"
    deals = [Transfer(payer, seat_account(seat), amount, "deal") for seat in seats if amount]
    return (yield from transfer(state, *deals))


def transfer(state: State, *transfers: Transfer) -> Steps[State]:
    """Make all `transfers`; raises what `Ledger.after_transfers` does."""
    for one in transfers:
        yield Paid(one)
    return state.after_transfers(*transfers)


def button_transfers(state: State, seat: int, button: Button) -> tuple[Transfer, ...]:
    """Return what `button` moves when `seat` taps it."""
    own = seat_account(seat)
    others = [seat_account(other) for other in state.active_seats if other != seat]
    pairs = {
        "bank_to_player": [("bank", own)],
        "player_to_bank": [(own, "bank")],
        "player_to_others": [(own, other) for other in others],
        "others_to_player": [(other, own) for other in others],
    }[button.way]
    return tuple(Transfer(payer, payee, button.amount, "button") for payer, payee in pairs)


def pay(state: State, action: Pay) -> Steps[State]:
    """Pay somebody, or the bank."""
    if action.to == action.seat:
        raise NotAllowed("no_such_seat", "Players cannot pay themselves.", seat=action.to)
    payee = "bank" if action.to is None else _account(state, action.to)
    paid = Transfer(_account(state, action.seat), payee, action.amount, "pay")
    yield events.PlayerPaid(action.seat, action.to, action.amount)
    return (yield from _move(state, paid))


def pay_out(state: State, action: PayOut) -> Steps[State]:
    """Let the bank pay."""
    paid = Transfer("bank", _account(state, action.to), action.amount, "pay_out")
    yield events.BankPaid(action.to, action.amount)
    return (yield from _move(state, paid))


def press_button(state: State, action: Press) -> Steps[State]:
    """Pay what the button says."""
    there = state.box.money and 0 <= action.button < len(state.box.buttons)
    require_part(state, "buttons", there)
    require_seat(state, action.seat)
    button = state.box.buttons[action.button]
    yield events.ButtonPressed(action.seat, button.label, button.amount)
    return (yield from _move(state, *button_transfers(state, action.seat, button)))


def borrow(state: State, action: Borrow) -> Steps[State]:
    """Lend a player money from the bank."""
    lent = Transfer("bank", _account(state, action.seat), action.amount, "borrow")
    yield events.MoneyBorrowed(action.seat, action.amount)
    return _with_debt((yield from _move(state, lent)), action.seat, action.amount)


def repay(state: State, action: Repay) -> Steps[State]:
    """Let a player pay back some of their debt."""
    account, owes = _account(state, action.seat), state.debts[action.seat]
    if action.amount > owes:
        raise NotAllowed("no_such_debt", "The debt is smaller.", seat=action.seat, owes=owes)
    repaid = Transfer(account, "bank", action.amount, "repay")
    yield events.MoneyRepaid(action.seat, action.amount)
    return _with_debt((yield from _move(state, repaid)), action.seat, -action.amount)


def _with_debt(state: State, seat: int, more: int) -> State:
    return replace(state, debts=with_item(state.debts, seat, state.debts[seat] + more))


def _account(state: State, seat: int) -> str:
    require_seat(state, seat)
    return seat_account(seat)


def _move(state: State, *transfers: Transfer) -> Steps[State]:
    require_part(state, "money", state.box.money)
    for one in transfers:
        require_range("bad_amount", "That amount is too large.", 1, MAX_MONEY, amount=one.amount)
    return (yield from transfer(state, *transfers))


def seats_that_may_leave(state: State) -> tuple[int, ...]:
    """Return everybody who plays, unless only one is left."""
    return state.active_seats if len(state.active_seats) > 1 else ()


def leave(state: State, seat: int) -> Steps[State]:
    """Return `state` without `seat`, whose money goes to the bank; their debt is forgotten."""
    cash = state.cash(seat)
    if cash:
        state = yield from transfer(state, Transfer(seat_account(seat), "bank", cash, "left"))
    left = replace(state, gone=(*state.gone, seat), debts=with_item(state.debts, seat, 0))
    return pass_turn(left) if state.turn == seat else left


def may_join(state: State) -> bool:
    """Return whether the bank can deal to one more player."""
    money = state.money
    return bool(money.may_owe) or money["bank"] >= _money_for_newcomer(state)


def join(state: State, name: str) -> Steps[State]:
    """Return `state` with one more player, who gets the same money as the others got.

    They have the full time on the clock, and in the rounds that are over nothing that would put
    them ahead: the most points that somebody has where the fewest win, else 0 or the fewest.
    """
    columns = [state.points[seat][: state.round - 1] for seat in state.active_seats]
    fewest = state.box.sheet == "fewest"
    points = tuple(max(row) if fewest else min(0, *row) for row in zip(*columns, strict=True))
    chess = state.phase == "play" and state.box.turns == "chess"
    joined = replace(
        state,
        names=(*state.names, name),
        points=(*state.points, points),
        counters=(*state.counters, (0,) * len(state.box.counters)),
        debts=(*state.debts, 0),
        left=(*state.left, state.box.seconds) if chess else state.left,
    )
    if _money_for_newcomer(state):
        joined = yield from deal_money_to(joined, len(state.names))
    return joined


def _money_for_newcomer(state: State) -> int:
    """Return how much money a player who joins now gets."""
    return state.box.start_money if state.phase == "play" and state.box.money else 0


def require_part(state: State, part: str, there: bool) -> None:
    """Refuse with ``not_in_box`` unless people play and the `part` is `there`."""
    state.require_phase("play")
    if not there:
        raise NotAllowed("not_in_box", "This game does not have that.", part=part)


def require_seat(state: State, seat: int) -> None:
    """Refuse with ``no_such_seat`` unless somebody plays at `seat`."""
    if seat not in state.active_seats:
        raise NotAllowed("no_such_seat", "There is no player in that seat.", seat=seat)


RULES: Rules[State] = {
    Arrange: arrange,
    TakeDice: set_dice_count,
    Throw: record_throw,
    Pay: pay,
    PayOut: pay_out,
    Press: press_button,
    Borrow: borrow,
    Repay: repay,
    Score: write_score,
    Count: change_counter,
    EndTurn: end_turn,
    TimeUp: expire_clock,
    Finish: finish,
}


def legal_choices(state: State) -> tuple[Choice, ...]:
    """Return what may be done now; of a box or of points, only some examples are offered."""
    match state.phase:
        case "setup":
            return (_arrange_choice(*READY_MADE_BOXES.values()),)
        case "play":
            return tuple(_choices_in_play(state))
        case "over":
            return ()


def _arrange_choice(*boxes: GameBox) -> Choice:
    return Choice("arrange", None, {"box": OneOf(tuple(map(to_json, boxes)))})


def _choices_in_play(state: State) -> Iterator[Choice]:
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
        yield from _choices_of_seat(state, seat)
    if state.box.money:
        yield from _choices_of_bank(state)
    yield _arrange_choice(state.box)
    yield Choice("finish")


def _choices_of_seat(state: State, seat: int) -> Iterator[Choice]:
    if state.box.money:
        yield from _payment_choices(state, seat)
    if state.box.sheet != "none":
        rounds = min(len(state.points[seat]) + 1, state.box.rounds or MAX_POINTS_OFFERED)
        points = IntRange(-MAX_POINTS_OFFERED, MAX_POINTS_OFFERED)
        yield Choice("score", seat, {"round": IntRange(1, rounds), "points": points})
    if counters := len(state.box.counters):
        which = IntRange(0, counters - 1)
        yield Choice("count", seat, {"counter": which, "by": OneOf((1, -1))})


def _payment_choices(state: State, seat: int) -> Iterator[Choice]:
    cash, lends = state.cash(seat), _bank_has(state)
    if cash:
        others = (other for other in state.active_seats if other != seat)
        amount = IntRange(1, min(cash, MAX_MONEY))
        yield Choice("pay", seat, {"to": OneOf((None, *others)), "amount": amount})
    buttons = enumerate(state.box.buttons)
    can = [at for at, one in buttons if _can_pay(state, button_transfers(state, seat, one))]
    if can:
        yield Choice("press", seat, {"button": OneOf(tuple(can))})
    if lends:
        yield Choice("borrow", seat, {"amount": IntRange(1, lends)})
    if owes := min(cash, state.debts[seat], MAX_MONEY):
        yield Choice("repay", seat, {"amount": IntRange(1, owes)})


def _choices_of_bank(state: State) -> Iterator[Choice]:
    if has := _bank_has(state):
        to = OneOf(state.active_seats)
        yield Choice("pay_out", None, {"to": to, "amount": IntRange(1, has)})


def _bank_has(state: State) -> int:
    unlimited = "bank" in state.money.may_owe
    return MAX_MONEY if unlimited else min(state.money["bank"], MAX_MONEY)


def _can_pay(state: State, transfers: tuple[Transfer, ...]) -> bool:
    try:
        state.money.after_transfers(transfers)
    except NotAllowed:
        return False
    return True
