"""Process the frames of one camera: select, read and preview them, and notice a stuck camera."""

import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from vision.bounding_box import BoundingBox
from vision.cameras.phone import EMPTY_PICTURE
from vision.events import EyeEvent, Preview
from vision.frame import Frame, Image, as_bgr, blank_colour, encode_jpeg, is_one_colour
from vision.longer_look import PictureReader
from vision.picture_quality import PictureQualityMeter, judge_light
from vision.reading import Reading
from vision.rolls import RollFinder
from vision.sheet_reading import read_dice_on_sheet
from vision.stillness import FrameSummary, StillnessDetector
from vision.tray_border import Border, crop_to_border
from vision.tray_sheet import SheetWatcher

PREVIEW_EVERY_SECONDS = 0.5
FROZEN_SECONDS = 20.0  # of identical pictures, or of none; streams may repeat one for 10 s
GAP_SECONDS = 1.0  # between two frames; meanwhile dice may have been rolled unseen

log = logging.getLogger(__name__)


class FrameWatcher:
    """Processes the frames of one camera, `live` or a recording, from when it was opened.

    Only what lies within the current `border` is used. `t` is the time of the last picture, `fps`
    the recent number of frames per second, `newest` the last full picture. `stuck` says that the
    camera shows nothing new. `scene` summarises the last frame, None if it shows nothing. A frame
    that is bad, or that the reader fails on, is skipped; the first failure in a row is logged.
    """

    def __init__(
        self,
        reader: PictureReader,
        finder: RollFinder,
        border: Callable[[], Border | None],
        *,
        live: bool,
    ) -> None:
        self.t, self.fps, self._gap = 0.0, 0.0, 0.0
        self.stuck = False
        self.newest: Frame | None = None
        self.scene: FrameSummary | None = None
        self._reader, self._finder, self._live = reader, finder, live
        self._border, self._within = border, border()
        self.quality, self._sheet = PictureQualityMeter(), SheetWatcher()
        self._stillness = StillnessDetector()
        self._failing = False
        self._last_preview = float("-inf")
        self._fresh: tuple[float, Image] | None = None  # time and sample of the last new picture

    def process(self, frame: Frame) -> list[EyeEvent]:
        """Process one frame; skip it on any failure."""
        if frame.image is EMPTY_PICTURE:  # a phone on a stand is silent
            return self._finder.note_camera_lost(frame.t)
        if self.newest is not None and frame.number == self.newest.number:
            self.t = frame.t  # nothing has changed up to now
            return []
        try:
            return list(self._watch(frame))
        except Exception:  # a broken picture must not stop the eye
            self._note_failure(frame)
            return []

    def _watch(self, frame: Frame) -> Iterator[EyeEvent]:
        """Process one frame, and read it if the roll finder wants that."""
        self.scene = None
        picture = _picture(frame)
        self.stuck = self._is_frozen(frame.t, picture)
        if self.stuck:
            yield from self._finder.note_camera_lost(frame.t)
            return
        if picture is None:
            return
        self.newest = picture
        frame = self._tray(picture)
        summary = self.scene = self._stillness.process_frame(frame)
        if summary.quiet_frames > 1 and self._sheet.has_sheet_moved(
            frame.image, frame.t, lambda: self._is_clear(frame)
        ):
            yield from self._finder.note_camera_moved(frame.t)
        self.quality.add_picture(frame.image, frame.t, resting=summary.quiet_frames > 0)
        late = self._live and frame.t - self.t > GAP_SECONDS
        if late and summary.quiet_frames == 0:  # an unchanged scene is not a new one
            self._finder.note_gap()
        self._measure(frame.t)
        happened = self._finder.process_frame(summary)
        if self._finder.wants_reading:
            reading = self._read(frame)
            if reading is not None:
                happened += self._finder.add_reading(reading, lambda: self._encode(frame))
        yield from happened
        if happened or frame.t - self._last_preview >= PREVIEW_EVERY_SECONDS:
            self._last_preview = frame.t
            if encoded := self._encode(frame, 480):
                yield Preview(frame.t, encoded)

    def _tray(self, frame: Frame) -> Frame:
        """Return the part of a frame within the border; start over if the border has changed."""
        border = self._border()
        if border != self._within:
            self._within = border
            self._stillness, self._sheet = StillnessDetector(), SheetWatcher()
            self._finder.forget_places()
        return replace(frame, image=crop_to_border(frame.image, border))

    def _is_clear(self, frame: Frame) -> bool:
        """Return whether nothing hides a resting scene: no hand is over it, and there is light.

        Whether a hand is there is known only once the rest has been read.
        """
        return self._finder.is_read and judge_light(frame.image) != "dark"

    def _is_frozen(self, t: float, picture: Frame | None) -> bool:
        """Return whether a live camera has shown identical pictures, or none, for too long.

        Noise makes all real pictures different. Every sixteenth pixel is enough to see that.
        """
        some = None if picture is None else picture.image[::16, ::16]
        if self._fresh is None:
            self._fresh = t, np.zeros((0, 0, 3), np.uint8)
        same = some is not None and np.array_equal(some, self._fresh[1])
        if some is not None and (not same or blank_colour(some)):
            self._fresh = t, some.copy()  # blank pictures are a dark room, not a frozen camera
        return self._live and t - self._fresh[0] >= FROZEN_SECONDS

    def _measure(self, t: float) -> None:
        """Update the frame rate."""
        gap = t - self.t
        if gap > 0:
            # The mean of the gaps, not of their inverses: the first pictures may come all at once.
            self._gap = 0.9 * self._gap + 0.1 * gap if self._gap else gap
            self.fps = 1.0 / self._gap
        self.t = t

    def _read(self, frame: Frame) -> Reading | None:
        """Read a frame; return None if the reader fails, since the next frame may work."""
        self._finder.sheet = view = self._sheet.view
        try:
            if view is None:
                reading = self._read_upright(frame.image, self._finder.clutter)
            else:
                reading = read_dice_on_sheet(
                    frame.image, view, self._finder.clutter, self._read_upright
                )
        except Exception:  # the next picture may work
            self._note_failure(frame)
            return None
        self._failing = False
        return reading

    def _read_upright(self, image: Image, clutter: Sequence[BoundingBox]) -> Reading:
        finder = self._finder
        return self._reader.read(
            image,
            die_size=finder.die_size,
            mirrored=finder.mirrors_next_still,
            clutter=clutter,
            every_pose=finder.examines_every_pose,
        )

    def _note_failure(self, frame: Frame, how: str = "read") -> None:
        if not self._failing:
            log.exception("frame %d could not be %s", frame.number, how)
        self._failing = True

    def _encode(self, frame: Frame, longest: int = 640) -> bytes:
        """Return the frame as a small JPEG, empty on failure, since a roll counts without it."""
        try:
            return encode_jpeg(frame.image, longest)
        except Exception:  # out of memory, or cv2 cannot encode the picture
            self._note_failure(frame, "encoded")
            return b""


def _picture(frame: Frame) -> Frame | None:
    """Return the frame with three colour channels, or None if it shows nothing."""
    try:
        image = as_bgr(frame.image)
    except ValueError:
        return None
    if is_one_colour(image):
        return None
    return frame if image is frame.image else replace(frame, image=image)
