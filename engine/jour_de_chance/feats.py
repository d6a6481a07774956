"""Turning points of a game of Jour de Chance.

Codes, with their figures (chances 0 to 1, from what everybody could see):

``boldest_draw``  a card was drawn that was no pair, although that was to be feared: ``chance card``
``unlucky_draw``  a pair came, and its card had to be banked: ``chance card``
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from engine.core.event import Played
from engine.core.feats import Feat
from engine.jour_de_chance.odds import odds
from engine.jour_de_chance.state import State


def find_feats(plays: Sequence[Played[State]]) -> Iterator[Feat]:
    """Yield what may be worth telling of a game that was played like this."""
    states = [played.state for played in plays]
    for at, (before, after) in enumerate(pairwise(states), 1):
        drawn, known = after.last_outcome, odds(before)
        if drawn == before.last_outcome:  # nobody drew: a pause, or another name
            continue
        if drawn is None or known is None or drawn.kind not in ("drawn", "pair"):
            continue
        paired = drawn.kind == "pair"
        chance = known.draw.pair if paired else 1 - known.draw.pair
        if chance < 1:  # the first card of a row is no feat
            code = "unlucky_draw" if paired else "boldest_draw"
            yield Feat(code, drawn.seat, at, 1 - chance, {"chance": chance, "card": drawn.card})
