"""Draw what the eye saw into its pictures, to show why it read what it read.

The colours are those of the page: green is sure, amber asks. Doubts are also written out, because
many people cannot rely on colour alone.
"""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.frame import Image
from vision.reading import Die

PICTURE_WIDTH = 640  # pixels of an annotated picture
PICTURES_PER_ROW = 3  # pictures per row of a contact sheet
MAX_PICTURES = 60  # pictures on a sheet: a long video must not become an endless file
SURE_COLOUR, ASK_COLOUR, INK, PAPER = (110, 190, 60), (40, 160, 250), (240, 240, 240), (30, 30, 30)
FONT = cv2.FONT_HERSHEY_SIMPLEX


def draw_reading(image: Image, dice: Sequence[Die], lines: Sequence[str]) -> Image:
    """Return `image` (H, W, 3), scaled to one width, with each die's box, face and confidence.

    `lines` are written below it, for instance the time, the state and the doubts.
    """
    scale = PICTURE_WIDTH / image.shape[1]
    size = (PICTURE_WIDTH, max(1, round(image.shape[0] * scale)))
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    picture = np.asarray(cv2.resize(image, size, interpolation=how), np.uint8)
    for die in dice:
        _mark(picture, die, scale)
    board = np.full((26 * max(1, len(lines)) + 8, PICTURE_WIDTH, 3), PAPER, np.uint8)
    for row, line in enumerate(lines):
        cv2.putText(board, line, (8, 22 + 26 * row), FONT, 0.55, INK, 1, cv2.LINE_AA)
    return np.vstack([picture, board])


def contact_sheet(pictures: Sequence[Image]) -> Image:
    """Arrange the first MAX_PICTURES pictures on one sheet, `PICTURES_PER_ROW` in each row.

    Raises ValueError if there are none.
    """
    if not pictures:
        raise ValueError("no picture to show")
    shown = pictures[:MAX_PICTURES]
    columns, high = min(PICTURES_PER_ROW, len(shown)), max(picture.shape[0] for picture in shown)
    rows = -(-len(shown) // columns)
    sheet = np.full((rows, high, columns, PICTURE_WIDTH, 3), PAPER, np.uint8)
    for i, picture in enumerate(shown):
        sheet[i // columns, : picture.shape[0], i % columns] = picture
    return sheet.reshape(rows * high, columns * PICTURE_WIDTH, 3)


def _mark(picture: Image, die: Die, scale: float) -> None:
    """Draw a die's box with face and confidence, and the runner-up if it is not sure."""
    x1, y1, x2, y2 = (round(side * scale) for side in die.box)
    colour = SURE_COLOUR if die.sure else ASK_COLOUR
    cv2.rectangle(picture, (x1, y1), (x2, y2), colour, 2, cv2.LINE_AA)
    text = f"{die.face} {die.confidence:.2f}"
    if not die.sure and len(die.alternatives) > 1:
        text += f" or {die.alternatives[1][0]}"
    (wide, high), _ = cv2.getTextSize(text, FONT, 0.5, 1)
    x = min(max(0, x1), max(0, picture.shape[1] - wide - 4))
    y = y1 - 4 if y1 > high + 8 else min(picture.shape[0] - 4, y2 + high + 6)
    cv2.rectangle(picture, (x, y - high - 3), (x + wide + 4, y + 4), PAPER, -1)
    cv2.putText(picture, text, (x + 2, y), FONT, 0.5, colour, 1, cv2.LINE_AA)
