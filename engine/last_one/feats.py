"""Turning points of a match of Last One.

Codes, with their figures:

``dearest_hand``  the most penalty points in one hand: ``points hand`` (its number, from 1)
"""

from collections.abc import Iterator, Sequence

from engine.core.event import Played
from engine.core.feats import Feat
from engine.last_one.events import PointsAdded
from engine.last_one.state import State


def find_feats(plays: Sequence[Played[State]]) -> Iterator[Feat]:
    """Yield the possible turning points of a game, given its start and each act, in order."""
    for at, played in enumerate(plays):
        for event in played.events:
            if isinstance(event, PointsAdded):
                figures = {"points": event.points, "hand": event.hand}
                yield Feat("dearest_hand", event.seat, at, event.points, figures)
