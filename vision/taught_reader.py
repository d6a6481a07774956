"""Read dice with taught faces as well as with the six that are always known."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.bounding_box import BoundingBox, mean_side, shift_box
from vision.classifiers import CLEAR_PROBABILITY, FACES, UNKNOWN, crop_die
from vision.detection import DOUBT_PROBABILITY, Detection
from vision.detector import Candidate
from vision.doubts import die_doubts, tray_doubts
from vision.frame import Image, as_bgr
from vision.reader import Reader
from vision.reading import SURE_CONFIDENCE, Die, Reading, sort_doubts
from vision.taught_faces import FaceEmbedder, FaceMatch, TaughtFaces

CLOSE_UP_SCORE = 0.8  # assumed detector score of a close-up in which no die is found
MAX_CLOSE_UP_SIDE = 160  # pixels; a picture of at most this size is a close-up that one die fills
MIN_RECOGNISED = 0.5  # confidence above which a taught face is reported


class TaughtReader(Reader):
    """Reads dice like `Reader`, and recognises taught faces as well.

    `stills` are crops (64, 64, 3) by face name, from `find_die_crops`. Raises FileNotFoundError if
    a network is missing.
    """

    def __init__(self, stills: Mapping[str, Sequence[Image]]) -> None:
        super().__init__()
        self.embedder = FaceEmbedder(Path(str(files("models"))) / "symbols.onnx")
        self.replace_stills(stills)

    def replace_stills(self, stills: Mapping[str, Sequence[Image]]) -> None:
        """Recognise the faces of these stills only, from now on."""
        self.faces = TaughtFaces(stills, self.embedder, self.classifier)

    def read(
        self,
        image: NDArray[np.uint8],
        *,
        die_size: float | None = None,
        mirrored: bool = False,
        clutter: Sequence[BoundingBox] = (),
        every_pose: bool = False,
    ) -> Reading:
        """Read the dice of `image` like `Reader.read`; a `face` may be a taught name.

        A possible die always raises a doubt, `clutter` or not, because it may be a taught one.
        """
        began = time.perf_counter()
        picture, border = _with_border(as_bgr(image))
        seen = self._detections(
            picture, border, die_size=die_size, mirrored=mirrored, every_pose=every_pose
        )
        matched, faint = [], []
        are_dice, matches = self.calibration.are_dice(seen), self._matches(picture, seen)
        for one, is_die, match in zip(seen, are_dice, matches, strict=True):
            if is_die or self._is_taught(one, match):
                matched.append((one, match))
            elif self._may_be_die(one):
                faint.append(one)
        found = [one for one, _ in matched]
        read = [self._taught_die(picture, one, match, found) for one, match in matched]
        dice = tuple(replace(die, box=shift_box(die.box, -border, -border)) for die in read)
        doubts = tray_doubts(picture, found, faint)
        return Reading(dice, doubts, (time.perf_counter() - began) * 1000)

    def confident_pip_counts(self, stills: Sequence[Image]) -> list[str | None]:
        """Return for each still (64, 64, 3) the number of pips that it clearly shows, or None."""
        if not stills:
            return []
        best = [(int(p.argmax()), float(p.max())) for p in self.classifier.classify_crops(stills)]
        return [FACES[i] if i < len(FACES) and p >= CLEAR_PROBABILITY else None for i, p in best]

    def find_die_crops(self, image: NDArray[np.uint8]) -> list[tuple[BoundingBox, Image]]:
        """Return the boxes of the dice in a picture, whatever they show, and crops for teaching.

        A close-up certainly shows a die, so any possible die is accepted.
        """
        picture, border = _with_border(as_bgr(image))
        least = DOUBT_PROBABILITY if border else self.calibration.threshold
        seen = self._detections(picture, border)
        found = [one.box for one in seen if self.calibration.presence_probability(one) >= least]
        return [(shift_box(box, -border, -border), crop_die(picture, box)) for box in found]

    def _detections(self, image: Image, border: int, **how: Any) -> list[Detection]:
        """Detect the dice in `image` as `detect` does; a close-up has a `border` around the die.

        In a close-up only large dice count. If there is none, all within the border is the die.
        """
        seen = self.detect(image, **how)
        if not border:
            return seen
        large = [one for one in seen if mean_side(one.box) >= border / 4]
        if large:
            return large
        height, width = image.shape[:2]
        whole = (float(border), float(border), float(width - border), float(height - border))
        probabilities = self.classifier.classify(image, [whole])[0]
        return [Detection(Candidate(whole, CLOSE_UP_SCORE), probabilities)]

    def _matches(self, image: Image, seen: Sequence[Detection]) -> list[FaceMatch | None]:
        if not seen:
            return []
        crops = [crop_die(image, one.box) for one in seen]
        probabilities = np.stack([one.probabilities for one in seen])
        return list(self.faces.match(crops, probabilities.astype(np.float32))) or [None] * len(seen)

    def _is_taught(self, detection: Detection, match: FaceMatch | None) -> bool:
        known = match is not None and match.confidence >= MIN_RECOGNISED
        return known and self.calibration.presence_probability(detection) >= DOUBT_PROBABILITY

    def _taught_die(
        self, image: Image, one: Detection, match: FaceMatch | None, found: Sequence[Detection]
    ) -> Die:
        die = self._die(image, one, found)
        if match is None:
            return die
        if match.confidence < MIN_RECOGNISED:
            return replace(die, confidence=min(die.confidence, 1 - match.confidence))
        confidence = min(match.confidence, self.calibration.presence_probability(one))
        if match.name == die.face:  # both networks agree
            return replace(die, confidence=max(die.confidence, confidence), body=match.body)
        doubts = die_doubts(
            image, one.excluding_classes(UNKNOWN), found, sure=confidence >= SURE_CONFIDENCE
        )
        if confidence < SURE_CONFIDENCE:
            doubts = sort_doubts({*doubts, "unknown face"})
        offered = [(match.name, round(match.confidence, 4))]
        if match.second is not None:
            offered.append((match.second, round((1 - match.confidence) / 2, 4)))
        offered += [pair for pair in die.alternatives if pair[0] not in (match.name, match.second)]
        return Die(match.name, confidence, one.box, match.body, tuple(offered), doubts)


def _with_border(image: Image) -> tuple[Image, int]:
    """Surround a close-up of one die by a border in the colour of its edge.

    Return it with the width of the border, which is 0 if `image` is not a close-up.
    """
    border = 2 * max(image.shape[:2])
    if border > 2 * MAX_CLOSE_UP_SIDE:
        return image, 0
    edge = np.concatenate([image[0], image[-1], image[:, 0], image[:, -1]])
    colour = [float(v) for v in np.median(edge, axis=0)]
    framed = cv2.copyMakeBorder(
        image, border, border, border, border, cv2.BORDER_CONSTANT, value=colour
    )
    return np.asarray(framed, np.uint8), border
