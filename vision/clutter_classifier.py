"""Whether a die lies somewhere at all: wide crops of the full picture through the clutter network.

From close by a domino's half, a key or three dots of print look like the face of a die; from
further off they do not.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.bounding_box import BoundingBox
from vision.face_classifier import CROP_MARGIN, crop_die
from vision.frame import Image
from vision.onnx_model import OnnxModel

WIDE_MARGIN = 2.4  # side of a crop in sides of what may be a die
CLASSES = ("die", "clutter")


class ClutterClassifier:
    """The clutter network."""

    def __init__(self, path: Path, threads: int = 1) -> None:
        self._model = OnnxModel(path, threads)

    def classify(
        self, image: Image, boxes: Sequence[BoundingBox], *, mirrored: bool = False
    ) -> NDArray[np.float32]:
        """Probability (N,) that no die lies in each of the boxes of `image` (H, W, 3) BGR."""
        crops = [crop_die(image, box, WIDE_MARGIN / CROP_MARGIN) for box in boxes]
        return self._model.classify(crops, mirrored=mirrored)[:, 1]
