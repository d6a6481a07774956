"""Who has how many points (Rules §6.3)."""

from dataclasses import dataclass

from engine.core.places import shared_places
from engine.yacht.state import State


@dataclass(frozen=True, slots=True)
class Standing:
    """A player at the end: `place` from 1, and his `total`."""

    seat: int
    place: int
    total: int


def scores(state: State) -> tuple[int, ...]:
    """Return the points of each seat, bonus and further yachts included."""
    return tuple(map(state.total, range(len(state.names))))


def ranking(state: State) -> tuple[Standing, ...]:
    """Return all players, most points first; equal places are shared, and who has left is last."""
    totals = scores(state)
    worth = {seat: (seat not in state.gone, total) for seat, total in enumerate(totals)}
    places = shared_places(worth)
    return tuple(Standing(seat, place, totals[seat]) for seat, place in places.items())


def ending(state: State) -> str:
    """Return why a game is over: all sheets are full."""
    return "sheets_full"
