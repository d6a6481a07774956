"""Where characters stand on the ring, how they move, and who pays whom (Rules §2.2, §2.3).

A place is counted from the dog's nose: ``ahead`` 1 is the space in front of it, N-1 the one behind
it, 0 the dog's own space (only where `land_on_dog` lets characters stand there), and None the
centre, from where a character sets out as if from the dog's space. Two characters never share a
place on the track.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from engine.core.codec import with_item
from engine.den_letzten.options import Options

Positions: TypeAlias = tuple[int | None, ...]
"""Where each seat's character is: spaces in front of the dog, or None in the centre."""

MoveKind: TypeAlias = Literal["moved", "stayed", "pushed", "dog_step"]


@dataclass(frozen=True, slots=True)
class CharacterMove:
    """The character of `seat` went from `start` to `end`, both ahead of the dog (None: centre).

    `how`: by its own roll (``moved``, or ``stayed`` because of two dogs), pushed back by another
    one (``pushed``), or because the dog moved (``dog_step``). `caught` if the dog bit it, so that
    it is in the centre.
    """

    seat: int
    start: int | None
    end: int | None
    how: MoveKind
    caught: bool = False


@dataclass(frozen=True, slots=True)
class RoundScoring:
    """Each of the seats `nearest` gives a bone to the seat `farthest`.

    `nearest` is one seat, or all whose characters are in the centre if those count, that have a
    bone to give.
    """

    nearest: tuple[int, ...]
    farthest: int


def move_character(
    ahead: Positions, seat: int, steps: int, options: Options
) -> tuple[Positions, tuple[CharacterMove, ...]]:
    """Return where all are after the character of `seat` went `steps` (≥ 1) clockwise, and how.

    The mover comes first, then whom they pushed back, in the order of the pushes.

    >>> after, moved = move_character((None, 5, 4, 3), 0, 5, Options())
    >>> after  # the pushed one passed the block
    (5, 2, 4, 3)
    >>> move_character((None, 5, 4, 3), 0, 5, Options(bump="chain"))[0]
    (5, 4, 3, 2)
    >>> move_character((12, 3, None), 0, 4, Options())[0]  # onto the dog
    (None, 3, None)
    """
    start = ahead[seat]
    end = ((start or 0) + steps) % options.spaces
    if end == 0 and options.land_on_dog == "caught":
        return with_item(ahead, seat, None), (
            CharacterMove(seat, start, None, "moved", caught=True),
        )
    occupant = next((other for other, at in enumerate(ahead) if at == end and other != seat), None)
    after = with_item(ahead, seat, end)
    moved = (CharacterMove(seat, start, end, "moved"),)
    if occupant is None:
        return after, moved
    after, pushed = _BUMPS[options.bump](after, occupant, options.spaces)
    return after, moved + pushed


def positions_after_dog_step(
    ahead: Positions, options: Options
) -> tuple[Positions, tuple[CharacterMove, ...]]:
    """Return where all are after the dog's step, and whom it caught (nobody or one).

    >>> positions_after_dog_step((1, 7, None), Options())[0]
    (None, 6, None)
    """
    after = tuple(None if at is None or at == 1 else (at - 1) % options.spaces for at in ahead)
    caught = tuple(
        CharacterMove(seat, 1, None, "dog_step", caught=True)
        for seat, at in enumerate(ahead)
        if at == 1
    )
    return after, caught


def _hop(ahead: Positions, seat: int, spaces: int) -> tuple[Positions, tuple[CharacterMove, ...]]:
    """Let the pushed character retreat past others to the first free space, or into the dog."""
    start = ahead[seat]
    assert start is not None
    end = (start - 1) % spaces
    while end and end in ahead:
        end = (end - 1) % spaces
    return _push(ahead, seat, end)


def _chain(ahead: Positions, seat: int, spaces: int) -> tuple[Positions, tuple[CharacterMove, ...]]:
    """Every character that is met goes back one space, the last of the block maybe into the dog."""
    start = ahead[seat]
    assert start is not None
    end = (start - 1) % spaces
    met = ahead.index(end) if end and end in ahead else None
    after, moved = _push(ahead, seat, end)
    if met is None:
        return after, moved
    after, more = _chain(after, met, spaces)
    return after, moved + more


def _send_back(
    ahead: Positions, seat: int, spaces: int
) -> tuple[Positions, tuple[CharacterMove, ...]]:
    """Put the pushed character behind the last one in front of the dog, or into the dog.

    Who stands with the dog leaves no space behind it.
    """
    rearmost = min(at for other, at in enumerate(ahead) if at is not None and other != seat)
    return _push(ahead, seat, max(rearmost - 1, 0))


def _push(ahead: Positions, seat: int, end: int) -> tuple[Positions, tuple[CharacterMove, ...]]:
    to = end or None
    return with_item(ahead, seat, to), (
        CharacterMove(seat, ahead[seat], to, "pushed", caught=to is None),
    )


_BUMPS: Mapping[
    str, Callable[[Positions, int, int], tuple[Positions, tuple[CharacterMove, ...]]]
] = {"hop": _hop, "chain": _chain, "variant": _send_back}


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
    """Return who gives a bone to whom in this position, or None if nobody does.

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
