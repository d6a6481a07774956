"""`croupier restore`: a backup, put back."""

import argparse
from pathlib import Path

from companion.cli.arguments import add_data_argument
from companion.cli.backup import describe_log
from companion.table.backup.check import check_log
from companion.table.backup.restore import restore_backup
from engine import GAMES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what it takes."""
    parser.description = (
        "Check a backup from beginning to end, and then put it in place of the games of a table"
        " that is not running. What was there is kept beside it."
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="the backup")
    parser.add_argument("--check", action="store_true", help="look at it and change nothing")
    add_data_argument(parser)
    parser.set_defaults(command=_restore)


def _restore(args: argparse.Namespace) -> int:
    if args.check:
        print(f"{args.file} is sound and holds {describe_log(check_log(args.file, GAMES))}")
        return 0
    summary, kept = restore_backup(args.data, args.file, GAMES)
    print(f"The table in {args.data} now holds {describe_log(summary)}")
    if kept is not None:
        print(f"What it held before is kept in {kept}")
    return 0
