"""Each action as one short line for the log, and as everybody may hear of it."""

from collections.abc import Mapping

from engine.core.action import Action
from engine.core.refusals import Json
from engine.ten_thousand.actions import Bank
from engine.ten_thousand.state import State

LINES: Mapping[str, str] = {
    "throw": "{seat} throws {thrown}[, keeping {kept}]",
    "bank": "{seat} banks {points}",
}


def public_action(state: State, action: Action) -> dict[str, Json]:
    """Return the action with the seat whose turn it is, and the points that are banked."""
    points = {"points": state.banked_points} if isinstance(action, Bank) else {}
    return {**action.to_json(), **points, "seat": state.turn}
