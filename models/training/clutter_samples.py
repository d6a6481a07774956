"""Endless wide crops for the clutter network: dice in any pose, and clutter."""

import cv2
import numpy as np
from numpy.random import Generator

from models.training.face_samples import FaceSamples
from models.training.rng import one_of
from vision.classifiers import CLUTTER_CLASSES, CLUTTER_CROP_SCALE, NOTHING
from vision.frame import Image

MISTAKEN_SHARE = 0.25  # share of crops that show clutter mistaken for a die
ON_CLUTTER_SHARE = 0.25  # share of tables that are cut out of pictures of mistaken clutter
CLOSE_SHARE = 0.25  # share of crops drawn as if the picture ended close to the die
CLOSE = (0.5, 1.15)  # distance of that end from the centre of the crop, in die sizes
DIE, CLUTTER = range(len(CLUTTER_CLASSES))


class ClutterSamples(FaceSamples):
    """Draws crops (64, 64, 3), CLUTTER_CROP_SCALE wide, and their indices in CLUTTER_CLASSES.

    They are those of the face network, but wider and with more clutter, which is drawn or from
    photographs without a die.
    """

    scale = CLUTTER_CROP_SCALE

    def draw(self) -> tuple[Image, int]:
        """Return one crop and the index of its class in CLUTTER_CLASSES."""
        rng = self._rng
        if self._mined.clutter and rng.random() < MISTAKEN_SHARE:
            crop, label = self._finished(self._mined_crop(self._clutter())), CLUTTER
        else:
            crop, face = super().draw()
            label = CLUTTER if face == NOTHING else DIE
        if rng.random() < CLOSE_SHARE:
            crop = close_up(crop, rng, 1 / CLUTTER_CROP_SCALE)
        return crop, label

    def _table(self) -> Image:
        rng = self._rng
        if not self._mined.clutter or rng.random() >= ON_CLUTTER_SHARE:
            return super()._table()
        picture = one_of(rng, self._clutter())[0].image
        side = int(min(picture.shape[:2]) * rng.uniform(0.4, 1.0))
        y, x = (int(rng.integers(0, length - side + 1)) for length in picture.shape[:2])
        size = (self._side, self._side)
        part = cv2.resize(picture[y : y + side, x : x + side], size, interpolation=cv2.INTER_AREA)
        return np.asarray(part, np.uint8)


def close_up(crop: Image, rng: Generator, die_share: float) -> Image:
    """Return `crop` as if the picture ended close to the die, on some sides or all.

    Outside, its border pixels repeat, or everything has one colour. `die_share` is the die's side
    divided by the crop's.
    """
    side = crop.shape[0]
    reach = (side * die_share * rng.uniform(*CLOSE, 4)).astype(int)
    reach[rng.random(4) < 0.4] = side // 2  # the picture continues there
    top, bottom, left, right = (int(length) for length in np.clip(reach, 1, side // 2))
    middle = side // 2
    part = crop[middle - top : middle + bottom, middle - left : middle + right]
    border = (middle - top, middle - bottom, middle - left, middle - right)
    if rng.random() < 0.7:
        return np.asarray(cv2.copyMakeBorder(part, *border, cv2.BORDER_REPLICATE), np.uint8)
    edge = np.concatenate([part[0], part[-1], part[:, 0], part[:, -1]])
    colour = [float(v) for v in np.median(edge, axis=0)]
    return np.asarray(
        cv2.copyMakeBorder(part, *border, cv2.BORDER_CONSTANT, value=colour), np.uint8
    )
