"""Each action as one short line for the log, and back.

``The white dog starts on space 5`` · ``Ana throws white: 3 dog`` · ``Ana throws black: 2 5`` ·
``Ana stops at 3`` · ``Ben moves the white dog to space 6``
"""

from engine.core.action import Action
from engine.core.refusals import BadAction
from engine.den_letzten.actions import ACTIONS, PlaceDog, StepDog, Stop, ThrowBlack, ThrowWhite
from engine.den_letzten.state import State

_START = "The white dog starts on space "


def line(state: State, action: Action) -> str:
    """Return `action`, as played in `state` (the state before it), as one readable line."""
    name = state.names[state.turn]
    match action:
        case PlaceDog(space, _):
            return f"{_START}{space}"
        case ThrowWhite(faces, _):
            return f"{name} throws white: {' '.join(faces)}"
        case ThrowBlack(faces, _):
            return f"{name} throws black: {' '.join(faces)}"
        case Stop():
            return f"{name} stops at {state.total}"
        case StepDog():
            return f"{name} moves the white dog to space {state.space(1)}"
    raise BadAction("unknown_action", f"This game knows no {type(action).__name__}.")


def parse_line(state: State, text: str) -> Action:
    """Return the action that `line` writes as `text` in `state`, allowed there or not.

    Raises `BadAction` (``unreadable``) if there is none, also if the line names somebody else than
    whose turn it is or another total or space than the state has.
    """
    said = " ".join(text.split())
    for data in _readings(state, said):
        try:
            action = ACTIONS.parse({**data, "seat": state.turn})
        except BadAction:
            continue
        if " ".join(line(state, action).split()) == said:
            return action
    raise BadAction("unreadable", f"{text!r} says nothing that happens here.", line=text)


def _readings(state: State, said: str) -> list[dict[str, object]]:
    """Return what `said` may mean; whether it does is seen by writing it again."""
    readings: list[dict[str, object]] = [{"type": "stop"}, {"type": "step_dog"}]
    _, _, faces = said.rpartition(":")
    readings += [{"type": f"throw_{body}", "faces": faces.split()} for body in ("white", "black")]
    space = said.removeprefix(_START)
    if space.removeprefix("-").isdecimal():
        readings.append({"type": "place_dog", "space": int(space)})
    return readings
