"""`croupier selftest`: how well the eye reads this table's dice, measured by who owns them.

After each throw it asks what really lies there, before it tells what it read, so that nobody is led
to agree. With the demo camera the virtual tray itself knows.
"""

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from companion.cli.arguments import CAMERA_HELP
from companion.cli.failure import Failure
from companion.cli.read import open_reader
from companion.cli.selftest_report import report_page
from vision.accuracy import RollResult
from vision.cameras import open_camera
from vision.cameras.demo import DemoCamera
from vision.errors import CameraError
from vision.events import Roll
from vision.eye import Eye
from vision.reading import can_play_unasked

FACES = frozenset("123456")
Ask = Callable[[], tuple[str, ...] | None]


class StopThrowing(Exception):
    """Nobody wants to throw any more."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what it takes."""
    parser.description = (
        "Throw dice, type what you see, and get a page that says how often the eye was"
        " right, with the camera, the light and the dice of this table."
    )
    parser.add_argument("--camera", default="auto", help=CAMERA_HELP)
    parser.add_argument("--throws", type=int, default=50, metavar="N", help="(default: 50)")
    out, page = Path("selftest.html"), "the page to write (default: selftest.html)"
    parser.add_argument("--out", type=Path, default=out, metavar="FILE", help=page)
    parser.set_defaults(command=_selftest, error=parser.error)


def _selftest(args: argparse.Namespace) -> int:
    if args.throws < 1:
        args.error("at least one throw is needed")
    _try_to_write(args.out)
    camera = open_camera(args.camera)
    eye = Eye(camera, open_reader())
    if isinstance(camera, DemoCamera):
        results = _collect(
            _demo_rolls(eye, camera), lambda: tuple(map(str, camera.tray.lying_faces))
        )
    else:
        print("Throw the dice. When they lie still, type what you see, for instance 2 3 3 5.")
        print("An empty line skips the throw, q ends.", flush=True)
        results = _collect(_rolls(eye), _ask)
    try:
        done = _take(results, args.throws)
    finally:
        with suppress(CameraError):  # what was measured counts, however the camera ends
            eye.close()
    if not done:
        raise Failure("no throw was measured")
    try:
        args.out.write_text(report_page(done, camera.name), encoding="utf-8")
    except OSError as error:
        raise Failure(f"cannot write {args.out}: {error.strerror}") from error
    print(
        f"{sum(result.is_right for result in done)} of {len(done)} throws read rightly: {args.out}"
    )
    return 0


def _try_to_write(path: Path) -> None:
    """Raise `Failure` when no page can be written at `path`, before anybody throws for nothing."""
    new = not path.exists()
    try:
        path.open("a").close()
        if new:
            path.unlink()
    except OSError as error:
        raise Failure(f"cannot write {path}: {error.strerror}") from error


def _take(results: Iterator[RollResult], count: int) -> list[RollResult]:
    """Take `count` results, or as many as there are before somebody has had enough."""
    done: list[RollResult] = []
    try:
        for result in results:
            done.append(result)
            print(f"{len(done)}/{count}  {_verdict(result)}", flush=True)
            if len(done) == count:
                break
    except (StopThrowing, KeyboardInterrupt):
        pass
    return done


def _verdict(result: RollResult) -> str:
    asked = "" if result.sure else ", unsure: the table would have asked"
    if result.is_right:
        return f"right{asked}"
    return f"the eye read {' '.join(sorted(result.read)) or 'nothing'}{asked}"


def _collect(rolls: Iterator[Roll], ask: Ask) -> Iterator[RollResult]:
    """Make a result of each roll whose truth somebody tells."""
    for roll in rolls:
        truth = ask()
        if truth is not None:
            dice = roll.reading.dice
            read = tuple(die.face for die in dice)
            unasked = can_play_unasked(dice, len(truth))
            yield RollResult(truth, read, unasked, roll.after_rest_ms)


def _rolls(eye: Eye) -> Iterator[Roll]:
    for event in eye.events():
        if isinstance(event, Roll) and event.rolled is not False:
            yield event


def _demo_rolls(eye: Eye, camera: Any) -> Iterator[Roll]:
    """Throw the virtual dice again whenever a throw was read."""
    for roll in _rolls(eye):
        yield roll
        camera.throw()


def _ask() -> tuple[str, ...] | None:
    """Ask for the faces until an answer can be one; None for a throw that is not to count.

    Raises `StopThrowing` when whoever throws has had enough.
    """
    while True:
        print("What lies there? ", end="", flush=True)
        line = sys.stdin.readline()
        answer = line.replace(",", " ").split()
        if not line or answer == ["q"]:
            raise StopThrowing
        if not answer:
            return None
        faces = tuple("".join(answer))
        if FACES.issuperset(faces):
            return faces
        print("Only the faces 1 to 6, please, with or without spaces.", flush=True)
