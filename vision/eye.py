"""The live eye: a camera and a reader in, states, rolls and previews out.

eye = Eye(open_camera(spec), Reader(), reopen=lambda: open_camera(spec))
for event in eye.events():
    ...                      # StateChange | Roll | Preview
"""

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from threading import Event as Flag
from typing import Protocol

import numpy as np

from vision.cameras.base import Camera, Reopenable
from vision.cameras.demo import DemoCamera
from vision.errors import CameraError
from vision.frame import Frame, Image, as_bgr, blank_colour
from vision.jpeg import encode_jpeg
from vision.reading import Reading
from vision.rolls import Roll, RollFinder, StateChange
from vision.stillness import StillnessDetector

PREVIEW_EVERY = 0.5  # seconds
FROZEN = 20.0  # seconds of the same picture to the bit, or of none: streams may repeat for 10
BLIND = 1.0  # seconds between two frames in which dice may have been thrown unseen
BACK_OFF = (0.5, 1.0, 2.0, 4.0, 8.0)  # seconds before each try to reopen; then the last again
STEADY = 10.0  # seconds after which a camera that was opened again counts as well

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Preview:
    """What the camera shows at `t`: a JPEG (`MAX_JPEG_BYTES`)."""

    t: float
    jpeg: bytes


class StillReader(Protocol):
    """What the eye needs of a reader."""

    def read(
        self, image: Image, *, die_size: float | None = None, mirrored: bool = False
    ) -> Reading:
        """Read the dice in a picture (H, W, 3), as `vision.reader.Reader` does."""
        ...


class Eye:
    """Watches a camera and tells what happens under it.

    A bad frame or a reader that fails costs that frame, never the eye. When a live camera is lost
    or stuck the eye says so and tries to open it again and again, ever more patiently; another that
    `reopen` finds is taken only where the very same stays away. Without `reopen` its events end
    with a camera that is lost, and go on when a stuck one shows something new. A recording's end
    ends the events.
    """

    def __init__(
        self, camera: Camera, reader: StillReader, *, reopen: Callable[[], Camera] | None = None
    ) -> None:
        self.camera = camera
        self.fps = 0.0
        self._reader = reader
        self._reopen = reopen
        self._stillness = StillnessDetector()
        self._finder = RollFinder()
        self._closed = Flag()
        self._watching = False
        self._failing = False
        self._last_t = 0.0
        self._last_preview = float("-inf")
        self._fresh: tuple[float, Image] | None = None  # when the picture last changed, and to what
        self._stuck = False
        self._tries = 0  # to open the camera, since it was last well

    def close(self) -> None:
        """End the events and give the camera back; may be called from another thread.

        A camera that is being read is closed by the thread that reads it, after that frame.
        """
        self._closed.set()
        if not self._watching:
            self._give_back()

    def events(self) -> Iterator[StateChange | Roll | Preview]:
        """Yield what happens, in order, until a recording ends or the eye is closed."""
        self._watching = True
        try:
            while not self._closed.is_set():
                yield from self._watch()
                if self._closed.is_set() or not self.camera.live:
                    return
                self.fps = 0.0
                yield from self._finder.camera_lost(self._last_t)
                if not self._open_again():
                    return
        finally:
            self._watching = False
            self._give_back()

    def _watch(self) -> Iterator[StateChange | Roll | Preview]:
        """Look at the frames of the camera until it ends, is lost, or the eye is closed.

        A camera that is stuck counts as lost where it can be opened anew.
        """
        try:
            for frame in self.camera.frames():
                yield from self._guarded(frame)
                if self._closed.is_set() or (self._stuck and self._reopen is not None):
                    return
        except CameraError as error:
            log.warning("%s", error)
        except Exception:  # drivers raise what they like; a live camera may be back in a moment
            if not self.camera.live:
                raise
            log.exception("%s failed", self.camera.name)

    def _give_back(self) -> None:
        """Close the camera; one that fails even at that is given up."""
        try:
            self.camera.close()
        except Exception:  # drivers raise what they like, and nothing more can be done
            log.exception("%s could not be closed", self.camera.name)

    def _open_again(self) -> bool:
        """Try to open the camera until it works; False when that is not wanted any more."""
        self._give_back()
        if self._reopen is None:
            return False
        while not self._closed.wait(BACK_OFF[min(self._tries, len(BACK_OFF) - 1)]):
            self._tries += 1
            camera = self._find(self._reopen)
            if camera is None:
                continue
            self.camera = camera
            self._stillness = StillnessDetector()
            self._last_t, self._last_preview = 0.0, float("-inf")
            self._fresh, self._stuck = None, False
            return True
        return False  # closed meanwhile; `events` gives back whatever camera there is

    def _find(self, reopen: Callable[[], Camera]) -> Camera | None:
        """Open the very camera that was lost; after some tries any other, or None."""
        lost = self.camera
        if isinstance(lost, Reopenable):
            camera = _opened(lost.reopen)
            if camera is not None or self._tries <= len(BACK_OFF):
                return camera
        camera = _opened(reopen)
        if isinstance(camera, DemoCamera) and not isinstance(lost, DemoCamera):
            camera.close()  # "auto" found no camera: virtual dice must never replace real ones
            return None
        return camera

    def _guarded(self, frame: Frame) -> list[StateChange | Roll | Preview]:
        """Take in one frame; one that breaks anything is passed over, and the first is noted."""
        try:
            events = list(self._look(frame))
        except Exception:  # a broken picture must not end the evening
            self._note_failure(frame)
            return []
        return events

    def _look(self, frame: Frame) -> Iterator[StateChange | Roll | Preview]:
        """Look at one frame, and read it where the finder wants that."""
        picture = _picture(frame)
        self._stuck = self._is_frozen(frame.t, picture)
        if self._stuck:
            yield from self._finder.camera_lost(frame.t)
            return
        if picture is None:
            return
        frame = picture
        summary = self._stillness.observe(frame)
        late = self.camera.live and frame.t - self._last_t > BLIND
        if late and summary.quiet_frames == 0:  # the same scene as before the gap is no news
            self._finder.note_gap()
        self._measure(frame.t)
        happened = self._finder.observe(summary)
        if self._finder.wants_reading:
            reading = self._read(frame)
            if reading is not None:
                happened += self._finder.add_reading(reading, lambda: self._packed(frame))
        yield from happened
        if happened or frame.t - self._last_preview >= PREVIEW_EVERY:
            self._last_preview = frame.t
            if packed := self._packed(frame, 480):
                yield Preview(frame.t, packed)

    def _is_frozen(self, t: float, picture: Frame | None) -> bool:
        """Tell whether a live camera has shown the same to the bit, or nothing, for too long.

        Sensors are never twice the same; every sixteenth pixel is enough to see that.
        """
        some = None if picture is None else picture.image[::16, ::16]
        if self._fresh is None:
            self._fresh = t, np.zeros((0, 0, 3), np.uint8)
        same = some is not None and np.array_equal(some, self._fresh[1])
        if some is not None and (not same or blank_colour(some)):
            self._fresh = t, some.copy()  # black on black is no frozen picture but a dark room
        return self.camera.live and t - self._fresh[0] >= FROZEN

    def _measure(self, t: float) -> None:
        """Follow the frame rate, and whether a camera that was opened again holds out."""
        if t >= STEADY:
            self._tries = 0
        gap = t - self._last_t
        if gap > 0:
            self.fps = 0.9 * self.fps + 0.1 / gap if self.fps else 1.0 / gap
        self._last_t = t

    def _read(self, frame: Frame) -> Reading | None:
        """Read a frame; a reader that fails is noted once, and the next frame may do better."""
        try:
            reading = self._reader.read(
                frame.image, die_size=self._finder.die_size, mirrored=self._finder.mirrored
            )
        except Exception:  # the next picture may be better
            self._note_failure(frame)
            return None
        self._failing = False
        return reading

    def _note_failure(self, frame: Frame, how: str = "read") -> None:
        if not self._failing:
            log.exception("frame %d could not be %s", frame.number, how)
        self._failing = True

    def _packed(self, frame: Frame, longest: int = 640) -> bytes:
        """Give the frame as a small JPEG; nothing when it fails: no roll may be lost over that."""
        try:
            return encode_jpeg(frame.image, longest)
        except Exception:  # too little tracked, a picture that cv2 cannot pack
            self._note_failure(frame, "packed")
            return b""


def _opened(source: Callable[[], Camera]) -> Camera | None:
    """Open a camera; None when that fails: whatever it was, the next try may do better."""
    try:
        return source()
    except Exception as error:  # drivers raise what they like
        log.info("%s", error)
        return None


def _picture(frame: Frame) -> Frame | None:
    """Give the frame in three colours, as all that follows wants it; None when it is no picture."""
    try:
        image = as_bgr(frame.image)
    except ValueError:
        return None
    return frame if image is frame.image else replace(frame, image=image)
