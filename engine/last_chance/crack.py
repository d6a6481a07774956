"""Bets, throws and what comes of them (Rules §1.3, Bets to Settle)."""

from collections import Counter
from collections.abc import Sequence

from engine.core.checks import require_dice_count, require_kept_among, require_range, require_turn
from engine.core.event import Steps
from engine.core.frozen import replace
from engine.core.ledger import Transfer, seat_account
from engine.core.refusals import NotAllowed, NotNow
from engine.last_chance import checks, lock
from engine.last_chance.actions import Bet, CloseBets, Lay, Stop, TakeBack, Throw
from engine.last_chance.combination import DICE_COUNT, can_all_be_used, cracks_card
from engine.last_chance.events import (
    BetPlaced,
    BetRevealed,
    BetsClosed,
    BetTakenBack,
    CrackerStopped,
    DieLaid,
    Rolled,
)
from engine.last_chance.settle import settle_failure, settle_success
from engine.last_chance.state import State, TokenBet, bet_account, pay, require_phase


def place_bet(state: State, action: Bet) -> Steps[State]:
    """Take a token on the cracker, yes or no, or another bet in place of that of `seat`."""
    seat, amount, money = action.seat, action.amount, state.options.money_of_edition
    require_phase(state, "bets")
    checks.require_in_game(state, seat)
    if seat == state.cracker:
        raise NotAllowed("own_bet", "The cracker cannot bet on himself.", seat=seat)
    checks.require_multiple_of_smallest_bill(state, amount, "bet_step")
    message = f"A bet is from {money.smallest_bill} to {money.max_bet}."
    require_range("bet_limits", message, money.smallest_bill, money.max_bet, amount=amount)
    lies = state.money[bet_account(seat)]
    checks.require_cash(state, seat, amount - lies)
    # What lies there already is not moved: a token can be turned over without touching the bills.
    yield BetPlaced(seat, amount, action.on, covered=are_bets_covered(state))
    paid = yield from pay(
        state,
        Transfer(seat_account(seat), bet_account(seat), max(0, amount - lies), "bet"),
        Transfer(bet_account(seat), seat_account(seat), max(0, lies - amount), "bet_back"),
    )
    return replace(paid, bets=(*_others(state, seat), TokenBet(seat, amount, action.on)))


def take_back_bet(state: State, action: TakeBack) -> Steps[State]:
    """Give a bet back."""
    require_phase(state, "bets")
    others = _others(state, action.seat)
    if len(others) == len(state.bets):
        raise NotAllowed("no_bet", "There is no bet to take back.", seat=action.seat)
    area, seat = bet_account(action.seat), seat_account(action.seat)
    yield BetTakenBack(action.seat, state.money[area])
    paid = yield from pay(state, Transfer(area, seat, state.money[area], "bet_back"))
    return replace(paid, bets=others)


def _others(state: State, seat: int) -> tuple[TokenBet, ...]:
    return tuple(bet for bet in state.bets if bet.seat != seat)


def close_bets(state: State, action: CloseBets) -> Steps[State]:
    """Take no more bets."""
    require_phase(state, "bets")
    yield BetsClosed()
    return (yield from _reveal_bets(state))


def are_bets_covered(state: State) -> bool:
    """Tell whether nobody sees on which side a bet lies."""
    return state.options.bet_visibility == "secret_until_closed" and state.phase == "bets"


def _reveal_bets(state: State) -> Steps[State]:
    """Turn covered bets over, when betting is closed."""
    for bet in state.bets if are_bets_covered(state) else ():
        yield BetRevealed(bet.seat, bet.amount, bet.yes_or_no)
    return replace(state, phase="crack")


def lay_die(state: State, action: Lay) -> Steps[State]:
    """Lock a die on a place of the card."""
    require_phase(state, "bets", "crack")
    require_turn(action.seat, state.cracker)
    if state.options.lock == "free":
        raise NotAllowed("no_lock", "At this table every die may be thrown again.")
    if not 0 <= action.slot < DICE_COUNT:
        raise NotAllowed("no_such_slot", "A card has places 0 to 4.", slot=action.slot)
    if action.face not in Counter(state.dice) - Counter(lock.faces_of_laid_dice(state.laid_faces)):
        raise NotAllowed(
            "no_such_die", f"No free die shows {action.face}.", face=action.face, dice=state.dice
        )
    after = lock.lay_by_hand(
        state.open_card.symbols,
        state.laid_faces,
        state.unplaced_faces,
        action.slot,
        action.face,
        state.options,
    )
    if after is None:
        symbol = state.open_card.symbols[action.slot]
        raise NotAllowed(
            "does_not_fit",
            f"A {action.face} does not go on {symbol} now.",
            slot=action.slot,
            symbol=symbol,
            face=action.face,
        )
    if action.face not in state.unplaced_faces and len(state.locked_faces) == DICE_COUNT - 1:
        raise NotAllowed("last_die", "One die must be left to throw.", face=action.face)
    laid, unplaced = after
    assert state.cracker is not None
    symbol = state.open_card.symbols[action.slot]
    yield DieLaid(state.cracker, action.face, action.slot + 1, symbol)
    return replace(state, laid_faces=laid, unplaced_faces=unplaced)


def throw_dice(state: State, action: Throw) -> Steps[State]:
    """Take one attempt."""
    require_phase(state, "bets", "crack")
    require_turn(action.seat, state.cracker)
    _check_throw(state, action)
    cracker = state.cracker
    assert cracker is not None
    dice, (laid, unplaced) = (*action.kept, *action.thrown), _locked_after(state, action)
    state = yield from _reveal_bets(state)
    yield Rolled(cracker, action.thrown, action.kept, state.attempts_left - 1)
    thrown = replace(
        state,
        dice=dice,
        kept_dice_count=len(action.kept),
        laid_faces=laid,
        unplaced_faces=unplaced,
        attempts_left=state.attempts_left - 1,
    )
    if cracks_card(state.open_card.symbols, dice, state.options, laid):
        return (yield from settle_success(thrown))
    return thrown if thrown.attempts_left else (yield from settle_failure(thrown))


def _check_throw(state: State, action: Throw) -> None:
    require_dice_count(action.kept, action.thrown, DICE_COUNT, "five")
    require_kept_among(action.kept, state.dice)
    lifted = Counter(state.locked_faces) - Counter(action.kept)
    if lifted:
        raise NotAllowed(
            "locked",
            "Dice that were set aside may not be thrown again.",
            faces=sorted(lifted.elements()),
            locked=state.locked_faces,
        )
    if not may_keep(state, action.kept):
        raise NotAllowed("no_place", "These dice cannot all serve on the card.", faces=action.kept)


def may_keep(state: State, kept: Sequence[str]) -> bool:
    """Tell whether the house rule on locks lets dice that show `kept` stay."""
    if state.options.lock == "free":
        return True
    return not Counter(state.locked_faces) - Counter(kept) and can_all_be_used(
        state.open_card.symbols, kept, state.options, state.laid_faces
    )


def _locked_after(state: State, action: Throw) -> tuple[lock.LaidFaces, tuple[str, ...]]:
    """Return the faces on the card's places and those that stay unplaced."""
    if state.options.lock == "free":
        return state.laid_faces, ()
    printed = state.open_card.symbols
    set_aside = Counter[str](action.kept) - Counter(lock.faces_of_laid_dice(state.laid_faces))
    laid, unplaced = lock.lay_kept_dice(
        printed, state.laid_faces, [*set_aside.elements()], state.options
    )
    if state.options.lock == "until_cracked":
        laid = lock.lay_on_printed_numbers(printed, laid, action.thrown)
    return laid, unplaced


def stop_cracking(state: State, action: Stop) -> Steps[State]:
    """Let the cracker give up; it counts as a failure."""
    require_phase(state, "bets", "crack")
    require_turn(action.seat, state.cracker)
    if not state.options.early_stop:
        raise NotAllowed("no_stopping", "The cracker throws until he makes it or has no attempt.")
    if not state.attempts_used:
        raise NotNow("throw_first", "The cracker throws at least once.")
    assert state.cracker is not None
    yield CrackerStopped(state.cracker)
    return (yield from settle_failure(state))
