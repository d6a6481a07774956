"""Read the rolls in a recording as if it were live."""

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.cli import Failure, Progress
from companion.cli.read import doubt_text, open_reader
from vision.cameras import open_camera
from vision.cameras.base import Camera
from vision.events import Confirmation, EyeEvent, Preview, Roll, StateChange
from vision.eye import Eye
from vision.frame import Frame, Image
from vision.longer_look import PictureReader
from vision.protocol import EyeState
from vision.reading import Reading
from vision.stillness import FrameSummary


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("video", type=Path, metavar="VIDEO", help="a video, or a folder of stills")
    parser.add_argument("--json", action="store_true", help="print one JSON line per roll")
    parser.add_argument(
        "--explain",
        type=Path,
        metavar="FILE",
        help="also draw what the camera saw: a sheet (.png, .jpg) or a video (.mp4, .avi)",
    )
    parser.set_defaults(command=_watch)


def _watch(args: argparse.Namespace) -> int:
    if args.explain:
        check_writable(args.explain)
    # An absolute path, so that a file called "demo" or "0" is a file.
    camera = open_camera(str(args.video.absolute()))
    progress = Progress()
    rests = RestReport()
    source = CameraAndReaderProxy(camera, open_reader(), lambda: rests.add_frame(eye.scene))
    explanation = ExplanationWriter(args.explain, source) if args.explain else None
    eye = Eye(source, source)

    def watched() -> Iterator[EyeEvent]:
        for event in eye.events():
            progress.say(f"{event.t:.1f} s")
            rests.add_event(event)
            if isinstance(event, StateChange) and event.state == "moved camera":
                progress.clear()
                print(
                    f"{event.t:8.2f} s  the camera moves",
                    file=sys.stderr if args.json else sys.stdout,
                    flush=True,
                )
            if explanation is not None:
                explanation.add_event(event)
            yield event

    count = 0
    try:
        for roll in _rolls(watched()):
            if roll.rolled is not False:
                count += 1
                counted = replace(roll, number=count)  # the eye's own number counts pushes, too
                progress.clear()
                text = json.dumps(roll_as_dict(counted)) if args.json else _to_text(counted)
                print(text, flush=True)
    finally:
        eye.close()
        progress.clear()
    if remark := rests.unread_period() if count else f"no roll was seen: {rests.why_no_roll()}":
        print(remark, file=sys.stderr)
    if explanation is not None:
        explanation.write()
    return 0


def _rolls(events: Iterable[EyeEvent]) -> Iterator[Roll]:
    """Yield each roll once; an unsure one when the eye has confirmed it or gone on."""
    held: Roll | None = None
    for event in events:
        if isinstance(event, Preview):
            continue
        if isinstance(event, Confirmation) and held is not None:
            held = event.roll
        if held is not None:
            yield held
            held = None
        if isinstance(event, Roll):
            if event.reading.sure:
                yield event
            else:
                held = event
    if held is not None:
        yield held


def roll_as_dict(roll: Roll) -> dict[str, object]:
    """Return a roll as `--json` prints it (docs/commands.md)."""
    reading = roll.reading
    return {
        "roll": roll.number,
        "frame": roll.frame,
        "t": round(float(roll.t), 3),
        "faces": [die.face for die in reading.dice],
        "sure": reading.sure,
        "likely": reading.likely,
        "doubts": list(reading.doubts),
        "after_rest_ms": round(float(roll.after_rest_ms), 1),
    }


def _to_text(roll: Roll) -> str:
    reading = roll.reading
    faces = " ".join(die.face for die in reading.dice)
    rolled = "  (rolled or not: cannot tell)" if roll.rolled is None else ""
    unsure = doubt_text(reading.sure, reading.doubts, likely=reading.likely)
    return f"{roll.t:8.2f} s  roll {roll.number}: {faces}{unsure}{rolled}"


SHEET_SUFFIXES = (".png", ".jpg", ".jpeg")
FILM_SUFFIXES = {".mp4": "mp4v", ".avi": "MJPG"}
FILM_FRAMES_PER_SECOND = 3.0  # one for each event, two a second in between


def check_writable(path: Path) -> None:
    """Raise `Failure` if `path` cannot be written."""
    if path.suffix.lower() not in (*SHEET_SUFFIXES, *FILM_SUFFIXES):
        raise Failure(f"'{path}' must end in one of {', '.join((*SHEET_SUFFIXES, *FILM_SUFFIXES))}")
    if not path.parent.is_dir():
        raise Failure(f"no such folder: '{path.parent}'")


OBSTACLES: dict[EyeState, str] = {
    "dark": "it was too dark",
    "covered": "the tray was covered",
    "hand": "a hand was in the picture",
    "moved camera": "the camera moved",
    "empty": "no dice were found",
}
"""What each state of the eye, if it was seen, says about a recording without a roll."""
REST_SECONDS = 0.5  # a rest of this length is always read
UNREAD_SECONDS = 5.0  # a hand seldom stays over dice for longer


class RestReport:
    """How often and how long a recording was still, and in which states the eye saw it."""

    def __init__(self) -> None:
        self._states: set[EyeState] = set()
        self._now = StateChange("moving", 0.0)
        self._unread = (0.0, 0.0, self._now.state)  # from, to, and in which state
        self._rests, self._longest = 0, 0.0

    def add_frame(self, scene: FrameSummary | None) -> None:
        """Note whether the scene of the next frame is still; None is a frame without one."""
        if scene is None:
            return
        self._rests += scene.quiet_frames == 1
        self._longest = max(self._longest, scene.t - scene.quiet_since)
        began, ended, _ = self._unread
        if self._now.state in ("dark", "covered", "hand") and scene.t - self._now.t > ended - began:
            self._unread = (self._now.t, scene.t, self._now.state)

    def add_event(self, event: EyeEvent) -> None:
        """Note the state of the eye."""
        if isinstance(event, StateChange):
            self._states.add(event.state)
            self._now = event

    def unread_period(self) -> str:
        """Return when nothing was read for long, and why; "" if there was no such time."""
        began, ended, state = self._unread
        if ended - began < UNREAD_SECONDS:
            return ""
        return f"nothing was read from {began:.1f} to {ended:.1f} s: {OBSTACLES[state]}"

    def why_no_roll(self) -> str:
        """Return why there was no roll, for people."""
        seen = [text for state, text in OBSTACLES.items() if state in self._states]
        if self._longest < REST_SECONDS and OBSTACLES["hand"] in seen:
            seen.remove(OBSTACLES["hand"])  # a picture that shakes looks like one
        if self._rests:
            count = f"{self._rests} rests, none" if self._rests > 1 else "1 rest, not"
            seen.append(f"{count} longer than {self._longest:.1f} s")
        else:
            seen.append("nothing lay still")
        return f"{', '.join(seen)}; dice and camera must be still for half a second without a hand"


class CameraAndReaderProxy:
    """Forwards to a camera and a reader, and keeps their last frame and reading.

    `after_frame` is called when a frame has been processed.
    """

    def __init__(
        self, camera: Camera, reader: PictureReader, after_frame: Callable[[], None]
    ) -> None:
        self.name, self.live = camera.name, camera.live
        self._after_frame = after_frame
        self.frame: Frame | None = None
        self.reading: Reading | None = None
        self._camera, self._reader = camera, reader

    def frames(self) -> Iterator[Frame]:
        """Yield the camera's frames."""
        for frame in self._camera.frames():
            self.frame = frame
            yield frame
            self._after_frame()

    def close(self) -> None:
        """Close the camera."""
        self._camera.close()

    def read(self, image: Image, **known: Any) -> Reading:
        """Read with the reader."""
        self.reading = self._reader.read(image, **known)
        return self.reading


class ExplanationWriter:
    """Collects pictures while the eye watches, and writes them as a contact sheet or a film."""

    def __init__(self, path: Path, source: CameraAndReaderProxy) -> None:
        self._path, self._source = path, source
        self._state = "moving"
        self._pictures: list[Image] = []
        self._film = path.suffix.lower() in FILM_SUFFIXES
        self._last = -1

    def add_event(self, event: EyeEvent) -> None:
        """Draw what the eye reports about the current frame."""
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
            moved = {True: "rolled", False: "pushed", None: "rolled or not: cannot tell"}
            title += f"  ROLL {roll.number}, {moved[roll.rolled]}"
        return draw_reading(frame.image, dice, (title, "doubts: " + (", ".join(doubts) or "none")))

    def write(self) -> None:
        """Write the file; raises `Failure` if there is nothing to show, or it cannot be written."""
        import cv2

        from vision.cameras.opencv import path_for_opencv
        from vision.explain import contact_sheet

        if not self._pictures:
            raise Failure("the recording shows nothing to explain")
        if not self._film:
            written = cv2.imwrite(path_for_opencv(self._path), contact_sheet(self._pictures))
        else:
            height, width = self._pictures[0].shape[:2]
            code = cv2.VideoWriter.fourcc(*FILM_SUFFIXES[self._path.suffix.lower()])
            film = cv2.VideoWriter(
                path_for_opencv(self._path), code, FILM_FRAMES_PER_SECOND, (width, height)
            )
            written = film.isOpened()
            for picture in self._pictures:
                film.write(picture)
            film.release()
        if not written:
            raise Failure(f"'{self._path}' cannot be written")
