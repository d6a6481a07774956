"""An automatic player of Yacht: maximises its points and ignores those of the others.

Where best play is not known (unusual house rules and many free boxes), it scores in the box where
it gains most over the average, and keeps the most frequent face.
"""

from collections.abc import Mapping

from engine.core.action import Action
from engine.core.choice import Pick
from engine.core.dice import FACES, Faces, Throw
from engine.yacht.odds import ExpectedScores, expected_scores
from engine.yacht.score_boxes import SCORE_BOXES, BoxName, name_and_column, possible_scores
from engine.yacht.state import Score, State

AVERAGE_POINTS_OF_BOX: Mapping[BoxName, float] = dict(
    zip(
        SCORE_BOXES,
        (2, 5, 8, 12, 15, 19, 10, 17, 20, 21, 13, 12, 22, 12, 10, 29, 32, 10, 16, 22),
        strict=True,
    )
)
"""About what good play scores in each box, under the American rules where they have it."""


def decide(state: State, seat: int | None, pick: Pick) -> Action | None:
    """Return what an automatic player at `seat` does now, or None."""
    if seat != state.turn or state.phase == "over":
        return None
    if state.phase == "throw":
        return _roll(state, (), pick)
    known = expected_scores(state)
    return _guess(state, pick) if known is None else _best(state, known, pick)


def _best(state: State, known: ExpectedScores, pick: Pick) -> Action:
    box = max(known.boxes, key=known.boxes.__getitem__)
    keep = max(known.keeps, key=known.keeps.__getitem__, default=None)
    if keep is not None and known.keeps[keep] > known.boxes[box]:
        return _roll(state, keep, pick)
    return Score(box, state.turn)


def _guess(state: State, pick: Pick) -> Action:
    found = possible_scores(state.sheet, state.dice, state.options)
    parts = {box: name_and_column(box) for box in found}
    above = {box: (found[box] - AVERAGE_POINTS_OF_BOX[n]) * c for box, (n, c) in parts.items()}
    box = max(above, key=above.__getitem__)
    if above[box] >= 0 or not state.throws_left:
        return Score(box, state.turn)
    often = max(FACES, key=state.dice.count)
    kept = (often,) * state.dice.count(often)
    return _roll(state, kept if len(kept) < state.options.dice else (), pick)


def _roll(state: State, kept: Faces, pick: Pick) -> Throw:
    thrown = tuple(FACES[pick(len(FACES))] for _ in range(state.options.dice - len(kept)))
    return Throw(kept, thrown, state.turn)
