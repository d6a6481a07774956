"""Turning points of a match of Last One.

Codes, with their figures:

``dearest_hand``  the most penalty points in one hand: ``points hand`` (its number, from 1)
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from engine.core.event import Played
from engine.core.feats import Feat
from engine.last_one.state import State


def find_feats(plays: Sequence[Played[State]]) -> Iterator[Feat]:
    """Yield what may be worth telling of a game that was played like this."""
    states = [played.state for played in plays]
    for at, (before, after) in enumerate(pairwise(states), 1):
        if len(after.score_sheet) == len(before.score_sheet):
            continue
        for seat, points in enumerate(after.score_sheet[-1]):
            if points:
                figures = {"points": points, "hand": len(after.score_sheet)}
                yield Feat("dearest_hand", seat, at, points, figures)
