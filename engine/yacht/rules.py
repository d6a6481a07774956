"""The rules of Yacht: `begin`, what plays each action, and who joins or leaves (Rules §6).

Stable codes of refusals, with their figures:

=====================  ====================================================================
``game_over``          nothing can be played any more
``wrong_phase``        not this action now: `phase`, `phases` it belongs to
``not_your_turn``      `seat`, `turn`
``dice_count``         not five dice in all, or none rolled: `kept`, `thrown`
``not_there``          `faces` were said to be kept, but `dice` did not show them
``box_filled``         `box` holds points already
``no_such_box``        the sheet has no such `box`
``joker_box``          five of a kind must go into one of the `boxes`
``no_dice``            no dice are awaited
``throw_all``          the first roll of a turn takes all dice: `kept`
=====================  ====================================================================
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.core.action import Action
from engine.core.codec import replace, with_item
from engine.core.event import Steps
from engine.core.refusals import NotAllowed, require_dice_count, require_kept_among, require_turn
from engine.yacht import score_boxes
from engine.yacht.events import BonusReached, BoxScored, FurtherYachtScored, JokerRolled, Rolled
from engine.yacht.options import Options
from engine.yacht.score_boxes import EMPTY_SHEET
from engine.yacht.state import Score, State, Throw, require_phase


def begin(names: Sequence[str], first_seat: int, options: Options) -> Steps[State]:
    """Return the first state: empty sheets, `first_seat` rolls first."""
    yield from ()
    count = len(names)
    return State(options, tuple(names), (EMPTY_SHEET,) * count, (0,) * count, first_seat)


def roll_dice(state: State, action: Throw) -> Steps[State]:
    """Roll all dice, or those again that are not kept."""
    require_phase(state, "throw", "choose")
    require_turn(action.seat, state.turn)
    require_dice_count(action.kept, action.thrown, score_boxes.DICE_COUNT, "five")
    require_kept_among(action.kept, state.dice)
    left, dice = state.throws_left - 1, (*action.kept, *action.thrown)
    yield Rolled(state.turn, action.thrown, action.kept)
    if score_boxes.is_joker(state.sheet, dice, state.options):
        yield JokerRolled(state.turn)
    return replace(
        state,
        phase="choose" if left else "score",
        dice=dice,
        kept_dice_count=len(action.kept),
        throws_left=left,
    )


def score_dice(state: State, action: Score) -> Steps[State]:
    """Score the dice in a box; then it is the next player's turn."""
    require_phase(state, "choose", "score")
    require_turn(action.seat, state.turn)
    seat, box = state.turn, action.box
    _check_box(state, box)
    points = score_boxes.possible_scores(state.sheet, state.dice, state.options)[box]
    yield BoxScored(seat, box, points)
    further = score_boxes.further_yacht_points(state.sheet, state.dice, state.options)
    if further:
        yield FurtherYachtScored(seat, further)
    filled = score_boxes.fill_box(state.sheet, box, points)
    bonus = score_boxes.upper_bonus(filled, state.options)
    if bonus > score_boxes.upper_bonus(state.sheet, state.options):
        yield BonusReached(seat, bonus)
    sheets = with_item(state.sheets, seat, filled)
    extras = with_item(state.extras, seat, state.extras[seat] + further)
    return _next_turn(replace(state, sheets=sheets, extras=extras, turns=state.turns + 1))


def _next_turn(state: State) -> State:
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
        raise NotAllowed("no_such_box", "This sheet does not have that category.", box=box)
    if state.sheet[score_boxes.SCORE_BOXES.index(box)] is not None:
        raise NotAllowed("box_filled", "That category is already filled.", box=box)
    allowed = score_boxes.possible_scores(state.sheet, state.dice, state.options)
    if box not in allowed:
        raise NotAllowed(
            "joker_box", "Five of a kind must go in another category.", box=box, boxes=[*allowed]
        )


def join(state: State, name: str) -> Steps[State]:
    """Return `state` with one more player, who fills the empty sheet at the end, alone."""
    yield from ()
    return replace(
        state,
        names=(*state.names, name),
        sheets=(*state.sheets, EMPTY_SHEET),
        extras=(*state.extras, 0),
    )


def leave(state: State, seat: int) -> Steps[State]:
    """Return `state` without `seat`, whose sheet no longer counts."""
    yield from ()
    sheets, extras = with_item(state.sheets, seat, EMPTY_SHEET), with_item(state.extras, seat, 0)
    left = replace(state, sheets=sheets, extras=extras, gone=(*state.gone, seat))
    return _next_turn(replace(left, turns=left.turns + 1)) if seat == state.turn else left


RULES: Mapping[type[Action], Callable[[State, Any], Steps[State]]] = {
    Throw: roll_dice,
    Score: score_dice,
}
