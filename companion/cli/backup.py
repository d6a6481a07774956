"""`croupier backup` and `croupier restore`: the log of a table, copied and put back."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.cli.failure import Failure
from companion.cli.run import data_folder

if TYPE_CHECKING:
    from companion.table.backup import Summary


def add(commands: Any) -> None:
    """Add both commands."""
    keep = commands.add_parser(
        "backup",
        help="copy all games of a table into one file, also while it runs",
        description="Write all games and their pictures into one file, also while the table runs.",
    )
    keep.add_argument("file", type=Path, metavar="FILE", help="the backup to write")
    keep.add_argument("--force", action="store_true", help="also if there is such a file")
    keep.set_defaults(command=_backup)
    back = commands.add_parser(
        "restore",
        help="put a backup back",
        description="Check a backup from beginning to end, and then put it in place of the games"
        " of a table that is not running. What was there is kept beside it.",
    )
    back.add_argument("file", type=Path, metavar="FILE", help="the backup")
    back.add_argument("--check", action="store_true", help="look at it and change nothing")
    back.set_defaults(command=_restore)
    for parser in (keep, back):
        parser.add_argument(
            "--data", type=Path, default=data_folder(), help="where the log is kept"
        )


def _backup(args: argparse.Namespace) -> int:
    from companion.log.log import log_path
    from companion.table.backup import save
    from engine import GAMES

    if args.file.resolve() == log_path(args.data).resolve():
        raise Failure(f"{args.file} is the table's own log")
    if args.file.exists() and not (args.force and args.file.is_file()):
        raise Failure(f"{args.file} exists already; --force replaces a file")
    summary = save(args.data, args.file, GAMES)
    print(f"{args.file} holds {_told(summary)}")
    return 0


def _restore(args: argparse.Namespace) -> int:
    from companion.table import backup
    from engine import GAMES

    if args.check:
        print(f"{args.file} is sound and holds {_told(backup.check(args.file, GAMES))}")
        return 0
    summary, kept = backup.restore(args.data, args.file, GAMES)
    print(f"The table in {args.data} now holds {_told(summary)}")
    if kept is not None:
        print(f"What it held before is kept in {kept}")
    return 0


def _told(summary: "Summary") -> str:
    last = f", the last on {summary.last[:10]}" if summary.last else ""
    strange = f"; {len(summary.strange)} acts of old games play otherwise now"
    return (
        f"{summary.games} games in {summary.rows} rows{last}{strange if summary.strange else ''}."
    )
