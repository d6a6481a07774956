"""Who stands in which place."""

from collections.abc import Mapping
from typing import Any


def shared_places(worth: Mapping[int, Any]) -> dict[int, int]:
    """Return the place from 1 of each seat by its `worth`, best first; equals share a place.

    >>> shared_places({0: 5, 1: 9, 2: 5, 3: 2})
    {1: 1, 0: 2, 2: 2, 3: 4}
    """
    return {
        seat: 1 + sum(other > worth[seat] for other in worth.values())
        for seat in sorted(worth, key=worth.__getitem__, reverse=True)
    }
