"""Back up a table to one file, even while it runs.

The file holds all games played, with pictures, and your own games, dice and cards.
"""

import argparse
from pathlib import Path

from companion.cli import Failure
from companion.cli.arguments import add_data_argument
from companion.log.log import log_path
from companion.table.backup.check import LogContents
from companion.table.backup.save import save_backup
from engine.games import GAMES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("file", type=Path, metavar="FILE", help="the backup to write")
    parser.add_argument("--force", action="store_true", help="overwrite an existing file")
    add_data_argument(parser)
    parser.set_defaults(command=_backup)


def _backup(args: argparse.Namespace) -> int:
    if args.file.resolve() == log_path(args.data).resolve():
        raise Failure(f"{args.file} is the table's own log")
    if args.file.exists() and not (args.force and args.file.is_file()):
        raise Failure(f"{args.file} already exists; use --force to overwrite it")
    summary = save_backup(args.data, args.file, GAMES)
    print(f"{args.file} holds {describe_log(summary)}")
    return 0


def describe_log(summary: LogContents) -> str:
    """Return a sentence about the content of a log."""
    last = f", the last on {summary.last[:10]}" if summary.last else ""
    count = len(summary.replayed_otherwise)
    note = f"; {count} moves of old games now play differently" if count else ""
    return f"{_count(summary.games, 'game')}, {_count(summary.rows, 'move')}{last}{note}."


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"
