"""Rankings: players by place."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol


class Standing(Protocol):
    """A player in a ranking: their `seat`, and their `place` from 1 (None: they cannot win)."""

    @property
    def seat(self) -> int:
        """Clockwise from 0."""

    @property
    def place(self) -> int | None:
        """Equal players share a place."""


@dataclass(frozen=True, slots=True)
class TotalStanding:
    """A player in a game for points: `place` from 1, and their `total`."""

    seat: int
    place: int
    total: int


def winners(ranking: Sequence[Standing]) -> tuple[int, ...]:
    """Return the seats in the first place."""
    return tuple(standing.seat for standing in ranking if standing.place == 1)


def shared_places(worth: Mapping[int, Any]) -> dict[int, int]:
    """Return the place from 1 of each seat, the highest `worth` (hashable) first; equals share it.

    >>> shared_places({0: 5, 1: 9, 2: 5, 3: 2})
    {1: 1, 0: 2, 2: 2, 3: 4}
    """
    ordered = sorted(worth, key=worth.__getitem__, reverse=True)
    first: dict[Any, int] = {}
    return {seat: first.setdefault(worth[seat], at) for at, seat in enumerate(ordered, 1)}


def rank_totals(
    totals: Sequence[int], gone: Collection[int], winner: int | None = None
) -> tuple[TotalStanding, ...]:
    """Return all players, most points first; equal places are shared. Those `gone` are last.

    A `winner` is first, whatever their points.
    """
    worth = {seat: (seat == winner, seat not in gone, has) for seat, has in enumerate(totals)}
    places = shared_places(worth)
    return tuple(TotalStanding(seat, place, totals[seat]) for seat, place in places.items())
