"""Read the photographs of a phone: each shows another roll, from anywhere."""

import logging
from collections import Counter
from collections.abc import Iterator, Sequence
from time import monotonic

from vision.bounding_box import BoundingBox
from vision.cameras.phone import EMPTY_PICTURE
from vision.events import EyeEvent, Preview, Roll, StateChange
from vision.frame import Frame, Image, encode_jpeg
from vision.longer_look import PictureReader, read_still
from vision.picture_quality import PictureQualityMeter, judge_light
from vision.reading import Reading
from vision.rolls import RollFinder
from vision.sheet_reading import read_dice_on_sheet
from vision.tray_sheet import find_markers, find_sheet

log = logging.getLogger(__name__)


def read_photograph(reader: PictureReader, image: Image) -> Reading:
    """Return the dice in a single picture (H, W, 3), on the printed sheet or anywhere else."""

    def look(image: Image, _: Sequence[BoundingBox] = ()) -> Reading:
        return read_still(reader, image)

    sheet = find_sheet(find_markers(image), image.shape)
    return look(image) if sheet is None else read_dice_on_sheet(image, sheet, (), look)


class PhotographWatcher:
    """Reads each new photograph, as `FrameWatcher` reads the frames of a fixed camera.

    Each may be taken from elsewhere, so no border of the tray fits. Where dice lay before is
    unknown, so all of them `moved`. If they show the same faces as in the previous photograph, they
    may not have been rolled.
    """

    stuck = False
    fps = 0.0
    scene = None

    def __init__(self, reader: PictureReader, finder: RollFinder) -> None:
        self.t = 0.0
        self.newest: Frame | None = None
        self.quality = PictureQualityMeter()
        self._reader, self._finder = reader, finder
        self._number = -1
        self._before: Counter[str] | None = None

    def process(self, frame: Frame) -> Iterator[EyeEvent]:
        """Yield the events of a frame, none if it only repeats the last one."""
        self.t = frame.t
        if frame.number == self._number:
            return
        self._number = frame.number
        if frame.image is EMPTY_PICTURE:
            yield StateChange("empty", frame.t)
            return
        began, self.newest = monotonic(), frame
        yield StateChange("reading", frame.t)
        yield Preview(frame.t, encode_jpeg(frame.image, 480))
        try:
            reading = read_photograph(self._reader, frame.image)
        except Exception:  # the next picture may work
            log.exception("photograph %d could not be read", frame.number)
            yield StateChange("empty", frame.t)
            return
        if not reading.dice:
            yield StateChange("dark" if judge_light(frame.image) == "dark" else "empty", frame.t)
            return
        yield self._roll(frame, reading, (monotonic() - began) * 1000)
        yield StateChange("sure" if reading.sure else "unsure", frame.t)

    def _roll(self, frame: Frame, reading: Reading, took_ms: float) -> Roll:
        faces = Counter(die.face for die in reading.dice)
        same, self._before = faces == self._before, faces
        return Roll(
            number=self._finder.take_next_number(),
            frame=frame.number,
            t=frame.t,
            reading=reading,
            moved=(True,) * len(reading.dice),
            rolled=None if same else True,
            after_rest_ms=took_ms,
            size=frame.size,
            evidence=encode_jpeg(frame.image),
        )
