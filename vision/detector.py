"""The detector: finds candidate dice in a heat map of centres, at one or more scales."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.bounding_box import BoundingBox, iou, nms
from vision.frame import Array, Image, shrink_by_halving
from vision.onnx_model import OnnxModel

SIZE_UNIT = 32.0  # input pixels that the logarithms of sizes refer to
INPUT_MULTIPLE = 16  # the sides of the input are multiples of this
PADDING_GREY = 114  # grey level outside the picture
MIN_SCORE = 0.1  # minimum score of a candidate
MAX_IOU = 0.6  # maximum IoU of two dice found at different scales
MAX_CANDIDATES = 80  # candidates kept of one pass
DIE_SIZES = (8.0, 170.0)  # smallest and largest die in input pixels; other zooms find others


@dataclass(frozen=True, slots=True)
class Candidate:
    """A place where a die may lie: its box (x1, y1, x2, y2) in pixels, and a probability, 0..1."""

    box: BoundingBox
    score: float


class Detector:
    """The detector network. It finds dice of 12 to 160 pixels; `DIE_SIZES` limits its output."""

    def __init__(self, path: Path, threads: int = 1) -> None:
        self._model = OnnxModel(path, threads)

    def find(self, image: Image, zooms: Sequence[float]) -> list[Candidate]:
        """Return the candidates of `image` (H, W, 3) BGR, best first, over all `zooms`.

        A die found at several scales is returned once.
        """
        found = [c for zoom in zooms for c in self._pass(image, zoom)]
        kept = nms([c.box for c in found], [c.score for c in found], _same_place)
        return [found[i] for i in kept]

    def _pass(self, image: Image, zoom: float) -> list[Candidate]:
        batch, step = _prepare(image, zoom)
        answer = self._model.run(batch)[0]
        return _decode(answer, batch.shape[2] / answer.shape[2], step)


def _same_place(a: BoundingBox, b: BoundingBox) -> bool:
    return iou(a, b) > MAX_IOU


def _prepare(image: Image, zoom: float) -> tuple[Image, tuple[float, float]]:
    """Return the network's input (1, H, W, 3), and its pixels per picture pixel (x, y)."""
    height, width = image.shape[:2]
    wide, high = max(1, round(width * zoom)), max(1, round(height * zoom))
    near, _ = shrink_by_halving(image, 1 / zoom)
    small = cv2.resize(near, (wide, high), interpolation=cv2.INTER_LINEAR_EXACT)
    padded_size = (-(-side // INPUT_MULTIPLE) * INPUT_MULTIPLE for side in (high, wide))
    padded = np.full((*padded_size, 3), PADDING_GREY, np.uint8)
    padded[:high, :wide] = small
    return padded[None], (wide / width, high / height)


def _decode(answer: Array, cell: float, step: tuple[float, float]) -> list[Candidate]:
    """Return the candidates of one output (5, h, w): the local maxima of the heat map.

    A cell is `cell` pixels of the network's input wide and high.
    """
    heat = 1 / (1 + np.exp(-answer[0]))
    peaks = (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (heat > MIN_SCORE)
    rows, columns = np.nonzero(peaks)
    best = np.argsort(-heat[rows, columns])[:MAX_CANDIDATES]
    found = []
    for row, column in zip(rows[best], columns[best], strict=True):
        dx, dy, log_w, log_h = (float(v) for v in answer[1:5, row, column])
        wide, high = SIZE_UNIT * np.exp(np.clip([log_w, log_h], -3, 3))
        if not DIE_SIZES[0] <= (wide + high) / 2 <= DIE_SIZES[1]:
            continue
        x, y = (column + 0.5 + dx) * cell, (row + 0.5 + dy) * cell
        box = (
            float((x - wide / 2) / step[0]), float((y - high / 2) / step[1]),
            float((x + wide / 2) / step[0]), float((y + high / 2) / step[1]),
        )  # fmt: skip
        found.append(Candidate(box, float(heat[row, column])))
    return found
