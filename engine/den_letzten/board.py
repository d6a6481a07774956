"""Where characters stand on the ring, how they move, and who pays whom (Rules §2.2, §2.3).

Positions are relative to the white dog: ``ahead`` is 1 on the space in front of it, N-1 on the one
behind it, 0 on its own space (possible only with the option `land_on_dog`), and None in the centre,
from which a character starts as if from the dog's space. Two characters never share a space.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from engine.core.codec import with_item
from engine.den_letzten.options import Options

Positions: TypeAlias = tuple[int | None, ...]
"""Where each seat's character is: how many spaces ahead of the dog, or None in the centre."""

MoveKind: TypeAlias = Literal["moved", "stayed", "pushed", "dog_step"]


@dataclass(frozen=True, slots=True)
class CharacterMove:
    """The character of `seat` went from `start` to `end`, both ahead of the dog (None: centre).

    `how`: by its own roll (``moved``, or ``stayed`` because of two dogs), pushed back by another
    one (``pushed``), or because the dog moved (``dog_step``). `caught`: the dog bit it.
    """

    seat: int
    start: int | None
    end: int | None
    how: MoveKind
    caught: bool = False


MoveResult: TypeAlias = tuple[Positions, tuple[CharacterMove, ...]]
"""The positions after a move, and the moves of all characters that it concerned."""


@dataclass(frozen=True, slots=True)
class RoundScoring:
    """Each of the seats `nearest` gives a bone to the seat `farthest`.

    `nearest` is one seat, or, if they count, all seats in the centre that have a bone to give.
    """

    nearest: tuple[int, ...]
    farthest: int


def move_character(ahead: Positions, seat: int, steps: int, options: Options) -> MoveResult:
    """Move the character of `seat` clockwise by `steps` (≥ 1); return all positions and moves.

    The moves are that of `seat`, then those of the characters pushed back, in order.

    >>> move_character((None, 5, 4, 3), 0, 5, Options())[0]  # the pushed one passes the block
    (5, 2, 4, 3)
    >>> move_character((None, 5, 4, 3), 0, 5, Options(bump="chain"))[0]
    (5, 4, 3, 2)
    >>> move_character((12, 3, None), 0, 4, Options())[0]  # onto the dog
    (None, 3, None)
    """
    start = ahead[seat]
    end = ((start or 0) + steps) % options.spaces
    if end == 0 and options.land_on_dog == "caught":
        caught = CharacterMove(seat, start, None, "moved", caught=True)
        return with_item(ahead, seat, None), (caught,)
    occupant = next((other for other, at in enumerate(ahead) if at == end and other != seat), None)
    after, moves = with_item(ahead, seat, end), (CharacterMove(seat, start, end, "moved"),)
    if occupant is None:
        return after, moves
    after, pushed = _BUMPS[options.bump](after, occupant, options.spaces)
    return after, moves + pushed


def positions_after_dog_step(ahead: Positions, options: Options) -> MoveResult:
    """Return the positions after the dog's step, and the move of the character it caught, if any.

    >>> positions_after_dog_step((1, 7, None), Options())[0]
    (None, 6, None)
    """
    after = tuple(None if at is None or at == 1 else (at - 1) % options.spaces for at in ahead)
    caught = (seat for seat, at in enumerate(ahead) if at == 1)
    return after, tuple(CharacterMove(seat, 1, None, "dog_step", caught=True) for seat in caught)


def _space_behind(ahead: Positions, seat: int, spaces: int) -> int:
    start = ahead[seat]
    assert start is not None
    return (start - 1) % spaces


def _hop(ahead: Positions, seat: int, spaces: int) -> MoveResult:
    """Move the pushed character back past others to the first free space, or into the dog."""
    end = _space_behind(ahead, seat, spaces)
    while end and end in ahead:
        end = (end - 1) % spaces
    return _push(ahead, seat, end)


def _chain(ahead: Positions, seat: int, spaces: int) -> MoveResult:
    """Push a whole block of characters back one space each, the last perhaps into the dog."""
    end = _space_behind(ahead, seat, spaces)
    met = ahead.index(end) if end and end in ahead else None
    after, moves = _push(ahead, seat, end)
    if met is None:
        return after, moves
    after, more = _chain(after, met, spaces)
    return after, moves + more


def _send_back(ahead: Positions, seat: int, spaces: int) -> MoveResult:
    """Move the pushed character behind the one nearest to the dog, or into the dog.

    If a character stands on the dog's space, there is no space behind it.
    """
    rearmost = min(at for other, at in enumerate(ahead) if at is not None and other != seat)
    return _push(ahead, seat, max(rearmost - 1, 0))


def _push(ahead: Positions, seat: int, end: int) -> MoveResult:
    to = end or None
    move = CharacterMove(seat, ahead[seat], to, "pushed", caught=to is None)
    return with_item(ahead, seat, to), (move,)


_BUMPS: Mapping[str, Callable[[Positions, int, int], MoveResult]] = {
    "hop": _hop,
    "chain": _chain,
    "variant": _send_back,
}


def seats_nearest_first(ahead: Positions, options: Options) -> tuple[int, ...]:
    """Return the seats with a character on the track, nearest to the dog first.

    >>> seats_nearest_first((15, 8, 2, None), Options())
    (2, 1, 0)
    >>> seats_nearest_first((15, 8, 2, None), Options(nearest_metric="shortest_way"))
    (0, 2, 1)
    """
    on_track = {seat: at for seat, at in enumerate(ahead) if at is not None}
    if options.nearest_metric == "shortest_way":  # at the same distance, those in front are nearer
        turned = {seat: (min(at, options.spaces - at), at) for seat, at in on_track.items()}
        return tuple(sorted(turned, key=turned.__getitem__))
    return tuple(sorted(on_track, key=on_track.__getitem__))


def score_round(
    ahead: Positions, options: Options, gone: tuple[int, ...], bowls: Sequence[int]
) -> RoundScoring | None:
    """Return who gives a bone to whom at the end of a round, or None if nobody does.

    `bowls` are the bones by seat: an empty bowl gives nothing.

    >>> score_round((9, 2, 15), Options(), (), (8, 8, 8))
    RoundScoring(nearest=(1,), farthest=2)
    """
    order = seats_nearest_first(ahead, options)
    centre = tuple(seat for seat, at in enumerate(ahead) if at is None and seat not in gone)
    nearest = order[:1] if len(order) > 1 else ()
    if centre and order and options.centre_in_evaluation == "counts_as_nearest":
        nearest = centre
    payers = tuple(seat for seat in nearest if bowls[seat])
    return RoundScoring(payers, order[-1]) if payers else None
