"""Endless crops for the pose network: dice that lie flat, are cocked, or lie on others."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from models.training.augment import add_noise, compress, recolour
from models.training.clutter_samples import close_up
from models.training.face_samples import CropView, FaceSamples
from models.training.rng import one_of
from models.training.sprites import LabelledSprite
from vision.bounding_box import mean_side
from vision.classifiers import POSE_CLASSES, POSE_CROP_SCALE, POSE_CROP_SIDE
from vision.frame import Image

# All real dice lie flat. Four in ten rendered ones do, too, so that rendered does not imply tilted.
KINDS = {"real": 0.3, "rendered": 0.24, "other face": 0.04, "cocked": 0.18, "stacked": 0.24}
CLOSE_SHARE = 0.15  # of all crops: those that the border of the picture cuts
STRETCH = 0.04  # standard deviation of its log, small because a stretched die looks tilted
WIDE_SHARE = 0.12  # of all crops: from a camera with oblong pixels


class PoseSamples(FaceSamples):
    """Draws crops (80, 80, 3), POSE_CROP_SCALE wide, with the pose network's targets (4,).

    A target is the index in POSE_CLASSES, the tilt to the right and down in the crop, and the log
    of an edge in mean box sides, as in `LabelledSprite`. Tilt and edge are NaN for photographed
    dice, for which nobody has measured them. The dice are those of the face network in wider crops.
    """

    scale = POSE_CROP_SCALE
    crop_side = POSE_CROP_SIDE
    kinds = KINDS

    def __iter__(self) -> Iterator[tuple[Image, NDArray[np.float32]]]:
        """Yield each crop twice, the second time rotated: the pose is the same either way.

        Rotating costs almost nothing, whereas drawing takes more than half of the training time
        ("Augment your batch", Hoffer et al., 2020). Dice seen at a slant are rotated, too (see
        `_draw_view`).
        """
        while True:
            crop, label = self.draw()
            right, down, edge = self._geometry
            yield crop, np.array([label, right, down, edge], np.float32)
            for _ in range(int(self._rng.integers(1, 4))):
                crop, right, down = np.rot90(crop), down, -right
            yield np.ascontiguousarray(crop), np.array([label, right, down, edge], np.float32)

    def draw(self) -> tuple[Image, int]:
        """Return one crop and the index of its class in POSE_CLASSES."""
        self._geometry = np.full(3, np.nan)  # of the die in the current crop
        kind = self._draw_kind()
        if kind == "stacked" and self._stacks:
            crop, pose = self._stacked(), "stacked"
        elif kind == "cocked" and self._cocked:
            crop, pose = self._laid(*one_of(self._rng, self._cocked)), "cocked"
        elif kind == "other face":
            crop, pose = self._other_face(), "flat"
        else:
            crop, pose = (self._real() if kind == "real" else self._rendered())[0], "flat"
        crop = self._finished(crop)
        if self._rng.random() < CLOSE_SHARE:
            crop = close_up(crop, self._rng, 1 / POSE_CROP_SCALE)
        return crop, POSE_CLASSES.index(pose)

    def _laid(self, group: list[LabelledSprite], place: int) -> Image:
        die = group[place]
        self._geometry = np.array([*die.tilt, np.log(die.edge_length / mean_side(die.box))])
        return super()._laid(group, place)

    def _draw_view(self, upright: bool) -> CropView:
        """Return a random view, half of the time rotated even for a slanted die (`upright`).

        A camera may hang next to the tray, on any side of it.
        """
        view = super()._draw_view(upright and self._rng.random() < 0.5)
        cos, sin = np.cos(view.angle), np.sin(view.angle)
        x, y, edge = self._geometry
        self._geometry = np.array([cos * x + sin * y, cos * y - sin * x, edge - np.log(view.grow)])
        if self._rng.random() < WIDE_SHARE:
            return view
        return replace(view, stretch=np.exp(self._rng.normal(0, STRETCH)))

    def _mirrored(self, crop: Image) -> Image:
        self._geometry[0] *= -1
        return super()._mirrored(crop)

    def _photographed(self, crop: Image) -> Image:
        """Return `crop` as taken by a camera, often a good one: a tilt shows in small details."""
        if self._rng.random() < 0.5:
            return super()._photographed(crop)
        crop = add_noise(recolour(crop, self._rng), self._rng)
        return compress(crop, int(self._rng.integers(70, 96)))
