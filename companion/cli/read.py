"""`croupier read`: the dice in still pictures."""

import argparse
import json
import sys
from pathlib import Path

from companion.cli.failure import Failure, Progress
from vision.cameras.stills import load_image
from vision.reader import Reader
from vision.reading import Die, Reading


def add(parser: argparse.ArgumentParser) -> None:
    """Add what it takes."""
    parser.description = "Read the dice in still pictures."
    parser.add_argument("images", nargs="+", type=Path, metavar="IMAGE", help="JPEG, PNG, …")
    parser.add_argument("--json", action="store_true", help="one line of JSON a picture")
    parser.set_defaults(command=_read)


def _read(args: argparse.Namespace) -> int:
    reader = open_reader()
    progress = Progress()
    code = 0
    for number, path in enumerate(args.images, 1):
        progress.say(f"{number}/{len(args.images)} {path.name}")
        try:
            reading = _read_one(reader, path)
        except Failure as failure:
            progress.clear()
            print(f"croupier: {failure}", file=sys.stderr)
            code = 1
            continue
        progress.clear()
        print(json.dumps(to_json(path, reading)) if args.json else to_text(path, reading))
    return code


def open_reader() -> Reader:
    """Return the reader; raises `Failure` if its networks are missing."""
    try:
        return Reader()
    except FileNotFoundError as error:
        raise Failure(f"the networks are missing: {error}") from error


def _read_one(reader: Reader, path: Path) -> Reading:
    try:
        with path.open("rb"):
            image = load_image(path)
    except OSError as error:
        raise Failure(f"cannot read '{path}': {error.strerror}") from error
    if image is None:
        raise Failure(f"'{path}' is no picture that can be read")
    return reader.read(image)


def to_json(path: Path, reading: Reading) -> dict[str, object]:
    """Return the reading of one picture as `--json` prints it (docs/commands.md)."""
    return {
        "image": str(path),
        "dice": [_die(die) for die in reading.dice],
        "sure": reading.sure,
        "doubts": list(reading.doubts),
        "ms": round(float(reading.ms), 1),
    }


def _die(die: Die) -> dict[str, object]:
    return {
        "face": die.face,
        "confidence": round(float(die.confidence), 4),
        "box": [round(float(side), 1) for side in die.box],
        "body": die.body,
    }


def to_text(path: Path, reading: Reading) -> str:
    """Return the reading of one picture as a line for people."""
    faces = " ".join(die.face for die in reading.dice) or "no dice"
    return f"{path}: {faces}{doubt(reading.sure, reading.doubts)}"


def doubt(sure: bool, doubts: tuple[str, ...]) -> str:
    """Return what is to be said after faces that are not sure."""
    return "" if sure else f"  (unsure{': ' if doubts else ''}{', '.join(doubts)})"
