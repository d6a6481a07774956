"""The live eye: a camera and a reader in, states, rolls and previews out.

eye = Eye(open_camera(spec), Reader(), reopen=lambda: open_camera(spec))
for event in eye.events():
    ...                      # StateChange | Roll | Confirmation | Preview
"""

import logging
from collections.abc import Callable, Iterator, Sequence
from threading import Event as Flag
from time import monotonic

from vision.bounding_box import BoundingBox
from vision.cameras.base import Camera, ReopenableCamera
from vision.cameras.demo import DemoCamera
from vision.errors import CameraError, CameraStuck
from vision.events import EyeEvent
from vision.frame import Frame
from vision.frame_watcher import FrameWatcher, PictureReader
from vision.picture_quality import Inspection, encode_still, inspect_picture
from vision.protocol import PictureFault
from vision.rolls import RollFinder
from vision.tray_border import Border, box_in_whole_picture, crop_to_border

REOPEN_DELAYS_SECONDS = (0.5, 1.0, 2.0, 4.0, 8.0)  # before each try to reopen; then the last again
RESET_DELAYS_AFTER_SECONDS = 10.0  # after which a camera that was opened again counts as well

log = logging.getLogger(__name__)


class Eye:
    """Watches a camera and yields what happens under it.

    A bad frame or a failing reader costs that frame, never the eye. When a live camera is lost or
    stuck, the eye reports it and tries to reopen it at growing intervals. A different camera found
    by `reopen` is used only if the original one stays away. Without `reopen`, the events end when a
    camera is lost and resume when a stuck one shows something new. The end of a recording ends the
    events. A camera that cannot be closed ends them with CameraStuck. `last_activity` is the time
    (monotonic seconds) of the last sign of life; if it is long ago, the eye hangs.

    Nothing outside `border`, which any thread may set, is analysed: boxes and pictures cover only
    the tray.
    """

    def __init__(
        self, camera: Camera, reader: PictureReader, *, reopen: Callable[[], Camera] | None = None
    ) -> None:
        self.camera = camera
        self.border: Border | None = None
        self._reader = reader
        self._reopen = reopen
        self._finder = RollFinder()
        self._watcher: FrameWatcher | None = None  # while there is a camera to watch
        self._closed = Flag()
        self._watching = False
        self._tries = 0  # to open the camera, since it was last well
        self.last_activity = monotonic()

    @property
    def fps(self) -> float:
        """Frames a second lately; 0 while there are none."""
        watcher = self._watcher
        return watcher.fps if watcher else 0.0

    def still_jpeg(self) -> bytes:
        """Return the tray in the newest picture as a JPEG, nothing while there is none.

        May be called from another thread.
        """
        newest = self._newest
        return encode_still(crop_to_border(newest.image, self.border)) if newest else b""

    def inspect(self) -> Inspection | None:
        """Tell how well the camera sees; None without a picture. For any thread."""
        newest = self._newest
        return inspect_picture(newest.image, self.border, self._finder.dice) if newest else None

    def box_in_picture(self, box: Sequence[float]) -> BoundingBox:
        """Return where a `box` in the tray lies in the whole picture, in pixels."""
        x1, y1, x2, y2 = box
        newest = self._newest
        return box_in_whole_picture(
            (x1, y1, x2, y2), self.border, newest.size if newest else (1, 1)
        )

    @property
    def _newest(self) -> Frame | None:
        return self._watcher.newest if self._watcher else None

    @property
    def faults(self) -> tuple[PictureFault, ...]:
        """What is wrong with the pictures."""
        watcher = self._watcher
        return watcher.quality.faults if watcher else ()

    def close(self) -> None:
        """End the events and give the camera back; may be called from another thread.

        A camera that is being read is closed by the thread that reads it, after that frame.
        """
        self._closed.set()
        if not self._watching:
            self._give_back()

    def events(self) -> Iterator[EyeEvent]:
        """Yield what happens, in order, until a recording ends or the eye is closed."""
        self._watching = True
        try:
            while not self._closed.is_set():
                watcher = FrameWatcher(
                    self._reader, self._finder, lambda: self.border, live=self.camera.live
                )
                self._watcher = watcher
                yield from self._watch(watcher)
                if self._closed.is_set() or not self.camera.live:
                    return
                self._watcher = None
                yield from self._finder.note_camera_lost(watcher.t)
                if not self._open_again():
                    return
        finally:
            self._watching = False
            self._give_back()

    def _watch(self, watcher: FrameWatcher) -> Iterator[EyeEvent]:
        """Look at the frames of the camera until it ends, is lost, or the eye is closed.

        A camera that is stuck counts as lost where it can be opened anew.
        """
        try:
            for frame in self.camera.frames():
                self.last_activity = monotonic()
                yield from watcher.take(frame)
                if watcher.t >= RESET_DELAYS_AFTER_SECONDS:
                    self._tries = 0
                if self._closed.is_set() or (watcher.stuck and self._reopen is not None):
                    return
        except CameraError as error:
            log.warning("%s", error)
        except Exception:  # drivers raise what they like; a live camera may be back in a moment
            if not self.camera.live:
                raise
            log.exception("%s failed", self.camera.name)

    def _give_back(self) -> None:
        """Close the camera; one that fails even at that is given up.

        Raises CameraStuck: it could never be opened again.
        """
        try:
            self.camera.close()
        except CameraStuck:
            raise
        except Exception:  # drivers raise what they like, and nothing more can be done
            log.exception("%s could not be closed", self.camera.name)

    def _open_again(self) -> bool:
        """Try to open the camera until it works; False when that is not wanted any more."""
        self._give_back()
        if self._reopen is None:
            return False
        while not self._closed.wait(
            REOPEN_DELAYS_SECONDS[min(self._tries, len(REOPEN_DELAYS_SECONDS) - 1)]
        ):
            self._tries += 1
            self.last_activity = monotonic()
            camera = self._find(self._reopen)
            if camera is not None:
                self.camera = camera
                return True
        return False  # closed meanwhile; `events` gives back whatever camera there is

    def _find(self, reopen: Callable[[], Camera]) -> Camera | None:
        """Open the very camera that was lost; after some tries any other, or None."""
        lost = self.camera
        if isinstance(lost, ReopenableCamera):
            camera = _opened(lost.reopen)
            if camera is not None or self._tries <= len(REOPEN_DELAYS_SECONDS):
                return camera
        camera = _opened(reopen)
        if isinstance(camera, DemoCamera) and not isinstance(lost, DemoCamera):
            camera.close()  # "auto" found no camera: virtual dice must never replace real ones
            return None
        return camera


def _opened(source: Callable[[], Camera]) -> Camera | None:
    """Open a camera; None when that fails: whatever it was, the next try may do better."""
    try:
        return source()
    except Exception as error:  # drivers raise what they like
        log.info("%s", error)
        return None
