"""Each action as one short line for the log, and as everybody may hear of it."""

from collections.abc import Mapping

from engine.core.action import Action
from engine.core.refusals import Json
from engine.free_table.actions import Arrange, Count, EndTurn, Pay, PayOut, Press, Throw
from engine.free_table.state import State

LINES: Mapping[str, str] = {
    "arrange": "The table is arranged: {label}",
    "take_dice": "{count} dice from now on",
    "throw": "{seat} throws {faces}",
    "pay": "{seat} pays {payee} {amount}",
    "pay_out": "The bank pays {payee} {amount}",
    "press": "{seat}: {label}, {amount}",
    "borrow": "{seat} borrows {amount}",
    "repay": "{seat} pays back {amount}",
    "score": "{seat} scores {points} in round {round}",
    "count": "{seat}: {label} {by}",
    "end_turn": "{seat} has played[, {left} seconds left]",
    "time_up": "The time is up",
    "finish": "The game ends",
}


def line_template_values(state: State, action: Action) -> Mapping[str, Json]:
    """Return who is paid, by name, and what a zero or a sign would hide."""
    match action:
        case Pay(to=to) | PayOut(to=to):
            return {"payee": "the bank" if to is None else state.names[to]}
        case Count():
            return {"by": f"{action.by:+}"}
        case EndTurn(left=int(left)):
            return {"left": str(left)}
    return {}


def public_action(state: State, action: Action) -> dict[str, Json]:
    """Return the action with whose turn it is, and what a button or a counter is called."""
    heard = action.to_json()
    match action:
        case Throw(seat=None) | EndTurn():
            heard["seat"] = state.acting_seat
        case Arrange():
            heard = {"type": heard["type"], "label": action.box.name}
        case Press():
            button = state.box.buttons[action.button]
            heard |= {"label": button.label, "amount": button.amount}
        case Count():
            heard["label"] = state.box.counters[action.counter]
    return heard
