"""Lens distortion, estimated from points that are known to lie in one plane."""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]

FOCAL_LENGTH = 0.8  # focal length in longer sides of the picture, typical of cameras
DISTORTIONS = np.linspace(-0.9, 0.3, 25)  # to try: from barrel (wide lenses) to pincushion
FINE_STEPS = np.linspace(-0.05, 0.05, 21)  # steps to try around the best of them
REGULARISATION = 2.0  # square pixels; few small markers hardly determine the distortion


@dataclass(frozen=True)
class Lens:
    """A lens with a focal length of `focal` pixels that distorts around `middle` (x, y).

    A point that an ideal lens shows at r focal lengths from the centre appears at r', with r = r' /
    (1 + distortion r'²). This is the division model (Fitzgibbon, "Simultaneous linear estimation of
    multiple view geometry and lens distortion", 2001), which has a closed form in both directions.
    """

    middle: tuple[float, float]
    focal: float
    distortion: float = 0.0

    @classmethod
    def typical(cls, shape: tuple[int, ...]) -> "Lens":
        """Return a typical lens, without distortion, for pictures of shape (height, width, ...)."""
        return cls((shape[1] / 2, shape[0] / 2), FOCAL_LENGTH * max(shape))

    @property
    def camera_matrix(self) -> Points:
        """The camera matrix (3, 3)."""
        (x, y), focal = self.middle, self.focal
        return np.array(((focal, 0, x), (0, focal, y), (0, 0, 1)))

    def undistort(self, pixels: Points) -> Points:
        """Return where an ideal lens shows points (N, 2) of the picture."""
        away = pixels - self.middle
        square = (away**2).sum(axis=1, keepdims=True) / self.focal**2
        return np.asarray(self.middle + away / (1 + self.distortion * square))

    def distort(self, straight: Points) -> Points:
        """Return where this lens shows points that an ideal lens shows at `straight` (N, 2)."""
        away = straight - self.middle
        square = (away**2).sum(axis=1, keepdims=True) / self.focal**2
        root = np.sqrt(np.maximum(0, 1 - 4 * self.distortion * square))
        return np.asarray(self.middle + away * 2 / (1 + root))


def fit_lens_and_homography(
    lens: Lens, on_plane: Points, in_picture: Points
) -> tuple[Lens, Points]:
    """Return `lens` with the best distortion, and the homography (3, 3).

    The homography maps the plane to undistorted pixels. `on_plane` and `in_picture` are (N, 2).
    """
    for steps in (DISTORTIONS, FINE_STEPS):
        tried = [replace(lens, distortion=lens.distortion + float(step)) for step in steps]
        lens = min(tried, key=lambda one: _misfit(one, on_plane, in_picture))
    return lens, _homography(lens, on_plane, in_picture)


def _homography(lens: Lens, on_plane: Points, in_picture: Points) -> Points:
    return np.asarray(cv2.findHomography(on_plane, lens.undistort(in_picture))[0], np.float64)


def _misfit(lens: Lens, on_plane: Points, in_picture: Points) -> float:
    """Return the squared reprojection error in pixels, plus the regularisation."""
    to_picture = _homography(lens, on_plane, in_picture)
    straight = np.asarray(cv2.perspectiveTransform(on_plane[:, None], to_picture), np.float64)
    missed = ((lens.distort(straight.reshape(-1, 2)) - in_picture) ** 2).sum()
    return float(missed + REGULARISATION * lens.distortion**2)
