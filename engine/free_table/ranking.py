"""Who has how much (Rules §8.4): points where there is a sheet, else money, else nothing."""

from dataclasses import dataclass

from engine.core.places import shared_places
from engine.free_table.state import State


@dataclass(frozen=True, slots=True)
class Standing:
    """A player at the end: `place` from 1 (None: he left, or nothing was counted), and `score`."""

    seat: int
    place: int | None
    score: int


def scores(state: State) -> tuple[int, ...]:
    """Return what each seat has: points, or money less what he owes."""
    if state.box.sheet != "none":
        return tuple(map(sum, state.points))
    return tuple(state.net_worth(seat) for seat in range(len(state.names)))


def ranking(state: State) -> tuple[Standing, ...]:
    """Return all players, best first; equal places are shared, and who left has none."""
    found = scores(state)
    sign = -1 if state.box.sheet == "fewest" else 1
    counted = state.box.money or state.box.sheet != "none"
    places = shared_places({seat: sign * found[seat] for seat in state.active_seats if counted})
    standings = [Standing(seat, places.get(seat), found[seat]) for seat in range(len(found))]
    return tuple(sorted(standings, key=lambda one: one.place or len(found) + 1))


def ending(state: State) -> str:
    """Return why a game is over: people said so."""
    return "finished"
