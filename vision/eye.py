"""The live eye: reads a camera and yields states, rolls and previews.

eye = Eye(open_camera(spec), Reader(), reopen=lambda: open_camera(spec))
for event in eye.events():
    ...                      # StateChange | Roll | Confirmation | Preview
"""

import logging
from collections.abc import Callable, Iterator, Sequence
from threading import Event as Flag
from time import monotonic
from typing import TypeAlias

from vision.bounding_box import BoundingBox
from vision.cameras.base import Camera, ReopenableCamera
from vision.cameras.demo import DemoCamera
from vision.cameras.phone import PhoneCamera
from vision.errors import CameraError, CameraStuck
from vision.events import EyeEvent
from vision.frame import Frame
from vision.frame_watcher import FrameWatcher
from vision.longer_look import PictureReader
from vision.photograph_watcher import PhotographWatcher
from vision.picture_quality import Inspection, encode_still, inspect_picture
from vision.protocol import PictureFault
from vision.rolls import RollFinder
from vision.stillness import FrameSummary
from vision.tray_border import Border, box_in_whole_picture, crop_to_border

REOPEN_DELAYS_SECONDS = (0.5, 1.0, 2.0, 4.0, 8.0)  # before each try to reopen; the last one repeats
RESET_DELAYS_AFTER_SECONDS = 10.0  # after which a reopened camera counts as working

log = logging.getLogger(__name__)

_Watcher: TypeAlias = FrameWatcher | PhotographWatcher


class Eye:
    """Watches a camera and yields what happens under it.

    A frame that is bad, or that the reader fails on, is skipped. When a live camera is lost or
    stuck, the eye reports that and tries to reopen it at growing intervals. A different camera
    found by `reopen` is used only if the original one stays away. Without `reopen`, the events end
    when a camera is lost, and resume when a stuck one shows something new. The end of a recording
    ends the events. A camera that cannot be closed ends them with CameraStuck. `last_activity` is
    the time (monotonic seconds) of the last frame or attempt; if it is long ago, the eye hangs.
    `trouble` is why there is no picture, in one line for people; "" while there is one.

    Any thread may set `border`. Nothing outside it is analysed: boxes and pictures cover only the
    tray.
    """

    def __init__(
        self, camera: Camera, reader: PictureReader, *, reopen: Callable[[], Camera] | None = None
    ) -> None:
        self.camera = camera
        self.border: Border | None = None
        self._reader = reader
        self._reopen = reopen
        self._finder = RollFinder()
        self._watcher: _Watcher | None = None  # None while there is no camera to watch
        self._closed = Flag()
        self._watching = False
        self.trouble = ""
        self._tries = 0  # attempts to reopen the camera since it last worked
        self.last_activity = monotonic()

    @property
    def fps(self) -> float:
        """The recent number of frames per second; 0 while there is no camera."""
        watcher = self._watcher
        return watcher.fps if watcher else 0.0

    def still_jpeg(self) -> bytes:
        """Return the tray in the newest picture as a JPEG, empty if there is no picture.

        May be called from another thread.
        """
        newest = self._newest
        return encode_still(crop_to_border(newest.image, self.border)) if newest else b""

    def inspect(self) -> Inspection | None:
        """Return how well the camera sees, None without a picture. Thread-safe."""
        newest = self._newest
        return inspect_picture(newest.image, self.border, self._finder.dice) if newest else None

    def box_in_picture(self, box: Sequence[float]) -> BoundingBox:
        """Return where a `box` in the tray lies in the full picture, in pixels."""
        x1, y1, x2, y2 = box
        newest = self._newest
        return box_in_whole_picture(
            (x1, y1, x2, y2), self.border, newest.size if newest else (1, 1)
        )

    @property
    def _newest(self) -> Frame | None:
        return self._watcher.newest if self._watcher else None

    @property
    def scene(self) -> FrameSummary | None:
        """The last frame's summary, None if it was skipped."""
        return self._watcher.scene if self._watcher else None

    @property
    def faults(self) -> tuple[PictureFault, ...]:
        """The faults of the current pictures."""
        watcher = self._watcher
        return watcher.quality.faults if watcher else ()

    def close(self) -> None:
        """End the events and release the camera; may be called from another thread.

        A camera that is being read is closed by the reading thread after the current frame.
        """
        self._closed.set()
        if not self._watching:
            self._close_camera()

    def events(self) -> Iterator[EyeEvent]:
        """Yield events in order until a recording ends or the eye is closed."""
        self._watching = True
        try:
            while not self._closed.is_set():
                watcher = self._watcher = self._new_watcher()
                yield from self._watch(watcher)
                if self._closed.is_set() or not self.camera.live:
                    return
                self._watcher = None
                yield from self._finder.note_camera_lost(watcher.t)
                if not self._open_again():
                    return
        finally:
            self._watching = False
            self._close_camera()

    def _new_watcher(self) -> _Watcher:
        if isinstance(self.camera, PhoneCamera) and not self.camera.on_stand:
            return PhotographWatcher(self._reader, self._finder)
        return FrameWatcher(self._reader, self._finder, lambda: self.border, live=self.camera.live)

    def _watch(self, watcher: _Watcher) -> Iterator[EyeEvent]:
        """Process the camera's frames until it ends, is lost, or the eye is closed.

        A stuck camera counts as lost if it can be reopened.
        """
        try:
            for frame in self.camera.frames():
                self.last_activity, self.trouble = monotonic(), ""
                yield from watcher.process(frame)
                if watcher.t >= RESET_DELAYS_AFTER_SECONDS:
                    self._tries = 0
                if self._closed.is_set() or (watcher.stuck and self._reopen is not None):
                    return
        except CameraError as error:
            self.trouble = str(error)
            log.warning("%s", error)
        except Exception:  # drivers raise anything; a live camera may come back
            if not self.camera.live:
                raise
            log.exception("%s failed", self.camera.name)

    def _close_camera(self) -> None:
        """Close the camera, and only log if that fails.

        Raises CameraStuck, because a stuck camera can never be reopened.
        """
        try:
            self.camera.close()
        except CameraStuck:
            raise
        except Exception:  # drivers raise anything, and nothing more can be done
            log.exception("%s could not be closed", self.camera.name)

    def _open_again(self) -> bool:
        """Try to open the camera until it works; return False if the eye was closed meanwhile."""
        self._close_camera()
        if self._reopen is None:
            return False
        while not self._closed.wait(self._reopen_delay):
            self._tries += 1
            self.last_activity = monotonic()
            camera = self._open_camera(self._reopen)
            if camera is not None:
                self.camera = camera
                return True
        return False  # `events` closes whatever camera there is

    @property
    def _reopen_delay(self) -> float:
        """The seconds before the next try; a phone has no device that needs time to recover."""
        if isinstance(self.camera, PhoneCamera):
            return 0.0
        return REOPEN_DELAYS_SECONDS[min(self._tries, len(REOPEN_DELAYS_SECONDS) - 1)]

    def _open_camera(self, reopen: Callable[[], Camera]) -> Camera | None:
        """Open the camera that was lost, or after some tries any other; None on failure."""
        lost = self.camera
        if isinstance(lost, ReopenableCamera):
            camera = self._open_or_none(lost.reopen)
            if camera is not None or self._tries <= len(REOPEN_DELAYS_SECONDS):
                return camera
        camera = self._open_or_none(reopen)
        if isinstance(camera, DemoCamera) and not isinstance(lost, DemoCamera):
            camera.close()  # "auto" found no camera: virtual dice must never replace real ones
            return None
        return camera

    def _open_or_none(self, source: Callable[[], Camera]) -> Camera | None:
        """Open a camera; return None on any failure, since the next try may succeed."""
        try:
            return source()
        except CameraError as error:
            self.trouble = str(error)
        except Exception as error:  # drivers raise anything
            log.info("%s", error)
        return None
