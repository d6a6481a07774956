"""What a human banker would say now (Rules §5), as codes and figures.

First what must be done, then what just happened, then warnings. Bills are lists of
``[denomination, count]``. Codes, with seat and figures:

``flip`` who turns a card over: `cards_left` · ``deal`` at the start: `cash`, `bills` for each, the
`bank` and its `bank_bills` · ``first_roll`` · ``open_bidding``: `min`, `may_pass` · ``bidding``:
`min` · ``nobody_bids`` if nothing is bid: `rule`, `seat` who would try for free · ``count`` the
bidder counts: `next`, `amount`, `seconds` (null: by hand) · ``own_bid`` he raised himself ·
``cannot_pay`` and ``overbid`` (to be confirmed): `bid`, `cash`, `short`, `to_bank` · ``stake`` to
lay beside the card: `amount`, `bills`, `last_chance` · ``bets``: `min`, `max`, `seats` that may ·
``throw``: `attempts_left`, `attempts`, `needs` · ``lay`` which dice may be laid: `faces` ·
``lucky_flash``: `prize`, `bills` · ``cracked`` · ``failed`` · ``eliminated`` · ``no_bid`` ·
``settle``: `lines` of the settlement to tick off · ``unusual_card``: `prize`, `attempts`, the
ranges seen · ``bank_owes``: `amount` of the IOU · ``bank_empty`` · ``game_over``: `winners`
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from engine.core.game import Prompt, winners
from engine.core.refusals import Json
from engine.last_chance.auction import (
    free_cracker,
    lowest_bid,
    may_agree_on_no_bid,
    no_bid_rule,
)
from engine.last_chance.legal import legal
from engine.last_chance.lock import on_card
from engine.last_chance.ranking import ranking
from engine.last_chance.state import Phase, State


def prompts(state: State) -> tuple[Prompt, ...]:
    """Return what a banker would say now, the most urgent first."""
    return (*_NEEDED[state.phase](state), *_happened(state), *_warnings(state))


def _flip(state: State) -> Iterator[Prompt]:
    yield Prompt("flip", state.flipper, {"cards_left": state.options.cards_in_game - state.won})
    if not state.turned:
        money = state.options.cash
        figures: dict[str, Json] = {
            "cash": money.start_cash,
            "bills": money.bills,
            "bank": state.money["bank"],
            "bank_bills": money.left_in_bank(len(state.seats)),
        }
        yield Prompt("deal", None, figures)


def _roll(state: State) -> Iterator[Prompt]:
    yield Prompt("first_roll", state.flipper)


def _auction(state: State) -> Iterator[Prompt]:
    if state.high is not None:
        yield Prompt(
            "count",
            state.high.seat,
            {
                "next": state.count + 1,
                "amount": state.high.amount,
                "seconds": state.options.seconds,
            },
        )
        if state.high.own:
            yield Prompt("own_bid", state.high.seat, {"amount": state.high.amount})
        if state.high.amount > state.cash(state.high.seat):
            yield _short("cannot_pay", state)
    elif state.opener is not None:
        may_pass = state.options.opener == "banker"
        figures: dict[str, Json] = {"min": lowest_bid(state, state.opener), "may_pass": may_pass}
        yield Prompt("open_bidding", state.opener, figures)
    else:
        yield Prompt("bidding", None, {"min": state.options.lowest_bid})
        if may_agree_on_no_bid(state):
            rule: dict[str, Json] = {"rule": no_bid_rule(state), "seat": free_cracker(state)}
            yield Prompt("nobody_bids", None, rule)


def _short(code: str, state: State) -> Prompt:
    assert state.high is not None
    cash = state.cash(state.high.seat)
    figures: dict[str, Json] = {
        "bid": state.high.amount,
        "cash": cash,
        "short": state.high.amount - cash,
        "to_bank": cash if state.options.elim_cash == "to_bank" else 0,
    }
    return Prompt(code, state.high.seat, figures)


def _overbid(state: State) -> Iterator[Prompt]:
    yield _short("overbid", state)


def _bets(state: State) -> Iterator[Prompt]:
    money, stake = state.options.cash, state.money["stake"]
    figures: dict[str, Json] = {
        "amount": stake,
        "bills": money.change(stake),
        "last_chance": state.last_chance,
    }
    yield Prompt("stake", state.cracker, figures)
    placed = [bet.seat for bet in state.bets]
    may_bet = [choice.seat for choice in legal(state) if choice.type == "bet"]
    waiting = [seat for seat in may_bet if seat not in placed]
    if waiting:
        yield Prompt("bets", None, {"min": money.step, "max": money.bet_max, "seats": waiting})
    yield from _crack(state)


def _crack(state: State) -> Iterator[Prompt]:
    card = state.open_card
    yield Prompt(
        "throw",
        state.cracker,
        {
            "attempts_left": state.attempts_left,
            "attempts": card.attempts,
            "needs": state.missing_faces,
        },
    )
    if any(choice.type == "lay" for choice in legal(state)):
        loose = Counter(state.dice) - Counter(on_card(state.laid))
        yield Prompt("lay", state.cracker, {"faces": sorted(loose.elements())})


def _over(state: State) -> Iterator[Prompt]:
    yield Prompt("game_over", None, {"winners": winners(ranking(state))})


def _happened(state: State) -> Iterator[Prompt]:
    outcome = state.outcome
    if outcome is not None:
        yield Prompt(outcome.kind, outcome.seat, _outcome_figures(state))
        if outcome.kind == "failed" and outcome.seat not in state.active:
            yield Prompt("eliminated", outcome.seat)
        if state.settlement:
            yield Prompt("settle", None, {"lines": len(state.settlement)})


def _outcome_figures(state: State) -> dict[str, Json]:
    prize = sum(move.amount for move in state.settlement if move.reason == "lucky_flash")
    return {"prize": prize, "bills": state.options.cash.change(prize)} if prize else {}


def _warnings(state: State) -> Iterator[Prompt]:
    money, card, bank = state.options.cash, state.card, state.money["bank"]
    if card is not None and state.phase in ("roll", "auction"):
        (least, most), (fewest, many) = money.prizes, money.attempts
        if not (least <= card.prize <= most and fewest <= card.attempts <= many):
            yield Prompt(
                "unusual_card",
                None,
                {
                    "prize": card.prize,
                    "prizes": money.prizes,
                    "attempts": card.attempts,
                    "attempts_seen": money.attempts,
                },
            )
    if bank < 0:
        yield Prompt("bank_owes", None, {"amount": -bank})
    elif bank == 0:
        yield Prompt("bank_empty")


_NEEDED: Mapping[Phase, Callable[[State], Iterator[Prompt]]] = {
    "flip": _flip,
    "roll": _roll,
    "auction": _auction,
    "overbid": _overbid,
    "bets": _bets,
    "crack": _crack,
    "over": _over,
}
