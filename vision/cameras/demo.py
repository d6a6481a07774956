"""The demo camera: a virtual tray for tables without a camera. The eye is told nothing."""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from threading import Lock
from time import monotonic, sleep
from typing import TypeAlias

import numpy as np

from vision.bounding_box import BoundingBox
from vision.frame import Frame
from vision.virtual.cards import render_card
from vision.virtual.dog import draw_dog
from vision.virtual.look import DieLook
from vision.virtual.tray import VirtualTray

FRAMES_PER_SECOND = 30.0
SIDES = 6

Looks: TypeAlias = Callable[[np.random.Generator], Sequence[DieLook]]
"""Chooses the dice."""


class DemoCamera:
    """A tray of five virtual dice seen 30 times a second: of any family, or those that are given.

    `roll(keep, count)` may be called from any thread. `seed` fixes the dice and their falls.
    Without `paced` frames come as fast as they are asked for, 1/30 s apart by their own clock. The
    tray is drawn when it is first looked at: that takes a while, and many a demo is closed unseen.
    """

    live = True
    name = "demo"

    def __init__(
        self, seed: int | None = None, *, paced: bool = True, looks: Looks | None = None
    ) -> None:
        self._rng, self._looks = np.random.default_rng(seed), looks
        self._paced = paced
        self._lock = Lock()
        self._open = True
        self._printed: dict[str, int] = {}  # on which side each drawing is

    @cached_property
    def tray(self) -> VirtualTray:
        """The tray with its dice."""
        rng, noise = self._rng, self._rng.spawn(1)[0]
        return VirtualTray(rng, None if self._looks is None else self._looks(rng), noise)

    def roll(
        self, keep: Sequence[BoundingBox] = (), face: str = "", count: int = 0, card: str = ""
    ) -> None:
        """Throw every die but those nearest to the boxes of `keep` (x1, y1, x2, y2 pixels).

        With a `face` that one comes to lie up, and with a `count` so many dice lie there then. A
        `card` of that name is laid there in place of the dice.
        """
        with self._lock:
            if card:
                self.tray.lay_card_alone(render_card(card))
                return
            self._print([face] if face else [])
            number = int(face) if face.isdigit() and int(face) <= SIDES else None
            self.tray.roll(keep, self._printed.get(face, number), count)

    def set_printed_faces(self, faces: Sequence[str]) -> None:
        """Have these on the dice that are thrown next: what is no number is a drawing."""
        with self._lock:
            self._print(faces)

    def _print(self, faces: Sequence[str]) -> None:
        for face in faces:
            if not face.isdigit() and face not in self._printed and len(self._printed) < SIDES:
                drawing = len(self._printed)
                self._printed[face] = SIDES - drawing
                self.tray.print_on_side(self._printed[face], draw_dog(drawing))

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
                # Late frames are not made up for.
                due = max(due + 1 / FRAMES_PER_SECOND, monotonic())
                sleep(max(due - monotonic(), 0.0))

    def close(self) -> None:
        """End the show."""
        self._open = False
