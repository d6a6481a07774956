"""Write the tray sheet as a PDF.

It has a rolling area, a rail for kept dice, a place for a card, and marks by which the camera finds
the sheet. Print it at 100%.
"""

import argparse
from pathlib import Path

import cv2
import numpy as np

from companion.files import wrap_write_errors
from vision.tray_sheet import MARKER_DICTIONARY, MARKER_SIDE, PAPER_SIZES, Paper, Rectangle, Sheet


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("file", type=Path, metavar="FILE", help="the PDF file to write")
    parser.add_argument("--paper", choices=list(PAPER_SIZES), default="a4", help="default: a4")
    parser.set_defaults(command=_sheet)


def _sheet(args: argparse.Namespace) -> int:
    with wrap_write_errors(args.file):
        args.file.write_bytes(sheet_pdf(args.paper))
    print(f"Print {args.file} at 100% and put it under the camera.")
    return 0


POINTS_PER_MM = 72 / 25.4
FELT, LINE = 0.62, 0.35  # grey of the rolling area, on which white dice are visible, and of lines
RULER_LENGTH = 100.0  # mm, to hold a ruler against
TEXT_SIZE = 3.2  # mm


def sheet_pdf(paper: Paper) -> bytes:
    """Return the sheet for `paper`, to be printed at 100 %."""
    sheet = Sheet(paper)
    drawn = [
        _fill(sheet.area, FELT),
        *(_frame(place) for place in [*sheet.rail_places, sheet.card]),
    ]
    for number, square in sheet.markers.items():
        drawn += _mark(number, square)
    y = sheet.height - 5.0
    drawn += [_fill(Rectangle(sheet.rail.left, y, sheet.rail.left + RULER_LENGTH, y + 0.4), 0.0)]
    words = f"Croupier, {paper.upper()}, 100%: |____| = {RULER_LENGTH:.0f} mm"
    drawn += [_text(sheet.rail.left + RULER_LENGTH + 4, y + 1, words)]
    # The origin of a PDF is at the bottom: this flip makes y grow downwards, as in pictures.
    flip = f"{POINTS_PER_MM:.6f} 0 0 {-POINTS_PER_MM:.6f} 0 {sheet.height * POINTS_PER_MM:.3f} cm"
    return _document(sheet.width, sheet.height, "\n".join([flip, *drawn]))


def _fill(at: Rectangle, grey: float) -> str:
    width, height = at.right - at.left, at.bottom - at.top
    return f"{grey:.2f} g {at.left:.3f} {at.top:.3f} {width:.3f} {height:.3f} re f"


def _frame(at: Rectangle) -> str:
    width, height = at.right - at.left, at.bottom - at.top
    return f"{LINE} G 0.4 w {at.left:.3f} {at.top:.3f} {width:.3f} {height:.3f} re S"


def _mark(number: int, at: Rectangle) -> list[str]:
    """Return the drawing of a marker: black, with its white cells."""
    cells = MARKER_DICTIONARY.markerSize + 2
    side = MARKER_SIDE / cells
    bits = np.asarray(cv2.aruco.generateImageMarker(MARKER_DICTIONARY, number, cells))
    white = [
        Rectangle(
            at.left + x * side, at.top + y * side, at.left + (x + 1) * side, at.top + (y + 1) * side
        )
        for y, x in np.argwhere(bits > 0).tolist()
    ]
    return [_fill(at, 0.0), *(_fill(cell, 1.0) for cell in white)]


def _text(x: float, y: float, words: str) -> str:
    return f"0 g BT /F1 {TEXT_SIZE} Tf 1 0 0 -1 {x:.2f} {y:.2f} Tm ({words}) Tj ET"


def _document(width: float, height: float, content: str) -> bytes:
    """Return a PDF of one page of that size in mm (ISO 32000)."""
    page = f"{width * POINTS_PER_MM:.2f} {height * POINTS_PER_MM:.2f}"
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {page}] /Contents 4 0 R"
        " /Resources << /Font << /F1 5 0 R >> >> >>",
        f"<< /Length {len(content)} >>\nstream\n{content}\nendstream",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    written, places = "%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(written))
        written += f"{number} 0 obj\n{body}\nendobj\n"
    rows = "".join(f"{place:010d} 00000 n \n" for place in places)
    size = len(objects) + 1
    table = f"xref\n0 {size}\n0000000000 65535 f \n{rows}"
    trailer = f"trailer\n<< /Size {size} /Root 1 0 R >>\nstartxref\n{len(written)}\n%%EOF\n"
    return (written + table + trailer).encode("ascii")
