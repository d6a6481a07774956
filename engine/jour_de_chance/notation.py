"""Each action as one short line for the log, and as everybody may hear of it."""

from collections.abc import Mapping

from engine.core.action import Action
from engine.core.refusals import Json
from engine.jour_de_chance.actions import BankCard, DealCard, Oldest
from engine.jour_de_chance.state import State

LINES: Mapping[str, str] = {
    "deal_card": "{seat} gets {card}",
    "oldest": "{seat} is the oldest",
    "draw_card": "{seat} draws {card}",
    "bank_card": "{seat} banks [{own} ]{card}[ from {other}]",
}


def line_template_values(state: State, action: Action) -> Mapping[str, Json]:
    """Return from whose row a card is banked: one's own, or that of another one."""
    if not isinstance(action, BankCard):
        return {}
    if action.owner == state.turn:
        return {"own": "own"}
    return {"other": state.names[action.owner]}


def public_action(state: State, action: Action) -> dict[str, Json]:
    """Return `action`, as played in `state`, as JSON with the `seat` whose act it is."""
    match action:
        case DealCard():
            seat = state.next_seat_to_deal_to
        case Oldest(oldest):
            seat = oldest
        case _:
            seat = state.turn
    return {**action.to_json(), "seat": seat}
