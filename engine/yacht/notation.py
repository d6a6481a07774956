"""Each action as one short line for the log, and as everybody may hear of it."""

from collections.abc import Mapping

from engine.core.action import Action
from engine.core.refusals import Json
from engine.yacht.actions import Score
from engine.yacht.score_boxes import possible_scores
from engine.yacht.state import State

LINES: Mapping[str, str] = {
    "throw": "{seat} throws {thrown}[, keeping {kept}]",
    "score": "{seat} scores {points} in {box}",
}


def line_template_values(state: State, action: Action) -> Mapping[str, Json]:
    """Return the name of the box that is filled, and its points, none of which may be said as 0."""
    if not isinstance(action, Score):
        return {}
    return {"box": action.box.replace("_", " "), "points": str(_points(state, action))}


def public_action(state: State, action: Action) -> dict[str, Json]:
    """Return the action with the seat whose turn it is, and the points of a score."""
    points = {"points": _points(state, action)} if isinstance(action, Score) else {}
    return {**action.to_json(), **points, "seat": state.turn}


def _points(state: State, action: Score) -> int:
    return possible_scores(state.sheet, state.dice, state.options).get(action.box, 0)
