"""Dice in still pictures: detector, face network, one decision, and what is doubtful about it."""

import time
from importlib.resources import files
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.body import body_colour
from vision.box import Box, inside, shared
from vision.calibration import Calibration
from vision.detector import Detector
from vision.doubts import doubts_of, is_trouble
from vision.faces import FaceReader, crop_of
from vision.frame import Image, as_bgr
from vision.reading import SURE, Die, Reading
from vision.sight import Sight

WANTED = 28.0  # size of a known die in the detector's input
LONG_SIDES = (384, 768)  # of the detector's input when it is not
LARGEST_ZOOM = 2.0
NOTICE = 0.3  # presence from which what is no die yet makes a doubt
UNSURE = 0.8  # what is less clear than this is looked at again, in other views
PLAUSIBLE = 0.4  # what scores less is not worth another look
OVERLAP = 0.3  # IoU from which two sights are one die
INSIDE = 0.6  # or so much of the smaller within the larger: a pip, or two dice taken for one
OFFERED = 0.005  # less likely faces are not offered


class Reader:
    """Reads the dice of a picture.

    Loads `detector.onnx` and `faces.onnx` of the package `models`, or of the folder `models`;
    raises FileNotFoundError when they are missing. `threads` is 1 or 2.
    """

    def __init__(self, threads: int = 1, *, models: Path | None = None) -> None:
        folder = models or Path(str(files("models")))
        self._detector = Detector(folder / "detector.onnx", threads)
        self._faces = FaceReader(folder / "faces.onnx", threads)
        self._worth = Calibration.read(self._faces.meta)
        self._mirrored = False

    def read(self, image: NDArray[np.uint8], *, scale: float | None = None) -> Reading:
        """Read the dice of `image`, (H, W, 3) BGR bytes (grey and BGRA are converted).

        `scale` is the size of a die in pixels where it is known (a fixed camera): one pass of the
        detector instead of several, and one view of each die, mirrored in every other picture, so
        that two stills are two opinions. Raises ValueError for what is no picture or a bad scale.
        """
        began = time.perf_counter()
        picture = as_bgr(image)
        seen, faint = [], []
        for sight in self.look(picture, scale=scale):
            if self._worth.is_die(sight):
                seen.append(sight)
            elif self._worth.presence_of(sight) >= NOTICE or is_trouble(sight):
                faint.append(sight)
        dice = tuple(self._die(picture, sight) for sight in seen)
        unsure = [s for s, d in zip(seen, dice, strict=True) if d.confidence < SURE]
        doubts = doubts_of(picture, seen, unsure, faint)
        return Reading(dice, doubts, (time.perf_counter() - began) * 1000)

    def look(self, image: Image, *, scale: float | None = None) -> list[Sight]:
        """Every place of `image` that may be a die, seen by both networks, best first."""
        candidates = self._detector.find(image, _zooms(image, scale))
        self._mirrored = scale is not None and not self._mirrored
        boxes = [c.box for c in candidates]
        chances = self._faces.read(image, boxes, mirrored=self._mirrored)
        sights = _strongest([Sight(c, p) for c, p in zip(candidates, chances, strict=True)])
        if scale is None:
            self._look_in_the_mirror(image, sights)
        return self._look_again(image, sights)

    def _look_in_the_mirror(self, image: Image, sights: list[Sight]) -> None:
        """Hold what is clear against its mirror image, which shows the same face, in place.

        A shine or a print that was taken for a pip seldom looks like one both ways.
        """
        clear = _plausible(sights, clear=True)
        boxes = [sights[i].candidate.box for i in clear]
        for i, chances in zip(clear, self._faces.read(image, boxes, mirrored=True), strict=True):
            sights[i] = Sight(sights[i].candidate, (sights[i].chances + chances) / 2)

    def _look_again(self, image: Image, sights: list[Sight]) -> list[Sight]:
        """Unclear sights once more, nearer, farther and mirrored, their chances averaged."""
        unclear = _plausible(sights, clear=False)
        boxes = [sights[i].candidate.box for i in unclear]
        for i, chances in zip(unclear, self._faces.read_again(image, boxes), strict=True):
            sights[i] = Sight(sights[i].candidate, chances)
        return sorted(sights, key=lambda s: -s.score)

    def _die(self, image: Image, sight: Sight) -> Die:
        box = sight.candidate.box
        offered = tuple((f, round(p, 4)) for f, p in sight.faces if p >= OFFERED)
        body = body_colour(crop_of(image, box))
        return Die(offered[0][0], self._worth.confidence_of(sight), box, body, offered)


def _plausible(sights: list[Sight], *, clear: bool) -> list[int]:
    """Return the places of those that may be dice and are clear, or are not."""
    return [
        i
        for i, sight in enumerate(sights)
        if sight.score > PLAUSIBLE and (sight.chances.max() >= UNSURE) == clear
    ]


def _zooms(image: Image, scale: float | None) -> list[float]:
    """How much the picture is enlarged for each pass of the detector."""
    longest = max(image.shape[:2])
    if scale is None:
        return sorted({min(side / longest, LARGEST_ZOOM) for side in LONG_SIDES})
    if not np.isfinite(scale) or scale <= 0:
        raise ValueError(f"a die cannot measure {scale} pixels")
    return [min(WANTED / scale, LARGEST_ZOOM)]


def _strongest(sights: list[Sight]) -> list[Sight]:
    """Without those that lie where a stronger one does."""
    kept: list[Sight] = []
    for sight in sorted(sights, key=lambda s: -s.score):
        if not any(_same_place(sight.candidate.box, k.candidate.box) for k in kept):
            kept.append(sight)
    return kept


def _same_place(a: Box, b: Box) -> bool:
    return shared(a, b) > OVERLAP or inside(a, b) > INSIDE
