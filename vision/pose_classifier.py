"""How a die lies: on the table, tilted, or on another die; crops through the pose network.

What tells of it lies about the die rather than on its face: the sides of a die below, the shadow,
what it leans on. So the crops are wider than those of the face network, and as finely resolved.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.bounding_box import BoundingBox, centre, mean_side
from vision.face_classifier import crop_square
from vision.frame import Image
from vision.onnx_model import OnnxModel

CROP_SIDE = 80  # pixels of a crop
CROP_MARGIN = 1.9  # side of a crop in sides of the die
CLASSES = ("flat", "cocked", "stacked")
FLAT, COCKED, STACKED = range(3)  # their places among the CLASSES


class PoseClassifier:
    """The pose network."""

    def __init__(self, path: Path, threads: int = 1) -> None:
        self._model = OnnxModel(path, threads)

    def classify(
        self, image: Image, boxes: Sequence[BoundingBox], *, mirrored: bool = False
    ) -> NDArray[np.float32]:
        """Probabilities (N, 3) of the CLASSES, by box, in the picture `image` (H, W, 3) BGR."""
        crops = [
            crop_square(image, centre(box), CROP_MARGIN * mean_side(box), side=CROP_SIDE)
            for box in boxes
        ]
        return self._model.classify([crop[:, ::-1] for crop in crops] if mirrored else crops)
