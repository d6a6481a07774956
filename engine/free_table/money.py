"""The bank of a free table (Rules §8.3): it deals, pays, is paid, and lends."""

from engine.core.checks import require_range
from engine.core.event import Paid, Steps
from engine.core.frozen import replace
from engine.core.ledger import Ledger, Transfer, seat_account
from engine.core.refusals import NotAllowed
from engine.free_table.actions import Borrow, Pay, PayOut, Press, Repay
from engine.free_table.checks import require_part, require_seat
from engine.free_table.events import (
    BankPaid,
    ButtonPressed,
    MoneyBorrowed,
    MoneyRepaid,
    PlayerPaid,
)
from engine.free_table.game_box import MAX_MONEY, Button, GameBox
from engine.free_table.state import State

UNUSED_ACCOUNT = "unused"
"""The account from which the money of a box comes; all money that is in play it owes."""


def have_same_starting_money(one: GameBox, other: GameBox) -> bool:
    """Tell whether money that was dealt for `one` box does for the `other`."""
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
    needs = box.start_money * len(seats)
    if box.all_money < needs:
        raise NotAllowed(
            "bank_too_small", "The bank has too little.", has=box.all_money, needs=needs
        )
    filled = Ledger({UNUSED_ACCOUNT: -box.all_money, "bank": box.all_money})
    return (yield from deal_money_to(replace(state, money=filled), *seats))


def deal_money_to(state: State, *seats: int) -> Steps[State]:
    """Let the bank give `seats` what everybody gets."""
    amount = state.box.start_money
    deals = [Transfer("bank", seat_account(seat), amount, "deal") for seat in seats if amount]
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
        raise NotAllowed("no_such_seat", "Nobody pays themselves.", seat=action.to)
    payee = "bank" if action.to is None else _account(state, action.to)
    paid = Transfer(_account(state, action.seat), payee, action.amount, "pay")
    yield PlayerPaid(action.seat, action.to, action.amount)
    return (yield from _move(state, paid))


def pay_out(state: State, action: PayOut) -> Steps[State]:
    """Let the bank pay."""
    paid = Transfer("bank", _account(state, action.to), action.amount, "pay_out")
    yield BankPaid(action.to, action.amount)
    return (yield from _move(state, paid))


def press_button(state: State, action: Press) -> Steps[State]:
    """Pay what the button says."""
    there = state.box.money and 0 <= action.button < len(state.box.buttons)
    require_part(state, "buttons", there)
    require_seat(state, action.seat)
    button = state.box.buttons[action.button]
    yield ButtonPressed(action.seat, button.label, button.amount)
    return (yield from _move(state, *button_transfers(state, action.seat, button)))


def borrow(state: State, action: Borrow) -> Steps[State]:
    """Lend a player money of the bank."""
    lent = Transfer("bank", _account(state, action.seat), action.amount, "borrow")
    yield MoneyBorrowed(action.seat, action.amount)
    return _with_debt((yield from _move(state, lent)), action.seat, action.amount)


def repay(state: State, action: Repay) -> Steps[State]:
    """Let a player pay some of it back."""
    account, owes = _account(state, action.seat), state.debts[action.seat]
    if action.amount > owes:
        raise NotAllowed("no_such_debt", "They owe less.", seat=action.seat, owes=owes)
    repaid = Transfer(account, "bank", action.amount, "repay")
    yield MoneyRepaid(action.seat, action.amount)
    return _with_debt((yield from _move(state, repaid)), action.seat, -action.amount)


def _with_debt(state: State, seat: int, more: int) -> State:
    debts = [*state.debts]
    debts[seat] += more
    return replace(state, debts=tuple(debts))


def _account(state: State, seat: int) -> str:
    require_seat(state, seat)
    return seat_account(seat)


def _move(state: State, *transfers: Transfer) -> Steps[State]:
    require_part(state, "money", state.box.money)
    for one in transfers:
        require_range("bad_amount", "Not so much.", 1, MAX_MONEY, amount=one.amount)
    return (yield from transfer(state, *transfers))
