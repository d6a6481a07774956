"""Classifiers of single dice: what face is up, how they lie, and whether they are dice at all.

All take square crops of the full picture. The pose is visible around the die rather than on its
face: the sides of a die below, the shadow, what it leans on. So the pose network's crops are wider,
at the same resolution. Half a domino, a key or three printed dots look like a die from close up but
not from further away, so the clutter network's crops are wider still.
"""

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from vision.bounding_box import BoundingBox, centre, mean_side
from vision.frame import Array, Image, shrink_by_halving
from vision.onnx_model import OnnxModel, softmax

FACE_CROP_SIDE = 64  # pixels of a crop
FACE_CROP_SCALE = 1.4  # side of a crop, in sides of the die
VIEW_SCALES = (1.0, 0.9, 1.1)  # of the augmented views; without them, 3 of 235 fewer are right
FACES = ("1", "2", "3", "4", "5", "6")
UNREADABLE = ("stacked", "touching", "covered", "glare", "blurred")  # why a face is unreadable
CLEAR_PROBABILITY = 0.8  # of a class from which a crop clearly shows it
# "unknown" is a die without pips, "cocked" a tilted one, "nothing" no die.
FACE_CLASSES = (*FACES, "unknown", "cocked", "nothing", *UNREADABLE)
# Indices in FACE_CLASSES.
UNKNOWN, COCKED, NOTHING, STACKED, TOUCHING, COVERED, GLARE, BLURRED = range(6, 14)
UNREADABLE_DICE = (UNKNOWN, COCKED, STACKED, TOUCHING, COVERED, GLARE, BLURRED)


def crop_square(
    image: Image,
    middle: tuple[float, float],
    span: float,
    angle: float = 0.0,
    stretch: float = 1.0,
    side: int = FACE_CROP_SIDE,
) -> Image:
    """Cut out the square of `span` pixels around `middle`, rotated by `angle` (radians).

    `stretch` > 1 includes more of the width than of the height. Outside the picture the border
    pixels repeat. Downscaling averages, so that fine patterns do not turn into pips. Returns
    (`side`, `side`, 3).
    """
    x, y = middle
    factor = span / side
    if factor > 1.5:  # average down first: an affine warp alone would skip pixels
        corner = 0.5 * (abs(np.cos(angle)) + abs(np.sin(angle)))
        reach = span * corner * max(stretch, 1 / stretch) + 2 * factor
        left, top = max(0, int(x - reach)), max(0, int(y - reach))
        image = image[top : int(y + reach) + 1, left : int(x + reach) + 1]
        if image.size == 0:
            return np.zeros((side, side, 3), np.uint8)
        image, shrunk = _reduced(image, factor)
        x, y, factor = (x - left) / shrunk, (y - top) / shrunk, factor / shrunk
    wide, high = factor * stretch**0.5, factor / stretch**0.5
    cos, sin = np.cos(angle), np.sin(angle)
    half = (side - 1) / 2
    back = np.array([[cos * wide, -sin * high, 0.0], [sin * wide, cos * high, 0.0]])
    back[:, 2] = np.array([x - 0.5, y - 0.5]) - back[:, :2] @ np.array([half, half])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    crop = cv2.warpAffine(image, back, (side, side), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(crop, np.uint8)


def crop_die(image: Image, box: BoundingBox, grow: float = 1.0) -> Image:
    """Cut out a die as the face network expects it, `grow` times as wide as usual."""
    return crop_square(image, centre(box), FACE_CROP_SCALE * grow * mean_side(box))


def _reduced(image: Image, factor: float) -> tuple[Image, float]:
    """Downscale `image` by about `factor` by averaging; return it with the actual factor.

    What remains, less than a half, is left to the warp that follows.
    """
    image, shrunk = shrink_by_halving(image, factor)
    rest = factor / shrunk
    if rest <= 1.5:
        return image, shrunk
    small = (max(1, round(image.shape[1] / rest)), max(1, round(image.shape[0] / rest)))
    shrunk *= image.shape[1] / small[0]
    mean = cv2.resize(image.astype(np.float64), small, interpolation=cv2.INTER_AREA)
    # OpenCV's rounding of halves depends on the processor; always round up here.
    return np.floor(mean + 0.500001).astype(np.uint8), shrunk


class CropClassifier:
    """A network for square crops of dice; `metadata` is what training stored in its file.

    The crops have `side` pixels and are `scale` sides of the die wide.
    """

    side = FACE_CROP_SIDE
    scale = FACE_CROP_SCALE

    def __init__(self, path: Path, threads: int = 1) -> None:
        self._model = OnnxModel(path, threads)
        self.metadata = self._model.metadata

    def classify(
        self, image: Image, boxes: Sequence[BoundingBox], *, mirrored: bool = False
    ) -> Array:
        """Return the network's output (N, ...) for `boxes` in `image` (H, W, 3) BGR."""
        crops = [
            crop_square(image, centre(box), self.scale * mean_side(box), side=self.side)
            for box in boxes
        ]
        return self._interpreted(self._model.predict(crops, mirrored=mirrored), mirrored)

    def _interpreted(self, answers: Array, mirrored: bool) -> Array:
        """Return the probabilities (N, C) of the classes."""
        return softmax(answers)


class FaceClassifier(CropClassifier):
    """The face network: `classify` returns the probabilities (N, 14) of FACE_CLASSES."""

    def classify_augmented(self, image: Image, boxes: Sequence[BoundingBox]) -> Array:
        """Return probabilities (N, 14) averaged over several views: closer, wider and mirrored.

        No view is rotated: for a die seen from the side, the upward direction in the picture shows
        which face is on top.
        """
        if not boxes:
            return np.zeros((0, len(FACE_CLASSES)), np.float32)
        crops = [crop_die(image, box, grow) for grow in VIEW_SCALES for box in boxes]
        views = self.classify_crops([*crops, *(crop[:, ::-1] for crop in crops)])
        mean = views.reshape(2 * len(VIEW_SCALES), len(boxes), len(FACE_CLASSES)).mean(axis=0)
        return np.asarray(mean, np.float32)

    def classify_crops(self, crops: Sequence[Image]) -> Array:
        """Return probabilities (N, 14) of FACE_CLASSES for crops (64, 64, 3) from `crop_die`."""
        return softmax(self._model.predict(crops))


POSE_CROP_SIDE = 80  # pixels of a crop
POSE_CROP_SCALE = 1.9  # side of a crop, in sides of the die
POSE_CLASSES = ("flat", "cocked", "stacked")
# Logits of the classes, then the tilt of the upper face and the size of the die.
POSE_OUTPUTS = (*POSE_CLASSES, "right", "down", "edge")


class PoseClassifier(CropClassifier):
    """The pose network: whether a die lies flat, cocked or on top of another."""

    side = POSE_CROP_SIDE
    scale = POSE_CROP_SCALE

    def _interpreted(self, answers: Array, mirrored: bool) -> Array:
        """Return (N, 6): the probability of each of POSE_CLASSES, the tilt, and the size.

        The tilt is that of the upper face, to the right and down, in half edges. The size is the
        log of an edge in mean sides of the box.
        """
        answers[:, : len(POSE_CLASSES)] = softmax(answers[:, : len(POSE_CLASSES)])
        if mirrored:
            answers[:, POSE_OUTPUTS.index("right")] *= -1
        return answers


CLUTTER_CROP_SCALE = 2.4  # side of a crop, in sides of the possible die
CLUTTER_CLASSES = ("die", "clutter")


class ClutterClassifier(CropClassifier):
    """The clutter network: whether something is a die or clutter."""

    scale = CLUTTER_CROP_SCALE

    def _interpreted(self, answers: Array, mirrored: bool) -> Array:
        """Return the probability (N,) that there is no die."""
        return softmax(answers)[:, 1]
