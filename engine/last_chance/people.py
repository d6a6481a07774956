"""Who comes late or leaves early (Rules §1.4)."""

from engine.core.event import Steps
from engine.core.frozen import replace
from engine.core.ledger import Transfer, seat_account
from engine.last_chance.auction import after_elimination
from engine.last_chance.bills import Payment, move_bills
from engine.last_chance.state import Seat, State, bet_account, paid_event, pay


def leave(state: State, seat: int) -> Steps[State]:
    """Return `state` without `seat`, whose money goes to the bank.

    Where he was the cracker, the stake is lost, all bets go back, and the card is sold anew as it
    lies; likewise where the auction had come to him.
    """
    cracks = state.cracker == seat
    ends = len(state.active_seats) == 2 and state.options.one_left == "end_survivor_wins"
    bets = [] if cracks else [bet for bet in state.bets if bet.seat != seat]
    transfers = [
        Transfer(
            bet_account(bet.seat),
            "bank" if bet.seat == seat else seat_account(bet.seat),
            bet.amount,
            "left" if bet.seat == seat else "bet_back",
        )
        for bet in state.bets
        if bet not in bets
    ]
    if cracks:
        transfers.append(Transfer("stake", "bank", state.money["stake"], "stake_lost"))
    elif ends and state.cracker is not None:
        back = seat_account(state.cracker)
        transfers.append(Transfer("stake", back, state.money["stake"], "stake_back"))
    transfers.append(Transfer(seat_account(seat), "bank", state.cash_of(seat), "left"))
    paid = yield from pay(state, *transfers)
    left = replace(paid, bets=tuple(bets))
    buys = state.high_bid is not None and state.high_bid.seat == seat
    anew = after_elimination(left, seat)
    if cracks or buys or state.seat_that_must_open == seat or anew.phase == "over":
        return replace(anew, flipper=_next_flipper(anew))
    out = left.with_seat(seat, anew.seats[seat])
    return replace(out, flipper=_next_flipper(out))


def _next_flipper(state: State) -> int:
    flips = state.seats[state.flipper].in_game or state.phase not in ("flip", "roll")
    return state.flipper if flips else state.next_active(state.flipper)


def may_join(state: State) -> bool:
    """Tell whether the bank can deal once more."""
    money = state.money
    return "bank" in money.may_owe or money["bank"] >= state.options.money_of_edition.start_cash


def join(state: State, name: str) -> Steps[State]:
    """Return `state` with one more player, whom the bank deals what everybody got."""
    money, account = state.options.money_of_edition, seat_account(len(state.seats))
    deal = Transfer("bank", account, money.start_cash, "deal")
    purse = money.bill_counts(money.starting_bills)
    yield paid_event(Payment(deal, purse, (0,) * len(purse)), money.denominations)
    return replace(
        state,
        seats=(*state.seats, Seat(name)),
        money=state.money.after_transfers([deal]),
        purses=move_bills(state.purses, "bank", account, purse),
    )
