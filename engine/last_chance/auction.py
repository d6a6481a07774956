"""The auction: bids, counts, last chance, and who goes out (Rules §1.3, Auction and Stake)."""

from engine.core.event import Steps
from engine.core.frozen import replace
from engine.core.ledger import Transfer, seat_account
from engine.core.refusals import NotAllowed, NotNow
from engine.last_chance import checks
from engine.last_chance.actions import Bid, Count, Eliminate, LastChance, NoBid, Pass
from engine.last_chance.events import (
    BidCounted,
    BidPlaced,
    CannotPay,
    CardSold,
    LastChanceCalled,
    NobodyBid,
    Passed,
    PlayerEliminated,
)
from engine.last_chance.state import NO_FACES_LAID, HighBid, State, pay, require_phase

COUNTS_TO_SELL = 3
"""Going once, twice, sold."""


def open_auction(state: State, eliminated: int | None = None) -> State:
    """Return `state` with its card and dice up for sale; `eliminated` went out just before."""
    keeps = state.options.lock == "until_cracked"
    return replace(
        state,
        phase="auction",
        seat_that_must_open=_first_bidder(state, eliminated),
        high_bid=None,
        auction_count=0,
        passed_seats=(),
        cracker=None,
        last_chance_called=False,
        attempts_left=0,
        laid_faces=state.laid_faces if keeps else NO_FACES_LAID,
        unplaced_faces=state.unplaced_faces if keeps else (),
    )


def _first_bidder(state: State, eliminated: int | None) -> int | None:
    rules = state.options
    if rules.opener == "none":
        return None
    usual = rules.banker if rules.opener == "banker" else last_cracker(state)
    if eliminated is None and state.seats[usual].in_game:
        return usual
    if rules.opener_after_elim == "left_of_eliminated":
        return state.next_active(usual if eliminated is None else eliminated)
    return _active(state, state.flipper)


def last_cracker(state: State) -> int:
    """Return who tried or flashed last in this game, before that the flipper; he may be out."""
    return state.flipper if state.last_cracker is None else state.last_cracker


def lowest_bid(state: State, seat: int) -> int:
    """Return the lowest amount that `seat` may bid now."""
    if state.high_bid is not None:
        return state.high_bid.amount + state.options.money_of_edition.smallest_bill
    if state.seat_that_must_open == seat and state.options.opener == "last_cracker":
        return 0
    return state.options.lowest_bid


def highest_bid(state: State, seat: int) -> int:
    """Return the highest amount that `seat` may bid: his cash, or any number."""
    return (
        state.cash_of(seat)
        if state.options.overbid == "refuse_bid"
        else number_above_any_bid(state)
    )


def number_above_any_bid(state: State) -> int:
    """Return what no bid goes beyond: more than the box holds is an over-bid like any other.

    Ten times as much is a slip of the finger.
    """
    return 10 * state.options.money_of_edition.total


def place_bid(state: State, action: Bid) -> Steps[State]:
    """Take a shouted bid; the count restarts."""
    seat, amount = action.seat, action.amount
    require_phase(state, "auction")
    checks.require_in_game(state, seat)
    if seat in state.passed_seats:
        raise NotAllowed("has_passed", "Who passed is out of this auction.", seat=seat)
    if state.seat_that_must_open not in (None, seat):
        raise NotNow(
            "opener_first", "The opening bid is another player's.", seat=state.seat_that_must_open
        )
    _check_bid(state, seat, amount)
    own = state.high_bid is not None and state.high_bid.seat == seat
    yield BidPlaced(seat, amount, own)
    called = replace(
        state, high_bid=HighBid(seat, amount), auction_count=0, seat_that_must_open=None
    )
    if state.options.overbid == "eliminate_at_call" and amount > state.cash_of(seat):
        yield CannotPay(seat, amount, state.cash_of(seat))
        return replace(called, phase="overbid")
    return called


def _check_bid(state: State, seat: int, amount: int) -> None:
    checks.require_multiple_of_smallest_bill(state, amount, "bid_step")
    if amount < lowest_bid(state, seat):
        raise NotAllowed(
            "bid_too_low",
            f"The next bid is at least {lowest_bid(state, seat)}.",
            amount=amount,
            min=lowest_bid(state, seat),
        )
    most = number_above_any_bid(state)
    if amount > most:
        raise NotAllowed("bid_too_high", "Nobody means so much.", amount=amount, max=most)
    if state.options.overbid == "refuse_bid":
        checks.require_cash(state, seat, amount)


def count_high_bid(state: State, action: Count) -> Steps[State]:
    """Count the high bid: going once, twice, sold."""
    require_phase(state, "auction")
    if state.high_bid is None:
        raise NotNow("no_bid_yet", "There is no bid to count.")
    if action.k != state.auction_count + 1:
        raise NotAllowed(
            "wrong_count",
            f"The next count is {state.auction_count + 1}.",
            k=action.k,
            next=state.auction_count + 1,
        )
    seat, amount = state.high_bid.seat, state.high_bid.amount
    if action.k < COUNTS_TO_SELL:
        yield BidCounted(seat, amount, action.k)
        return replace(state, auction_count=action.k)
    if amount > state.cash_of(seat):
        yield CannotPay(seat, amount, state.cash_of(seat))
        return replace(state, phase="overbid", auction_count=0)
    yield CardSold(seat, amount)
    return (yield from _sell(state, seat, amount))


def call_last_chance(state: State, action: LastChance) -> Steps[State]:
    """Take the call that ends an auction: all the caller's cash is the stake."""
    require_phase(state, "auction")
    checks.require_in_game(state, action.seat)
    seat, rules = state.seats[action.seat], state.options
    if not rules.lc_enabled:
        raise NotAllowed("last_chance_off", "This table plays without last chance.")
    if seat.last_chances_called >= rules.lc_per_player:
        raise NotAllowed(
            "last_chance_spent",
            f"{seat.name} has no last chance left.",
            seat=action.seat,
            called=seat.last_chances_called,
        )
    if rules.lc_zero == "need_10000":
        checks.require_cash(state, action.seat, rules.money_of_edition.smallest_bill)
    cash = state.cash_of(action.seat)
    yield LastChanceCalled(action.seat, cash, rules.money_of_edition.last_chance_name)
    called = state.with_seat(
        action.seat, replace(seat, last_chances_called=seat.last_chances_called + 1)
    )
    sold = yield from _sell(called, action.seat, cash)
    return replace(sold, last_chance_called=True)


def _sell(state: State, seat: int, stake: int) -> Steps[State]:
    sold = yield from pay(state, Transfer(seat_account(seat), "stake", stake, "stake"))
    return replace(
        sold,
        phase="bets",
        crack_count=state.crack_count + 1,
        seat_that_must_open=None,
        high_bid=None,
        auction_count=0,
        passed_seats=(),
        cracker=seat,
        last_cracker=seat,
        bets=(),
        attempts_left=state.open_card.attempts,
    )


def pass_(state: State, action: Pass) -> Steps[State]:
    """Let a banker not open, or a player leave this auction."""
    seat = action.seat
    require_phase(state, "auction")
    checks.require_in_game(state, seat)
    opens = state.seat_that_must_open == seat
    if opens and state.options.opener == "last_cracker":
        raise NotAllowed("must_open", "The last cracker names the first bid; 0 will do.", seat=seat)
    if not opens and not state.options.pass_is_final:
        raise NotAllowed("no_passing", "Nobody needs to pass here: just do not bid.", seat=seat)
    if seat in state.passed_seats:
        raise NotAllowed("has_passed", "Who passed is out of this auction.", seat=seat)
    if state.high_bid is not None and state.high_bid.seat == seat:
        raise NotAllowed("own_high_bid", "The highest bidder cannot pass.", seat=seat)
    yield Passed(seat)
    if not state.options.pass_is_final:
        return replace(state, seat_that_must_open=None)
    return replace(
        state,
        seat_that_must_open=None if opens else state.seat_that_must_open,
        passed_seats=(*state.passed_seats, seat),
    )


def somebody_can_bid(state: State) -> bool:
    """Tell whether anybody who has not passed could afford a bid or call a last chance.

    Who has passed may still call, but the others need not wait for it.
    """
    return any(
        _has_means(state, seat) for seat in state.active_seats if seat not in state.passed_seats
    )


def _has_means(state: State, seat: int) -> bool:
    return state.may_call_last_chance(seat) or state.cash_of(seat) >= lowest_bid(state, seat)


def may_agree_on_no_bid(state: State) -> bool:
    """Tell whether `no_bid` would be accepted in this auction.

    A table that waits (`no_bid` = ``wait``) cannot wait for ever: once nobody is able to act, the
    card goes for nothing as by default.
    """
    if state.high_bid is not None or state.seat_that_must_open is not None:
        return False
    return state.options.no_bid != "wait" or not somebody_can_bid(state)


def no_bid_rule(state: State) -> str:
    """Return which value of the house rule `no_bid` holds for the card that nobody bids for.

    That is the default, a try for nothing, where the chosen one leads nowhere: dice that were never
    rolled cannot be rolled again, and no further card is any use to people who can never buy one,
    unless its first roll may flash.
    """
    rules = state.options
    holds = {
        "reroll_all": bool(state.dice),
        "discard_card_draw_new": rules.initial_roll
        or any(_has_means(state, seat) for seat in state.active_seats),
    }
    return rules.no_bid if holds.get(rules.no_bid) else "flipper_or_last_cracker_free"


def nobody_bids(state: State, action: NoBid) -> Steps[State]:
    """Do what the house rule says when nobody bids."""
    require_phase(state, "auction")
    if state.high_bid is not None:
        raise NotNow("there_is_a_bid", "There is a bid.", seat=state.high_bid.seat)
    if state.seat_that_must_open is not None:
        raise NotNow("opener_first", "The opening bid comes first.", seat=state.seat_that_must_open)
    if not may_agree_on_no_bid(state):
        raise NotNow("we_wait", "This table waits until somebody bids.")
    nobody = replace(state, passed_seats=())
    flipper = _active(state, state.flipper)
    match no_bid_rule(state):
        case "reroll_all":
            yield NobodyBid(None, "reroll_all")
            return replace(
                nobody,
                phase="roll",
                flipper=flipper,
                dice=(),
                kept_dice_count=0,
                laid_faces=NO_FACES_LAID,
                unplaced_faces=(),
            )
        case "discard_card_draw_new":
            yield NobodyBid(None, "discard_card_draw_new")
            return replace(nobody, phase="flip", flipper=flipper, card=None)
    cracker = cracker_when_nobody_bids(state)
    yield NobodyBid(cracker, "free_try")
    return (yield from _sell(nobody, cracker, 0))


def cracker_when_nobody_bids(state: State) -> int:
    """Return who tries for nothing if nobody bids: the last cracker or who is left of him."""
    return _active(state, last_cracker(state))


def _active(state: State, seat: int) -> int:
    return seat if state.seats[seat].in_game else state.next_active(seat)


def eliminate(state: State, action: Eliminate) -> Steps[State]:
    """Put the buyer who cannot pay out; the same card and dice are sold anew."""
    require_phase(state, "overbid")
    checks.require_in_game(state, action.seat)
    if state.high_bid is None or state.high_bid.seat != action.seat:
        raise NotAllowed("not_the_buyer", "Somebody else bid too much.", seat=action.seat)
    cash = state.cash_of(action.seat) if state.options.elim_cash == "to_bank" else 0
    yield PlayerEliminated(action.seat)
    paid = yield from pay(state, Transfer(seat_account(action.seat), "bank", cash, "eliminated"))
    return after_elimination(paid, action.seat)


def after_elimination(state: State, seat: int) -> State:
    """Return `state` with `seat` out of the game, and the card for sale if the game goes on."""
    out = state.with_seat(seat, replace(state.seats[seat], in_game=False))
    alone = len(out.active_seats) == 1 and out.options.one_left == "end_survivor_wins"
    if alone or not out.active_seats:
        return replace(open_auction(out), phase="over", seat_that_must_open=None)
    return open_auction(out, eliminated=seat)
