"""Each action as one short line for the log, ``Ana bids 210 000``, and back again.

Lines speak of the state in which the action was played: who flips, who cracks, what is counted. A
card's symbols are written in order, whatever order they were entered in.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from engine.core.action import Action
from engine.core.refusals import BadAction, Json
from engine.last_chance.actions import (
    ACTIONS,
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
from engine.last_chance.auction import free_cracker, nobody_bids
from engine.last_chance.cards import card_of
from engine.last_chance.state import State

_COUNTS = ("once", "twice", "three times: sold")


def line(state: State, action: Action) -> str:
    """Return `action`, as played in `state` (the state before it), as one readable line."""
    return _LINES[type(action)](state, action)


def public_action(state: State, action: Action) -> dict[str, Json]:
    """Return `action`, as played in `state`, as everybody may hear of it: JSON.

    What only the state knows is added (`seat`, whose act it is; the `amount` that is counted), and
    `on` is ``"secret"`` while a secret bet is covered.
    """
    more: dict[str, Json] = {}
    match action:
        case Flip() | Roll():
            more["seat"] = state.flipper
        case Lay() | Throw() | Stop():
            more["seat"] = state.cracker
        case Count() if state.high is not None:
            more |= {"seat": state.high.seat, "amount": state.high.amount}
        case Bet() if state.options.bet_visibility == "secret_until_closed":
            more["on"] = "secret"
    return {**action.to_json(), **more}


def parse_line(state: State, text: str) -> Action:
    """Return the action that `line` writes as `text` in `state`, allowed there or not.

    A secret bet (`bet_visibility`) is read if its side is added, ``Ana bets 50 000 on yes``; its
    own line does not tell it. Raises `BadAction`: ``secret_bet``, or ``unreadable`` if there is no
    such action.
    """
    said = text.strip()
    for action in _readings(state, said):
        if said in (line(state, action), _open_line(state, action)):
            return action
    if any(said == f"{seat.name}{bet}" for seat in state.seats for bet in _BETS.findall(said)):
        raise BadAction("secret_bet", f"{text!r} does not say which side is up.", line=text)
    raise BadAction("unreadable", f"{text!r} says nothing that happens here.", line=text)


def _open_line(state: State, action: Action) -> str | None:
    return _bet(state, action, secret=False) if isinstance(action, Bet) else None


def _readings(state: State, said: str) -> Iterator[Action]:
    """Yield every action that `said` might mean; some may say something else after all."""
    for number, seat in enumerate(state.seats):
        if said.startswith(f"{seat.name} "):
            yield from _matches(_BY_SEAT, said[len(seat.name) + 1 :], number)
    yield from _matches(_BY_TABLE, said, None)


def _matches(patterns: Mapping[str, str], said: str, seat: int | None) -> Iterator[Action]:
    for pattern, kind in patterns.items():
        found = re.fullmatch(pattern, said)
        if found is None:
            continue
        fields: dict[str, Json] = {"type": kind}
        if seat is not None and kind in _NAMES_SEAT:
            fields["seat"] = seat
        for name, value in found.groupdict("").items():
            fields[name] = _FIELDS[name](value)
        try:
            yield ACTIONS.parse(fields)
        except BadAction:
            continue


_AMOUNT = r"-?\d[\d ]*"
_BETS = re.compile(rf" bets {_AMOUNT}$")

_FIELDS: Mapping[str, Callable[[str], Json]] = MappingProxyType(
    {
        "symbols": str.split,
        "faces": str.split,
        "kept": str.split,
        "thrown": str.split,
        "prize": lambda text: int(text.replace(" ", "")),
        "amount": lambda text: int(text.replace(" ", "")),
        "attempts": int,
        "k": lambda text: int(text) if text.isdecimal() else _COUNTS.index(text) + 1,
        "slot": lambda text: int(text) - 1,
        "face": str,
        "on": str,
    }
)
_BY_SEAT: Mapping[str, str] = MappingProxyType(
    {
        rf"turns over (?P<symbols>.*), prize (?P<prize>{_AMOUNT}), (?P<attempts>-?\d+) attempts": (
            "flip"
        ),
        r"rolls (?P<faces>.*)": "roll",
        rf"bids (?P<amount>{_AMOUNT})": "bid",
        rf"counts {_AMOUNT} (?P<k>once|twice|three times: sold)": "count",
        r"calls (?:Last Chance|All In)": "last_chance",
        r"passes": "pass",
        r"cannot pay and is out": "eliminate",
        rf"bets (?P<amount>{_AMOUNT}) on (?P<on>\w+)": "bet",
        r"lays (?P<face>\d) on place (?P<slot>-?\d+), .": "lay",
        r"throws \d+: (?P<thrown>[\d ]*)(?:, kept (?P<kept>[\d ]*))?": "throw",
        r"gives up": "stop",
    }
)
_BY_TABLE: Mapping[str, str] = MappingProxyType(
    {
        r"Count (?P<k>\d+)": "count",
        r"Nobody bids: .*": "no_bid",
        r"The betting is closed(?:: .*)?": "close_bets",
    }
)
_NAMES_SEAT = frozenset({"bid", "last_chance", "pass", "eliminate", "bet"})


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
    match nobody_bids(state):
        case "reroll_all":
            return "Nobody bids: all dice are rolled again"
        case "discard_card_draw_new":
            return "Nobody bids: another card is turned over"
        case _:
            return f"Nobody bids: {_name(state, free_cracker(state))} tries for nothing"


def _eliminate(state: State, action: Eliminate) -> str:
    return f"{_name(state, action.seat)} cannot pay and is out"


def _bet(state: State, action: Bet, *, secret: bool | None = None) -> str:
    if secret is None:
        secret = state.options.bet_visibility == "secret_until_closed"
    side = "" if secret else f" on {action.on}"
    return f"{_name(state, action.seat)} bets {amount_text(action.amount)}{side}"


def _close_bets(state: State, action: CloseBets) -> str:
    sides = ", ".join(f"{_name(state, bet.seat)} {bet.on}" for bet in state.bets)
    shown = sides and state.options.bet_visibility == "secret_until_closed"
    return f"The betting is closed: {sides}" if shown else "The betting is closed"


def _lay(state: State, action: Lay) -> str:
    symbol = state.card.symbols[action.slot] if state.card and 0 <= action.slot < 5 else "?"
    return f"{_name(state, state.cracker)} lays {action.face} on place {action.slot + 1}, {symbol}"


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
