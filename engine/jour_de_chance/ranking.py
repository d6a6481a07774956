"""Who is how near to 21 (Rules §4.4, option `final_tie`)."""

from dataclasses import replace

from engine.core import places
from engine.jour_de_chance.state import TARGET_POINTS, Seat, Standing, State


def ranking(state: State) -> tuple[Standing, ...]:
    """Return all players as the game stands, best first; equal places are shared.

    At the end place 1 has won. Who is over 21 comes after those who are not, who has left after
    all others. Those whom a playoff leaves as they stood come after those who play it.
    """
    before = {standing.seat: standing for standing in state.standings_before_playoff}
    worth: dict[int, tuple[int, ...]] = {
        **{seat: (2, *_worth(state.seats[seat])) for seat in state.playing_seats},
        **{seat: (1, -standing.place) for seat, standing in before.items()},
    }
    gone = {seat: (0,) for seat in range(len(state.seats)) if seat not in worth}
    return tuple(
        replace(before[seat], place=place)
        if seat in before
        else Standing(
            seat,
            place,
            state.seats[seat].total,
            len(state.seats[seat].banked),
            seat not in gone and state.seats[seat].total <= TARGET_POINTS,
        )
        for seat, place in places.shared_places({**worth, **gone}).items()
    )


def winners(state: State) -> tuple[int, ...]:
    """Return the seats in the first place, as the game stands."""
    return places.winners(ranking(state))


def scores(state: State) -> tuple[int, ...]:
    """Return the points of each seat; who does not play a playoff keeps those of his game."""
    totals = {standing.seat: standing.total for standing in ranking(state)}
    return tuple(totals[seat] for seat in range(len(state.seats)))


def ending(state: State) -> str:
    """Return how a finished game ended: ``over_21 exactly_21 pile_empty one_left``."""
    if len(state.playing_seats) == 1:
        return "one_left"
    most = max(state.seats[seat].total for seat in state.playing_seats)
    if most > TARGET_POINTS:
        return "over_21"
    return "exactly_21" if most == TARGET_POINTS and state.options.stop_at_21 else "pile_empty"


def deciding_criterion(state: State) -> str:
    """Return what set the winner apart.

    ``total``, or of those with his total: ``cards`` (he banked more of them), ``highest_card``, or
    ``none`` (the first place is shared).
    """
    first = winners(state)
    best = _worth(state.seats[first[0]])
    rest = [_worth(state.seats[seat]) for seat in state.playing_seats if seat not in first]
    if len(first) > 1:
        return "none"
    if any(worth[:2] == best[:2] for worth in rest):
        return "highest_card"
    return "cards" if any(worth[:1] == best[:1] for worth in rest) else "total"


def _worth(seat: Seat) -> tuple[int, int, int]:
    """Return what is compared, in this order: total, number of cards, highest card."""
    if seat.total > TARGET_POINTS:
        return (-1, 0, 0)
    return (seat.total, len(seat.banked), max(seat.banked, default=0))
