"""Each action as one short line for the log: ``Ana bids 210 000``, ``Ben throws 3: 2 2 6``."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from engine.core.action import Action
from engine.last_chance.actions import (
    Bet,
    Bid,
    CloseBets,
    Count,
    Eliminate,
    Flip,
    LastChance,
    Lay,
    NoBid,
    Pass,
    Roll,
    Stop,
    Throw,
)
from engine.last_chance.auction import free_cracker
from engine.last_chance.cards import card_of
from engine.last_chance.state import State

_COUNTS = ("once", "twice", "three times: sold")


def line(state: State, action: Action) -> str:
    """Return `action`, as played in `state` (the state before it), as one readable line."""
    return _LINES[type(action)](state, action)


def amount_text(amount: int) -> str:
    """Return `amount` in groups of three digits: ``210 000``."""
    return f"{amount:,}".replace(",", " ")


def _name(state: State, seat: int | None) -> str:
    known = seat is not None and 0 <= seat < len(state.seats)
    return state.seats[seat].name if known and seat is not None else "Somebody"


def _flip(state: State, action: Flip) -> str:
    card = card_of(action)
    return (
        f"{_name(state, state.flipper)} turns over {' '.join(card.symbols)}, "
        f"prize {amount_text(card.prize)}, {card.attempts} attempts"
    )


def _roll(state: State, action: Roll) -> str:
    return f"{_name(state, state.flipper)} rolls {' '.join(action.faces)}"


def _bid(state: State, action: Bid) -> str:
    return f"{_name(state, action.seat)} bids {amount_text(action.amount)}"


def _count(state: State, action: Count) -> str:
    if state.high is None or not 1 <= action.k <= len(_COUNTS):
        return f"Count {action.k}"
    counted = _COUNTS[action.k - 1]
    return f"{_name(state, state.high.seat)} counts {amount_text(state.high.amount)} {counted}"


def _last_chance(state: State, action: LastChance) -> str:
    call = {"last_chance": "Last Chance", "all_in": "All In"}[state.options.cash.call]
    return f"{_name(state, action.seat)} calls {call}"


def _pass(state: State, action: Pass) -> str:
    return f"{_name(state, action.seat)} passes"


def _no_bid(state: State, action: NoBid) -> str:
    if state.options.no_bid == "reroll_all":
        return "Nobody bids: all dice are rolled again"
    if state.options.no_bid == "discard_card_draw_new":
        return "Nobody bids: another card is turned over"
    return f"Nobody bids: {_name(state, free_cracker(state))} tries for nothing"


def _eliminate(state: State, action: Eliminate) -> str:
    return f"{_name(state, action.seat)} cannot pay and is out"


def _bet(state: State, action: Bet) -> str:
    side = f" on {action.on}" if state.options.bet_visibility == "open" else ""
    return f"{_name(state, action.seat)} bets {amount_text(action.amount)}{side}"


def _close_bets(state: State, action: CloseBets) -> str:
    sides = ", ".join(f"{_name(state, bet.seat)} {bet.on}" for bet in state.bets)
    shown = sides and state.options.bet_visibility == "secret_until_closed"
    return f"The betting is closed: {sides}" if shown else "The betting is closed"


def _lay(state: State, action: Lay) -> str:
    symbol = state.card.symbols[action.slot] if state.card and 0 <= action.slot < 5 else "?"
    return f"{_name(state, state.cracker)} lays {action.face} on {symbol}"


def _throw(state: State, action: Throw) -> str:
    thrown = f"{_name(state, state.cracker)} throws {len(action.thrown)}: {' '.join(action.thrown)}"
    return f"{thrown}, kept {' '.join(action.kept)}" if action.kept else thrown


def _stop(state: State, action: Stop) -> str:
    return f"{_name(state, state.cracker)} gives up"


_LINES: Mapping[type[Action], Callable[[State, Any], str]] = MappingProxyType(
    {
        Flip: _flip,
        Roll: _roll,
        Bid: _bid,
        Count: _count,
        LastChance: _last_chance,
        Pass: _pass,
        NoBid: _no_bid,
        Eliminate: _eliminate,
        Bet: _bet,
        CloseBets: _close_bets,
        Lay: _lay,
        Throw: _throw,
        Stop: _stop,
    }
)
