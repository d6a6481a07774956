"""Where the pips sit: faces of a die and the patterns on them, as arrays."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.virtual.look import DieLook, Rgb

Array = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Face:
    """One side: its value, its axis (0, 1, 2), its sense (+1, -1) and its pips (n, 2) in edges.

    A pip (u, v) lies at u along axis + 1 and v along axis + 2 (cyclic). `emblem` (n, n), 0..255 of
    ink, is printed over the whole side instead of them.
    """

    value: int
    axis: int
    sign: int
    pips: Array
    radius: float
    colour: Rgb
    emblem: NDArray[np.uint8] | None = None


def faces_of_die(look: DieLook) -> tuple[Face, ...]:
    """Return the six sides; opposite ones sum to 7, 1-2-3 run in the sense of the look."""
    order = (1, 3, 2) if look.clockwise else (1, 2, 3)
    made = []
    for axis, low in enumerate(order):
        for sign, value in ((1, low), (-1, 7 - low)):
            made.append(_face(look, value, axis, sign))
    return tuple(made)


def _face(look: DieLook, value: int, axis: int, sign: int) -> Face:
    colour = {1: look.one, 4: look.four}.get(value, look.pips)
    radius = look.one_radius if value == 1 else look.pip_radius
    emblem = look.emblems.get(value)
    return Face(value, axis, sign, _pattern(value, look), radius, colour, emblem)


def _pattern(value: int, look: DieLook) -> Array:
    """Return the pip centres (n, 2) of `value`, turned by a quarter where the look says so."""
    s = look.pip_spread
    diagonal = [(s, s), (-s, -s)]
    corners = [*diagonal, (s, -s), (-s, s)]
    spots = {
        1: [(0.0, 0.0)],
        2: diagonal,
        3: [(0.0, 0.0), *diagonal],
        4: corners,
        5: [(0.0, 0.0), *corners],
        6: [*corners, (s, 0.0), (-s, 0.0)],
    }[value]
    points = np.array(spots, np.float32)
    bit = {2: 1, 3: 2, 6: 4}.get(value, 0)
    if look.twist & bit:
        points = np.stack([-points[:, 1], points[:, 0]], axis=1)
    return points
