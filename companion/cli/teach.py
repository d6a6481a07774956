"""Teach a table your own dice and cards from pictures."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.cli import Failure
from companion.cli.arguments import add_data_argument
from companion.cli.read import read_picture_file
from companion.taught.lessons import ENOUGH_STILLS, teach_card, teach_face_from_pictures
from companion.taught.store import TaughtStore
from vision.card_reader import CARD_BACK


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    what = parser.add_subparsers(metavar="WHAT", required=True)
    dice = _add(what, "dice", "teach a face of a set of dice", _teach)
    dice.set_defaults(kind="dice", teach=teach_face_from_pictures)
    dice.add_argument("set", metavar="SET", help="the name of the set")
    dice.add_argument(
        "--face", required=True, dest="part", metavar="NAME", help="1 to 6, or the symbol's name"
    )
    shows = "picture of one or more dice with that face up; give five or more, at different angles"
    dice.add_argument("images", nargs="+", type=Path, metavar="IMAGE", help=shows)
    cards = _add(what, "cards", "teach a card of a deck", _teach)
    cards.set_defaults(kind="cards", teach=teach_card)
    cards.add_argument("set", metavar="DECK", help="the name of the deck")
    means = f"name of the card; '{CARD_BACK}' for the back"
    cards.add_argument("--card", required=True, dest="part", metavar="NAME", help=means)
    shows = "picture of that card on a plain background"
    cards.add_argument("images", nargs="+", type=Path, metavar="IMAGE", help=shows)
    _add(what, "list", "list what was taught", _list)
    forget = _add(what, "forget", "delete a set, or one part of it", _forget)
    forget.add_argument("name", metavar="NAME")
    forget.add_argument(
        "--face", "--card", dest="part", default="", metavar="NAME", help="delete only this part"
    )
    export = _add(what, "export", "export a set to a file", _export)
    export.add_argument("name", metavar="NAME")
    export.add_argument("file", type=Path, metavar="FILE")
    bring_in = _add(what, "import", "import a set from a file", _import)
    bring_in.add_argument("file", type=Path, metavar="FILE")
    bring_in.add_argument("--name", help="name of the set (default: the file's name)")


def _add(
    what: Any, name: str, does: str, command: Callable[[argparse.Namespace], int]
) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = what.add_parser(name, help=does, description=does)
    add_data_argument(parser)
    parser.set_defaults(command=command)
    return parser


def _teach(args: argparse.Namespace) -> int:
    pictures = [(str(path), read_picture_file(path)) for path in args.images]
    store = TaughtStore(args.data)
    with store.locked_for_change():
        taught, new = args.teach(store.load_or_new(args.set, args.kind), args.part, pictures)
        store.save(args.set, taught)
    count = len(taught.stills[args.part])
    more = (
        f"; {ENOUGH_STILLS} or more work better"
        if args.kind == "dice" and count < ENOUGH_STILLS
        else ""
    )
    print(f"{args.set}: {args.part} has {count} pictures, {new} of them new{more}")
    return 0


def _list(args: argparse.Namespace) -> int:
    sets = list(TaughtStore(args.data).all_sets())
    if not sets:
        print("nothing is taught yet")
    for name, taught in sets:
        known = ", ".join(f"{part} ({len(stills)})" for part, stills in taught.stills.items())
        print(f"{name}: {taught.kind}: {known}")
    return 0


def _forget(args: argparse.Namespace) -> int:
    if not TaughtStore(args.data).forget(args.name, args.part):
        raise Failure(f"'{args.name}' has nothing called '{args.part}'")
    print(f"{args.name}{f' {args.part}' if args.part else ''} deleted")
    return 0


def _export(args: argparse.Namespace) -> int:
    TaughtStore(args.data).export_set(args.name, args.file)
    print(f"Exported {args.name} to {args.file}")
    return 0


def _import(args: argparse.Namespace) -> int:
    name = args.name or args.file.stem
    taught = TaughtStore(args.data).import_file(args.file, name)
    print(f"{name}: {taught.kind}: {', '.join(taught.stills)}")
    return 0
