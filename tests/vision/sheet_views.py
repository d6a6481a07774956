"""Pictures of a printed sheet: the rendered PDF, and a camera with a lens above it."""

import re
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.cli.sheet import sheet_pdf
from vision.frame import Image
from vision.tray_sheet import Paper, Sheet

Array = NDArray[np.float64]

SCALE = 4  # pixels per millimetre
SIZE = (1280, 960)
LENSES = {  # horizontal angle of view in degrees, and how the lens distorts (OpenCV's k1)
    "Camera Module 2": (62.2, 0.02),
    "Camera Module 3": (66.0, -0.01),
    "webcam": (78.0, -0.05),
    "straight": (66.0, 0.0),
    "Camera Module 3 Wide": (102.0, -0.1),
}
_DRAWN = re.compile(r"^([\d.]+) g ([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re f$", re.M)


def printed(paper: Paper) -> Image:
    """Return the printed paper (H, W), SCALE pixels per millimetre."""
    sheet = Sheet(paper)
    image = np.full((round(sheet.height * SCALE), round(sheet.width * SCALE)), 235, np.uint8)
    for grey, *at in _DRAWN.findall(sheet_pdf(paper).decode()):
        x, y, width, height = (float(value) * SCALE for value in at)
        corners = (round(x), round(y)), (round(x + width) - 1, round(y + height) - 1)
        cv2.rectangle(image, *corners, 25 + round(210 * float(grey)), cv2.FILLED)
    return np.asarray(cv2.GaussianBlur(image, (0, 0), SCALE / 4), np.uint8)


@dataclass(frozen=True)
class View:
    """A camera `height` mm above a point of the paper, tilted and rotated by these degrees."""

    lens: str
    height: float
    tilt: float = 0.0
    turn: float = 0.0
    over: tuple[float, float] = (148.5, 105.0)

    @property
    def matrix(self) -> Array:
        """The camera matrix."""
        focal = SIZE[0] / 2 / np.tan(np.radians(LENSES[self.lens][0] / 2))
        return np.array(((focal, 0, SIZE[0] / 2), (0, focal, SIZE[1] / 2), (0, 0, 1)))

    @property
    def pose(self) -> tuple[Array, Array]:
        """Rotation (3, 3) and position: it looks at the point `over` from `height` mm away."""
        around = cv2.Rodrigues(np.array((0.0, 0.0, np.radians(self.turn))))[0]
        lean = cv2.Rodrigues(np.array((np.radians(self.tilt), 0.0, 0.0)))[0]
        rotation = np.asarray(lean @ around, np.float64)
        at = np.array((*self.over, 0.0))
        return rotation, np.array((0.0, 0.0, self.height)) - rotation @ at

    @property
    def distortion(self) -> Array:
        """The lens in OpenCV's parameters."""
        return np.array((LENSES[self.lens][1], 0.0, 0.0, 0.0, 0.0))

    def pixels(self, millimetres: Array) -> Array:
        """Return where points (N, 2) of the paper lie in the picture."""
        rotation, place = self.pose
        points = np.column_stack((millimetres, np.zeros(len(millimetres))))
        turned = cv2.Rodrigues(rotation)[0]
        found = cv2.projectPoints(points, turned, place, self.matrix, self.distortion)[0]
        return np.asarray(found, np.float64).reshape(-1, 2)

    def shoot(self, paper: Image, rng: np.random.Generator) -> Image:
        """Return the picture (H, W, 3), with a table around the paper, blur and noise."""
        columns, rows = np.meshgrid(np.arange(0, SIZE[0], 8) + 3.5, np.arange(0, SIZE[1], 8) + 3.5)
        pixels = np.stack((columns, rows), axis=-1).reshape(-1, 1, 2)
        straight = cv2.undistortPoints(pixels, self.matrix, self.distortion).reshape(-1, 2)
        rotation, place = self.pose
        plane = np.linalg.inv(np.column_stack((rotation[:, 0], rotation[:, 1], place)))
        rays = np.column_stack((straight, np.ones(len(straight)))) @ plane.T
        coarse = rays.reshape(*columns.shape, 3).astype(np.float32)
        x, y, z = cv2.split(_widened(coarse))
        at = cv2.merge((x / z * SCALE - 0.5, y / z * SCALE - 0.5))
        image = cv2.remap(paper, at, None, cv2.INTER_LINEAR, borderValue=(90,))
        image = cv2.GaussianBlur(image, (0, 0), 0.7)
        return grainy(np.repeat(np.asarray(image, np.uint8)[..., None], 3, axis=2), rng)


def grainy(image: Image, rng: np.random.Generator) -> Image:
    """Return the next picture (H, W, 3) of the same scene, with sensor noise."""
    noise = rng.integers(-4, 5, image.shape[:2], np.int16)[..., None]
    return np.clip(image + noise, 0, 255).astype(np.uint8)


def _widened(coarse: Array) -> Array:
    """Interpolate values (H / 8, W / 8, C) at cell centres to each pixel, up to the border."""
    rows, columns = np.mgrid[0 : SIZE[1], 0 : SIZE[0]].astype(np.float32)
    padded = np.pad(coarse, ((1, 1), (1, 1), (0, 0)), mode="reflect", reflect_type="odd")
    at = (columns - 3.5) / 8 + 1, (rows - 3.5) / 8 + 1
    return np.asarray(cv2.remap(padded, *at, cv2.INTER_LINEAR))
