"""What a die's face looks like, as a vector that stays the same however the die is turned."""

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.face_classifier import CROP_SIDE
from vision.frame import Image
from vision.onnx_model import OnnxModel

ANGLES, RADII = 96, 24  # of a face unwrapped about its middle
REACH = 0.37  # outermost radius, in sides of the crop: as far as the face of a turned die goes

Vectors = NDArray[np.float32]


def unwrap_to_polar(crop: Image, scale: float = 1.0) -> Image:
    """Unwrap a crop (64, 64, 3) about its middle: a row for each angle (96, 24, 3).

    A turn of the die is a shift along the rows, which the network does not mind. `scale` > 1 looks
    at a wider circle.
    """
    middle, reach = ((CROP_SIDE - 1) / 2,) * 2, REACH * CROP_SIDE * scale
    flags = cv2.INTER_LINEAR | cv2.WARP_FILL_OUTLIERS
    return np.asarray(cv2.warpPolar(crop, (RADII, ANGLES), middle, reach, flags), np.uint8)


class FaceEmbedder:
    """The embedding network; `metadata` is the calibration that its file carries."""

    def __init__(self, path: Path) -> None:
        self._model = OnnxModel(path, threads=1)
        self.metadata = self._model.metadata

    def embed(self, crops: Sequence[Image], scale: float = 1.0) -> Vectors:
        """Return unit vectors (N, 64) of `crops` (64, 64, 3), cut out as `crop_die` does."""
        return self._model.answer([unwrap_to_polar(crop, scale) for crop in crops])
