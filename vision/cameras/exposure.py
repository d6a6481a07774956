"""When a live camera finds its exposure and its colours, and when it holds them."""

from typing import Literal, TypeAlias

from vision.frame import Image, shows_nothing

WARM_UP = 30  # frames in which a camera finds its exposure before it is held
UNLIT = 300  # frames without light, or with too much, after which it is sought anew

Step: TypeAlias = Literal["find", "hold", "go on"]


class Exposure:
    """Says after each frame what to do about the exposure.

    It is held so that a hand over the tray does not change the brightness of everything, and found
    anew where the held one shows nothing any more: the sun has set, a lamp was lit.
    """

    def __init__(self) -> None:
        self._finding = True
        self._frames = 0  # since it is sought, or since it shows nothing

    def after(self, image: Image) -> Step:
        """Take in the next picture (H, W, 3)."""
        if self._finding:
            self._frames += 1
            return self._turn("hold") if self._frames > WARM_UP else "go on"
        self._frames = self._frames + 1 if shows_nothing(image[::16, ::16]) else 0
        return self._turn("find") if self._frames > UNLIT else "go on"

    def _turn(self, step: Step) -> Step:
        self._finding, self._frames = step == "find", 0
        return step
