"""Each action as one short line for the log, ``Ana plays 8♠, hearts``, and back again.

Lines speak of the state in which the action was played: who deals, whose turn it is, how many
cards are drawn.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from engine.core.action import Action
from engine.core.refusals import BadAction, Json
from engine.last_one.actions import (
    ACTIONS,
    CallLastCard,
    CloseCall,
    Deal,
    Declare,
    Draw,
    EndMelee,
    Fine,
    HandWon,
    NameSuit,
    Pass,
    Play,
    Score,
    Show,
    Take,
    TurnUp,
)
from engine.last_one.cards import read, show
from engine.last_one.melee import needed
from engine.last_one.state import State


def line(state: State, action: Action) -> str:
    """Return `action`, as played in `state` (the state before it), as one readable line.

    Raises `BadAction` (``unknown_action``) for an action of another game.
    """
    write = _LINES.get(type(action))
    if write is None:
        raise BadAction("unknown_action", f"Last One knows no {type(action).__name__}.")
    return write(state, action)


def told(state: State, action: Action) -> dict[str, Json]:
    """Return `action`, as played in `state`, as everybody may hear of it: JSON.

    What only the state knows is added: the `seat` whose act it is, and how many `cards` he draws.
    """
    more: dict[str, Json] = {}
    match action:
        case Deal() | TurnUp() | Declare() | NameSuit():
            more["seat"] = state.dealer
        case Take() if state.pending:
            more["seat"] = state.pending[0]
        case Draw():
            more = {"seat": state.turn, "cards": _drawn(state)}
        case Pass():
            more["seat"] = state.turn
        case EndMelee() if state.melee is not None:
            cards = min(state.melee.value, state.available)
            more = {"seat": state.melee.defender, "cards": cards}
    return {**action.to_json(), **more}


def parse_line(state: State, text: str) -> Action:
    """Return the action that `line` writes as `text` in `state`.

    Raises `BadAction` (``unreadable``) if there is none. Whether the action is allowed is for
    `play` to say.
    """
    said = text.strip()
    for action in _readings(state, said):
        if line(state, action) == said:
            return action
    raise BadAction("unreadable", f"This says nothing here: {text}", line=text)


def _readings(state: State, text: str) -> Iterator[Action]:
    """Yield every action that `text` might mean; some may say something else after all."""
    for number, seat in enumerate(state.seats):
        if text.startswith(f"{seat.name} "):
            yield from _matches(_BY_SEAT, text[len(seat.name) + 1 :], {"seat": number})
    for kind, pattern in _BY_TABLE.items():
        yield from _matches({pattern: kind}, text, _nobody_named(state, kind))


def _nobody_named(state: State, kind: str) -> dict[str, Json]:
    """Return the `seat` of an act of the table whose line names nobody."""
    defender = None if state.melee is None else state.melee.defender
    seats = {"turn_up": state.dealer, "end_melee": defender}
    return {"seat": seats[kind]} if kind in seats else {}


def _matches(patterns: Mapping[str, str], text: str, whose: Mapping[str, Json]) -> Iterator[Action]:
    for pattern, kind in patterns.items():
        found = re.fullmatch(pattern, text)
        if found is None:
            continue
        fields: dict[str, Json] = {"type": kind, **({} if kind == "take" else whose)}
        for name, value in found.groupdict().items():
            if value is not None:
                fields[name] = _FIELDS[name](value)
        try:
            yield ACTIONS.parse(fields)
        except BadAction:
            continue


_FAULTS = {"last_card": "a last card not called", "error": "an error"}

_FIELDS: Mapping[str, Callable[[str], Json]] = MappingProxyType(
    {
        "card": read,
        "face": read,
        "suit": str,
        "all_special": bool,
        "size": int,
        "points": int,
        "fault": {said: fault for fault, said in _FAULTS.items()}.get,
    }
)
_BY_SEAT: Mapping[str, str] = MappingProxyType(
    {
        r"deals (?P<size>-?\d{1,9}) cards each": "deal",
        r"takes (?P<card>\S+)": "take",
        r"declares the joker (?P<face>\S+)": "declare",
        r"names (?P<suit>\w+)": "name_suit",
        r"plays (?P<card>\S+?)(?: as (?P<face>\S+?))?(?:, (?P<suit>\w+))?": "play",
        r"draws \d+": "draw_cards",
        r"passes": "pass",
        r"calls last card": "call_last_card",
        r"is fined for (?P<fault>.+)": "fine",
        r"is out of cards": "hand_won",
        r"shows (?P<card>\S+)": "show",
        r"scores (?P<points>-?\d{1,9})": "score",
    }
)
_BY_TABLE: Mapping[str, str] = MappingProxyType(
    {
        "turn_up": r"(?P<card>\S+) is turned up(?P<all_special>, all are special)?",
        "end_melee": r"Nobody goes on with \S+",
        "close_call": r"Nobody noticed in time",
    }
)


def _name(state: State, seat: int | None) -> str:
    known = seat is not None and 0 <= seat < len(state.seats)
    return state.seats[seat].name if known and seat is not None else "Somebody"


def _deal(state: State, action: Deal) -> str:
    return f"{_name(state, state.dealer)} deals {action.size} cards each"


def _take(state: State, action: Take) -> str:
    seat = state.pending[0] if state.pending else None
    return f"{_name(state, seat)} takes {show(action.card)}"


def _turn_up(state: State, action: TurnUp) -> str:
    why = ", all are special" if action.all_special else ""
    return f"{show(action.card)} is turned up{why}"


def _declare(state: State, action: Declare) -> str:
    return f"{_name(state, state.dealer)} declares the joker {show(action.face)}"


def _name_suit(state: State, action: NameSuit) -> str:
    return f"{_name(state, state.dealer)} names {action.suit}"


def _play(state: State, action: Play) -> str:
    face = f" as {show(action.face)}" if action.face else ""
    suit = f", {action.suit}" if action.suit else ""
    return f"{_name(state, action.seat)} plays {show(action.card)}{face}{suit}"


def _draw(state: State, action: Draw) -> str:
    return f"{_name(state, state.turn)} draws {_drawn(state)}"


def _drawn(state: State) -> int:
    return min(state.owed or 1, state.available)


def _pass(state: State, action: Pass) -> str:
    return f"{_name(state, state.turn)} passes"


def _end_melee(state: State, action: EndMelee) -> str:
    return f"Nobody goes on with {show(needed(state.melee)) if state.melee else 'it'}"


def _call_last_card(state: State, action: CallLastCard) -> str:
    return f"{_name(state, action.seat)} calls last card"


def _close_call(state: State, action: CloseCall) -> str:
    return "Nobody noticed in time"


def _fine(state: State, action: Fine) -> str:
    return f"{_name(state, action.seat)} is fined for {_FAULTS[action.fault]}"


def _hand_won(state: State, action: HandWon) -> str:
    return f"{_name(state, action.seat)} is out of cards"


def _show(state: State, action: Show) -> str:
    return f"{_name(state, action.seat)} shows {show(action.card)}"


def _score(state: State, action: Score) -> str:
    return f"{_name(state, action.seat)} scores {action.points}"


_LINES: Mapping[type[Action], Callable[[State, Any], str]] = MappingProxyType(
    {
        Deal: _deal,
        Take: _take,
        TurnUp: _turn_up,
        Declare: _declare,
        NameSuit: _name_suit,
        Play: _play,
        Draw: _draw,
        Pass: _pass,
        EndMelee: _end_melee,
        CallLastCard: _call_last_card,
        CloseCall: _close_call,
        Fine: _fine,
        HandWon: _hand_won,
        Show: _show,
        Score: _score,
    }
)
