"""The demo camera: a virtual tray for tables without a camera."""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from threading import Lock
from time import monotonic, sleep
from typing import TypeAlias

import numpy as np

from vision.bounding_box import BoundingBox
from vision.frame import Frame
from vision.virtual.cards import render_card
from vision.virtual.dog import DESIGNS, draw_dog
from vision.virtual.look import DieLook
from vision.virtual.tray import VirtualTray

FRAMES_PER_SECOND = 30.0
DIE_SIDES = 6

Looks: TypeAlias = Callable[[np.random.Generator], Sequence[DieLook]]
"""A function that chooses the dice."""


class DemoCamera:
    """A tray with virtual dice, five by default, seen at 30 frames a second.

    `roll` may be called from any thread. `seed` makes the dice and their rolls reproducible;
    `looks` chooses the dice, random ones by default; `why` is why no real camera works. Unless
    `paced`, frames come as fast as they are requested, 1/30 s apart by their own clock. The tray is
    drawn on first use, because drawing takes a while and many demos are closed unseen.
    """

    live = True
    name = "demo"

    def __init__(
        self,
        seed: int | None = None,
        *,
        paced: bool = True,
        looks: Looks | None = None,
        why: str = "",
    ) -> None:
        self.why = why
        self._rng, self._looks = np.random.default_rng(seed), looks
        self._paced = paced
        self._lock = Lock()
        self._open = True
        self._drawings: dict[str, int] = {}  # by face, for as long as the camera runs
        self._printed: dict[int, int] = {}  # drawings by side
        self._of_game: tuple[str, ...] = ()

    @cached_property
    def tray(self) -> VirtualTray:
        """The tray with its dice."""
        rng, noise = self._rng, self._rng.spawn(1)[0]
        return VirtualTray(rng, None if self._looks is None else self._looks(rng), noise)

    def roll(
        self, keep: Sequence[BoundingBox] = (), face: str = "", count: int = 0, card: str = ""
    ) -> None:
        """Roll all dice except those nearest to the boxes of `keep` (x1, y1, x2, y2 in pixels).

        All rolled dice show `face`, if given; if the game's dice do not have it, it is printed on
        them for this roll. With a `count`, that many dice lie in the tray afterwards. If a `card`
        is named, it is laid there instead of the dice.
        """
        with self._lock:
            if card:
                self.tray.lay_card_alone(render_card(card))
                return
            sides = self._print((*self._of_game, face))
            number = int(face) if face.isdigit() and int(face) <= DIE_SIDES else None
            self.tray.roll(keep, sides.get(face, number), count)

    def set_printed_faces(self, faces: Sequence[str]) -> None:
        """Print these faces on the dice from the next roll on; non-numeric faces are drawings."""
        self._of_game = tuple(faces)

    def _print(self, faces: Sequence[str]) -> dict[str, int]:
        """Print drawings of `faces` on the last sides, and pips on all others; return the sides."""
        drawn = [face for face in dict.fromkeys(faces) if face and not face.isdigit()][:DIE_SIDES]
        sides = {face: DIE_SIDES - at for at, face in enumerate(drawn)}
        drawings = {
            side: self._drawings.setdefault(face, len(self._drawings))
            for face, side in sides.items()
        }
        if drawings != self._printed:
            self._printed = drawings
            emblems = {side: draw_dog(at % len(DESIGNS)) for side, at in drawings.items()}
            self.tray.print_on_sides(emblems)
        return sides

    def frames(self) -> Iterator[Frame]:
        """Yield frames until the camera is closed."""
        start = due = monotonic()
        number = 0
        while self._open:
            t = monotonic() - start if self._paced else number / FRAMES_PER_SECOND
            with self._lock:
                image = self.tray.frame(t)
            yield Frame(image, t, number)
            number += 1
            if self._paced:
                # Do not catch up on late frames.
                due = max(due + 1 / FRAMES_PER_SECOND, monotonic())
                sleep(max(due - monotonic(), 0.0))

    def close(self) -> None:
        """Stop the frames."""
        self._open = False
