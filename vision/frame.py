"""A picture with its time."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of a camera: `image` (H, W, 3) BGR, `t` seconds since its start, `number` from 0.

    Whoever gets a frame may keep it, and must not write into its image.
    """

    image: Image
    t: float
    number: int
