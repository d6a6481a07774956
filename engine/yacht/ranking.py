"""Who has how many points (Rules §6.3)."""

from engine.core.places import TotalStanding, rank_totals
from engine.yacht.state import State


def scores(state: State) -> tuple[int, ...]:
    """Return the points of each seat, bonus and further yachts included."""
    return tuple(map(state.total, range(len(state.names))))


def ranking(state: State) -> tuple[TotalStanding, ...]:
    """Return all players, most points first; equal places are shared, and who has left is last."""
    return rank_totals(scores(state), state.gone)


def ending(state: State) -> str:
    """Return why a game is over: all sheets are full."""
    return "sheets_full"
