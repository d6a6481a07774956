"""Who has how many points (Rules §7.2)."""

from engine.core.places import TotalStanding, rank_totals
from engine.ten_thousand.state import State


def scores(state: State) -> tuple[int, ...]:
    """Return the points of each seat."""
    return state.totals


def ranking(state: State) -> tuple[TotalStanding, ...]:
    """Return all players, most points first; equal places are shared, and who has left is last."""
    return rank_totals(scores(state), state.gone)


def ending(state: State) -> str:
    """Return why a game is over: ``target_reached`` or ``one_left``."""
    return "one_left" if len(state.playing_seats) == 1 else "target_reached"
