#!/usr/bin/env python3
"""Write the camera's mount: parts to print as STL, dimensioned drawings as PDF and SVG.

hardware/mount.py FOLDER
"""

import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import TypeAlias

import mount_parts as mount
from drawing import Page, ScaledView

Seen: TypeAlias = dict[tuple[int, int], tuple[int, int]]
"""For each cell, the depth and index of the visible part."""


def draw_edges(view: ScaledView, parts: list[mount.Part], axes: str) -> None:
    """Draw the visible edges with `axes` ("+x+y+z") pointing right, up, and towards the viewer."""
    cells = mount.CellGrid([part.rotated(axes) for part in parts])
    seen: Seen = {}
    for (i, j, k), part in cells.filled.items():
        seen[i, j] = max(seen.get((i, j), (-1, 0)), (k, part))
    xs, ys = cells.planes[:2]
    for i, j, end in _runs(seen, len(xs), len(ys)):
        view.draw_line(xs[i], ys[j], xs[i], ys[end])
    crosswise = {(j, i): what for (i, j), what in seen.items()}
    for j, i, end in _runs(crosswise, len(ys), len(xs)):
        view.draw_line(xs[i], ys[j], xs[end], ys[j])


def _runs(
    seen: dict[tuple[int, int], tuple[int, int]], columns: int, rows: int
) -> Iterator[tuple[int, int, int]]:
    """Yield where cells differ from their left neighbours: the column, the first row, the end."""
    for i in range(columns):
        edge = [seen.get((i - 1, j)) != seen.get((i, j)) for j in range(rows)]
        starts = [j for j in range(rows) if edge[j] and not (j and edge[j - 1])]
        yield from ((i, j, edge.index(False, j)) for j in starts)


def gallows_page() -> Page:
    """Return the drawing of the gallows, with the plate at full size as a sawing template."""
    page = Page()
    side, front, full = (
        ScaledView(page, 30, 140, 0.2),
        ScaledView(page, 205, 140, 0.2),
        ScaledView(page, 222, 140, 1),
    )
    lens, top = mount.BEHIND + mount.ARM + mount.CAMERA_LENGTH - mount.LENS, mount.POST + mount.BEAM
    draw_edges(side, mount.gallows(), "+x+y+z")
    side.draw_width_dimension(0, mount.BOARD[0], -50)
    side.draw_width_dimension(0, mount.BEHIND, 20)
    side.draw_width_dimension(mount.BEHIND, mount.BEHIND + mount.ARM, top + 15)
    side.draw_width_dimension(mount.BEHIND, lens, top + 50, " to the middle of the tray")
    side.draw_height_dimension(0, mount.POST, -40)
    side.draw_height_dimension(mount.TRAY_THICK, mount.POST - mount.PLATE, lens, " above the tray")
    draw_edges(front, mount.gallows(), "-z+y+x")
    front.draw_width_dimension(-mount.BOARD[1], 0, -50)
    front.draw_width_dimension(
        -(mount.BOARD[1] + mount.BEAM) / 2, -(mount.BOARD[1] - mount.BEAM) / 2, top + 15
    )
    draw_edges(full, [mount.mounting_plate()], "+x+y+z")
    _measure_plate(full)
    page.write_text(20, 18, "Wooden gallows, 1 : 5. All measures in mm.")
    page.write_text(208, 18, "Plate, 1 : 1: printed, or plywood sawn to this drawing")
    wood = f"{mount.BEAM:g} × {mount.BEAM:g}"
    words = f"""Board {mount.BOARD[0]:g} × {mount.BOARD[1]:g} × {mount.BOARD_THICK:g}
Post {wood} × {mount.POST:g}, arm {wood} × {mount.ARM:g}
2 steel angles {mount.BRACKET:g} × {mount.BRACKET:g} and their screws
3 screws 5 × 60: two up through the board, one down through the arm
2 wood screws 3.5 × 20 for the plate
Camera Module 2, 3: on the plate, the lens in the slot, 4 M2 × 12 screws
HQ, Global Shutter: under the plate, 4 M2.5 × 16 screws, 4 spacers of 6"""
    page.write_text(20, 166, words)
    return page


def _measure_plate(view: ScaledView) -> None:
    """Dimension the holes of the plate."""
    length, (across, along, middle, _) = mount.CAMERA_LENGTH + mount.LATH_LENGTH, mount.SMALL
    view.draw_width_dimension(0, mount.PLATE_WIDTH, length + 14)
    view.draw_width_dimension(mount.MIDDLE - across / 2, mount.MIDDLE + across / 2, -6)
    view.draw_width_dimension(
        mount.MIDDLE - mount.LARGE[0] / 2, mount.MIDDLE + mount.LARGE[0] / 2, -12
    )
    view.draw_width_dimension(mount.SLOT[0], mount.PLATE_WIDTH - mount.SLOT[0], mount.SLOT[1] + 4)
    view.draw_height_dimension(0, length, mount.PLATE_WIDTH + 23)
    view.draw_height_dimension(middle - along / 2, middle + along / 2, mount.PLATE_WIDTH + 3)
    view.draw_height_dimension(
        mount.LENS - mount.LARGE[1] / 2, mount.LENS + mount.LARGE[1] / 2, mount.PLATE_WIDTH + 13
    )
    view.draw_height_dimension(0, mount.SLOT[1], mount.MIDDLE - 4)
    at = [0.0, *(length - mount.LATH_LENGTH / 2 + step for step in (-15, 0, 15))]
    for low, high in pairwise(at):
        view.draw_height_dimension(low, high, -8)


def arm_page() -> Page:
    """Return the drawing of the printed arm and its parts."""
    page, high = Page(), mount.JAW + (mount.SEGMENT - mount.BEAM) * mount.POST_SEGMENTS
    lens = (
        (mount.SEGMENT - mount.BEAM) * mount.ARM_SEGMENTS
        - mount.JAW
        + mount.CAMERA_LENGTH
        + mount.BEAM
        - mount.LENS
    )
    side, front = ScaledView(page, 32, 125, 0.2), ScaledView(page, 130, 125, 0.2)
    draw_edges(side, mount.printed_arm(), "+x+y+z")
    side.draw_width_dimension(0, lens, high + mount.BEAM + 20)
    side.draw_height_dimension(0, high - mount.PLATE, lens, " above the table")
    side.draw_height_dimension(-mount.JAW - mount.OPENING, high + mount.BEAM, -60)
    for y in (0.0, -mount.TABLE):
        side.draw_line(0, y, mount.BOARD[0], y)
    draw_edges(front, mount.printed_arm(), "-z+y+x")
    long, flat = ScaledView(page, 165, 55, 0.5), ScaledView(page, 165, 85, 0.5)
    draw_edges(long, [mount.arm_segment()], "+x+z-y")
    long.draw_width_dimension(0, mount.SEGMENT, mount.BEAM + 10)
    long.draw_height_dimension(0, mount.LAP, -14)
    long.draw_height_dimension(0, mount.BEAM, mount.SEGMENT + 6)
    draw_edges(flat, [mount.arm_segment()], "+x+y+z")
    flat.draw_width_dimension(0, mount.BEAM, mount.BEAM + 5)
    flat.draw_width_dimension((mount.BEAM - mount.BOLTS) / 2, (mount.BEAM + mount.BOLTS) / 2, -10)
    hook, top = ScaledView(page, 165, 170, 0.5), mount.JAW + mount.OPENING
    draw_edges(hook, [mount.table_clamp()], "+x+y+z")
    hook.draw_width_dimension(0, mount.JAW_DEPTH, -12)
    for low, high, x in (
        (0, mount.JAW, mount.JAW_DEPTH),
        (mount.JAW, top, mount.JAW),
        (top, top + mount.JAW, mount.JAW_DEPTH),
    ):
        hook.draw_height_dimension(low, high, x + 6)
    over, beside = ScaledView(page, 225, 150, 0.5), ScaledView(page, 253, 150, 0.5)
    draw_edges(over, [mount.camera_head()], "+x+y+z")
    draw_edges(beside, [mount.camera_head()], "+y+z+x")
    beside.draw_width_dimension(0, mount.CAMERA_LENGTH, -12)
    page.write_text(20, 18, "Printed arm, 1 : 5. All measures in mm.")
    page.write_text(165, 30, f"{mount.POST_SEGMENTS + mount.ARM_SEGMENTS} × segment, 1 : 2")
    page.write_text(165, 98, "clamp, 1 : 2")
    page.write_text(225, 98, "head, 1 : 2; camera as on the plate")
    joints = mount.POST_SEGMENTS + mount.ARM_SEGMENTS + 1
    words = f"""{2 * joints} M4 × 40 bolts, nuts, washers: two per joint, at opposite corners
1 M8 × 80 bolt and its nut, which goes into the clamp from the side;
under its tip a piece of wood, so that it does not mark the table"""
    page.write_text(20, 166, words)
    return page


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("Usage: hardware/mount.py FOLDER")
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, part in mount.PRINTED.items():
        (folder / f"{name}.stl").write_bytes(mount.to_binary_stl(part))
    for name, page in (("gallows", gallows_page()), ("arm", arm_page())):
        (folder / f"{name}.pdf").write_bytes(page.pdf())
        (folder / f"{name}.svg").write_text(page.svg())
