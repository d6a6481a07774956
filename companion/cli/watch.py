"""`croupier watch`: the rolls in a recording, as if it were live."""

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from companion.cli.explain import CameraAndReaderProxy, ExplanationWriter, check_writable
from companion.cli.failure import Progress
from companion.cli.read import doubt_text, open_reader
from vision.cameras import open_camera
from vision.events import Confirmation, EyeEvent, Preview, Roll, StateChange
from vision.eye import Eye


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what it takes."""
    parser.description = "Tell the rolls in a recording, as if it were live."
    parser.add_argument("video", type=Path, metavar="VIDEO", help="a video, or a folder of stills")
    parser.add_argument("--json", action="store_true", help="one line of JSON a roll")
    parser.add_argument(
        "--explain",
        type=Path,
        metavar="FILE",
        help="also draw what the eye saw: a sheet (.png, .jpg) or a film (.mp4, .avi)",
    )
    parser.set_defaults(command=_watch)


def _watch(args: argparse.Namespace) -> int:
    if args.explain:
        check_writable(args.explain)
    # The whole path, so that a file called "demo" or "0" is a file.
    camera = open_camera(str(args.video.absolute()))
    progress = Progress()
    source = CameraAndReaderProxy(camera, open_reader())
    explanation = ExplanationWriter(args.explain, source) if args.explain else None
    eye = Eye(source, source)

    def watched() -> Iterator[EyeEvent]:
        for event in eye.events():
            progress.say(f"{event.t:.1f} s")
            if isinstance(event, StateChange) and event.state == "moved camera":
                progress.clear()
                print(
                    f"{event.t:8.2f} s  the camera moves",
                    file=sys.stderr if args.json else sys.stdout,
                    flush=True,
                )
            if explanation is not None:
                explanation.take(event)
            yield event

    try:
        for roll in _rolls(_counted(watched())):
            if roll.rolled is not False:
                progress.clear()
                print(json.dumps(roll_as_dict(roll)) if args.json else _to_text(roll), flush=True)
    finally:
        eye.close()
        progress.clear()
    if explanation is not None:
        explanation.write()
    return 0


def _counted(events: Iterator[EyeEvent]) -> Iterator[EyeEvent]:
    """Give the rolls their numbers, counted without those of dice that were only pushed.

    A push keeps the number of the roll before it: those are the dice that were pushed.
    """
    count = 0
    for event in events:
        if isinstance(event, Roll):
            count += event.rolled is not False
            yield replace(event, number=count)
        else:
            yield event


def _rolls(events: Iterable[EyeEvent]) -> Iterator[Roll]:
    """Yield each roll once: one that is not sure when the eye has looked at it longer.

    That is when it is confirmed, when something else happens, or at the end.
    """
    held: Roll | None = None
    for event in events:
        if isinstance(event, Preview):
            continue
        if isinstance(event, Confirmation) and held is not None:
            held = replace(event.roll, number=held.number)
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
    thrown = "  (thrown or not: cannot tell)" if roll.rolled is None else ""
    unsure = doubt_text(reading.sure, reading.doubts, likely=reading.likely)
    return f"{roll.t:8.2f} s  roll {roll.number}: {faces}{unsure}{thrown}"
