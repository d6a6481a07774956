#!/usr/bin/env python3
"""Writes the camera holder as an STL to print.

    hardware/camera_holder.py holder.stl

A plate under which a Raspberry Pi camera looks down. Measures in mm, x across and y along it:

    y  0 to 34   the camera: four holes for M2 screws, 21 x 12.5 apart as all modules have them, and
                 a slot between them, open to the front, for the lens and the ribbon
    y 34 to 80   what holds it: two holes for wood screws into a lath of 30 x 30, and between them
                 one for a 1/4 inch screw, as microphone arms, goosenecks and tripods have it

Holes are square, which prints without support.
"""

import struct
import sys
from collections.abc import Iterator
from itertools import pairwise, product
from pathlib import Path

Box = tuple[float, float, float, float]
Point = tuple[float, float, float]

WIDTH, LENGTH, THICK = 40.0, 80.0, 5.0
SLOT: Box = (13.0, 0.0, 27.0, 26.0)
HOLES = {  # middle x, y and side
    **{(WIDTH / 2 + 10.5 * x, 13.0 + 6.25 * y): 2.0 for x, y in product((-1, 1), repeat=2)},
    (WIDTH / 2, 42.0): 4.0,
    (WIDTH / 2, 57.0): 6.5,
    (WIDTH / 2, 72.0): 4.0,
}


def openings() -> list[Box]:
    """Return what is cut out: left, front, right and back of each."""
    return [SLOT, *((x - s / 2, y - s / 2, x + s / 2, y + s / 2) for (x, y), s in HOLES.items())]


def triangles() -> Iterator[tuple[Point, Point, Point]]:
    """Yield the surface, each triangle turning to the left as seen from outside."""
    cuts = openings()
    xs = sorted({0.0, WIDTH, *(cut[i] for cut in cuts for i in (0, 2))})
    ys = sorted({0.0, LENGTH, *(cut[i] for cut in cuts for i in (1, 3))})

    def solid(column: int, row: int) -> bool:
        if not (0 <= column < len(xs) - 1 and 0 <= row < len(ys) - 1):
            return False
        x, y = (xs[column] + xs[column + 1]) / 2, (ys[row] + ys[row + 1]) / 2
        return not any(x1 < x < x2 and y1 < y < y2 for x1, y1, x2, y2 in cuts)

    for (column, (x1, x2)), (row, (y1, y2)) in product(
        enumerate(pairwise(xs)), enumerate(pairwise(ys))
    ):
        if not solid(column, row):
            continue
        corners = ((x1, y1), (x2, y1), (x2, y2), (x1, y2))
        yield from _quad(*((x, y, THICK) for x, y in corners))
        yield from _quad(*((x, y, 0.0) for x, y in reversed(corners)))
        beside = ((column, row - 1), (column + 1, row), (column, row + 1), (column - 1, row))
        for side, ((ax, ay), (bx, by)) in zip(
            beside, pairwise((*corners, corners[0])), strict=True
        ):
            if not solid(*side):
                yield from _quad((ax, ay, 0.0), (bx, by, 0.0), (bx, by, THICK), (ax, ay, THICK))


def _quad(a: Point, b: Point, c: Point, d: Point) -> Iterator[tuple[Point, Point, Point]]:
    yield a, b, c
    yield a, c, d


def stl() -> bytes:
    """Return it as a binary STL; programs work out the normals themselves."""
    found = list(triangles())
    bodies = (struct.pack("<12fH", 0, 0, 0, *a, *b, *c, 0) for a, b, c in found)
    return bytes(80) + struct.pack("<I", len(found)) + b"".join(bodies)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("Usage: hardware/camera_holder.py FILE.stl")
    Path(sys.argv[1]).write_bytes(stl())
