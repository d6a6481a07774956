"""Which face a die shows: crops of the full picture through the face network."""

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.bounding_box import BoundingBox, centre, mean_side
from vision.frame import Image, shrink_by_halving
from vision.onnx_model import OnnxModel

CROP_SIDE = 64  # pixels of a crop
CROP_MARGIN = 1.4  # side of a crop in sides of the die
VIEW_SCALES = (1.0, 0.9, 1.1)  # how much wider the views of a second look are
FACES = ("1", "2", "3", "4", "5", "6")
UNREADABLE = ("stacked", "touching", "covered", "glare", "blurred")  # why no face can be read
# Beside the faces: a die with another face than pips, one that is tilted, no die at all.
CLASSES = (*FACES, "unknown", "cocked", "nothing", *UNREADABLE)
# Their places among the CLASSES.
UNKNOWN, COCKED, NOTHING, STACKED, TOUCHING, COVERED, GLARE, BLURRED = range(6, 14)
UNREADABLE_DICE = (UNKNOWN, COCKED, STACKED, TOUCHING, COVERED, GLARE, BLURRED)


def crop_square(
    image: Image,
    middle: tuple[float, float],
    span: float,
    angle: float = 0.0,
    stretch: float = 1.0,
    side: int = CROP_SIDE,
) -> Image:
    """Cut the square of `span` pixels about `middle`, turned by `angle` (radians).

    `stretch` > 1 takes in more of the width than of the height. Outside the picture the last
    pixels repeat. Reduced pictures are averaged, so that fine patterns do not turn into pips.
    Gives (`side`, `side`, 3).
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
    """Cut out a die as the face network wants to see it, `grow` times as wide as usual."""
    return crop_square(image, centre(box), CROP_MARGIN * grow * mean_side(box))


def _reduced(image: Image, factor: float) -> tuple[Image, float]:
    """Average `image` down by `factor`, or nearly; and tell by how much it was.

    What is left to shrink by less than half is left to the warp that follows.
    """
    image, shrunk = shrink_by_halving(image, factor)
    rest = factor / shrunk
    if rest <= 1.5:
        return image, shrunk
    small = (max(1, round(image.shape[1] / rest)), max(1, round(image.shape[0] / rest)))
    shrunk *= image.shape[1] / small[0]
    mean = cv2.resize(image.astype(np.float64), small, interpolation=cv2.INTER_AREA)
    # OpenCV rounds a half up or down as it comes, and otherwise on ARM: here always up.
    return np.floor(mean + 0.500001).astype(np.uint8), shrunk


class FaceClassifier:
    """The face network; `metadata` is the calibration that its file carries."""

    def __init__(self, path: Path, threads: int = 1) -> None:
        self._model = OnnxModel(path, threads)
        self.metadata = self._model.metadata

    def classify(
        self, image: Image, boxes: Sequence[BoundingBox], *, mirrored: bool = False
    ) -> NDArray[np.float32]:
        """Probabilities (N, 14) of the CLASSES, by box, in the picture `image` (H, W, 3) BGR."""
        crops = [crop_die(image, box) for box in boxes]
        return self._model.classify(crops, mirrored=mirrored)

    def classify_augmented(self, image: Image, boxes: Sequence[BoundingBox]) -> NDArray[np.float32]:
        """Probabilities (N, 14), the mean of several views of each box: nearer, farther, mirrored.

        None is turned: of a die seen from the side, it takes what is up in the picture to know
        which face lies up.
        """
        if not boxes:
            return np.zeros((0, len(CLASSES)), np.float32)
        crops = [crop_die(image, box, grow) for grow in VIEW_SCALES for box in boxes]
        views = self.classify_crops([*crops, *(crop[:, ::-1] for crop in crops)])
        mean = views.reshape(2 * len(VIEW_SCALES), len(boxes), len(CLASSES)).mean(axis=0)
        return np.asarray(mean, np.float32)

    def classify_crops(self, crops: Sequence[Image]) -> NDArray[np.float32]:
        """Probabilities (N, 14) of the CLASSES of crops (64, 64, 3) that `crop_die` cut out."""
        return self._model.classify(crops)
