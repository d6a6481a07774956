"""The detector: finds candidate dice in a heat map of centres, at one or more scales."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import exp
from pathlib import Path
from statistics import fmean

import cv2
import numpy as np

from vision.bounding_box import BoundingBox, centre, iou, nms
from vision.frame import Array, Image, shrink_by_halving
from vision.onnx_model import OnnxModel

STRIDE = 8  # input pixels per cell of the output
SIZE_UNIT = 32.0  # input pixels that the logarithms of sizes refer to
INPUT_MULTIPLE = 16  # the sides of the input are multiples of this
PADDING_GREY = 114  # grey level outside the picture
MIN_SCORE = 0.1  # minimum score of a candidate
SAME_IOU = 0.3  # IoU above which two boxes, of one picture or two, hold the same thing
MAX_CANDIDATES = 80  # candidates kept of one pass
DIE_SIZE_RANGE = (8.0, 170.0)  # smallest and largest die in input pixels; other zooms find others


@dataclass(frozen=True, slots=True)
class Candidate:
    """A place where a die may lie: its box (x1, y1, x2, y2) in pixels, and a probability, 0..1.

    `score` is the probability at the scale at which the die was found. `mean_score` is the mean (of
    the log odds) over all scales at which it can be found, None if the picture was seen at one.
    """

    box: BoundingBox
    score: float
    mean_score: float | None = None


class Detector:
    """The detector network. It finds dice of 12 to 160 pixels; `DIE_SIZE_RANGE` is its limit."""

    def __init__(self, path: Path, threads: int = 1) -> None:
        self._model = OnnxModel(path, threads)

    def find(self, image: Image, zooms: Sequence[float], large: float = 0.0) -> list[Candidate]:
        """Return the candidates of `image` (H, W, 3) BGR, best first, over all `zooms`.

        A die found at several scales is returned once. The first scale adds only dice of at least
        `large` pixels there: the next one shows the others larger, and so takes two touching dice
        for one less often.
        """
        passes = [self._pass(image, zoom) for zoom in zooms]
        found = [
            die
            for number, one in enumerate(passes)
            for die in one.candidates
            if number or len(passes) == 1 or one.size(die.box) >= large
        ]
        kept = nms([c.box for c in found], [c.score for c in found], _same_place)
        if len(passes) == 1:
            return [found[i] for i in kept]
        return [replace(found[i], mean_score=_mean_score(found[i].box, passes)) for i in kept]

    def _pass(self, image: Image, zoom: float) -> "ScalePass":
        batch, step = _prepare(image, zoom)
        answer = self._model.run(batch)[0]
        return ScalePass(_decode(answer, step), answer[0], step)


@dataclass(frozen=True, slots=True)
class ScalePass:
    """What the network sees at one scale, `step` input pixels (x, y) per picture pixel.

    `odds` (h, w) are the log odds that a die has its centre in a cell.
    """

    candidates: list[Candidate]
    odds: Array
    step: tuple[float, float]

    def size(self, box: BoundingBox) -> float:
        """Return the size of a die in input pixels."""
        return ((box[2] - box[0]) * self.step[0] + (box[3] - box[1]) * self.step[1]) / 2

    def odds_at(self, box: BoundingBox) -> float:
        """Return the highest log odds in the 3 x 3 cells around the centre of `box`."""
        (x, y), (rows, columns) = centre(box), self.odds.shape
        column = min(max(int(x * self.step[0] / STRIDE), 0), columns - 1)
        row = min(max(int(y * self.step[1] / STRIDE), 0), rows - 1)
        return float(self.odds[max(row - 1, 0) : row + 2, max(column - 1, 0) : column + 2].max())


def _mean_score(box: BoundingBox, passes: Sequence[ScalePass]) -> float:
    """Return the probability of a die in the middle of `box`, by all passes that can find it."""
    seen = [
        one.odds_at(box)
        for one in passes
        if DIE_SIZE_RANGE[0] <= round(one.size(box)) <= DIE_SIZE_RANGE[1]
    ]
    return 1 / (1 + exp(-fmean(seen)))


def _same_place(a: BoundingBox, b: BoundingBox) -> bool:
    return iou(a, b) > SAME_IOU


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


def _decode(answer: Array, step: tuple[float, float]) -> list[Candidate]:
    """Return the candidates of one output (5, h, w): the local maxima of the heat map."""
    heat = 1 / (1 + np.exp(-answer[0]))
    peaks = (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (heat > MIN_SCORE)
    rows, columns = np.nonzero(peaks)
    best = np.argsort(-heat[rows, columns])[:MAX_CANDIDATES]
    found = []
    for row, column in zip(rows[best], columns[best], strict=True):
        dx, dy, log_w, log_h = (float(v) for v in answer[1:5, row, column])
        wide, high = SIZE_UNIT * np.exp(np.clip([log_w, log_h], -3, 3))
        if not DIE_SIZE_RANGE[0] <= (wide + high) / 2 <= DIE_SIZE_RANGE[1]:
            continue
        x, y = (column + 0.5 + dx) * STRIDE, (row + 0.5 + dy) * STRIDE
        box = (
            float((x - wide / 2) / step[0]), float((y - high / 2) / step[1]),
            float((x + wide / 2) / step[0]), float((y + high / 2) / step[1]),
        )  # fmt: skip
        found.append(Candidate(box, float(heat[row, column])))
    return found
