"""Lamps and camera positions. Scene frame: x right, y up in the picture, z up; in die edges."""

from dataclasses import dataclass
from math import cos, hypot, sin

import numpy as np

from vision.frame import Array
from vision.virtual.look import Rgb


@dataclass(frozen=True, slots=True)
class Lighting:
    """One lamp and the ambient light of the room.

    `direction` points to the lamp (any length, z > 0). `key` and `ambient` are the light of the
    lamp and of the room (linear RGB; a white surface facing the lamp shows key + ambient). `size`
    is the angular radius of the lamp in radians: 0.05 gives hard shadows, 0.5 soft ones. `ground`
    is the colour of the table, which reflects onto the die and is seen through transparent ones.
    """

    direction: tuple[float, float, float] = (0.4, 0.6, 1.2)
    key: Rgb = (0.55, 0.54, 0.5)
    ambient: Rgb = (0.4, 0.41, 0.43)
    size: float = 0.25
    ground: Rgb = (0.06, 0.16, 0.08)

    def direction_to_lamp(self) -> Array:
        """Return the unit direction to the lamp, (3,)."""
        d = np.array(self.direction, np.float32)
        return np.asarray(d / np.float32(np.linalg.norm(d)), np.float32)


@dataclass(frozen=True, slots=True)
class CameraPosition:
    """The camera's position, relative to the centre of the die.

    `tilt` is the angle from straight above in radians, `azimuth` the side it is on (0: +x, pi/2:
    +y, -pi/2: the near edge of the picture), `distance` is in die edges. `axis` is the direction
    opposite to where the camera looks, as the same two angles: (0, 0) for a camera that looks
    straight down at a tray with the die off-centre. Without it, the camera looks at the die.
    """

    tilt: float = 0.0
    azimuth: float = -1.5708
    distance: float = 25.0
    axis: tuple[float, float] | None = None

    def position(self) -> Array:
        """Return the position of the camera relative to the centre of the die, (3,)."""
        flat = sin(self.tilt)
        place = (flat * cos(self.azimuth), flat * sin(self.azimuth), cos(self.tilt))
        return np.array(place, np.float32) * np.float32(self.distance)

    def basis(self) -> tuple[Array, Array]:
        """Return the scene directions (3,) of "right" and "up" in the picture."""
        tilt, azimuth = self.axis or (self.tilt, self.azimuth)
        c, s = cos(azimuth), sin(azimuth)
        around = np.array(((c, -s, 0), (s, c, 0), (0, 0, 1)), np.float32)
        ct, st = cos(tilt), sin(tilt)
        lean = np.array(((ct, 0, st), (0, 1, 0), (-st, 0, ct)), np.float32)
        turn = np.asarray(around @ lean @ around.T, np.float32)
        return turn[:, 0], turn[:, 1]

    def project(self, point: Array) -> tuple[float, float, float]:
        """Return where a `point` (3,) of the scene appears, and the scale there.

        The position is to the right and up from the die's centre in the picture, in edges as long
        as they appear there. The scale is relative to that length.
        """
        right, up = self.basis()
        eye, back = self.position(), np.cross(right, up)
        scale = float(eye @ back) / float((eye - point) @ back)
        seen = eye + scale * (point - eye)
        return float(right @ seen), float(up @ seen), scale


def camera_view_from_above(x: float, y: float, height: float) -> CameraPosition:
    """Return the level view of a die at (x, y), with the camera `height` above the die's centre.

    All lengths are in die edges; (0, 0) is the point straight below the camera.
    """
    off = hypot(x, y)
    tilt = float(np.arctan2(off, height))
    azimuth = float(np.arctan2(-y, -x)) if off else 0.0
    return CameraPosition(tilt, azimuth, float(np.hypot(off, height)), axis=(0.0, 0.0))
