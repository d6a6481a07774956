"""Each action as one short line for the log, and back: ``Ana draws 7``, ``Ana banks 9 from Ben``.

The others: ``Ana gets 3`` (her first card), ``Ben is the oldest``, ``Ana banks own 4``.
"""

from collections.abc import Iterator

from engine.core.action import Action
from engine.core.refusals import BadAction, Json
from engine.jour_de_chance.actions import BankCard, DealCard, DrawCard, Oldest
from engine.jour_de_chance.cards import VALUES
from engine.jour_de_chance.state import State


def line(state: State, action: Action) -> str:
    """Return `action`, as played in `state` (the state before it), as one readable line."""
    mover = _name(state, state.turn)
    match action:
        case DealCard(card, _):
            return f"{_name(state, state.next_dealt)} gets {card}"
        case Oldest(seat):
            return f"{_name(state, seat)} is the oldest"
        case DrawCard(card, _):
            return f"{mover} draws {card}"
        case BankCard(owner, card, _):
            return f"{mover} banks " + (
                f"own {card}" if owner == state.turn else f"{card} from {_name(state, owner)}"
            )
    raise BadAction("unknown_action", f"Jour de Chance knows no {type(action).__name__}.")


def public_action(state: State, action: Action) -> dict[str, Json]:
    """Return `action`, as played in `state`, as JSON with the `seat` whose act it is."""
    match action:
        case DealCard():
            seat = state.next_dealt
        case Oldest(oldest):
            seat = oldest
        case _:
            seat = state.turn
    return {**action.to_json(), "seat": seat}


def parse_line(state: State, text: str) -> Action:
    """Return the action that `line` writes as `text` in `state`, allowed there or not.

    Raises `BadAction` (``unreadable``) if there is none.
    """
    for action in _sayable(state):
        if line(state, action) == text.strip():
            return action
    raise BadAction("unreadable", f"{text!r} says no action of Jour de Chance.", line=text)


def _sayable(state: State) -> Iterator[Action]:
    """Yield every action that has a line of its own: there are few, so all can be compared."""
    for card in VALUES:
        yield DealCard(card, state.next_dealt)
        yield DrawCard(card, state.turn)
    for seat in range(len(state.seats)):
        yield Oldest(seat)
        yield from (BankCard(seat, card, state.turn) for card in VALUES)


def _name(state: State, seat: int | None) -> str:
    if seat is None or not 0 <= seat < len(state.seats):
        return "Somebody"
    return state.seats[seat].name
