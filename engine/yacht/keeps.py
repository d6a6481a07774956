"""What five dice may show, what may be kept of them, and what both are worth to each other.

Within a turn, dice of one face are interchangeable: a throw is one of 252 multisets, and what may
be kept one of 462. To throw five dice less those kept is to add one die after the other, so the
value of a multiset is the mean over the six that one more die may make of it.
"""

from itertools import combinations_with_replacement
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine.yacht.score_boxes import DICE_COUNT, FACES, Face

Faces: TypeAlias = tuple[Face, ...]
FloatArray: TypeAlias = NDArray[np.float64]
IntArray: TypeAlias = NDArray[np.intp]

KEEPS: tuple[Faces, ...] = tuple(
    kept for size in range(DICE_COUNT + 1) for kept in combinations_with_replacement(FACES, size)
)
"""Every multiset of up to five dice, sorted, small ones first."""
ROLLS: tuple[Faces, ...] = tuple(kept for kept in KEEPS if len(kept) == DICE_COUNT)
INDEX_OF_KEEP: dict[Faces, int] = {kept: place for place, kept in enumerate(KEEPS)}
_FIRST_ROLL = len(KEEPS) - len(ROLLS)

_SIZES = [
    slice(INDEX_OF_KEEP[(FACES[0],) * size], INDEX_OF_KEEP[(FACES[-1],) * size] + 1)
    for size in range(DICE_COUNT + 1)
]
"""Where the multisets of each size stand among `KEEPS`."""

_WITH_ONE_MORE: IntArray = np.array(
    [
        [INDEX_OF_KEEP[tuple(sorted((*kept, face)))] for face in FACES]
        for kept in KEEPS[:_FIRST_ROLL]
    ]
)
"""(210, 6): what each multiset becomes by one more die."""

_WITH_ONE_LESS: list[IntArray] = [
    np.array(
        [
            [INDEX_OF_KEEP[kept[:at] + kept[at + 1 :]] for at in range(size)]
            for kept in KEEPS[_SIZES[size]]
        ],
        dtype=np.intp,
    )
    for size in range(DICE_COUNT + 1)
]
"""By size (n, size): what each multiset becomes when a die is taken away."""


def values_of_keeps(rolls: FloatArray) -> FloatArray:
    """Return what each of `KEEPS` is worth (462, n), if `rolls` is what throws are (252, n)."""
    worth = np.empty((len(KEEPS), rolls.shape[1]))
    worth[_FIRST_ROLL:] = rolls
    for size in reversed(_SIZES[:DICE_COUNT]):
        more = _WITH_ONE_MORE[size]
        total = worth[more[:, 0]]
        for die in range(1, len(FACES)):
            total += worth[more[:, die]]
        worth[size] = total / len(FACES)
    return worth


def values_of_rolls(keeps: FloatArray) -> FloatArray:
    """Return what each throw is worth (252, n) with the best of all `keeps` (462, n) in it."""
    best = keeps.copy()
    for size, less in zip(_SIZES[1:], _WITH_ONE_LESS[1:], strict=True):
        for die in range(less.shape[1]):
            np.maximum(best[size], best[less[:, die]], out=best[size])
    return best[_FIRST_ROLL:]
