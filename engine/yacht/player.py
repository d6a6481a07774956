"""An automatic player of Yacht: plays for as many points as possible, whatever the others have.

Where best play is not known, since the house rules are unusual and the sheet is still empty, they
score what brings most above the average of its box, and keep the dice that come most often.
"""

from collections.abc import Mapping

from engine.core.action import Action
from engine.core.choice import Pick
from engine.yacht.odds import ExpectedScores, expected_scores
from engine.yacht.score_boxes import DICE_COUNT, FACES, SCORE_BOXES, Face, ScoreBox, possible_scores
from engine.yacht.state import Score, State, Throw

AVERAGE_POINTS_OF_BOX: Mapping[ScoreBox, float] = dict(
    zip(SCORE_BOXES, (2, 5, 8, 12, 15, 19, 21, 13, 22, 29, 32, 16, 22), strict=True)
)
"""About what good play brings in each box by the American rules."""


def decide(state: State, seat: int | None, pick: Pick) -> Action | None:
    """Return what an automatic player at `seat` does now; None if nothing."""
    if seat != state.turn or state.phase == "over":
        return None
    if state.phase == "throw":
        return _roll(state, (), pick)
    known = expected_scores(state)
    if known is None:
        return _guess(state, pick)
    return _best(state, known, pick)


def _best(state: State, known: ExpectedScores, pick: Pick) -> Action:
    box = max(known.boxes, key=known.boxes.__getitem__)
    keep = max(known.keeps, key=known.keeps.__getitem__, default=None)
    if keep is not None and known.keeps[keep] > known.boxes[box]:
        return _roll(state, keep, pick)
    return Score(box, state.turn)


def _guess(state: State, pick: Pick) -> Action:
    found = possible_scores(state.sheet, state.dice, state.options)
    box = max(found, key=lambda one: found[one] - AVERAGE_POINTS_OF_BOX[one])
    if found[box] >= AVERAGE_POINTS_OF_BOX[box] or not state.throws_left:
        return Score(box, state.turn)
    often = max(FACES, key=state.dice.count)
    return _roll(state, (often,) * state.dice.count(often), pick)


def _roll(state: State, kept: tuple[Face, ...], pick: Pick) -> Throw:
    thrown = tuple(FACES[pick(len(FACES))] for _ in range(DICE_COUNT - len(kept)))
    return Throw(kept, thrown, state.turn)
