"""Check a backup completely, then replace the games of a stopped table with it.

The replaced games are saved.
"""

import argparse
from pathlib import Path

from companion.cli.arguments import add_data_argument
from companion.cli.backup import describe_log
from companion.table.backup.check import check_log
from companion.table.backup.restore import restore_backup
from engine.games import GAMES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("file", type=Path, metavar="FILE", help="the backup")
    parser.add_argument("--check", action="store_true", help="only check it")
    add_data_argument(parser)
    parser.set_defaults(command=_restore)


def _restore(args: argparse.Namespace) -> int:
    if args.check:
        print(f"{args.file} is intact: {describe_log(check_log(args.file, GAMES))}")
        return 0
    summary, kept = restore_backup(args.data, args.file, GAMES)
    print(f"The table in {args.data} now has {describe_log(summary)}")
    if kept is not None:
        print(f"Its earlier games are saved in {kept}")
    return 0
