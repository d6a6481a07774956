"""A stage that plays whole scenes to the eye, and a reader that returns the true dice."""

from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from functools import lru_cache

import cv2
import numpy as np
import pytest

from vision.bounding_box import BoundingBox
from vision.events import EyeEvent, Preview, Roll, StateChange
from vision.eye import Eye
from vision.frame import Frame
from vision.reading import Die, Reading
from vision.stillness import FrameSummary, StillnessDetector
from vision.virtual.tray import VirtualTray

Image = np.ndarray
Cover = Callable[[Image, int], Image]
STEP = 1 / 30
# At the end of a roll, a die slides flat for some pixels with decreasing speed, already showing its
# final face.
ROLLED_OUT = 4 * STEP
SLIDE = 14  # frames of a pushed die, which end like that


def die_at(box: BoundingBox, face: int, confidence: float = 0.99) -> Die:
    """Return a die as a reader would report it."""
    name = str(face)
    return Die(name, confidence, box, "white", ((name, confidence),))


def picture(dice: list[tuple[int, int, int]], hand: int = 0) -> np.ndarray:
    """Draw a tray: each die (x, y, face) as a white square with its own mark; a hand at left."""
    image = np.full((480, 640, 3), 60, np.uint8)
    image[::8] = 75  # texture, so that the view has detail
    for x, y, face in dice:
        image[y : y + 40, x : x + 40] = 220
        image[y + 6 : y + 6 + 5 * face, x + 6 : x + 16] = 20
    image[150:330, :hand] = 190
    return image


def seen(dice: list[tuple[int, int, int]], sure: float = 0.99) -> tuple[Die, ...]:
    """Return the true reading of such dice."""
    return tuple(die_at((x, y, x + 40, y + 40), face, sure) for x, y, face in dice)


def true_dice(tray: VirtualTray) -> list[Die]:
    """Return the true reading of a tray."""
    return [die_at(box, face) for box, face in zip(tray.boxes, tray.lying_faces, strict=True)]


def settle(tray: VirtualTray) -> Image:
    """Play until nothing moves, and return the picture at rest."""
    tray.frame(0.0)
    return tray.frame(5.0)


def summary(image: Image) -> FrameSummary:
    """Return the summary of a single picture."""
    return StillnessDetector().process_frame(Frame(image, 0.0, 0))


class HandledTray(VirtualTray):
    """A tray whose dice can be moved individually."""

    def shift_die(self, number: int, dx: float, dy: float, degrees: float = 0.0) -> None:
        """Move die `number` by (dx, dy) pixels at once and rotate it, keeping its face."""
        die = self._dice[number]
        x, y, yaw = die.x + dx, die.y + dy, die.yaw + np.radians(degrees)
        self._dice[number] = self._rendered(die.look, die.face, x, y, yaw)
        self._start({})


@lru_cache(maxsize=2)
def drawn_tray(seed: int) -> HandledTray:
    """Return the tray of `seed`, to be copied: most tests share one, because drawing is slow."""
    return HandledTray(np.random.default_rng(seed))


class Stage:
    """A recording that is composed scene by scene on a virtual tray."""

    live = False
    name = "stage"

    def __init__(self, tray: int | HandledTray = 1) -> None:
        """Play on a `tray`, or on that of a seed."""
        self.tray = tray if isinstance(tray, HandledTray) else deepcopy(drawn_tray(tray))
        self.film: list[Frame] = []
        self.truth: dict[int, tuple[tuple[int, ...], tuple[BoundingBox, ...]] | None] = {}
        self.hidden: set[int] = set()  # covered dice

    @property
    def t(self) -> float:
        """The time of the next frame."""
        return len(self.film) * STEP

    def show(self, frames: int, cover: Cover | None = None) -> None:
        """Record the tray for some frames, each changed by `cover` (image, frame of this scene)."""
        for k in range(frames):
            t = self.t
            image = self.tray.frame(t)
            seen = [i for i in range(len(self.tray.boxes)) if i not in self.hidden]
            faces = tuple(self.tray.lying_faces[i] for i in seen)
            known = faces, tuple(self.tray.boxes[i] for i in seen)
            if cover is not None:
                image = cover(image, k)
            self.film.append(Frame(image, t, len(self.film)))
            self.truth[id(image)] = None if self.tray.is_moving(t + ROLLED_OUT) else known

    def roll(self, keep: Sequence[BoundingBox] = (), rest: int = 15) -> None:
        """Roll all dice except the kept ones and let them rest for some frames."""
        self.tray.roll(keep)
        self.play_out(rest)

    def push(self, number: int, dx: float, dy: float, cover: Cover) -> None:
        """Push one die aside with decreasing speed, and let it rest."""
        left = (1 - np.arange(1, SLIDE + 1) / SLIDE) ** 2
        way = np.rint(np.outer(1 - left, (dx, dy)))
        for k, (x, y) in enumerate(np.diff(way, axis=0, prepend=[(0.0, 0.0)])):
            self.tray.shift_die(number, x, y)
            self.show(1, lambda image, _, k=k: cover(image, k))
            if (SLIDE - k) * STEP > ROLLED_OUT:
                self.truth[id(self.film[-1].image)] = None
        self.show(15)

    def play_out(self, rest: int) -> None:
        """Record until nothing moves any more, and then for some frames."""
        self.show(1)
        while self.tray.is_moving(self.t):
            self.show(1)
        self.show(rest)

    def frames(self) -> Iterator[Frame]:
        """Play the recording."""
        yield from self.film

    def close(self) -> None:
        """Do nothing."""


class KnowingReader:
    """Returns the true dice; fails the test if it is called while dice move."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.reads = 0
        self.asked: list[dict[str, object]] = []

    def read(self, image: Image, **how: object) -> Reading:
        """Return the truth of a recorded frame."""
        self.reads += 1
        self.asked.append(how)
        if id(image) not in self.stage.truth:
            pytest.fail("a picture was read that nobody filmed")
        known = self.stage.truth[id(image)]
        if known is None:  # an assertion would be caught as a failing reader
            pytest.fail("a moving scene was read")
        return Reading(tuple(die_at(b, f) for f, b in zip(*known, strict=True)), (), 1.0)


class Played:
    """What the eye reported about a recording."""

    def __init__(self, events: list[EyeEvent], reads: int) -> None:
        self.events = events
        self.rolls = [e for e in events if isinstance(e, Roll)]
        self.states = [e.state for e in events if isinstance(e, StateChange)]
        self.previews = [e for e in events if isinstance(e, Preview)]
        self.reads = reads


def faces(roll: Roll) -> list[int]:
    """Return the faces of a roll, sorted."""
    return sorted(int(die.face) for die in roll.reading.dice)


def arm(reach: float, width: int = 130, top: int = 150) -> Cover:
    """Draw an arm that comes in from the left by `reach` pixels and stays there."""

    def cover(image: Image, k: int) -> Image:
        out = image.copy()
        tip = int(min(reach, 60 + 60 * k))
        cv2.rectangle(out, (0, top), (tip, top + width), (140, 170, 215), -1)
        cv2.circle(out, (tip, top + width // 2), width // 2, (140, 170, 215), -1)
        return out

    return cover


def leaving(reach: float, width: int = 130, top: int = 150) -> Cover:
    """Draw the same arm on its way out."""
    inside = arm(reach, width, top)

    def cover(image: Image, k: int) -> Image:
        left = reach - 60 * k
        return arm(left, width, top)(image, 100) if left > 0 else image if k else inside(image, 100)

    return cover


def play(film: Stage, reader: KnowingReader | None = None) -> Played:
    """Play a recording to an eye."""
    reader = reader or KnowingReader(film)
    return Played(list(Eye(film, reader).events()), reader.reads)
