"""The rules of a free table: each action, joining, leaving, what is legal (Rules §8).

Stable codes of refusals, besides those that games share, with their figures:

``no_such_seat``     nobody plays at `seat`
``not_in_box``       the box has no such `part`
``money_dealt``      the money has been dealt, so the box cannot change it
``bank_too_small``   the bank cannot deal: it `has` less than it `needs`
``dice_count``       `dice` is not from `min` to `max`, or not `count`
``no_such_face``     `faces` that are not on the dice
``bad_amount``       `amount` is not from `min` to `max`
``no_such_debt``     `seat` `owes` less than that
``no_such_round``    `round` is not from `min` to `max`, the next one
``too_many_points``  `points` is not from `min` to `max`
``bad_count``        `by` is not from `min` to `max`
``bad_time``         `left` is not from `min` to `max`
``no_clock``         no time is running
"""

from collections.abc import Iterator

from engine.core.choice import Choice, ClockSeconds, IntRange, ListOf, OneOf
from engine.core.codec import replace, to_json, with_item
from engine.core.event import Paid, Steps, is_accepted
from engine.core.game_rules import Rules
from engine.core.ledger import Ledger, Transfer, seat_account
from engine.core.refusals import NotAllowed, NotNow, require_range, require_turn
from engine.free_table import events
from engine.free_table.game_box import MAX_DICE, MAX_MONEY, READY_MADE_BOXES, GameBox, PaymentButton
from engine.free_table.options import Options
from engine.free_table.state import (
    MAX_RECORDED_ROLLS,
    Borrow,
    ChangeCounter,
    ChooseBox,
    EndTurn,
    FinishGame,
    Pay,
    PayOut,
    PressButton,
    RecordedRoll,
    RecordRoll,
    Repay,
    SetDiceCount,
    State,
    TimeUp,
    WriteScore,
)

MAX_POINTS = 1_000_000
MAX_COUNTER_STEPS = 1000

MAX_POINTS_OFFERED = 1000
"""More points are accepted, but not offered, since nobody steps that far."""

UNUSED_ACCOUNT = "unused"
"""The account from which money comes into play, so it holds minus that amount."""


def begin(names: tuple[str, ...], first_seat: int, options: Options) -> Steps[State]:
    """Return the first state, in which people choose a box."""
    yield from ()
    none = ((),) * len(names)
    return State(options, names, first_seat, Ledger({}), none, none, (0,) * len(names))


def arrange(state: State, action: ChooseBox) -> Steps[State]:
    """Set the table up for a box; the first time, deal its money."""
    state.require_phase("setup", "play")
    box, old, first = action.box, state.box, state.phase == "setup"
    dealt = (old.money, old.start_money, old.all_money)
    if not first and (box.money, box.start_money, box.all_money) != dealt:
        raise NotNow("money_dealt", "The money has already been dealt.")
    yield events.BoxArranged(box.name)
    after = replace(
        state,
        phase="play",
        box=box,
        dice=state.dice if box.dice == old.dice and not first else box.dice,
        counters=tuple(_renamed(own, old.counters, box.counters) for own in state.counters),
        arranged=state.arranged + 1,
    )
    if first or (box.turns, box.seconds) != (old.turns, old.seconds):
        times = len(state.names) if box.turns == "chess" else 1
        left = (box.seconds,) * times
        after = replace(after, left=left, clocks_set=state.clocks_set + 1)
    return (yield from deal_money(after)) if first else after


def _renamed(own: tuple[int, ...], old: tuple[str, ...], new: tuple[str, ...]) -> tuple[int, ...]:
    """Return the values of the `new` counters: those of `old` ones with the same name, else 0."""
    known = dict(zip(old, own, strict=True))
    return tuple(known.get(name, 0) for name in new)


def set_dice_count(state: State, action: SetDiceCount) -> Steps[State]:
    """Change how many dice are rolled from now on."""
    require_part(state, "dice", bool(state.box.dice))
    require_range("dice_count", "That many dice cannot be rolled.", 1, MAX_DICE, dice=action.count)
    yield events.DiceCountChanged(action.count)
    # `arranged` is part of `AwaitedDice.throw`, which must change with the number of dice.
    return replace(state, dice=action.count, arranged=state.arranged + 1)


def record_roll(state: State, action: RecordRoll) -> Steps[State]:
    """Record a roll."""
    require_part(state, "dice", bool(state.box.dice))
    seat, count = action.seat, len(action.faces)
    if state.acting_seat is not None:
        require_turn(seat, state.acting_seat)
        seat = state.acting_seat
    elif seat is not None:
        require_seat(state, seat)
    if count != state.dice:
        said = "That is the wrong number of dice."
        raise NotAllowed("dice_count", said, dice=count, count=state.dice)
    if strange := sorted(set(action.faces).difference(state.box.faces)):
        raise NotAllowed("no_such_face", "These dice can't show that.", faces=strange)
    yield events.Rolled(seat, action.faces)
    throws = (*state.throws, RecordedRoll(seat, action.faces))[-MAX_RECORDED_ROLLS:]
    return replace(state, throws=throws, throw_count=state.throw_count + 1)


def write_score(state: State, action: WriteScore) -> Steps[State]:
    """Write points, or replace those already written."""
    require_part(state, "sheet", state.box.sheet != "none")
    require_seat(state, action.seat)
    column = state.points[action.seat]
    last = min(len(column) + 1, state.box.rounds or len(column) + 1)
    require_range("no_such_round", "That round cannot be entered yet.", 1, last, round=action.round)
    most = MAX_POINTS
    require_range("too_many_points", "Too many points.", -most, most, points=action.points)
    yield events.PointsWritten(action.seat, action.points, action.round)
    at = action.round - 1
    written = (*column[:at], action.points, *column[at + 1 :])
    return replace(state, points=with_item(state.points, action.seat, written))


def change_counter(state: State, action: ChangeCounter) -> Steps[State]:
    """Change a player's counter by a number of steps."""
    require_part(state, "counters", 0 <= action.counter < len(state.box.counters))
    require_seat(state, action.seat)
    most = MAX_COUNTER_STEPS
    require_range("bad_count", "That is too much at once.", -most, most, by=action.by)
    own = state.counters[action.seat]
    value = own[action.counter] + action.by
    yield events.CounterChanged(action.seat, state.box.counters[action.counter], value)
    changed = with_item(own, action.counter, value)
    return replace(state, counters=with_item(state.counters, action.seat, changed))


def end_turn(state: State, action: EndTurn) -> Steps[State]:
    """End the turn; the clock keeps the time that was left."""
    require_part(state, "turns", state.box.turns != "none")
    require_turn(action.seat, state.turn)
    keeps_time = state.box.has_clock and state.box.turns != "sand_glass"
    yield events.TurnEnded(state.turn, action.left if keeps_time else None)
    return pass_turn(state, action.left)


def pass_turn(state: State, seconds_left: int | None = None) -> State:
    """Return the state in which it is the next player's turn.

    `seconds_left` are on the clock of the player whose turn ended (None: it was not read).
    """
    now = state
    if state.box.turns == "sand_glass":
        now = replace(state, left=(state.box.seconds,))
    elif state.box.has_clock and seconds_left is not None:
        clock, left = state.clock_index, seconds_left
        require_range("bad_time", "Too much time.", 0, state.left[clock], left=left)
        if state.box.turns == "chess":
            left += state.box.increment
        now = replace(state, left=with_item(state.left, clock, left))
    return replace(now, turn=state.seat_after(state.turn), turn_count=state.turn_count + 1)


def expire_clock(state: State, _: TimeUp) -> Steps[State]:
    """Set the running clock to 0; people decide what that means."""
    state.require_phase("play")
    if not state.box.has_clock or not state.left[state.clock_index]:
        raise NotNow("no_clock", "No clock is running.")
    yield events.ClockExpired()
    return replace(state, left=with_item(state.left, state.clock_index, 0))


def finish(state: State, _: FinishGame) -> Steps[State]:
    """End the game."""
    state.require_phase("play")
    yield events.GameFinished()
    return replace(state, phase="over")


def deal_money(state: State) -> Steps[State]:
    """Fill the bank and deal everybody the starting money of the box."""
    box, seats = state.box, state.active_seats
    if not box.money:
        return state
    needs = box.start_money * len(seats)
    if box.all_money is None:
        money = Ledger({}, frozenset({"bank"}))
    elif box.all_money == 0:
        money = Ledger({}, frozenset({UNUSED_ACCOUNT}))
    elif (has := box.all_money) >= needs:
        money = Ledger({UNUSED_ACCOUNT: -has, "bank": has})
    else:
        raise NotAllowed("bank_too_small", "The bank has too little money.", has=has, needs=needs)
    return (yield from deal_money_to(replace(state, money=money), *seats))


def deal_money_to(state: State, *seats: int) -> Steps[State]:
    """Give `seats` the starting money from the bank, or from `UNUSED_ACCOUNT` for an empty pot."""
    amount = state.box.start_money
    payer = UNUSED_ACCOUNT if state.box.all_money == 0 else "bank"
    deals = [Transfer(payer, seat_account(seat), amount, "deal") for seat in seats if amount]
    return (yield from make_transfers(state, *deals))


def make_transfers(state: State, *transfers: Transfer) -> Steps[State]:
    """Make all `transfers`; raises what `Ledger.after_transfers` raises."""
    yield from map(Paid, transfers)
    return replace(state, money=state.money.after_transfers(transfers))


def button_transfers(state: State, seat: int, button: PaymentButton) -> tuple[Transfer, ...]:
    """Return the payments of `button` when `seat` taps it."""
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
    """Pay another player, or the bank."""
    if action.to == action.seat:
        raise NotAllowed("no_such_seat", "Players cannot pay themselves.", seat=action.to)
    payee = "bank" if action.to is None else _account(state, action.to)
    paid = Transfer(_account(state, action.seat), payee, action.amount, "pay")
    yield events.PlayerPaid(action.seat, action.to, action.amount)
    return (yield from _move(state, paid))


def pay_out(state: State, action: PayOut) -> Steps[State]:
    """Let the bank pay a player."""
    paid = Transfer("bank", _account(state, action.to), action.amount, "pay_out")
    yield events.BankPaid(action.to, action.amount)
    return (yield from _move(state, paid))


def press_button(state: State, action: PressButton) -> Steps[State]:
    """Make the payments of the button."""
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
    return (yield from make_transfers(state, *transfers))


def seats_that_may_leave(state: State) -> tuple[int, ...]:
    """Return the active seats, unless only one is left."""
    return state.active_seats if len(state.active_seats) > 1 else ()


def leave(state: State, seat: int) -> Steps[State]:
    """Remove a player, whose money goes to the bank; their debt is cancelled."""
    cash = state.cash(seat)
    if cash:
        state = yield from make_transfers(state, Transfer(seat_account(seat), "bank", cash, "left"))
    left = replace(state, gone=(*state.gone, seat), debts=with_item(state.debts, seat, 0))
    return pass_turn(left) if state.turn == seat else left


def may_join(state: State) -> bool:
    """Return whether the bank has the money to deal to one more player."""
    money = state.money
    return bool(money.may_owe) or money["bank"] >= _money_for_newcomer(state)


def join(state: State, name: str) -> Steps[State]:
    """Add a player, who gets the starting money and the full time on their clock.

    For rounds that are over, they get points that put nobody behind them: the most that anybody has
    if the fewest points win; otherwise 0, or the fewest that anybody has. In a team they get 0,
    since its score is shared.
    """
    columns = [state.points[seat][: state.round - 1] for seat in state.active_seats]
    fewest = state.box.sheet == "fewest"
    rows = zip(*columns, strict=True)
    worst = (max(row) if fewest else min(0, *row) for row in rows)
    points = tuple(0 if state.box.teams else one for one in worst)
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
    """Return the money of a player who joins now."""
    return state.box.start_money if state.phase == "play" and state.box.money else 0


def require_part(state: State, part: str, there: bool) -> None:
    """Refuse unless the phase is ``play``, and with ``not_in_box`` unless the part is `there`."""
    state.require_phase("play")
    if not there:
        raise NotAllowed("not_in_box", "This game does not have that.", part=part)


def require_seat(state: State, seat: int) -> None:
    """Refuse with ``no_such_seat`` unless `seat` is active."""
    if seat not in state.active_seats:
        raise NotAllowed("no_such_seat", "There is no player in that seat.", seat=seat)


RULES: Rules[State] = {
    ChooseBox: arrange,
    SetDiceCount: set_dice_count,
    RecordRoll: record_roll,
    Pay: pay,
    PayOut: pay_out,
    PressButton: press_button,
    Borrow: borrow,
    Repay: repay,
    WriteScore: write_score,
    ChangeCounter: change_counter,
    EndTurn: end_turn,
    TimeUp: expire_clock,
    FinishGame: finish,
}


def legal_choices(state: State) -> tuple[Choice, ...]:
    """Return what may be played now; of boxes and points, only some examples are offered."""
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
        faces = ListOf(state.box.faces, state.dice, state.dice)
        for seat in (None, *state.active_seats) if turn is None else (turn,):
            yield Choice("throw", seat, {"faces": faces})
        yield Choice("take_dice", None, {"count": IntRange(1, MAX_DICE)})
    if turn is not None:
        most = state.left[state.clock_index] if state.box.has_clock else None
        yield Choice("end_turn", turn, {} if most is None else {"left": ClockSeconds(0, most)})
    for seat in state.active_seats:
        yield from _choices_of_seat(state, seat)
    if state.box.money and (has := _bank_has(state)):
        to = OneOf(state.active_seats)
        yield Choice("pay_out", None, {"to": to, "amount": IntRange(1, has)})
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
    cash = state.cash(seat)
    if cash:
        others = (other for other in state.active_seats if other != seat)
        amount = IntRange(1, min(cash, MAX_MONEY))
        yield Choice("pay", seat, {"to": OneOf((None, *others)), "amount": amount})
    buttons = range(len(state.box.buttons))
    can = tuple(at for at in buttons if is_accepted(press_button(state, PressButton(seat, at))))
    if can:
        yield Choice("press", seat, {"button": OneOf(can)})
    if lends := _bank_has(state):
        yield Choice("borrow", seat, {"amount": IntRange(1, lends)})
    if owes := min(cash, state.debts[seat], MAX_MONEY):
        yield Choice("repay", seat, {"amount": IntRange(1, owes)})


def _bank_has(state: State) -> int:
    unlimited = "bank" in state.money.may_owe
    return MAX_MONEY if unlimited else min(state.money["bank"], MAX_MONEY)
