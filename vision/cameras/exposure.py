"""Decide when a live camera finds its exposure and white balance, and when it locks them."""

from typing import Literal, TypeAlias

import numpy as np

from vision.frame import OVEREXPOSED_LEVEL, Image

WARM_UP_FRAMES = 30  # frames in which a camera finds its exposure before it is held
CHANGED_LIGHT_FRAMES = 300  # consecutive frames in other light after which exposure is found again
OTHER_LIGHT_FACTOR = 2.0  # factor by which the brightness must change

ExposureStep: TypeAlias = Literal["find", "finding", "hold", "held"]


class ExposureControl:
    """Decides after each frame what to do about the exposure: "find" it, "hold" it, or nothing.

    The exposure is held so that a hand over the tray does not change the brightness of the whole
    picture. It is found again after a lasting change of light, such as sunset or a lamp switched
    on.
    """

    def __init__(self) -> None:
        self._finding = True
        self._frames = 0  # frames since the search began, or since the light changed
        self._held = 1.0  # brightness of the picture when the exposure was held

    def update(self, image: Image) -> ExposureStep:
        """Process the next picture (H, W, 3); return the step to take."""
        some = image[::16, ::16]
        if self._finding:
            self._frames += 1
            if self._frames <= WARM_UP_FRAMES:
                return "finding"
            self._held = _brightness(some)
            return self._turn("hold")
        self._frames = self._frames + 1 if self._another_light(some) else 0
        return self._turn("find") if self._frames > CHANGED_LIGHT_FRAMES else "held"

    def _another_light(self, some: Image) -> bool:
        """Return whether the light differs from that in which the exposure was locked."""
        now = _brightness(some)
        kept = self._held / OTHER_LIGHT_FACTOR <= now <= self._held * OTHER_LIGHT_FACTOR
        return not kept or now >= OVEREXPOSED_LEVEL  # more than half is white

    def _turn(self, step: ExposureStep) -> ExposureStep:
        self._finding, self._frames = step == "find", 0
        return step


def _brightness(image: Image) -> float:
    """Return the median level of a picture, 1..255; dice and a hand hardly affect it."""
    return max(1.0, float(np.median(image)))
