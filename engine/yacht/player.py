"""An automatic player of Yacht: plays for as many points as can be, whatever the others have.

Where best play is not known, since the house rules are unusual and the sheet still empty, he scores
what brings most above the average of its box, and keeps the dice that come most often.
"""

from collections.abc import Mapping

from engine.core.action import Action
from engine.core.choice import Pick
from engine.yacht.actions import Score, Throw
from engine.yacht.odds import ExpectedScores, expected_scores
from engine.yacht.score_boxes import DICE_COUNT, FACES, SCORE_BOXES, Face, ScoreBox, possible_scores
from engine.yacht.state import State

AVERAGE_POINTS_OF_BOX: Mapping[ScoreBox, float] = dict(
    zip(SCORE_BOXES, (2, 5, 8, 12, 15, 19, 21, 13, 22, 29, 32, 16, 22), strict=True)
)
"""About what good play brings in each box by the American rules."""


def decide(state: State, seat: int | None, pick: Pick) -> Action | None:
    """Return what an automatic player at `seat` does now, None if nothing; no seat: the table."""
    if seat != state.turn or state.phase == "over":
        return None
    if state.phase == "throw":
        return _throw(state, (), pick)
    known = expected_scores(state)
    if known is None:
        return _guess(state, pick)
    return _best(state, known, pick)


def _best(state: State, known: ExpectedScores, pick: Pick) -> Action:
    box = max(known.boxes, key=known.boxes.__getitem__)
    keep = max(known.keeps, key=known.keeps.__getitem__, default=None)
    if keep is not None and known.keeps[keep] > known.boxes[box]:
        return _throw(state, keep, pick)
    return Score(box, state.turn)


def _guess(state: State, pick: Pick) -> Action:
    found = possible_scores(state.sheet, state.dice, state.options)
    box = max(found, key=lambda one: found[one] - AVERAGE_POINTS_OF_BOX[one])
    if found[box] >= AVERAGE_POINTS_OF_BOX[box] or not state.throws_left:
        return Score(box, state.turn)
    often = max(FACES, key=state.dice.count)
    return _throw(state, (often,) * state.dice.count(often), pick)


def _throw(state: State, kept: tuple[Face, ...], pick: Pick) -> Throw:
    thrown = tuple(FACES[pick(len(FACES))] for _ in range(DICE_COUNT - len(kept)))
    return Throw(kept, thrown, state.turn)
