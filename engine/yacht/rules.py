"""The rules of Yacht: `begin`, and what plays each action (Rules §6).

Stable codes of refusals, with their figures:

=====================  ====================================================================
``game_over``          nothing can be played any more
``wrong_phase``        not this action now: `phase`, `phases` it belongs to
``not_your_turn``      `seat`, `turn`
``dice_count``         five dice lie there after a throw, one of them thrown: `kept`, `thrown`
``not_there``          no such `faces` lie there to be kept: `dice`
``box_filled``         something is written in `box`
``no_such_box``        the sheet has no such `box`
``joker_box``          five of a kind must go into one of the `boxes`
``no_dice``            no dice are awaited
``throw_all``          the first throw of a turn takes all dice: `kept`
=====================  ====================================================================
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.core.action import Action
from engine.core.checks import require_dice_count, require_kept_among, require_turn
from engine.core.frozen import replace
from engine.core.refusals import NotAllowed
from engine.yacht import score_boxes
from engine.yacht.actions import Score, Throw
from engine.yacht.options import Options
from engine.yacht.state import State, WrittenScore, require_phase


def begin(names: Sequence[str], first_seat: int, options: Options) -> State:
    """Return the first state: empty sheets, `first_seat` throws first."""
    count = len(names)
    return State(
        options, tuple(names), (score_boxes.EMPTY_SHEET,) * count, (0,) * count, first_seat
    )


def throw_dice(state: State, action: Throw) -> State:
    """Throw all dice, or again those that are not kept."""
    require_phase(state, "throw", "choose")
    require_turn(action.seat, state.turn)
    require_dice_count(action.kept, action.thrown, score_boxes.DICE_COUNT, "five")
    require_kept_among(action.kept, state.dice)
    left = state.throws_left - 1
    return replace(
        state,
        phase="choose" if left else "score",
        dice=(*action.kept, *action.thrown),
        kept_dice_count=len(action.kept),
        throws_left=left,
    )


def write_score(state: State, action: Score) -> State:
    """Write what the dice bring into a box; then it is the next one's turn."""
    require_phase(state, "choose", "score")
    require_turn(action.seat, state.turn)
    seat, box = state.turn, action.box
    _check_box(state, box)
    points = score_boxes.possible_scores(state.sheet, state.dice, state.options)[box]
    extra = score_boxes.further_yacht_points(state.sheet, state.dice, state.options)
    sheets = [*state.sheets]
    sheets[seat] = score_boxes.fill_box(state.sheet, box, points)
    extras = [*state.extras]
    extras[seat] += extra
    return next_turn(
        replace(
            state,
            sheets=tuple(sheets),
            extras=tuple(extras),
            turns=state.turns + 1,
            last_written=WrittenScore(seat, box, points, extra),
        )
    )


def next_turn(state: State) -> State:
    """Return `state` in which it is the turn of the next one who has a free box, or the end."""
    seats = len(state.names)
    after = ((state.turn + step) % seats for step in range(1, seats + 1))
    turn = next((seat for seat in after if state.boxes_to_fill(seat)), None)
    return replace(
        state,
        phase="over" if turn is None else "throw",
        turn=state.turn if turn is None else turn,
        dice=(),
        kept_dice_count=0,
        throws_left=score_boxes.THROWS_PER_TURN,
    )


def _check_box(state: State, box: score_boxes.ScoreBox) -> None:
    if box not in score_boxes.score_boxes_in_game(state.options):
        raise NotAllowed("no_such_box", "This sheet has no such box.", box=box)
    if state.sheet[score_boxes.SCORE_BOXES.index(box)] is not None:
        raise NotAllowed("box_filled", "Something is written there already.", box=box)
    allowed = score_boxes.possible_scores(state.sheet, state.dice, state.options)
    if box not in allowed:
        raise NotAllowed(
            "joker_box", "Five of a kind must go into another box.", box=box, boxes=[*allowed]
        )


RULES: Mapping[type[Action], Callable[[State, Any], State]] = {
    Throw: throw_dice,
    Score: write_score,
}
