"""What may be done now, as data; the page draws its buttons from it."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations

from engine.core.choice import Choice, IntRange, ListOf, OneOf
from engine.last_chance import lock
from engine.last_chance.actions import FACES
from engine.last_chance.auction import highest_bid, lowest_bid, may_agree_on_no_bid
from engine.last_chance.combination import DICE_COUNT, LOOSE_JOKER, printable_symbols
from engine.last_chance.crack import may_keep
from engine.last_chance.rules import MAX_ATTEMPTS, MAX_PRIZE_IN_SMALLEST_BILLS
from engine.last_chance.state import Phase, State, bet_account


def legal_choices(state: State) -> tuple[Choice, ...]:
    """Return every kind of action that `play` would accept in `state`."""
    return tuple(_CHOICES[state.phase](state))


def _flip(state: State) -> Iterator[Choice]:
    step = state.options.money_of_edition.smallest_bill
    yield Choice(
        "flip",
        fields={
            "symbols": ListOf(
                printable_symbols(state.options), DICE_COUNT, DICE_COUNT, not_only=LOOSE_JOKER
            ),
            "prize": IntRange(step, MAX_PRIZE_IN_SMALLEST_BILLS * step, step),
            "attempts": IntRange(1, MAX_ATTEMPTS),
        },
    )


def _roll(state: State) -> Iterator[Choice]:
    yield Choice("roll", state.flipper, fields={"faces": ListOf(FACES, DICE_COUNT, DICE_COUNT)})


def _auction(state: State) -> Iterator[Choice]:
    if state.high_bid is not None:
        yield Choice("count", fields={"k": OneOf((state.auction_count + 1,))})
    for seat in state.active_seats:
        yield from _bid(state, seat)
    for seat in state.active_seats:
        if state.may_call_last_chance(seat):
            yield Choice("last_chance", seat)
    for seat in state.active_seats:
        if _may_pass(state, seat):
            yield Choice("pass", seat)
    if may_agree_on_no_bid(state):
        yield Choice("no_bid")


def _bid(state: State, seat: int) -> Iterator[Choice]:
    low, high = lowest_bid(state, seat), highest_bid(state, seat)
    if state.seat_that_must_open in (None, seat) and seat not in state.passed_seats and low <= high:
        yield Choice(
            "bid",
            seat,
            {"amount": IntRange(low, high, state.options.money_of_edition.smallest_bill)},
        )


def _may_pass(state: State, seat: int) -> bool:
    if state.seat_that_must_open == seat:
        return state.options.opener == "banker"
    is_high = state.high_bid is not None and state.high_bid.seat == seat
    return state.options.pass_is_final and seat not in state.passed_seats and not is_high


def _overbid(state: State) -> Iterator[Choice]:
    assert state.high_bid is not None
    yield Choice("eliminate", state.high_bid.seat)


def _bets(state: State) -> Iterator[Choice]:
    money = state.options.money_of_edition
    for seat in state.active_seats:
        most = min(money.max_bet, state.cash_of(seat) + state.money[bet_account(seat)])
        if seat != state.cracker and most >= money.smallest_bill:
            amount = IntRange(money.smallest_bill, most, money.smallest_bill)
            yield Choice("bet", seat, {"amount": amount, "on": OneOf(("yes", "no"))})
    for bet in state.bets:
        yield Choice("take_back", bet.seat)
    yield Choice("close_bets")
    yield from _crack(state)


def _crack(state: State) -> Iterator[Choice]:
    yield from _throws(state)
    yield from _lays(state)
    if state.options.early_stop and state.attempts_used:
        yield Choice("stop", state.cracker)


def _throws(state: State) -> Iterator[Choice]:
    """Yield one choice for each number of dice thrown: which stay, and what the others show."""
    for stay in range(len(state.dice) - 1, -1, -1) if state.dice else (0,):
        keeps = sorted(set(combinations(sorted(state.dice), stay)))
        allowed = tuple(kept for kept in keeps if may_keep(state, kept))
        if allowed:
            thrown = ListOf(FACES, DICE_COUNT - stay, DICE_COUNT - stay)
            yield Choice("throw", state.cracker, {"kept": OneOf(allowed), "thrown": thrown})


def _lays(state: State) -> Iterator[Choice]:
    if state.options.lock == "free":
        return
    printed, laid, unplaced = state.open_card.symbols, state.laid_faces, state.unplaced_faces
    last = len(state.locked_faces) == DICE_COUNT - 1
    loose = sorted(
        unplaced if last else Counter(state.dice) - Counter(lock.faces_of_laid_dice(laid))
    )
    for slot in range(DICE_COUNT):
        faces = tuple(
            face
            for face in dict.fromkeys(loose)
            if lock.lay_by_hand(printed, laid, unplaced, slot, face, state.options)
        )
        if faces:
            yield Choice("lay", state.cracker, {"slot": OneOf((slot,)), "face": OneOf(faces)})


_CHOICES: Mapping[Phase, Callable[[State], Iterator[Choice]]] = {
    "flip": _flip,
    "roll": _roll,
    "auction": _auction,
    "overbid": _overbid,
    "bets": _bets,
    "crack": _crack,
    "over": lambda _: iter(()),
}
