"""`croupier bundle` and `croupier replay`: what happened at a table, told to others."""

import argparse
import contextlib
import tempfile
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.cli.failure import Failure
from companion.cli.run import data_folder

if TYPE_CHECKING:
    from companion.upkeep.bug_report import OpenedReport


def add(commands: Any) -> None:
    """Add both commands."""
    make = commands.add_parser(
        "bundle",
        help="a bug report in one file",
        description="Write the log, its last pictures and the versions into one file, and no code."
        " A running table makes a fuller one on its own page.",
    )
    make.add_argument("file", type=Path, metavar="FILE", help="the zip file to write")
    make.add_argument("--data", type=Path, default=data_folder(), help="where the log is kept")
    make.add_argument("--names", action="store_true", help="with the names of the players")
    make.set_defaults(command=_bundle)
    replay = commands.add_parser(
        "replay",
        help="play a bug report again",
        description="Play the log of a bug report again and print its current game. Exits 1 if it"
        " comes out otherwise than where it was made.",
    )
    replay.add_argument("file", type=Path, metavar="BUNDLE")
    replay.add_argument(
        "--data", type=Path, help="leave the table in this new folder, for croupier run --data"
    )
    replay.set_defaults(command=_replay)


def _bundle(args: argparse.Namespace) -> int:
    from companion.upkeep import health
    from companion.upkeep.bug_report import Context, write_report
    from engine import GAMES

    if args.file.exists():
        raise Failure(f"{args.file} exists already")
    findings = [*health.of_machine(args.data), health.of_program()]
    context = Context({"findings": [asdict(finding) for finding in findings]})
    write_report(args.data, args.file, GAMES, context, names=args.names)
    print(f"{args.file} tells what happened; croupier replay {args.file} plays it again.")
    return 0


def _replay(args: argparse.Namespace) -> int:
    from companion.upkeep.bug_report import open_report
    from engine import GAMES

    with contextlib.ExitStack() as stack:
        folder = args.data or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        opened = open_report(args.file, folder, GAMES)
    _print(opened)
    if args.data:
        print(f"croupier run --data {args.data} --camera none shows it.")
    if not opened.same:
        raise Failure("by this program the table does not show what it showed there")
    return 0


def _print(opened: "OpenedReport") -> None:
    about = opened.about
    program: Mapping[str, Any] = next(
        (f for f in about.get("findings", ()) if f.get("code") == "program"), {}
    )
    print(f"Made {about.get('made')} by {program.get('figures', {})}")
    for finding in about.get("findings", ()):
        if finding.get("level") in ("warning", "problem"):
            print(f"{finding['level']}: {finding['code']} {finding.get('figures')}")
    for line in about.get("program_log", ()):
        print(f"log: {line}")
    for line in opened.lines:
        print(line)
