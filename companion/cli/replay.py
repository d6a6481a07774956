"""Replay the log of a problem report and print its current game.

Exits 1 if the result differs from the reported one.
"""

import argparse
import contextlib
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.cli import Failure
from companion.upkeep.bug_report import OpenedReport, open_report
from engine.games import GAMES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("file", type=Path, metavar="BUNDLE")
    parser.add_argument(
        "--data", type=Path, help="keep the table in this new folder, for croupier run --data"
    )
    parser.set_defaults(command=_replay)


def _replay(args: argparse.Namespace) -> int:
    with contextlib.ExitStack() as stack:
        folder = args.data or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        opened = open_report(args.file, folder, GAMES)
    _print(opened)
    if args.data:
        print(f"To see it: croupier run --data {args.data} --camera none")
    if not opened.same:
        raise Failure("this version does not reproduce the reported table")
    return 0


def _print(opened: OpenedReport) -> None:
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
