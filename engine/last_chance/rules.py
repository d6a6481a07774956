"""The rules of Last Chance: `begin`, and what plays each action (Rules §1).

Stable codes of refusals, with their figures:

=====================  ====================================================================
``game_over``          nothing can be played any more
``wrong_phase``        not this action now: `phase`, `phases` it belongs to
``no_such_seat``       `seat`
``eliminated``         the player is out: `seat`, `name`
``bad_symbols``        not five symbols of this edition: `symbols`, `allowed`
``only_jokers``        any dice would crack a card of five J
``bad_prize``          no multiple of the smallest bill or beyond reason: `prize`, `min max step`
``bad_attempts``       `attempts`, `min`, `max`
``dice_count``         not five dice in all, or none thrown: `kept`, `thrown`
``throw_all``          the first roll takes all five dice: `kept`
``bid_step``           `amount` is no multiple of `step`; likewise ``bet_step``
``bid_too_low``        `amount`, `min`
``bid_too_high``       `amount`, `max` (ten times the money of the box)
``not_enough_cash``    `seat` has `cash`, not `amount`
``opener_first``       `seat` must open the bidding
``must_open``          `seat` may bid 0, but not pass
``has_passed``         `seat` is out of this auction
``no_passing``         this table needs no passing: `seat`
``own_high_bid``       the highest bidder cannot pass: `seat`
``no_bid_yet``         there is nothing to count
``wrong_count``        `k`, `next`
``last_chance_off``    house rule
``last_chance_spent``  `seat` has `called` it often enough
``there_is_a_bid``     `seat` has bid, so it is not true that nobody does
``we_wait``            house rule: until somebody bids
``not_the_buyer``      `seat` is not who bid too much
``own_bet``            `seat` is the cracker
``no_bet``             `seat` has none to take back
``bet_limits``         `amount`, `min`, `max`
``no_lock``            house rule: dice are free
``no_such_slot``       `slot`
``no_such_die``        no free die shows `face`: `dice`
``does_not_fit``       `face` cannot be laid on `symbol` at `slot`
``last_die``           `face` is that of the only die that may still be thrown
``not_there``          `faces` were said to be kept, but `dice` did not show them
``locked``             `faces` were set aside: all `locked`
``no_place``           `faces` cannot all be part of what cracks the card
``no_stopping``        house rule
``throw_first``        no giving up before the first throw
``not_your_turn``      `seat` is named, and it is the act of `turn`
``no_dice``            no dice are awaited: `phase`
=====================  ====================================================================
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from engine.core.action import Action
from engine.core.checks import require_range, require_turn
from engine.core.event import Steps
from engine.core.frozen import replace
from engine.core.ledger import Ledger, Transfer, seat_account
from engine.core.refusals import BadSetup, NotAllowed
from engine.last_chance import actions, auction, crack, lock, settle
from engine.last_chance.bills import Payment
from engine.last_chance.cards import card_from_flip
from engine.last_chance.combination import DICE_COUNT, check_symbols, cracks_card
from engine.last_chance.events import AuctionOpened, CardFlipped, Rolled
from engine.last_chance.options import Options
from engine.last_chance.state import NO_FACES_LAID, Seat, State, paid_event, require_phase

MAX_ATTEMPTS = 9
"""More attempts than any card gives; a card beyond this is a slip of the finger."""

MAX_PRIZE_IN_SMALLEST_BILLS = 100
"""The highest prize that is accepted, in smallest bills."""


def begin(names: Sequence[str], first_seat: int, options: Options) -> Steps[State]:
    """Return the first state: the money is dealt, `first_seat` flips.

    Raises `BadSetup` ``bad_option`` if nobody sits at the banker's seat.
    """
    if options.banker >= len(names):
        raise BadSetup(
            "bad_option", "Nobody sits at the banker's seat.", option="banker", high=len(names) - 1
        )
    may_owe = frozenset({"bank"} if options.bank_limit == "unlimited" else ())
    money = Ledger(MappingProxyType({"bank": options.money_of_edition.total}), may_owe)
    state = State(
        options=options, seats=tuple(Seat(name) for name in names), money=money, flipper=first_seat
    )
    cash, seats = options.money_of_edition, [seat_account(seat) for seat in range(len(names))]
    deals = [Transfer("bank", seat, cash.start_cash, "deal") for seat in seats]
    purse = cash.bill_counts(cash.starting_bills)
    purses = {
        "bank": cash.bill_counts(cash.bills_left_in_bank(len(names))),
        **dict.fromkeys(seats, purse),
    }
    for deal in deals:
        yield paid_event(Payment(deal, purse, (0,) * len(purse)), cash.denominations)
    return replace(state, money=state.money.after_transfers(deals), purses=purses)


def flip_card(state: State, action: actions.Flip) -> Steps[State]:
    """Turn a card over."""
    require_phase(state, "flip")
    _check_card(state.options, action)
    card = card_from_flip(action)
    yield CardFlipped(state.flipper, card.symbols, card.prize, card.attempts)
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
    return turned if state.options.initial_roll else auction.open_auction(turned)


def _check_card(options: Options, action: actions.Flip) -> None:
    check_symbols(action.symbols, options)
    step = options.money_of_edition.smallest_bill
    if not step <= action.prize <= MAX_PRIZE_IN_SMALLEST_BILLS * step or action.prize % step:
        raise NotAllowed(
            "bad_prize",
            f"A prize is a multiple of {step} up to {MAX_PRIZE_IN_SMALLEST_BILLS * step}.",
            prize=action.prize,
            min=step,
            max=MAX_PRIZE_IN_SMALLEST_BILLS * step,
            step=step,
        )
    message = f"A card gives 1 to {MAX_ATTEMPTS} attempts."
    require_range("bad_attempts", message, 1, MAX_ATTEMPTS, attempts=action.attempts)


def roll(state: State, action: actions.Roll) -> Steps[State]:
    """Take the first five dice: a lucky flash, or the card is up for sale."""
    require_phase(state, "roll")
    require_turn(action.seat, state.flipper)
    if len(action.faces) != DICE_COUNT:
        raise NotAllowed(
            "dice_count", "The first roll takes five dice.", kept=0, thrown=len(action.faces)
        )
    yield Rolled(state.flipper, action.faces)
    rolled = replace(
        state,
        first_roll_count=state.first_roll_count + 1,
        dice=action.faces,
        kept_dice_count=0,
    )
    if cracks_card(state.open_card.symbols, action.faces, state.options):
        return (yield from settle.settle_lucky_flash(rolled))
    yield AuctionOpened()
    if state.options.lock == "until_cracked":
        rolled = replace(
            rolled,
            laid_faces=lock.lay_on_printed_numbers(
                rolled.open_card.symbols, NO_FACES_LAID, action.faces
            ),
        )
    return auction.open_auction(rolled)


RULES: Mapping[type[Action], Callable[[State, Any], Steps[State]]] = {
    actions.Flip: flip_card,
    actions.Roll: roll,
    actions.Bid: auction.place_bid,
    actions.Count: auction.count_high_bid,
    actions.LastChance: auction.call_last_chance,
    actions.Pass: auction.pass_,
    actions.NoBid: auction.nobody_bids,
    actions.Eliminate: auction.eliminate,
    actions.Bet: crack.place_bet,
    actions.TakeBack: crack.take_back_bet,
    actions.CloseBets: crack.close_bets,
    actions.Lay: crack.lay_die,
    actions.Throw: crack.throw_dice,
    actions.Stop: crack.stop_cracking,
}
