"""Who has how many points (Rules §7.2)."""

from dataclasses import dataclass

from engine.core.places import shared_places
from engine.ten_thousand.state import State


@dataclass(frozen=True, slots=True)
class Standing:
    """A player at the end: `place` from 1, and his `total`."""

    seat: int
    place: int
    total: int


def scores(state: State) -> tuple[int, ...]:
    """Return the points of each seat."""
    return state.totals


def ranking(state: State) -> tuple[Standing, ...]:
    """Return all players, most points first; equal places are shared, and who has left is last."""
    totals = scores(state)
    worth = {seat: (seat not in state.gone, total) for seat, total in enumerate(totals)}
    places = shared_places(worth)
    return tuple(Standing(seat, place, totals[seat]) for seat, place in places.items())


def ending(state: State) -> str:
    """Return why a game is over: ``target_reached`` or ``one_left``."""
    return "one_left" if len(state.playing_seats) == 1 else "target_reached"
