"""`croupier watch --explain FILE`: what the eye saw in a recording, drawn for a bug report."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from companion.cli.failure import Failure
from vision.cameras.base import Camera
from vision.events import EyeEvent, Roll, StateChange
from vision.frame import Frame, Image
from vision.frame_watcher import PictureReader
from vision.reading import Reading

SHEET_SUFFIXES = (".png", ".jpg", ".jpeg")
FILM_SUFFIXES = {".mp4": "mp4v", ".avi": "MJPG"}
RATE = 3.0  # pictures a second of a film: one for each thing the eye said, two a second between


def check_writable(path: Path) -> None:
    """Raise `Failure` when nothing could be written at `path`."""
    if path.suffix.lower() not in (*SHEET_SUFFIXES, *FILM_SUFFIXES):
        raise Failure(f"'{path}' must end in one of {', '.join((*SHEET_SUFFIXES, *FILM_SUFFIXES))}")
    if not path.parent.is_dir():
        raise Failure(f"there is no folder '{path.parent}'")


class CameraAndReaderProxy:
    """A camera and a reader that pass on everything, and keep what came last."""

    def __init__(self, camera: Camera, reader: PictureReader) -> None:
        self.name, self.live = camera.name, camera.live
        self.frame: Frame | None = None
        self.reading: Reading | None = None
        self._camera, self._reader = camera, reader

    def frames(self) -> Iterator[Frame]:
        """Yield the camera's frames."""
        for frame in self._camera.frames():
            self.frame = frame
            yield frame

    def close(self) -> None:
        """Close the camera."""
        self._camera.close()

    def read(self, image: Image, **known: Any) -> Reading:
        """Read with the reader."""
        self.reading = self._reader.read(image, **known)
        return self.reading


class ExplanationWriter:
    """Collects pictures while the eye watches, and writes them as a sheet or a film."""

    def __init__(self, path: Path, source: CameraAndReaderProxy) -> None:
        self._path, self._source = path, source
        self._state = "moving"
        self._pictures: list[Image] = []
        self._film = path.suffix.lower() in FILM_SUFFIXES
        self._last = -1

    def take(self, event: EyeEvent) -> None:
        """Draw what the eye says of the frame at hand."""
        from vision.explain import MAX_PICTURES

        frame = self._source.frame
        if frame is None:
            return
        if isinstance(event, StateChange):
            self._state = event.state
        says = isinstance(event, Roll | StateChange)
        fresh = self._film and frame.number != self._last
        if not (fresh or says) or (not self._film and len(self._pictures) >= MAX_PICTURES):
            return
        self._last = frame.number
        self._pictures.append(self._drawn(frame, event if isinstance(event, Roll) else None))

    def _drawn(self, frame: Frame, roll: Roll | None) -> Image:
        from vision.explain import draw_reading

        at_rest = self._state in ("reading", "sure", "unsure", "still")
        reading = roll.reading if roll else self._source.reading if at_rest else None
        dice, doubts = (reading.dice, reading.doubts) if reading else ((), ())
        title = f"{frame.t:.2f} s  frame {frame.number}  {self._state}"
        if roll is not None:
            thrown = {True: "thrown", False: "pushed", None: "thrown or not: cannot tell"}
            title += f"  ROLL {roll.number}, {thrown[roll.rolled]}"
        return draw_reading(frame.image, dice, (title, "doubts: " + (", ".join(doubts) or "none")))

    def write(self) -> None:
        """Write the file. Raises `Failure` when there is nothing to show, or it cannot be."""
        import cv2

        from vision.explain import contact_sheet

        if not self._pictures:
            raise Failure("the recording shows nothing to explain")
        if not self._film:
            written = cv2.imwrite(str(self._path), contact_sheet(self._pictures))
        else:
            height, width = self._pictures[0].shape[:2]
            code = cv2.VideoWriter.fourcc(*FILM_SUFFIXES[self._path.suffix.lower()])
            film = cv2.VideoWriter(str(self._path), code, RATE, (width, height))
            written = film.isOpened()
            for picture in self._pictures:
                film.write(picture)
            film.release()
        if not written:
            raise Failure(f"'{self._path}' cannot be written")
