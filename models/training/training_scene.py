"""A square picture with dice, and the detector's target for it."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.bounding_box import BoundingBox, centre, mean_side
from vision.detector import SIZE_UNIT, STRIDE
from vision.frame import Image

SIDE = 320  # pixels of a scene
CELLS = SIDE // STRIDE
SMALLEST, LARGEST = 12.0, 160.0  # sizes in pixels between which the detector must find dice
HUGE = 240.0  # pixels; larger dice must not be found, because their pips look like dice
LEAST_SEEN = 0.25  # minimum visible share of a die that the border cuts


@dataclass(frozen=True, slots=True)
class TrainingScene:
    """A square picture, the boxes (x1, y1, x2, y2) of its dice, and which parts are labelled.

    `labels` are the dice's classes, indices in FACE_CLASSES, in the order of the boxes. `known`
    (CELLS, CELLS) is 0 where there may be unlabelled dice: no loss there.
    """

    image: Image
    boxes: list[BoundingBox]
    labels: list[int]
    known: NDArray[np.float32]


def stretched(scene: TrainingScene, wide: float) -> TrainingScene:
    """Return `scene` as from a camera with oblong pixels: e**`wide` times as wide as high."""
    zx, zy = float(np.exp(wide / 2)), float(np.exp(-wide / 2))
    tx, ty = SIDE / 2 * (1 - zx), SIDE / 2 * (1 - zy)
    matrix = np.array([[zx, 0, tx], [0, zy, ty]])
    image = cv2.warpAffine(scene.image, matrix, (SIDE, SIDE), borderValue=(114, 114, 114))
    cells = np.array([[zx, 0, tx / STRIDE], [0, zy, ty / STRIDE]])
    known = cv2.warpAffine(
        scene.known, cells, (CELLS, CELLS), flags=cv2.INTER_NEAREST, borderValue=(1,)
    )
    boxes = [move_box(box, zx, zy, tx, ty) for box in scene.boxes]
    return TrainingScene(
        np.asarray(image, np.uint8), boxes, scene.labels, np.asarray(known, np.float32)
    )


def move_box(box: BoundingBox, zx: float, zy: float, tx: float, ty: float) -> BoundingBox:
    """Return `box` scaled by `zx` and `zy` (negative: mirrored), then moved by `tx` and `ty`."""
    xs, ys = sorted((zx * box[0] + tx, zx * box[2] + tx)), (zy * box[1] + ty, zy * box[3] + ty)
    return xs[0], ys[0], xs[1], ys[1]


def target_maps(scene: TrainingScene) -> NDArray[np.float32]:
    """Return the detector's target, (7, CELLS, CELLS).

    The maps are the heat 0..1 (a peak per die, 1 at its centre), the weight of the heat's loss,
    offset x and y, log width and height, and the weight of those four. A die that the border cuts
    is represented by its visible part. Dice that are hardly visible, too small or too large are
    left out of the loss; huge ones count as no dice.
    """
    maps = np.zeros((7, CELLS, CELLS), np.float32)
    maps[1] = scene.known
    y, x = np.mgrid[0:CELLS, 0:CELLS].astype(np.float32) + 0.5
    for whole in scene.boxes:
        size = mean_side(whole)
        if size > HUGE:
            continue
        x1, y1, x2, y2 = box = _clipped(whole)
        wide, high = x2 - x1, y2 - y1
        cx, cy = (middle / STRIDE for middle in centre(box))
        if visible(whole) < LEAST_SEEN or not SMALLEST <= size <= LARGEST:
            forget(maps[1], box)
            continue
        spread = max(0.8, size / STRIDE / 7)
        bump = np.exp(-((x - cx) ** 2 + (y - cy) ** 2) / (2 * spread**2))
        row, column = int(cy), int(cx)
        bump[row, column] = 1.0
        # If a neighbour is closer, its offset and size are the target.
        near = (np.abs(x - cx) < 1.3) & (np.abs(y - cy) < 1.3) & (bump > maps[0])
        maps[0] = np.maximum(maps[0], bump)
        maps[1, row, column] = 1.0
        maps[2][near], maps[3][near] = (cx - x)[near], (cy - y)[near]
        maps[4][near], maps[5][near] = np.log(wide / SIZE_UNIT), np.log(high / SIZE_UNIT)
        maps[6][near] = 1.0
    return maps


def forget(known: NDArray[np.float32], box: BoundingBox) -> None:
    """Set `known` to 0 at `box`, so that there is no loss."""
    known[slices_of(box, STRIDE)] = 0


def slices_of(box: BoundingBox, step: int = 1) -> tuple[slice, slice]:
    """Return the rows and columns, `step` pixels each, that `box` covers."""
    x1, y1, x2, y2 = (int(side / step) for side in box)
    return slice(max(0, y1), max(0, y2 + 1)), slice(max(0, x1), max(0, x2 + 1))


def visible(box: BoundingBox) -> float:
    """Return the share of the box inside the scene."""
    wide = min(box[2], SIDE) - max(box[0], 0)
    high = min(box[3], SIDE) - max(box[1], 0)
    if wide <= 0 or high <= 0:
        return 0.0
    return wide * high / ((box[2] - box[0]) * (box[3] - box[1]))


def _clipped(box: BoundingBox) -> BoundingBox:
    x1, y1, x2, y2 = (float(v) for v in np.clip(box, 0, SIDE))
    return x1, y1, x2, y2
