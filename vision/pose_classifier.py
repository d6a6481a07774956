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
from vision.onnx_model import OnnxModel, softmax

CROP_SIDE = 80  # pixels of a crop
CROP_MARGIN = 1.9  # side of a crop in sides of the die
CLASSES = ("flat", "cocked", "stacked")
ANSWERS = (*CLASSES, "right", "down", "edge")  # log odds of the classes; tilt and size of the die


class PoseClassifier:
    """The pose network."""

    def __init__(self, path: Path, threads: int = 1) -> None:
        self._model = OnnxModel(path, threads)
        self.metadata = self._model.metadata

    def classify(
        self, image: Image, boxes: Sequence[BoundingBox], *, mirrored: bool = False
    ) -> NDArray[np.float32]:
        """Say how the dice in the `boxes` of the picture `image` (H, W, 3) BGR lie, (N, 6).

        That is the probability of each of the CLASSES, and then how they are seen: the tilt of the
        upper face, to the right and down in half edges, and the log of an edge in mean sides of
        the box.
        """
        crops = [
            crop_square(image, centre(box), CROP_MARGIN * mean_side(box), side=CROP_SIDE)
            for box in boxes
        ]
        answers = self._model.answer(crops, mirrored=mirrored)
        answers[:, : len(CLASSES)] = softmax(answers[:, : len(CLASSES)])
        if mirrored:
            answers[:, ANSWERS.index("right")] *= -1
        return answers
