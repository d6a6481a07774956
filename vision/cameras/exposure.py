"""When a live camera finds its exposure and its colours, and when it holds them."""

from typing import Literal, TypeAlias

import numpy as np

from vision.frame import OVEREXPOSED, Image

WARM_UP_FRAMES = 30  # frames in which a camera finds its exposure before it is held
CHANGED_LIGHT_FRAMES = 300  # frames in quite another light after which it is sought anew
OTHER_LIGHT = 2.0  # times as bright, or as dark, as the picture was when its exposure was held

ExposureStep: TypeAlias = Literal["find", "finding", "hold", "held"]


class ExposureControl:
    """Says after each frame what to do about the exposure: "find" it, "hold" it, or go on so.

    It is held so that a hand over the tray does not change the brightness of everything, and found
    anew where the light has become another: the sun has set, a lamp was lit.
    """

    def __init__(self) -> None:
        self._finding = True
        self._frames = 0  # since it is sought, or since the light is another
        self._held = 1.0  # brightness of the picture when it was held

    def update(self, image: Image) -> ExposureStep:
        """Take in the next picture (H, W, 3)."""
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
        """Tell whether a picture is far from what it was when its exposure was held."""
        now = _brightness(some)
        kept = self._held / OTHER_LIGHT <= now <= self._held * OTHER_LIGHT
        return not kept or now >= OVEREXPOSED  # then more than half of it is white

    def _turn(self, step: ExposureStep) -> ExposureStep:
        self._finding, self._frames = step == "find", 0
        return step


def _brightness(image: Image) -> float:
    """Return the median level of a picture, 1..255: dice and a hand hardly touch it."""
    return max(1.0, float(np.median(image)))
