"""Write the log, its last pictures and the versions to one file, without the table's code.

A running table makes a fuller report on its own page.
"""

import argparse
from dataclasses import asdict
from pathlib import Path

from companion.cli import Failure
from companion.cli.arguments import add_data_argument
from companion.upkeep.bug_report import write_report
from companion.upkeep.doctor import examine_table
from engine.games import GAMES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("file", type=Path, metavar="FILE", help="the zip file to write")
    parser.add_argument("--names", action="store_true", help="include the players' names")
    add_data_argument(parser)
    parser.set_defaults(command=_bundle)


def _bundle(args: argparse.Namespace) -> int:
    if args.file.exists():
        raise Failure(f"{args.file} already exists")
    facts = {"findings": [asdict(finding) for finding in examine_table(args.data, GAMES)]}
    write_report(args.data, args.file, GAMES, facts, names=args.names)
    print(f"Wrote {args.file}. To replay it: croupier replay {args.file}")
    return 0
