"""What the table may see of a state, as JSON.

Keys of the view (a seat is its number; ``null`` where there is nothing):

``phase``
    ``throw`` all dice are to be thrown · ``choose`` set dice aside and throw on, or bank · ``over``
``seats``
    ``seat name total farkles entered active``: points, farkles thrown one after the other, has
    points, is still in the game
``turn``
    whose turn it is
``dice``
    as they lie: ``face aside counts``: set aside before, would bring points if banked now
``gathered``
    points of the dice that were set aside in this turn
``points``
    what banking would bring, whether that is allowed or not; null before the first throw
``needed``
    what a turn must bring to be banked
``hot``, ``must_throw_on``
    all six dice bring points; banking is not allowed now
``choices``
    what may be set aside of the dice that were thrown last: ``faces points``
``last_round``
    the target is reached
``last``
    the turn before: ``seat points farkle penalty``; `farkle` are the dice of a throw that brought
    nothing, so that the points were lost
``ranking``
    null until the end, then ``seat place total``, best first
"""

from engine.core.codec import to_json
from engine.core.refusals import Json
from engine.ten_thousand.scoring import best_scoring_dice, scoring_choices
from engine.ten_thousand.state import State


def table_view(state: State) -> dict[str, Json]:
    """Return what everybody may see of `state`, save the seats; the keys are described above."""
    found = scoring_choices(tuple(sorted(state.thrown)), state.options)
    return {
        "turn": state.turn,
        "dice": _dice(state),
        "gathered": state.gathered,
        "points": state.banked_points if state.thrown else None,
        "needed": state.points_needed_to_bank,
        "hot": state.has_hot_dice,
        "must_throw_on": state.phase == "choose" and state.must_throw_on,
        "choices": [{"faces": faces, "points": points} for faces, points in found.items()],
        "last_round": state.last_before is not None,
        "last": to_json(state.last_turn),
    }


def _dice(state: State) -> list[Json]:
    dice: list[Json] = [{"face": face, "aside": True, "counts": True} for face in state.aside]
    left = [*best_scoring_dice(state.thrown, state.options)[0]]
    for face in state.thrown:
        counts = face in left
        if counts:
            left.remove(face)
        dice.append({"face": face, "aside": False, "counts": counts})
    return dice


def seat_view(state: State, seat: int) -> dict[str, Json]:
    """Return what everybody may see of the player at `seat`."""
    return {
        "total": state.totals[seat],
        "farkles": state.farkles[seat],
        "entered": state.totals[seat] > 0,
        "active": seat not in state.gone,
    }
