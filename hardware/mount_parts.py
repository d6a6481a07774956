"""The parts of the camera's mounts and their assembly; all measures are in mm.

Parts consist of boxes with square holes, so they print without support.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

Point = tuple[float, float, float]
Box = tuple[Point, Point]  # the lowest and the highest corner

# The plate that holds the camera, under a lath or a gooseneck; y runs from the front to the lath.
PLATE_WIDTH, PLATE, CAMERA_LENGTH, LATH_LENGTH = 40.0, 5.0, 40.0, 46.0
MIDDLE = PLATE_WIDTH / 2
LENS = 19.0  # from the front
SLOT = (13.0, 26.0)  # from the left, and its length: for the lens
SMALL = (21.0, 12.5, 13.0, 2.2)  # holes of modules 2 and 3: across, along, their centre, M2
LARGE = (30.0, 30.0, LENS, 2.7)  # of the HQ and the Global Shutter camera, M2.5
WOOD_SCREW, TRIPOD = 4.0, 6.5  # a tripod screw is 1/4 inch
# The wooden gallows. Its laths are as thick as the printed arm.
BEAM = 30.0
BOARD, BOARD_THICK = (450.0, 300.0), 18.0
BEHIND, POST, ARM = 40.0, 420.0, 215.0  # board behind the post, its height, the arm's length
BRACKET, BRACKET_WIDTH, STEEL = 50.0, 20.0, 3.0
TRAY, TRAY_RIM, TRAY_THICK = 300.0, 40.0, 6.0
# The printed arm: segments with half-thickness ends, bolted together straight or crosswise.
SEGMENT, LAP = 160.0, BEAM / 2
BOLT, BOLTS = 4.4, 14.0  # M4, and their distance
JAW, JAW_DEPTH, OPENING = 20.0, 70.0, 55.0  # of the clamp
CLAMP_BOLT, NUT, NUT_THICK = 8.6, 13.3, 7.0  # M8
POST_SEGMENTS, ARM_SEGMENTS = 3, 2
TABLE = 25.0  # thickness, as drawn


@dataclass(frozen=True)
class Part:
    """The volume in `solid` but not in `cut`."""

    solid: tuple[Box, ...]
    cut: tuple[Box, ...] = ()

    def rotated(self, axes: str, by: Point = (0.0, 0.0, 0.0)) -> "Part":
        """Return the part with its axes mapped by `axes` ("+x-z+y"), then moved by `by`."""
        order = [("xyz".index(axes[i + 1]), -1.0 if axes[i] == "-" else 1.0) for i in (0, 2, 4)]

        def turn(box: Box) -> Box:
            ends = [sorted(corner[axis] * sign for corner in box) for axis, sign in order]
            low, high = (tuple(ends[i][end] + by[i] for i in range(3)) for end in (0, 1))
            return low, high  # type: ignore[return-value]

        return Part(tuple(map(turn, self.solid)), tuple(map(turn, self.cut)))


def box_at(x: float, y: float, z: float, width: float, length: float, height: float) -> Box:
    """Return the box with its lowest corner at (x, y, z)."""
    return (x, y, z), (x + width, y + length, z + height)


def _hole(x: float, y: float, side: float, height: float = BEAM) -> Box:
    return box_at(x - side / 2, y - side / 2, 0, side, side, height)


def _bolts(x: float, y: float) -> tuple[Box, ...]:
    """Return the four holes of a joint around its middle."""
    half = BOLTS / 2
    return tuple(_hole(x + half * i, y + half * j, BOLT) for i, j in product((-1, 1), repeat=2))


def _camera() -> tuple[Box, ...]:
    holes = [
        _hole(MIDDLE + across / 2 * i, middle + along / 2 * j, side, PLATE)
        for across, along, middle, side in (SMALL, LARGE)
        for i, j in product((-1, 1), repeat=2)
    ]
    return (box_at(SLOT[0], 0, 0, PLATE_WIDTH - 2 * SLOT[0], SLOT[1], PLATE), *holes)


def mounting_plate() -> Part:
    """Return the plate for a lath (two wood screws) or a gooseneck (a tripod screw)."""
    middle = CAMERA_LENGTH + LATH_LENGTH / 2
    screws = [(middle - 15, WOOD_SCREW), (middle, TRIPOD), (middle + 15, WOOD_SCREW)]
    holes = [_hole(MIDDLE, y, side, PLATE) for y, side in screws]
    body = box_at(0, 0, 0, PLATE_WIDTH, CAMERA_LENGTH + LATH_LENGTH, PLATE)
    return Part((body,), (*_camera(), *holes))


def camera_head() -> Part:
    """Return the plate with half of a joint, for the printed arm."""
    body = box_at(0, 0, 0, PLATE_WIDTH, CAMERA_LENGTH + BEAM, PLATE)
    joint = box_at(MIDDLE, CAMERA_LENGTH, 0, LAP, BEAM, PLATE + BEAM)
    bolts = Part((), _bolts(CAMERA_LENGTH + BEAM / 2, PLATE + BEAM / 2))
    return Part((body, joint), (*_camera(), *bolts.rotated("+z+x+y", (MIDDLE, 0, 0)).cut))


def arm_segment() -> Part:
    """Return one of the arm's segments in printing position."""
    ends = (box_at(x, 0, LAP, BEAM, BEAM, LAP) for x in (0, SEGMENT - BEAM))
    holes = (*_bolts(BEAM / 2, BEAM / 2), *_bolts(SEGMENT - BEAM / 2, BEAM / 2))
    return Part((box_at(0, 0, 0, SEGMENT, BEAM, BEAM),), (*ends, *holes))


def table_clamp() -> Part:
    """Return the clamp for a table's edge, lying on its side: x is over the table, y upwards."""
    top = JAW + OPENING
    jaws = (box_at(0, y, 0, JAW_DEPTH, JAW, BEAM) for y in (0, top))
    joint = box_at(0, top, 0, BEAM, JAW + BEAM, LAP)
    x, z = (JAW + JAW_DEPTH) / 2, BEAM / 2
    bolt = box_at(x - CLAMP_BOLT / 2, 0, z - CLAMP_BOLT / 2, CLAMP_BOLT, JAW, CLAMP_BOLT)
    nut = box_at(x - NUT / 2, (JAW - NUT_THICK) / 2, z - NUT / 2, NUT, NUT_THICK, BEAM)
    spine = box_at(0, 0, 0, JAW, top + JAW, BEAM)
    return Part((spine, *jaws, joint), (bolt, nut, *_bolts(BEAM / 2, top + JAW + BEAM / 2)))


PRINTED = {
    "plate": mounting_plate(),
    "head": camera_head(),
    "segment": arm_segment(),
    "clamp": table_clamp(),
}


def printed_arm() -> list[Part]:
    """Return the assembled arm: x from the table's edge inwards, y up from its top, z across."""
    bottom = -JAW - OPENING
    parts = [table_clamp().rotated("+x+y+z", (-JAW, bottom, 0))]
    foot, step = JAW, SEGMENT - BEAM
    # Each is bolted to the other side of the previous one.
    sides = (("-y+x-z", BEAM), ("-y+x+z", 0.0))
    for number in range(POST_SEGMENTS):
        axes, z = sides[number % 2]
        parts.append(arm_segment().rotated(axes, (BEAM - JAW, foot + step * number, z)))
    high = foot + step * POST_SEGMENTS
    sides = (("+x+y+z", 0.0), ("+x-y-z", BEAM))
    for number in range(ARM_SEGMENTS):
        axes, z = sides[number % 2]
        y = high + (BEAM if number % 2 else 0)
        parts.append(arm_segment().rotated(axes, (step * number - JAW, y, z)))
    end = step * ARM_SEGMENTS - JAW + CAMERA_LENGTH + BEAM
    return [*parts, camera_head().rotated("-y+z-x", (end, high - PLATE, MIDDLE + LAP))]


def gallows() -> list[Part]:
    """Return the assembled gallows: x along the board, y up from its top, z across."""
    z, back, front = (BOARD[1] - BEAM) / 2, BEHIND, BEHIND + BEAM
    side = (BOARD[1] - BRACKET_WIDTH) / 2
    boxes = [
        box_at(0, -BOARD_THICK, 0, BOARD[0], BOARD_THICK, BOARD[1]),
        box_at(back, 0, z, BEAM, POST, BEAM),
        box_at(back, POST, z, ARM, BEAM, BEAM),
    ]
    angles = [
        (box_at(front, y, side, BRACKET, STEEL, BRACKET_WIDTH),
         box_at(front, y + turn, side, STEEL, BRACKET, BRACKET_WIDTH))
        for y, turn in ((0.0, 0.0), (POST - STEEL, STEEL - BRACKET))
    ]  # fmt: skip
    end = back + ARM + CAMERA_LENGTH
    under = mounting_plate().rotated("-y+z-x", (end, POST - PLATE, BOARD[1] / 2 + MIDDLE))
    left, across = end - LENS - TRAY / 2, (BOARD[1] - TRAY) / 2
    tray = Part(
        (box_at(left, 0, across, TRAY, TRAY_RIM, TRAY),),
        (box_at(left + 6, TRAY_THICK, across + 6, TRAY - 12, TRAY_RIM, TRAY - 12),),
    )
    return [*(Part((box,)) for box in boxes), *map(Part, angles), under, tray]


class CellGrid:
    """Parts in a grid of all their planes; `filled` is the part of each cell."""

    def __init__(self, parts: list[Part]) -> None:
        boxes = [box for part in parts for box in (*part.solid, *part.cut)]
        self.planes = [sorted({end[i] for box in boxes for end in box}) for i in range(3)]
        self.filled: dict[tuple[int, ...], int] = {}
        for number, part in enumerate(parts):
            gaps = {cell for box in part.cut for cell in self._within(box)}
            own = (cell for box in part.solid for cell in self._within(box))
            self.filled.update((cell, number) for cell in own if cell not in gaps)

    def _within(self, box: Box) -> Iterator[tuple[int, ...]]:
        spans = (
            range(p.index(low), p.index(high))
            for p, low, high in zip(self.planes, *box, strict=True)
        )
        return product(*spans)

    def cell_bounds(self, cell: tuple[int, ...]) -> list[tuple[float, float]]:
        """Return the start and end of a cell on each axis."""
        return [(p[i], p[i + 1]) for p, i in zip(self.planes, cell, strict=True)]


def surface_triangles(part: Part) -> Iterator[tuple[Point, Point, Point]]:
    """Yield the triangles of the surface, counterclockwise as seen from outside."""
    cells = CellGrid([part])
    for cell in cells.filled:
        for axis, step in product(range(3), (-1, 1)):
            if tuple(n + step * (i == axis) for i, n in enumerate(cell)) in cells.filled:
                continue
            ends, b, c = cells.cell_bounds(cell), (axis + 1) % 3, (axis + 2) % 3
            corners = []
            for i, j in ((0, 0), (1, 0), (1, 1), (0, 1))[::step]:
                at = {axis: ends[axis][step > 0], b: ends[b][i], c: ends[c][j]}
                corners.append((at[0], at[1], at[2]))
            yield corners[0], corners[1], corners[2]
            yield corners[0], corners[2], corners[3]


def to_binary_stl(part: Part) -> bytes:
    """Return a part as a binary STL; programs compute the normals themselves."""
    found = list(surface_triangles(part))
    bodies = (struct.pack("<12fH", 0, 0, 0, *a, *b, *c, 0) for a, b, c in found)
    return bytes(80) + struct.pack("<I", len(found)) + b"".join(bodies)
