"""`croupier export`: the acts of the current game as text."""

import argparse
from pathlib import Path
from typing import Any

from companion.cli.failure import Failure
from companion.cli.run import data_folder


def add(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "export",
        help="the acts of the current game as text",
        description="Print the acts that count in the current game, oldest first.",
    )
    parser.add_argument("--data", type=Path, default=data_folder(), help="where the log is kept")
    parser.set_defaults(command=_export)


def _export(args: argparse.Namespace) -> int:
    from companion.history import History
    from companion.log import read_rows
    from companion.snapshot import export_lines
    from engine import GAMES
    from engine.core.refusals import Refusal

    try:
        lines = export_lines(History(GAMES, read_rows(args.data)))
    except Refusal as refusal:
        raise Failure(f"the log cannot be played again: {refusal}") from refusal
    for line in lines:
        print(line)
    return 0
