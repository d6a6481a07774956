"""Who has won the match (Rules §3.2, Match)."""

from dataclasses import dataclass

from engine.core.places import shared_places
from engine.last_one.state import State


@dataclass(frozen=True, slots=True)
class Standing:
    """A player at the end: `place` from 1, penalty `points`, the hand that made him bankrupt."""

    seat: int
    place: int
    points: int
    out: int | None


def ranking(state: State) -> tuple[Standing, ...]:
    """Return all players of a finished match, best first.

    The last player in has won. The others rank by how long they lasted; of those who went bankrupt
    in the same hand, fewer points are better, and equal points share a place.
    """
    worth = {seat: _worth(state, seat) for seat in range(len(state.seats))}
    return tuple(
        Standing(seat, place, state.seats[seat].points, state.seats[seat].bankrupt_in_hand)
        for seat, place in shared_places(worth).items()
    )


def ending(state: State) -> str:
    """Return how a finished match ended: always ``one_left``."""
    return "one_left"


def _worth(state: State, number: int) -> tuple[bool, int, int]:
    seat = state.seats[number]
    return seat.is_active, seat.bankrupt_in_hand or 0, -seat.points
