"""Check the saved games, the camera, the network and this computer, and suggest fixes.

Exits 1 if anything must be fixed.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterable
from dataclasses import asdict

from companion.cli.arguments import (
    TABLE_CAMERA_HELP,
    add_address_arguments,
    add_data_argument,
    parse_table_camera,
)
from companion.upkeep import Finding
from companion.upkeep.doctor import check_camera, check_port, examine_table, finding_sentence
from companion.words import LANGUAGES
from engine.games import GAMES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    look = f"camera to check: {TABLE_CAMERA_HELP}"
    parser.add_argument("--camera", default="auto", type=parse_table_camera, help=look)
    add_data_argument(parser)
    add_address_arguments(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON line per finding")
    parser.set_defaults(command=_doctor)


def _doctor(args: argparse.Namespace) -> int:
    def stopped() -> list[Finding]:
        return [check_port(args.host, args.port), *check_camera(args.camera)]

    findings = examine_table(args.data, GAMES, stopped)
    if args.json:
        for finding in findings:
            print(json.dumps(asdict(finding)))
    else:
        print_findings(findings)
    return int(any(finding.level == "problem" for finding in findings))


def print_findings(findings: Iterable[Finding]) -> None:
    """Print findings and advice in the language of the environment."""
    language = next((code for code in _asked() if code in LANGUAGES), "en")
    for finding in findings:
        said, advice = finding_sentence(finding, language)
        print(f"{_MARKS[finding.level]} {said}")
        if advice:
            print(f"    {advice}")


def _asked() -> list[str]:
    """Return the languages of the environment, in the order of POSIX."""
    return [os.environ.get(name, "")[:2] for name in ("LC_ALL", "LC_MESSAGES", "LANG")]


_UTF8 = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
_MARKS = {
    "ok": "✓" if _UTF8 else "ok ",
    "info": "·" if _UTF8 else "   ",
    "warning": "!" if _UTF8 else "!  ",
    "problem": "✗" if _UTF8 else "!!!",
}
