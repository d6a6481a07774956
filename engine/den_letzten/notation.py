"""Each action as one short line for the log, and as everybody may hear of it."""

from collections.abc import Mapping

from engine.core.action import Action
from engine.core.refusals import Json
from engine.den_letzten.actions import StepDog, Stop
from engine.den_letzten.state import State

LINES: Mapping[str, str] = {
    "place_dog": "The white dog starts on space {space}",
    "throw_white": "{seat} throws white: {faces}",
    "throw_black": "{seat} throws black: {faces}",
    "stop": "{seat} stops at {total}",
    "step_dog": "{seat} moves the white dog to space {space}",
}


def line_template_values(state: State, action: Action) -> Mapping[str, Json]:
    """Return what only the state knows: the total, and the space that the dog comes to."""
    match action:
        case Stop():
            return {"total": state.sum_of_dice}
        case StepDog():
            return {"space": state.space_in_front(1)}
    return {}


def public_action(state: State, action: Action) -> dict[str, Json]:
    """Return the action with the seat whose turn it is, named in it or not."""
    return {**action.to_json(), "seat": state.turn}
