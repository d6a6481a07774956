"""Each action as one short line for the log, ``Ana plays 8♠, hearts``, and back again.

Lines speak of the state in which the action was played: who deals, whose turn it is, how many
cards are drawn. One table of forms serves both ways; what reads a line writes it again to be sure.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

from engine.core.action import Action
from engine.core.refusals import BadAction, Json
from engine.last_one.actions import (
    ACTIONS,
    Deal,
    Declare,
    Draw,
    EndMelee,
    NameSuit,
    Pass,
    Take,
    TurnUp,
)
from engine.last_one.cards import read, show
from engine.last_one.melee import needed
from engine.last_one.state import State

# How each action is said: {fields} as `_FIELDS` writes them, [parts] where their field is there.
_FORMS: Mapping[str, str] = MappingProxyType(
    {
        "deal": "{seat} deals {size} cards each",
        "take": "{seat} takes {card}",
        "turn_up": "{card} is turned up[{all_special}]",
        "declare": "{seat} declares the joker {face}",
        "name_suit": "{seat} names {suit}",
        "play": "{seat} plays {card}[ as {face}][, {suit}]",
        "draw_cards": "{seat} draws {cards}",
        "pass": "{seat} passes",
        "end_melee": "Nobody goes on with {needed}",
        "call_last_card": "{seat} calls last card",
        "close_call": "Nobody noticed in time",
        "fine": "{seat} is fined for {fault}",
        "hand_won": "{seat} is out of cards",
        "show": "{seat} shows {card}",
        "score": "{seat} scores {points}[{miscounted}]",
    }
)
_FAULTS = {"last_card": "a last card not called", "error": "an error"}
_UNSEEN = "a card"
_ALL_SPECIAL = ", all are special"
_MISCOUNTED = ", with another number of cards"


class _Field(NamedTuple):
    """How a field is written in a line, what it looks like there, and how it is read back."""

    write: Callable[[Any], str]
    pattern: str
    read: Callable[[str], Json] | None


_CARD = _Field(show, r"\S+?", read)
_NUMBER = _Field(str, r"-?\d{1,9}", int)
_FIELDS: Mapping[str, _Field] = MappingProxyType(
    {
        "card": _CARD,
        "face": _CARD,
        "suit": _Field(str, r"\w+", str),
        "size": _NUMBER,
        "points": _NUMBER,
        "all_special": _Field(lambda _: _ALL_SPECIAL, _ALL_SPECIAL, bool),
        "miscounted": _Field(lambda _: _MISCOUNTED, _MISCOUNTED, bool),
        "fault": _Field(
            _FAULTS.__getitem__, ".+", {said: fault for fault, said in _FAULTS.items()}.get
        ),
        # Known from the state, not from the action.
        "cards": _Field(str, r"\d+", None),
        "needed": _Field(show, r"\S+", None),
    }
)


def line(state: State, action: Action) -> str:
    """Return `action`, as played in `state` (the state before it), as one readable line.

    Raises `BadAction` (``unknown_action``) for an action of another game.
    """
    if ACTIONS.kinds.get(action.type) is not type(action):
        raise BadAction("unknown_action", f"Last One knows no {type(action).__name__}.")
    return _said(state, action, public_action(state, action))


def _open_line(state: State, action: Action) -> str:
    """Return the same line with what it keeps secret."""
    return _said(state, action, {**action.to_json(), **public_action(state, action)})


def _said(state: State, action: Action, heard: Mapping[str, Json]) -> str:
    there = {name for name, value in heard.items() if value is not None and value is not False}
    words = {"card": _UNSEEN}
    words |= {name: _FIELDS[name].write(heard[name]) for name in there & _FIELDS.keys()}
    words["seat"] = _name(state, heard.get("seat"))
    words["needed"] = show(needed(state.melee)) if state.melee else "it"
    whole = re.sub(r"\[(.*?)\]", lambda part: _if_there(part[1], words), _FORMS[action.type])
    return whole.format_map(words)


def _if_there(part: str, words: Mapping[str, str]) -> str:
    return part if all(name in words for name in re.findall(r"\{(\w+)\}", part)) else ""


def _name(state: State, seat: Json) -> str:
    if isinstance(seat, int) and 0 <= seat < len(state.seats):
        return state.seats[seat].name
    return "Somebody"


def public_action(state: State, action: Action) -> dict[str, Json]:
    """Return `action`, as played in `state`, as everybody may hear of it: JSON.

    What only the state knows is added: the `seat` whose act it is, and how many `cards` he draws.
    Which `card` is taken from the stock is left out: that is for who takes it.
    """
    heard = action.to_json()
    more: dict[str, Json] = {}
    match action:
        case Deal() | TurnUp() | Declare() | NameSuit():
            more["seat"] = state.dealer
        case Take():
            del heard["card"]
            more["seat"] = state.pending[0] if state.pending else None
        case Draw():
            more = {"seat": state.turn, "cards": min(state.owed or 1, state.available)}
        case Pass():
            more["seat"] = state.turn
        case EndMelee() if state.melee is not None:
            cards = min(state.melee.value, state.available)
            more = {"seat": state.melee.defender, "cards": cards}
    return {**heard, **more}


def parse_line(state: State, text: str) -> Action:
    """Return the action that `line` writes as `text` in `state`.

    A card from the stock is read if it is named, ``Ana takes K♠``; its own line does not. Raises
    `BadAction` (``unreadable``) if there is none. Whether the action is allowed is for `play` to
    say.
    """
    said = text.strip()
    for action in _readings(state, said):
        if said in (line(state, action), _open_line(state, action)):
            return action
    raise BadAction("unreadable", f"This says nothing here: {text}", line=text)


def _readings(state: State, text: str) -> Iterator[Action]:
    """Yield every action that `text` might mean; some may say something else after all."""
    for kind, form in _FORMS.items():
        for start, whose in _starts(state, kind, form):
            found = _pattern(form).fullmatch(text, len(start)) if text.startswith(start) else None
            if found is None:
                continue
            fields = {
                name: reader(value)
                for name, value in found.groupdict().items()
                if value is not None and (reader := _FIELDS[name].read) is not None
            }
            try:
                yield ACTIONS.parse({"type": kind, **whose, **fields})
            except BadAction:
                continue


def _starts(state: State, kind: str, form: str) -> Iterator[tuple[str, dict[str, Json]]]:
    """Yield how a line of this `kind` may begin, and whose act it is then, as the action says."""
    if form.startswith("{seat} "):
        for number, seat in enumerate(state.seats):
            yield f"{seat.name} ", {} if kind == "take" else {"seat": number}
        return
    defender = None if state.melee is None else state.melee.defender
    seats = {"turn_up": state.dealer, "end_melee": defender}
    yield "", {"seat": seats[kind]} if kind in seats else {}


@cache
def _pattern(form: str) -> re.Pattern[str]:
    """Return what a line of this `form` looks like after the name of the player."""
    rest = form.removeprefix("{seat} ").replace("[", "(?:").replace("]", ")?")
    return re.compile(
        re.sub(r"\{(\w+)\}", lambda field: f"(?P<{field[1]}>{_FIELDS[field[1]].pattern})", rest)
    )
