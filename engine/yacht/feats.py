"""Turning points of a game of Yacht, and for each player what was luck and what was skill.

Codes, with their figures (points, on average with best play from there on):

``luckiest_throw``   a throw that brought most more than was to be expected: ``gain``
``unluckiest_throw`` likewise most less: ``loss``
``dearest_choice``   dice kept, or a box filled, that gave most away: ``loss``
``lucky_player``     what all throws of a player brought, and his choices gave away: ``gain loss``
``unlucky_player``   likewise where his throws cost him points: ``bad_luck loss``

Nothing is told where best play is not known from the first throw on.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from engine.core.event import Played
from engine.core.feats import Feat
from engine.yacht.odds import ExpectedScores, expected_scores
from engine.yacht.state import State

PLAYER_CODES = frozenset({"lucky_player", "unlucky_player"})
"""What is told of every player, not of one."""

LEAST = 0.5
"""Fewer points are not worth telling."""


def find_feats(plays: Sequence[Played[State]]) -> Iterator[Feat]:
    """Yield what may be worth telling of a game that was played like this."""
    states = [played.state for played in plays]
    if len(states) < 2 or expected_scores(states[0]) is None:
        return
    luck, lost = ([0.0] * len(states[-1].names) for _ in range(2))
    known = [expected_scores(state) for state in states]
    for at, (before, after) in enumerate(pairwise(states), 1):
        if not _played(before, after):
            continue
        was = known[at - 1]
        assert was is not None
        chosen = _chosen(was, before, after)
        loss, seat = was.expected - chosen, before.turn
        lost[seat] += loss
        if loss >= LEAST:
            yield Feat("dearest_choice", seat, at, loss, {"loss": round(loss)})
        now = known[at]
        if now is None or not after.dice:
            continue
        gain = now.expected - chosen
        luck[seat] += gain
        code, figure = ("luckiest_throw", "gain") if gain > 0 else ("unluckiest_throw", "loss")
        if abs(gain) >= LEAST:
            yield Feat(code, seat, at, abs(gain), {figure: round(abs(gain))})
    for seat, (gain, loss) in enumerate(zip(luck, lost, strict=True)):
        if seat in states[-1].gone:
            continue
        code, figure = ("lucky_player", "gain") if gain >= 0 else ("unlucky_player", "bad_luck")
        figures = {figure: round(abs(gain)), "loss": round(loss)}
        yield Feat(code, seat, len(states) - 1, abs(gain), figures)


def _played(before: State, after: State) -> bool:
    """Tell whether dice were thrown or a box was filled; else somebody came or left, or paused."""
    moved = (before.turns, before.throws_left) != (after.turns, after.throws_left)
    return moved and bool(after.dice or after.last_written)


def _chosen(was: ExpectedScores, before: State, after: State) -> float:
    """Return what was to be expected of the dice kept, or of the box filled, between two states."""
    if not after.dice:
        assert after.last_written is not None
        return was.boxes[after.last_written.box]
    kept = tuple(sorted(after.dice[: after.kept_dice_count]))
    return was.keeps[kept] if before.dice else was.expected
