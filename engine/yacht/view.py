"""What the table may see of a state, as JSON.

Keys of the view (a seat is its number, a box its word; ``null`` where there is nothing):

``phase``
    ``throw`` all dice are to be thrown · ``choose`` throw again or score · ``score`` no throw is
    left · ``over``
``seats``
    ``seat name sheet upper bonus extra total active``: points by box (null: free), those of the
    upper boxes, the bonus they brought, points for further yachts, all of these, is in the game
``turn``, ``round`` (from 1: which box he fills), ``rounds`` (how many there are), ``throws_left``
``boxes``
    the boxes of the sheet, in order
``dice``
    as they lie: ``face kept``; `kept` was not thrown last
``would_score``
    points by box that may be filled now; null before the first throw of a turn
``written``
    the last score: ``seat box points extra``
``ranking``
    null until the end, then ``seat place total``, best first
"""

from engine.core.codec import to_json
from engine.core.refusals import Json
from engine.yacht.score_boxes import (
    SCORE_BOXES,
    possible_scores,
    score_boxes_in_game,
    upper_bonus,
    upper_sum,
)
from engine.yacht.state import State


def table_view(state: State) -> dict[str, Json]:
    """Return what everybody may see of `state`, save the seats; the keys are described above."""
    boxes = score_boxes_in_game(state.options)
    return {
        "turn": state.turn,
        "round": min(len(boxes) - state.boxes_to_fill(state.turn) + 1, len(boxes)),
        "rounds": len(boxes),
        "throws_left": state.throws_left,
        "boxes": boxes,
        "dice": [
            {"face": face, "kept": at < state.kept_dice_count} for at, face in enumerate(state.dice)
        ],
        "would_score": (
            to_json(possible_scores(state.sheet, state.dice, state.options)) if state.dice else None
        ),
        "written": to_json(state.last_written),
    }


def seat_view(state: State, seat: int) -> dict[str, Json]:
    """Return what everybody may see of the player at `seat`."""
    sheet = state.sheets[seat]
    return {
        "sheet": {box: sheet[SCORE_BOXES.index(box)] for box in score_boxes_in_game(state.options)},
        "upper": upper_sum(sheet),
        "bonus": upper_bonus(sheet, state.options),
        "extra": state.extras[seat],
        "total": state.total(seat),
        "active": seat not in state.gone,
    }
