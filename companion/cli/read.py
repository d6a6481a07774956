"""Read the dice in pictures, or the cards of a deck you taught."""

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from companion.cli import Failure, Progress
from companion.cli.arguments import add_data_argument, parse_number_from
from companion.taught.store import TaughtStore
from vision.cameras.stills import load_image
from vision.card_reader import CardReader
from vision.frame import Image
from vision.photograph_watcher import read_photograph
from vision.reader import Reader
from vision.reading import with_expected_count
from vision.taught_reader import TaughtReader

ReadPicture: TypeAlias = Callable[[Path, Image], tuple[dict[str, object], str]]
"""Reads a picture; returns what --json prints (docs/commands.md), and a line for people."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("images", nargs="+", type=Path, metavar="IMAGE", help="JPEG, PNG, …")
    parser.add_argument("--json", action="store_true", help="print one JSON line per picture")
    parser.add_argument(
        "--count", type=parse_number_from(1), metavar="N", help="expect N dice, as in a game"
    )
    taught = parser.add_mutually_exclusive_group()
    taught.add_argument("--dice", metavar="SET", help="use the faces of a set you taught")
    taught.add_argument("--cards", metavar="DECK", help="read the cards of a deck you taught")
    add_data_argument(parser)
    parser.set_defaults(command=_read)


def _read(args: argparse.Namespace) -> int:
    if args.count and args.cards is not None:
        args.error("--count is for dice, not for cards")
    read = _reader(args)
    progress = Progress()
    code = 0
    for number, path in enumerate(args.images, 1):
        progress.say(f"{number}/{len(args.images)} {path.name}")
        try:
            record, text = read(path, read_picture_file(path))
        except Failure as failure:
            progress.clear()
            print(f"croupier: {failure}", file=sys.stderr)
            code = 1
            continue
        progress.clear()
        print(json.dumps(record) if args.json else text)
    return code


def _reader(args: argparse.Namespace) -> ReadPicture:
    if args.cards is not None:
        return _card_reader(CardReader(TaughtStore(args.data).load(args.cards, "cards").stills))
    return _dice_reader(open_reader(args.data, args.dice), args.count)


def _dice_reader(reader: Reader, count: int | None) -> ReadPicture:
    def read(path: Path, image: Image) -> tuple[dict[str, object], str]:
        reading = read_photograph(reader, image)
        if count is not None:
            reading = with_expected_count(reading, count)
        dice = [
            {
                "face": die.face,
                "confidence": round(float(die.confidence), 4),
                "box": [round(float(side), 1) for side in die.box],
                "body": die.body,
            }
            for die in reading.dice
        ]
        record = {
            "image": str(path),
            "dice": dice,
            "sure": reading.sure,
            "likely": reading.likely,
            "doubts": list(reading.doubts),
            "ms": round(float(reading.ms), 1),
        }
        faces = " ".join(die.face for die in reading.dice) or "no dice"
        doubts = doubt_text(reading.sure, reading.doubts, likely=reading.likely)
        return record, f"{path}: {faces}{doubts}"

    return read


def _card_reader(deck: CardReader) -> ReadPicture:
    def read(path: Path, image: Image) -> tuple[dict[str, object], str]:
        reading = deck.read(image)
        cards = [
            {
                "card": card.name,
                "confidence": round(card.confidence, 4),
                "corners": [[round(float(v), 1) for v in corner] for corner in card.corners],
            }
            for card in reading.cards
        ]
        record = {
            "image": str(path),
            "cards": cards,
            "sure": reading.sure,
            "doubts": list(reading.doubts),
            "ms": round(reading.ms, 1),
        }
        names = ", ".join(card.name or "unknown" for card in reading.cards) or "no cards"
        return record, f"{path}: {names}{doubt_text(reading.sure, reading.doubts)}"

    return read


def open_reader(data: Path | None = None, dice: str | None = None) -> Reader:
    """Return a reader; with `dice`, the name of a set taught in `data`, it reads that set.

    Raises `Failure` if a network is missing, and `TaughtSetRefusal`.
    """
    try:
        if data is not None and dice:
            return TaughtReader(TaughtStore(data).load(dice, "dice").stills)
        return Reader()
    except FileNotFoundError as error:
        raise Failure(f"the model files are missing: {error}") from error


def read_picture_file(path: Path) -> Image:
    """Return the picture of a file; raises `Failure`."""
    if path.is_dir():
        raise Failure(f"cannot read '{path}': it's a folder; name the pictures in it")
    if path.exists() and not path.is_file():  # a pipe may stay empty, or never end
        raise Failure(f"cannot read '{path}': save the picture to a file first")
    try:
        path.open("rb").close()
    except OSError as error:
        raise Failure(f"cannot read '{path}': {error.strerror}") from error
    image = load_image(path)
    if image is None:  # HEIC from an iPhone, for instance
        raise Failure(f"cannot read '{path}': not a picture that can be read; share it as JPEG")
    return image


def doubt_text(sure: bool, doubts: tuple[str, ...], *, likely: bool = False) -> str:
    """Return the note that follows faces that are not sure."""
    word = "likely" if likely else "unsure"
    return "" if sure else f"  ({word}{': ' if doubts else ''}{', '.join(doubts)})"
