"""Who gives a bone to whom at the end of a round, and who has won (Rules §2.3, §2.4)."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.core.places import shared_places
from engine.den_letzten.moves import Positions
from engine.den_letzten.options import Options
from engine.den_letzten.state import State


@dataclass(frozen=True, slots=True)
class RoundScoring:
    """Each of the seats `nearest` gives a bone to the seat `farthest`.

    `nearest` is one seat, or all whose characters are in the centre if those count, that have a
    bone to give.
    """

    nearest: tuple[int, ...]
    farthest: int


@dataclass(frozen=True, slots=True)
class Standing:
    """A player at the end: `place` from 1 and `bones` in his bowl."""

    seat: int
    place: int
    bones: int


def seats_by_distance(ahead: Positions, options: Options) -> tuple[int, ...]:
    """Return the seats whose characters are on the track, nearest to the dog first.

    >>> seats_by_distance((15, 8, 2, None), Options())
    (2, 1, 0)
    >>> seats_by_distance((15, 8, 2, None), Options(nearest_metric="shortest_way"))
    (0, 2, 1)
    """
    on_track = {seat: at for seat, at in enumerate(ahead) if at is not None}
    if options.nearest_metric == "forward":
        return tuple(sorted(on_track, key=on_track.__getitem__))
    # Of two equally far ones the one in front of the dog is the more threatened.
    return tuple(
        sorted(on_track, key=lambda seat: (_shortest(on_track[seat], options), on_track[seat]))
    )


def _shortest(at: int, options: Options) -> int:
    return min(at, options.spaces - at)


def score_round(
    ahead: Positions, options: Options, gone: tuple[int, ...], bowls: Sequence[int]
) -> RoundScoring | None:
    """Return who gives to whom in this position, or None if nobody does; not who is `gone`.

    `bowls` are the bones by seat: an empty one gives nothing.

    >>> score_round((9, 2, 15), Options(), (), (8, 8, 8))
    RoundScoring(nearest=(1,), farthest=2)
    """
    order = seats_by_distance(ahead, options)
    centre = tuple(seat for seat, at in enumerate(ahead) if at is None and seat not in gone)
    nearest = order[:1] if len(order) > 1 else ()
    if centre and order and options.centre_in_evaluation == "counts_as_nearest":
        nearest = centre
    payers = tuple(seat for seat in nearest if bowls[seat])
    return RoundScoring(payers, order[-1]) if payers else None


def ranking(state: State) -> tuple[Standing, ...]:
    """Return all players, most bones first; equal places are shared, and who has left is last."""
    worth = {seat: (seat not in state.gone, bones) for seat, bones in enumerate(state.bowls)}
    places = shared_places(worth)
    return tuple(Standing(seat, place, state.bowls[seat]) for seat, place in places.items())


def ending(state: State) -> str:
    """Return how a finished game ended: by what the bowl was emptied, or that the round was over.

    The words are the reasons of transfers: ``two_dogs``, ``landed_on_dog``, ``pushed_into_dog``,
    ``dog_step``, ``evaluation``; and ``end_of_round`` where the house rule says so.
    """
    if len(state.active_seats) == 1:
        return "one_left"
    return "end_of_round" if state.last_round else state.last_transfers[-1].reason
