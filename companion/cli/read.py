"""`croupier read`: the dice in still pictures, or the cards."""

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path

from companion.cli import Failure, Progress
from companion.cli.arguments import add_data_argument
from companion.taught.store import TaughtStore
from vision.cameras.stills import load_image
from vision.card_reader import CardReader, CardReading
from vision.frame import Image
from vision.photograph_watcher import read_photograph
from vision.reader import Reader
from vision.reading import Die, Reading, with_expected_count
from vision.taught_reader import TaughtReader


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.description = "Read the dice in pictures, or the cards of a deck you taught."
    parser.add_argument("images", nargs="+", type=Path, metavar="IMAGE", help="JPEG, PNG, …")
    parser.add_argument("--json", action="store_true", help="print one JSON line per picture")
    parser.add_argument("--count", type=int, metavar="N", help="expect N dice, as in a game")
    taught = parser.add_mutually_exclusive_group()
    taught.add_argument("--dice", metavar="SET", help="use the faces of a set you taught")
    taught.add_argument("--cards", metavar="DECK", help="read the cards of a deck you taught")
    add_data_argument(parser)
    parser.set_defaults(command=_read, error=parser.error)


def _read(args: argparse.Namespace) -> int:
    if args.count is not None and (args.count < 1 or args.cards is not None):
        args.error("--count must be at least 1")
    read = _reader(args)
    progress = Progress()
    code = 0
    for number, path in enumerate(args.images, 1):
        progress.say(f"{number}/{len(args.images)} {path.name}")
        try:
            record, text = read(path, read_image(path))
        except Failure as failure:
            progress.clear()
            print(f"croupier: {failure}", file=sys.stderr)
            code = 1
            continue
        progress.clear()
        print(json.dumps(record) if args.json else text)
    return code


def _reader(args: argparse.Namespace) -> Callable[[Path, Image], tuple[dict[str, object], str]]:
    """Return a function that reads a picture, for programs or for people."""
    if args.cards is not None:
        deck = CardReader(TaughtStore(args.data).load(args.cards, "cards").stills)

        def read_cards(path: Path, image: Image) -> tuple[dict[str, object], str]:
            reading = deck.read(image)
            return cards_as_dict(path, reading), cards_to_text(path, reading)

        return read_cards
    reader = open_reader() if args.dice is None else open_taught_reader(args.data, args.dice)

    def read_dice(path: Path, image: Image) -> tuple[dict[str, object], str]:
        reading = read_photograph(reader, image)
        if args.count is not None:
            reading = with_expected_count(reading, args.count)
        return reading_as_dict(path, reading), reading_to_text(path, reading)

    return read_dice


def open_reader() -> Reader:
    """Return the reader; raises `Failure` if its networks are missing."""
    try:
        return Reader()
    except FileNotFoundError as error:
        raise Failure(f"the model files are missing: {error}") from error


def open_taught_reader(data: Path, name: str) -> TaughtReader:
    """Return a reader of a taught set of dice; raises `Failure` and `NotTaught`."""
    try:
        return TaughtReader(TaughtStore(data).load(name, "dice").stills)
    except FileNotFoundError as error:
        raise Failure(f"the model files are missing: {error}") from error


def read_image(path: Path) -> Image:
    """Return the picture of a file; raises `Failure`."""
    try:
        with path.open("rb"):
            image = load_image(path)
    except OSError as error:
        raise Failure(f"cannot read '{path}': {error.strerror}") from error
    if image is None:
        raise Failure(f"cannot read '{path}': not an image")
    return image


def reading_as_dict(path: Path, reading: Reading) -> dict[str, object]:
    """Return the reading of a picture as `--json` prints it (docs/commands.md)."""
    return {
        "image": str(path),
        "dice": [_die(die) for die in reading.dice],
        "sure": reading.sure,
        "likely": reading.likely,
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


def reading_to_text(path: Path, reading: Reading) -> str:
    """Return the reading of a picture as a line for people."""
    faces = " ".join(die.face for die in reading.dice) or "no dice"
    return f"{path}: {faces}{doubt_text(reading.sure, reading.doubts, likely=reading.likely)}"


def cards_as_dict(path: Path, reading: CardReading) -> dict[str, object]:
    """Return the cards of a picture as `--json` prints them (docs/commands.md)."""
    return {
        "image": str(path),
        "cards": [
            {
                "card": card.name,
                "confidence": round(card.confidence, 4),
                "corners": [[round(float(v), 1) for v in corner] for corner in card.corners],
            }
            for card in reading.cards
        ],
        "sure": reading.sure,
        "doubts": list(reading.doubts),
        "ms": round(reading.ms, 1),
    }


def cards_to_text(path: Path, reading: CardReading) -> str:
    """Return the cards of a picture as a line for people."""
    cards = ", ".join(card.name or "unknown" for card in reading.cards) or "no cards"
    return f"{path}: {cards}{doubt_text(reading.sure, reading.doubts)}"


def doubt_text(sure: bool, doubts: tuple[str, ...], *, likely: bool = False) -> str:
    """Return the note that follows faces that are not sure."""
    word = "likely" if likely else "unsure"
    return "" if sure else f"  ({word}{': ' if doubts else ''}{', '.join(doubts)})"
