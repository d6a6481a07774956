"""The command line: `croupier COMMAND …`.

Every command exits 0 when it did what was asked, 2 on bad usage, and 1 with one clear line when it
could not.
"""

import argparse
import os
import sys
from importlib.metadata import version

from companion.cli import (
    backup,
    bug_report,
    doctor,
    export,
    eye,
    odds,
    read,
    run,
    selftest,
    simulate,
    watch,
)
from companion.cli.failure import Failure
from companion.log.log import LogError
from companion.upkeep.program_log import error_location

_COMMANDS = (run, eye, read, watch, selftest, odds, simulate, export, backup, bug_report, doctor)


def main(argv: list[str] | None = None) -> int:
    """Run the command that `argv` (default: the process's own) names; return the exit code."""
    args = _parser().parse_args(argv)
    try:
        code: int = args.command(args)
        sys.stdout.flush()
    except (Failure, LogError) as failure:
        return _say(str(failure))
    except BrokenPipeError:
        # Who read our output has gone; nothing more can be said on it, not even at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130
    except Exception as error:  # no traceback for people at a table, whatever went wrong
        what = f"{type(error).__name__}: {error}{error_location(error)}"
        return _say(f"something is wrong in the program: {what}")
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="croupier",
        description="The banker that a boxed game is missing: reads the dice, keeps the bank.",
    )
    parser.add_argument("--version", action="version", version=f"croupier {version('croupier')}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for command in _COMMANDS:
        command.add(commands)
    return parser


def _say(message: str) -> int:
    print("croupier: " + " ".join(message.split()), file=sys.stderr)
    return 1
