"""What a human banker would ask now (Rules §5), as codes and figures.

First what must be done, then warnings. Bills are lists of ``[denomination, count]``. Codes, with
seat and figures:

``flip`` who turns a card over: `cards_left` · ``deal`` at the start: `cash`, `bills` for each, the
`bank` · ``first_roll`` · ``open_bidding``: `min` · ``bidding``: `min` · ``nobody_bids`` if nothing
is bid: `rule`, `seat` who would try for free · ``count`` the bidder counts: `next`, `amount`,
`seconds` (null: by hand) · ``cannot_pay`` and ``overbid`` (to be confirmed): `bid`, `cash`,
`short`, `to_bank`, `bills` · ``stake`` to lay beside the card: `amount`, `bills`, `last_chance` ·
``bets``: `min`, `max`, `seats` that may ·
``throw``: `attempts_left`, `attempts`, `needs` · ``lay`` which dice may be laid: `faces` ·
``unusual_card`` its prize or
attempts were never seen on one · ``card_again`` it lay open before in this game · ``bank_owes``:
`amount` of the IOU · ``game_over``: `winners`
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from engine.core.game_rules import BankerPrompt
from engine.core.ledger import seat_account
from engine.core.places import winners
from engine.core.refusals import Json
from engine.last_chance import auction
from engine.last_chance.legal import legal_choices
from engine.last_chance.lock import faces_of_laid_dice
from engine.last_chance.ranking import ranking
from engine.last_chance.state import Phase, State


def banker_prompts(state: State) -> tuple[BankerPrompt, ...]:
    """Return what a banker would say now, the most urgent first."""
    return (*_NEEDED[state.phase](state), *_warnings(state))


def _flip(state: State) -> Iterator[BankerPrompt]:
    yield BankerPrompt(
        "flip", state.flipper, {"cards_left": state.options.cards_in_game - state.cards_out_of_deck}
    )
    if not state.cards_turned_over:
        money = state.options.money_of_edition
        figures: dict[str, Json] = {
            "cash": money.start_cash,
            "bills": money.starting_bills,
            "bank": state.money["bank"],
        }
        yield BankerPrompt("deal", None, figures)


def _roll(state: State) -> Iterator[BankerPrompt]:
    yield BankerPrompt("first_roll", state.flipper)


def _auction(state: State) -> Iterator[BankerPrompt]:
    if state.high_bid is not None:
        yield BankerPrompt(
            "count",
            state.high_bid.seat,
            {
                "next": state.auction_count + 1,
                "amount": state.high_bid.amount,
                "seconds": state.options.seconds_between_counts,
            },
        )
        if state.high_bid.amount > state.cash_of(state.high_bid.seat):
            yield _short("cannot_pay", state)
    elif state.seat_that_must_open is not None:
        opener = state.seat_that_must_open
        yield BankerPrompt("open_bidding", opener, {"min": auction.lowest_bid(state, opener)})
    else:
        yield BankerPrompt("bidding", None, {"min": state.options.lowest_bid})
        if auction.may_agree_on_no_bid(state):
            rule: dict[str, Json] = {
                "rule": auction.no_bid_rule(state),
                "seat": auction.cracker_when_nobody_bids(state),
            }
            yield BankerPrompt("nobody_bids", None, rule)


def _short(code: str, state: State) -> BankerPrompt:
    assert state.high_bid is not None
    cash = state.cash_of(state.high_bid.seat)
    figures: dict[str, Json] = {
        "bid": state.high_bid.amount,
        "cash": cash,
        "short": state.high_bid.amount - cash,
        "to_bank": cash if state.options.elim_cash == "to_bank" else 0,
        "bills": state.bills_of(seat_account(state.high_bid.seat)),
    }
    return BankerPrompt(code, state.high_bid.seat, figures)


def _overbid(state: State) -> Iterator[BankerPrompt]:
    yield _short("overbid", state)


def _bets(state: State) -> Iterator[BankerPrompt]:
    money, stake = state.options.money_of_edition, state.money["stake"]
    figures: dict[str, Json] = {
        "amount": stake,
        "bills": state.bills_of("stake"),
        "last_chance": state.last_chance_called,
    }
    yield BankerPrompt("stake", state.cracker, figures)
    placed = [bet.seat for bet in state.bets]
    may_bet = [choice.seat for choice in legal_choices(state) if choice.type == "bet"]
    waiting = [seat for seat in may_bet if seat not in placed]
    if waiting:
        yield BankerPrompt(
            "bets", None, {"min": money.smallest_bill, "max": money.max_bet, "seats": waiting}
        )
    yield from _crack(state)


def _crack(state: State) -> Iterator[BankerPrompt]:
    card = state.open_card
    yield BankerPrompt(
        "throw",
        state.cracker,
        {
            "attempts_left": state.attempts_left,
            "attempts": card.attempts,
            "needs": state.missing_faces,
        },
    )
    if any(choice.type == "lay" for choice in legal_choices(state)):
        loose = Counter(state.dice) - Counter(faces_of_laid_dice(state.laid_faces))
        yield BankerPrompt("lay", state.cracker, {"faces": sorted(loose.elements())})


def _over(state: State) -> Iterator[BankerPrompt]:
    yield BankerPrompt("game_over", None, {"winners": winners(ranking(state))})


def _warnings(state: State) -> Iterator[BankerPrompt]:
    money, card, bank = state.options.money_of_edition, state.card, state.money["bank"]
    if card is not None and state.phase in ("roll", "auction"):
        (least, most), (fewest, many) = money.prize_range, money.attempts_range
        if not (least <= card.prize <= most and fewest <= card.attempts <= many):
            yield BankerPrompt("unusual_card")
        puts_back = state.options.no_bid == "discard_card_draw_new"
        if card in state.cards_turned_over[:-1] and not puts_back:
            yield BankerPrompt("card_again")
    if bank < 0:
        yield BankerPrompt("bank_owes", None, {"amount": -bank})


_NEEDED: Mapping[Phase, Callable[[State], Iterator[BankerPrompt]]] = {
    "flip": _flip,
    "roll": _roll,
    "auction": _auction,
    "overbid": _overbid,
    "bets": _bets,
    "crack": _crack,
    "over": _over,
}
