"""Turning points of a game of Ten Thousand.

Codes, with their figures (chances 0 to 1):

``best_turn``           the most that was banked in one turn: ``points``
``boldest_throwing_on``  points were risked, and the throw brought more: ``chance points``
``unlucky_farkle``      points were lost with a throw: ``chance`` of that, ``points``
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from engine.core.event import Played
from engine.core.feats import Feat
from engine.ten_thousand.odds import farkle_chance
from engine.ten_thousand.scoring import DICE_COUNT
from engine.ten_thousand.state import State


def find_feats(plays: Sequence[Played[State]]) -> Iterator[Feat]:
    """Yield what may be worth telling of a game that was played like this."""
    states = [played.state for played in plays]
    for at, (before, after) in enumerate(pairwise(states), 1):
        last = after.last_turn
        if after.turns > before.turns and last is not None:
            if not last.farkle:
                yield Feat("best_turn", last.seat, at, last.points, {"points": last.points})
            elif last.points:
                chance = farkle_chance(len(last.farkle), before.options)
                figures = {"chance": chance, "points": last.points}
                yield Feat("unlucky_farkle", last.seat, at, last.points, figures)
        elif after.throws > before.throws and before.thrown:
            lost = farkle_chance(DICE_COUNT - len(after.aside), before.options)
            figures = {"chance": 1 - lost, "points": after.gathered}
            risk = lost * after.gathered
            yield Feat("boldest_throwing_on", after.turn, at, risk, figures)
