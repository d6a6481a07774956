"""The rules of Last Chance: the start, each action, joining, leaving, what is legal (Rules §1).

Stable codes of refusals, besides those that games share, with their figures:

``no_such_seat``       `seat`
``eliminated``         the player is out: `seat`, `name`
``bad_symbols``        not five symbols of this edition: `symbols`, `allowed`
``only_jokers``        any dice would crack a card of five J
``bad_prize``          `prize` is not `min` to `max` in steps of `step`
``bad_attempts``       `attempts`, `min`, `max`
``dice_count``         not five dice in all, or none rolled: `kept`, `thrown`
``bid_step``           `amount` is not a multiple of `step`; likewise ``bet_step``
``bid_too_low``        `amount`, `min`
``bid_too_high``       `amount`, `max` (ten times the money of the box)
``not_enough_cash``    `seat` has `cash`, not `amount`
``opener_first``       `seat` must open the bidding
``must_open``          `seat` may bid 0, but not pass
``has_passed``         `seat` has passed in this auction
``no_passing``         house rule: nobody has to pass: `seat`
``own_high_bid``       the high bidder cannot pass: `seat`
``no_bid_yet``         there is nothing to count
``wrong_count``        `k`, `next`
``last_chance_off``    house rule
``last_chance_spent``  `seat` has `called` it often enough
``there_is_a_bid``     `seat` has already bid
``we_wait``            house rule: the table waits until somebody bids
``not_the_buyer``      it was not `seat` who bid too much
``own_bet``            `seat` is the cracker
``no_bet``             `seat` has no bet to take back
``bet_limits``         `amount`, `min`, `max`
``no_lock``            house rule: dice are free
``no_such_slot``       `slot`
``no_such_die``        no free die shows `face`: `dice`
``does_not_fit``       `face` cannot be laid on `symbol` at `slot`
``last_die``           only one die, with `face`, may still be rolled
``locked``             `faces` of the `locked` dice were not kept
``no_place``           `faces` cannot all be part of a combination that cracks the card
``no_stopping``        house rule
``throw_first``        no giving up before the first roll

Reasons of transfers: ``deal`` at the start · ``stake`` · ``bet`` · ``stake_back`` · ``prize`` ·
``stake_lost`` · ``bet_back`` and ``bet_won`` · ``bet_lost`` · ``bet_to_cracker`` · ``lucky_flash``
· ``eliminated``.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from types import MappingProxyType

from engine.core.choice import Choice, IntRange, ListOf, OneOf
from engine.core.codec import replace
from engine.core.dice import FACES, Throw, require_dice_count, require_kept_among, roll_choice
from engine.core.event import Steps, is_accepted
from engine.core.game_rules import Rules
from engine.core.ledger import Ledger, Transfer, seat_account
from engine.core.refusals import BadSetup, NotAllowed, NotNow, require_range
from engine.last_chance import cards, events
from engine.last_chance.cards import DICE_COUNT, NO_FACES_LAID, LaidFaces
from engine.last_chance.options import Options
from engine.last_chance.state import (
    Bet,
    Bid,
    CallLastChance,
    CloseBets,
    CountHighBid,
    Eliminate,
    Flip,
    HighBid,
    InitialRoll,
    LayDie,
    NoBid,
    Pass,
    Phase,
    PlacedBet,
    Seat,
    State,
    StopCracking,
    TakeBackBet,
    bet_account,
    make_transfers,
    move_bills,
)


def require_in_game(state: State, seat: int, *phases: Phase) -> None:
    """Refuse other phases; ``no_such_seat`` or ``eliminated`` unless `seat` is active."""
    state.require_phase(*phases)
    if not 0 <= seat < len(state.seats):
        raise NotAllowed("no_such_seat", "There is no player in that seat.", seat=seat)
    if not state.seats[seat].in_game:
        name = state.seats[seat].name
        raise NotAllowed("eliminated", f"{name} is out of the game.", seat=seat, name=name)


def require_multiple_of_smallest_bill(state: State, amount: int, code: str) -> None:
    """Refuse with `code` unless `amount` can be paid in the smallest bills."""
    step = state.options.money_of_edition.smallest_bill
    if amount % step:
        raise NotAllowed(code, f"{amount} is not a multiple of {step}.", amount=amount, step=step)


def require_cash(state: State, seat: int, amount: int) -> None:
    """Refuse with ``not_enough_cash`` unless `seat` has `amount`."""
    cash = state.cash_of(seat)
    if amount > cash:
        said = f"{state.seats[seat].name} has {cash}, not {amount}."
        raise NotAllowed("not_enough_cash", said, seat=seat, cash=cash, amount=amount)


MAX_ATTEMPTS = 9
"""More attempts than any card gives: more must be a typo."""

MAX_PRIZE_IN_SMALLEST_BILLS = 100


def begin(names: Sequence[str], first_seat: int, options: Options) -> Steps[State]:
    """Deal the money; `first_seat` flips, unless the banker does.

    Raises `BadSetup` ``bad_option`` if nobody sits at the banker's seat.
    """
    last = len(names) - 1
    if options.banker > last:
        said = "There is no player in the banker's seat."
        raise BadSetup("bad_option", said, option="banker", high=last)
    edition = options.money_of_edition
    may_owe = frozenset({"bank"} if options.bank_limit == "unlimited" else ())
    state = State(
        options=options,
        seats=(),
        money=Ledger(MappingProxyType({"bank": edition.total}), may_owe),
        flipper=options.banker if options.next_flipper == "banker" else first_seat,
        purses={"bank": edition.bill_counts(edition.bills_in_box)},
    )
    for name in names:
        state = yield from join(state, name)
    return state


def flip_card(state: State, action: Flip) -> Steps[State]:
    """Turn over a card."""
    state.require_phase("flip")
    _check_card(state.options, action)
    card = action.card
    yield events.CardFlipped(state.flipper, card.symbols, card.prize, card.attempts)
    turned = replace(
        state,
        phase="roll",
        card=card,
        cards_turned_over=(*state.cards_turned_over, card),
        dice=(),
        kept_dice_count=0,
        laid_faces=NO_FACES_LAID,
        unplaced_faces=(),
    )
    return turned if state.options.initial_roll else open_auction(turned)


def _check_card(options: Options, action: Flip) -> None:
    cards.check_symbols(action.symbols, options)
    prize, step = action.prize, options.money_of_edition.smallest_bill
    most = MAX_PRIZE_IN_SMALLEST_BILLS * step
    if not step <= prize <= most or prize % step:
        said = f"A prize is a multiple of {step} up to {most}."
        raise NotAllowed("bad_prize", said, prize=prize, min=step, max=most, step=step)
    message = f"A card gives 1 to {MAX_ATTEMPTS} attempts."
    require_range("bad_attempts", message, 1, MAX_ATTEMPTS, attempts=action.attempts)


def roll(state: State, action: InitialRoll) -> Steps[State]:
    """Roll all dice for a new card: a lucky flash cracks it, otherwise it is for sale."""
    state.require_turn(action.seat, state.flipper, "roll")
    faces, printed = action.faces, state.open_card.symbols
    if (count := len(faces)) != DICE_COUNT:
        raise NotAllowed("dice_count", "All five dice are rolled first.", kept=0, thrown=count)
    yield events.Rolled(state.flipper, faces)
    rolls = state.first_roll_count + 1
    rolled = replace(state, first_roll_count=rolls, dice=faces, kept_dice_count=0)
    if cards.cracks_card(printed, faces, state.options):
        return (yield from settle_lucky_flash(rolled))
    yield events.AuctionOpened()
    if state.options.lock == "until_cracked":
        laid = cards.lay_on_printed_numbers(printed, NO_FACES_LAID, faces)
        rolled = replace(rolled, laid_faces=laid)
    return open_auction(rolled)


COUNTS_TO_SELL = 3
"""At this count, the card is sold: once, twice, sold."""


# -- the auction -------------------------------------------------------------------------------


def open_auction(state: State, eliminated: int | None = None) -> State:
    """Return the state with its card and dice for sale; `eliminated` has just left the game."""
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
    """Return the last cracker, or else the flipper; they may be out of the game."""
    return state.flipper if state.last_cracker is None else state.last_cracker


def lowest_bid(state: State, seat: int) -> int:
    """Return the lowest amount that `seat` may bid now."""
    if state.high_bid is not None:
        return state.high_bid.amount + state.options.money_of_edition.smallest_bill
    if state.seat_that_must_open == seat and state.options.opener == "last_cracker":
        return 0
    return state.options.lowest_bid


def _absurd_bid(state: State) -> int:
    """Return ten times the money in the box: a higher bid must be a typo, not an overbid."""
    return 10 * state.options.money_of_edition.total


def place_bid(state: State, action: Bid) -> Steps[State]:
    """Take a bid; the count restarts."""
    seat, amount = action.seat, action.amount
    require_in_game(state, seat, "auction")
    if seat in state.passed_seats:
        raise NotAllowed("has_passed", "You have passed in this auction.", seat=seat)
    opener = state.seat_that_must_open
    if opener not in (None, seat):
        raise NotNow("opener_first", "Another player opens the bidding.", seat=opener)
    _check_bid(state, seat, amount)
    own = state.high_bid is not None and state.high_bid.seat == seat
    yield events.BidPlaced(seat, amount, own)
    high = HighBid(seat, amount)
    called = replace(state, high_bid=high, auction_count=0, seat_that_must_open=None)
    if state.options.overbid == "eliminate_at_call" and amount > state.cash_of(seat):
        yield events.CannotPay(seat, amount, state.cash_of(seat))
        return replace(called, phase="overbid")
    return called


def _check_bid(state: State, seat: int, amount: int) -> None:
    require_multiple_of_smallest_bill(state, amount, "bid_step")
    if amount < (least := lowest_bid(state, seat)):
        said = f"The next bid is at least {least}."
        raise NotAllowed("bid_too_low", said, amount=amount, min=least)
    if amount > (most := _absurd_bid(state)):
        raise NotAllowed("bid_too_high", "No one can mean that much.", amount=amount, max=most)
    if state.options.overbid == "refuse_bid":
        require_cash(state, seat, amount)


def count_high_bid(state: State, action: CountHighBid) -> Steps[State]:
    """Count the high bid: going once, twice, sold."""
    state.require_phase("auction")
    if state.high_bid is None:
        raise NotNow("no_bid_yet", "There is no bid to count.")
    if action.k != (count := state.auction_count + 1):
        raise NotAllowed("wrong_count", f"The next count is {count}.", k=action.k, next=count)
    seat, amount = state.high_bid.seat, state.high_bid.amount
    if action.k < COUNTS_TO_SELL:
        yield events.BidCounted(seat, amount, action.k)
        return replace(state, auction_count=action.k)
    if amount > state.cash_of(seat):
        yield events.CannotPay(seat, amount, state.cash_of(seat))
        return replace(state, phase="overbid", auction_count=0)
    yield events.CardSold(seat, amount)
    return (yield from _sell(state, seat, amount))


def call_last_chance(state: State, action: CallLastChance) -> Steps[State]:
    """End the auction: all the caller's cash is the stake."""
    require_in_game(state, action.seat, "auction")
    seat, rules = state.seats[action.seat], state.options
    if not rules.lc_enabled:
        raise NotAllowed("last_chance_off", "Last chance is off at this table.")
    if (calls := seat.last_chances_called) >= rules.lc_per_player:
        said = f"{seat.name} has no last chance left."
        raise NotAllowed("last_chance_spent", said, seat=action.seat, called=calls)
    if rules.lc_zero == "need_10000":
        require_cash(state, action.seat, rules.money_of_edition.smallest_bill)
    cash = state.cash_of(action.seat)
    yield events.LastChanceCalled(action.seat, cash, rules.money_of_edition.last_chance_name)
    called = state.with_seat(action.seat, replace(seat, last_chances_called=calls + 1))
    sold = yield from _sell(called, action.seat, cash)
    return replace(sold, last_chance_called=True)


def _sell(state: State, seat: int, stake: int) -> Steps[State]:
    sold = yield from make_transfers(state, Transfer(seat_account(seat), "stake", stake, "stake"))
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
    """Let the banker not open, or a player leave this auction."""
    seat = action.seat
    require_in_game(state, seat, "auction")
    opens = state.seat_that_must_open == seat
    if opens and state.options.opener == "last_cracker":
        said = "The player who won the last card opens; 0 is allowed."
        raise NotAllowed("must_open", said, seat=seat)
    if not opens and not state.options.pass_is_final:
        raise NotAllowed("no_passing", "There is no need to pass: just do not bid.", seat=seat)
    if seat in state.passed_seats:
        raise NotAllowed("has_passed", "You have passed in this auction.", seat=seat)
    if state.high_bid is not None and state.high_bid.seat == seat:
        raise NotAllowed("own_high_bid", "The highest bidder cannot pass.", seat=seat)
    yield events.Passed(seat)
    if not state.options.pass_is_final:
        return replace(state, seat_that_must_open=None)
    return replace(
        state,
        seat_that_must_open=None if opens else state.seat_that_must_open,
        passed_seats=(*state.passed_seats, seat),
    )


def _has_means(state: State, seat: int) -> bool:
    return state.may_call_last_chance(seat) or state.cash_of(seat) >= lowest_bid(state, seat)


def may_agree_on_no_bid(state: State) -> bool:
    """Return whether the action `NoBid` would be accepted in this auction.

    Under the house rule ``wait``, it is accepted only once nobody can bid or call. Players who have
    passed may still call, but nobody has to wait for them.
    """
    if state.high_bid is not None or state.seat_that_must_open is not None:
        return False
    waiting = (seat for seat in state.active_seats if seat not in state.passed_seats)
    return state.options.no_bid != "wait" or not any(_has_means(state, seat) for seat in waiting)


def no_bid_rule(state: State) -> str:
    """Return the value of the house rule `no_bid` that applies if nobody bids for this card.

    The default, a free try, replaces a chosen rule that would lead nowhere: dice that were not
    rolled cannot be rolled again, and another card does not help players who can never buy one,
    unless its first roll may crack it.
    """
    rules = state.options
    holds = {
        "reroll_all": bool(state.dice),
        "discard_card_draw_new": rules.initial_roll
        or any(_has_means(state, seat) for seat in state.active_seats),
    }
    return rules.no_bid if holds.get(rules.no_bid) else "flipper_or_last_cracker_free"


def nobody_bids(state: State, action: NoBid) -> Steps[State]:
    """Apply the house rule for a card that nobody bids for."""
    state.require_phase("auction")
    if state.high_bid is not None:
        raise NotNow("there_is_a_bid", "There is already a bid.", seat=state.high_bid.seat)
    if state.seat_that_must_open is not None:
        raise NotNow("opener_first", "The opening bid comes first.", seat=state.seat_that_must_open)
    if not may_agree_on_no_bid(state):
        raise NotNow("we_wait", "Wait until someone bids.")
    nobody = replace(state, passed_seats=())
    flipper = _active(state, state.flipper)
    match no_bid_rule(state):
        case "reroll_all":
            yield events.NobodyBid(None, "reroll_all")
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
            yield events.NobodyBid(None, "discard_card_draw_new")
            return replace(nobody, phase="flip", flipper=flipper, card=None)
    cracker = cracker_when_nobody_bids(state)
    yield events.NobodyBid(cracker, "free_try")
    return (yield from _sell(nobody, cracker, 0))


def cracker_when_nobody_bids(state: State) -> int:
    """Return who tries for free if nobody bids: the last cracker, or the next active seat."""
    return _active(state, last_cracker(state))


def _active(state: State, seat: int) -> int:
    return seat if state.seats[seat].in_game else state.next_active(seat)


def eliminate(state: State, action: Eliminate) -> Steps[State]:
    """Eliminate a buyer who cannot pay; the same card and dice are auctioned again."""
    require_in_game(state, action.seat, "overbid")
    if state.high_bid is None or state.high_bid.seat != action.seat:
        raise NotAllowed("not_the_buyer", "A different player bid too much.", seat=action.seat)
    cash = state.cash_of(action.seat) if state.options.elim_cash == "to_bank" else 0
    yield events.PlayerEliminated(action.seat)
    paid = yield from make_transfers(
        state, Transfer(seat_account(action.seat), "bank", cash, "eliminated")
    )
    return after_elimination(paid, action.seat)


def after_elimination(state: State, seat: int) -> State:
    """Return the state without `seat`, with the card for sale again unless the game is over."""
    out = state.with_seat(seat, replace(state.seats[seat], in_game=False))
    alone = len(out.active_seats) == 1 and out.options.one_left == "end_survivor_wins"
    if alone or not out.active_seats:
        return replace(open_auction(out), phase="over", seat_that_must_open=None)
    return open_auction(out, eliminated=seat)


# -- bets and attempts -------------------------------------------------------------------------


def place_bet(state: State, action: Bet) -> Steps[State]:
    """Take a bet, or replace the one that the player has."""
    seat, amount, money = action.seat, action.amount, state.options.money_of_edition
    require_in_game(state, seat, "bets")
    if seat == state.cracker:
        raise NotAllowed("own_bet", "Players cannot bet on their own card.", seat=seat)
    require_multiple_of_smallest_bill(state, amount, "bet_step")
    message = f"A bet is from {money.smallest_bill} to {money.max_bet}."
    require_range("bet_limits", message, money.smallest_bill, money.max_bet, amount=amount)
    before = state.money[bet_account(seat)]
    require_cash(state, seat, amount - before)
    yield events.BetPlaced(seat, amount, action.on, covered=are_bets_covered(state))
    paid = yield from make_transfers(  # only the difference is moved
        state,
        Transfer(seat_account(seat), bet_account(seat), max(0, amount - before), "bet"),
        Transfer(bet_account(seat), seat_account(seat), max(0, before - amount), "bet_back"),
    )
    return replace(paid, bets=(*_others(state, seat), PlacedBet(seat, amount, action.on)))


def take_back_bet(state: State, action: TakeBackBet) -> Steps[State]:
    """Return a bet to its player."""
    state.require_phase("bets")
    others = _others(state, action.seat)
    if len(others) == len(state.bets):
        raise NotAllowed("no_bet", "There is no bet to remove.", seat=action.seat)
    area, seat = bet_account(action.seat), seat_account(action.seat)
    yield events.BetTakenBack(action.seat, state.money[area])
    paid = yield from make_transfers(state, Transfer(area, seat, state.money[area], "bet_back"))
    return replace(paid, bets=others)


def _others(state: State, seat: int) -> tuple[PlacedBet, ...]:
    return tuple(bet for bet in state.bets if bet.seat != seat)


def close_bets(state: State, action: CloseBets) -> Steps[State]:
    """Close betting before the cracker rolls."""
    state.require_phase("bets")
    yield events.BetsClosed()
    return (yield from _reveal_bets(state))


def are_bets_covered(state: State) -> bool:
    """Return whether the sides of the bets are secret now."""
    return state.options.bet_visibility == "secret_until_closed" and state.phase == "bets"


def _reveal_bets(state: State) -> Steps[State]:
    """Close betting and turn over covered bets."""
    for bet in state.bets if are_bets_covered(state) else ():
        yield events.BetRevealed(bet.seat, bet.amount, bet.yes_or_no)
    return replace(state, phase="crack")


def lay_die(state: State, action: LayDie) -> Steps[State]:
    """Lock a die on a place of the card."""
    state.require_turn(action.seat, state.cracker, "bets", "crack")
    slot, face, printed = action.slot, action.face, state.open_card.symbols
    if state.options.lock == "free":
        raise NotAllowed("no_lock", "At this table, any die can be rolled again.")
    if not 0 <= slot < DICE_COUNT:
        raise NotAllowed("no_such_slot", "A card has spaces 0 to 4.", slot=slot)
    if face not in Counter(state.dice) - Counter(cards.faces_of_laid_dice(state.laid_faces)):
        raise NotAllowed("no_such_die", f"No free die shows {face}.", face=face, dice=state.dice)
    laid, unplaced, symbol = state.laid_faces, state.unplaced_faces, printed[slot]
    after = cards.lay_by_hand(printed, laid, unplaced, slot, face, state.options)
    if after is None:
        said = f"A {face} does not fit {symbol} now."
        raise NotAllowed("does_not_fit", said, slot=slot, symbol=symbol, face=face)
    if face not in unplaced and len(state.locked_faces) == DICE_COUNT - 1:
        raise NotAllowed("last_die", "Leave at least one die to roll.", face=face)
    laid, unplaced = after
    yield events.DieLaid(_cracker(state), face, slot + 1, symbol)
    return replace(state, laid_faces=laid, unplaced_faces=unplaced)


def make_attempt(state: State, action: Throw) -> Steps[State]:
    """Make one attempt."""
    state.require_turn(action.seat, state.cracker, "bets", "crack")
    _check_throw(state, action)
    dice, (laid, unplaced) = (*action.kept, *action.thrown), _locked_after(state, action)
    state = yield from _reveal_bets(state)
    yield events.Rolled(_cracker(state), action.thrown, action.kept, state.attempts_left - 1)
    thrown = replace(
        state,
        dice=dice,
        kept_dice_count=len(action.kept),
        laid_faces=laid,
        unplaced_faces=unplaced,
        attempts_left=state.attempts_left - 1,
    )
    if cards.cracks_card(state.open_card.symbols, dice, state.options, laid):
        return (yield from settle_success(thrown))
    return thrown if thrown.attempts_left else (yield from settle_failure(thrown))


def _check_throw(state: State, action: Throw) -> None:
    require_dice_count(action, DICE_COUNT)
    require_kept_among(action.kept, state.dice)
    lifted = Counter(state.locked_faces) - Counter(action.kept)
    if lifted:
        faces, said = sorted(lifted.elements()), "Dice that were set aside cannot be rolled again."
        raise NotAllowed("locked", said, faces=faces, locked=state.locked_faces)
    if not may_keep(state, action.kept):
        raise NotAllowed("no_place", "These dice do not all fit the card.", faces=action.kept)


def may_keep(state: State, kept: Sequence[str]) -> bool:
    """Return whether dice that show `kept` may stay under the house rule `lock`."""
    if state.options.lock == "free":
        return True
    return not Counter(state.locked_faces) - Counter(kept) and cards.can_all_be_used(
        state.open_card.symbols, kept, state.options, state.laid_faces
    )


def _locked_after(state: State, action: Throw) -> tuple[LaidFaces, tuple[str, ...]]:
    """Return the laid and the unplaced faces after the roll."""
    if state.options.lock == "free":
        return state.laid_faces, ()
    printed = state.open_card.symbols
    set_aside = Counter[str](action.kept) - Counter(cards.faces_of_laid_dice(state.laid_faces))
    faces = [*set_aside.elements()]
    laid, unplaced = cards.lay_kept_dice(printed, state.laid_faces, faces, state.options)
    if state.options.lock == "until_cracked":
        laid = cards.lay_on_printed_numbers(printed, laid, action.thrown)
    return laid, unplaced


def stop_cracking(state: State, action: StopCracking) -> Steps[State]:
    """Let the cracker give up, which counts as a failure."""
    state.require_turn(action.seat, state.cracker, "bets", "crack")
    if not state.options.early_stop:
        raise NotAllowed("no_stopping", "Every attempt has to be used.")
    if not state.attempts_used:
        raise NotNow("throw_first", "Roll at least once first.")
    yield events.CrackerStopped(_cracker(state))
    return (yield from settle_failure(state))


# -- settlement --------------------------------------------------------------------------------


def settle_lucky_flash(state: State) -> Steps[State]:
    """Give the flipper, whose first roll cracked the card, prize and card."""
    seat, prize = state.flipper, state.open_card.prize
    yield events.LuckyFlash(seat, prize)
    paid = yield from make_transfers(
        state, Transfer("bank", seat_account(seat), prize, "lucky_flash")
    )
    return _hand_card(replace(paid, last_cracker=seat), seat)


def settle_success(state: State) -> Steps[State]:
    """Give a successful cracker stake, prize and card, then settle the bets."""
    cracker = _cracker(state)
    account = seat_account(cracker)
    yield events.CardCracked(cracker, state.attempts_left, state.open_card.prize)
    paid = yield from make_transfers(
        state,
        Transfer("stake", account, state.money["stake"], "stake_back"),
        Transfer("bank", account, state.open_card.prize, "prize"),
        *_bet_transfers(state, "yes"),
    )
    return _hand_card(paid, cracker)


def settle_failure(state: State) -> Steps[State]:
    """Take the stake of a cracker who failed, then settle the bets; the card is for sale again."""
    cracker = _cracker(state)
    yield events.CrackFailed(cracker)
    stake = Transfer("stake", "bank", state.money["stake"], "stake_lost")
    failed = replace(
        (yield from make_transfers(state, stake, *_bet_transfers(state, "no"))), bets=()
    )
    if not state.last_chance_called:
        return open_auction(failed)
    yield events.PlayerEliminated(cracker)
    return after_elimination(failed, cracker)


def _cracker(state: State) -> int:
    assert state.cracker is not None
    return state.cracker


def _bet_transfers(state: State, won: str) -> list[Transfer]:
    """Return the transfers of all bets, lost ones first, so that the bank can pay the winners."""
    losers, winners = [], []
    for bet in state.bets:
        area, seat = bet_account(bet.seat), seat_account(bet.seat)
        if bet.yes_or_no == won:
            winners.append(Transfer(area, seat, bet.amount, "bet_back"))
            winners.append(Transfer("bank", seat, bet.amount, "bet_won"))
        elif won == "yes" and state.options.bets_to_cracker:
            cracker = seat_account(_cracker(state))
            losers.append(Transfer(area, cracker, bet.amount, "bet_to_cracker"))
        else:
            losers.append(Transfer(area, "bank", bet.amount, "bet_lost"))
    return losers + winners


def _hand_card(state: State, seat: int) -> State:
    """Return the state after `seat` won the card: the next card is flipped, or the game is over."""
    player = state.seats[seat]
    owned = state.with_seat(seat, replace(player, won_cards=(*player.won_cards, state.open_card)))
    won = state.cards_out_of_deck + 1
    flipper = {
        "left_of_previous_flipper": state.next_active(state.flipper),
        "left_of_last_cracker": state.next_active(seat),
        "banker": _active(state, state.options.banker),
    }[state.options.next_flipper]
    return replace(
        owned,
        phase="over" if won >= state.options.cards_in_game else "flip",
        cards_out_of_deck=won,
        card=None,
        flipper=flipper,
        cracker=None,
        last_chance_called=False,
        bets=(),
        attempts_left=0,
    )


# -- people who leave or join ------------------------------------------------------------------


def leave(state: State, seat: int) -> Steps[State]:
    """Remove a player, whose money goes to the bank.

    If they were the cracker, the stake is lost, all bets are returned, and the card is auctioned
    again as it lies. The auction also restarts if they had the high bid or had to open.
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
    paid = yield from make_transfers(state, *transfers)
    left = replace(paid, bets=tuple(bets))
    buys = state.high_bid is not None and state.high_bid.seat == seat
    auction = after_elimination(left, seat)
    if cracks or buys or state.seat_that_must_open == seat or auction.phase == "over":
        return replace(auction, flipper=_next_flipper(auction))
    out = left.with_seat(seat, auction.seats[seat])
    return replace(out, flipper=_next_flipper(out))


def _next_flipper(state: State) -> int:
    flips = state.seats[state.flipper].in_game or state.phase not in ("flip", "roll")
    return state.flipper if flips else state.next_active(state.flipper)


def may_join(state: State) -> bool:
    """Return whether the bank has the money to deal to one more player."""
    money = state.money
    return "bank" in money.may_owe or money["bank"] >= state.options.money_of_edition.start_cash


def join(state: State, name: str) -> Steps[State]:
    """Add a player, who gets the starting money from the bank."""
    money, account = state.options.money_of_edition, seat_account(len(state.seats))
    deal = Transfer("bank", account, money.start_cash, "deal")
    purse = money.bill_counts(money.starting_bills)
    yield events.PaidInBills(deal, money.starting_bills[::-1], ())
    return replace(
        state,
        seats=(*state.seats, Seat(name)),
        money=state.money.after_transfers([deal]),
        purses=move_bills(state.purses, "bank", account, purse),
    )


# -- what may be done now ----------------------------------------------------------------------


def legal_choices(state: State) -> tuple[Choice, ...]:
    """Return what may be played now."""
    return tuple(_choices(state))


def _choices(state: State) -> Iterator[Choice]:
    match state.phase:
        case "flip":
            step, allowed = state.options.money_of_edition.smallest_bill, cards.printable_symbols
            symbols = ListOf(allowed(state.options), DICE_COUNT, DICE_COUNT, cards.LOOSE_JOKER)
            prize = IntRange(step, MAX_PRIZE_IN_SMALLEST_BILLS * step, step)
            attempts = IntRange(1, MAX_ATTEMPTS)
            yield Choice("flip", None, {"symbols": symbols, "prize": prize, "attempts": attempts})
        case "roll":
            yield Choice("roll", state.flipper, {"faces": ListOf(FACES, DICE_COUNT, DICE_COUNT)})
        case "auction":
            yield from _auction_choices(state)
        case "overbid" if state.high_bid is not None:
            yield Choice("eliminate", state.high_bid.seat)
        case "bets":
            yield from _bets_choices(state)
        case "crack":
            yield from _crack_choices(state)


def _auction_choices(state: State) -> Iterator[Choice]:
    if state.high_bid is not None:
        yield Choice("count", fields={"k": OneOf((state.auction_count + 1,))})
    seats = state.active_seats
    for seat in seats:
        yield from _bid_choice(state, seat)
    yield from (Choice("last_chance", seat) for seat in seats if state.may_call_last_chance(seat))
    yield from (Choice("pass", one) for one in seats if is_accepted(pass_(state, Pass(one))))
    if may_agree_on_no_bid(state):
        yield Choice("no_bid")


def _bid_choice(state: State, seat: int) -> Iterator[Choice]:
    low, step = lowest_bid(state, seat), state.options.money_of_edition.smallest_bill
    covered = state.options.overbid == "refuse_bid"
    high = state.cash_of(seat) if covered else _absurd_bid(state)
    if state.seat_that_must_open in (None, seat) and seat not in state.passed_seats and low <= high:
        yield Choice("bid", seat, {"amount": IntRange(low, high, step)})


def _bets_choices(state: State) -> Iterator[Choice]:
    step = state.options.money_of_edition.smallest_bill
    for seat in state.active_seats:
        if most := state.highest_bet(seat):
            amount = IntRange(step, most, step)
            yield Choice("bet", seat, {"amount": amount, "on": OneOf(("yes", "no"))})
    yield from (Choice("take_back", bet.seat) for bet in state.bets)
    yield Choice("close_bets")
    yield from _crack_choices(state)


def _crack_choices(state: State) -> Iterator[Choice]:
    yield from _throws_choices(state)
    yield from _lays_choices(state)
    if state.options.early_stop and state.attempts_used:
        yield Choice("stop", state.cracker)


def _throws_choices(state: State) -> Iterator[Choice]:
    """Yield one choice for each number of dice rolled: which stay, and what the others show."""
    for stay in range(len(state.dice) - 1, -1, -1) if state.dice else (0,):
        keeps = sorted(set(combinations(sorted(state.dice), stay)))
        allowed = tuple(kept for kept in keeps if may_keep(state, kept))
        if allowed:
            yield roll_choice(state.cracker, DICE_COUNT, allowed)


def _lays_choices(state: State) -> Iterator[Choice]:
    if state.options.lock == "free":
        return
    printed, laid, unplaced = state.open_card.symbols, state.laid_faces, state.unplaced_faces
    last = len(state.locked_faces) == DICE_COUNT - 1
    free = Counter(state.dice) - Counter(cards.faces_of_laid_dice(laid))
    loose = sorted(unplaced if last else free)
    for slot in range(DICE_COUNT):
        faces = tuple(
            face
            for face in dict.fromkeys(loose)
            if cards.lay_by_hand(printed, laid, unplaced, slot, face, state.options)
        )
        if faces:
            yield Choice("lay", state.cracker, {"slot": OneOf((slot,)), "face": OneOf(faces)})


RULES: Rules[State] = {
    Flip: flip_card,
    InitialRoll: roll,
    Bid: place_bid,
    CountHighBid: count_high_bid,
    CallLastChance: call_last_chance,
    Pass: pass_,
    NoBid: nobody_bids,
    Eliminate: eliminate,
    Bet: place_bet,
    TakeBackBet: take_back_bet,
    CloseBets: close_bets,
    LayDie: lay_die,
    Throw: make_attempt,
    StopCracking: stop_cracking,
}
