"""Changes of a picture, as between cameras, after which it shows the same dice."""

from collections.abc import Callable
from functools import partial

import cv2
import numpy as np

from vision.frame import Image

GREY = 96.0  # grey level of an added border
BORDER = 0.1  # width of that border, in sides of the picture


def _resized(image: Image, factor: float) -> Image:
    how = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(image, None, fx=factor, fy=factor, interpolation=how), np.uint8)


def _turned(image: Image, quarters: int) -> Image:
    return np.ascontiguousarray(np.rot90(image, quarters))


def _mirrored(image: Image) -> Image:
    return np.ascontiguousarray(image[:, ::-1])


def _lit(image: Image, *gains: float) -> Image:
    return np.asarray(np.clip(image * np.array(gains), 0, 255), np.uint8)


def _recompressed(image: Image) -> Image:
    _, code = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 60])
    return np.asarray(cv2.imdecode(code, cv2.IMREAD_COLOR), np.uint8)


def _framed(image: Image) -> Image:
    high, wide = (round(BORDER * side) for side in image.shape[:2])
    grey = (GREY, GREY, GREY)
    return np.asarray(
        cv2.copyMakeBorder(image, high, high, wide, wide, cv2.BORDER_CONSTANT, value=grey), np.uint8
    )


Change = Callable[[Image], Image]

CHANGES: tuple[tuple[str, Change], ...] = (
    *((f"size {f}", partial(_resized, factor=f)) for f in (0.6, 0.8, 0.9, 1.15, 1.4)),
    *((f"turned {90 * n}", partial(_turned, quarters=n)) for n in (1, 2, 3)),
    ("mirrored", _mirrored),
    ("darker", lambda image: _lit(image, 0.7)),
    ("warmer and brighter", lambda image: _lit(image, 0.95, 1.05, 1.15)),
    ("recompressed", _recompressed),
    ("framed", _framed),
)
