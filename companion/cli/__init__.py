"""The command line: `croupier COMMAND …`.

Every command exits 0 when it did what was asked, 2 on bad usage, and 1 with one clear line when it
could not.
"""

import argparse
import os
import sys
from importlib import import_module
from importlib.metadata import version

from companion.cli.failure import Failure
from companion.files import FileError
from companion.taught import NotTaught
from companion.upkeep.program_log import error_location
from vision.errors import CameraError

_COMMANDS = {
    "run": "the table: page and eye",
    "eye": "the eye alone",
    "read": "the dice in still pictures",
    "watch": "the rolls in a recording",
    "teach": "show it your own dice and cards",
    "selftest": "how well the eye reads your dice",
    "odds": "the chance to crack a card",
    "simulate": "automatic players play many games",
    "export": "the current game as text, or as a file that can be played again",
    "backup": "copy all games of a table into one file, also while it runs",
    "restore": "put a backup back",
    "bundle": "a bug report in one file",
    "replay": "play a bug report again",
    "bench": "how fast this machine is, to compare with others",
    "calibrate": "what to change at camera, light and sheet",
    "sheet": "the sheet to print and lay under the dice, as a PDF",
    "join": "make this table one of a café",
    "hub": "the hub of a café with many tables",
    "doctor": "look whether all is well, and what to do if not",
}
"""What each command does. The module of its name adds the arguments and the work."""


def main(argv: list[str] | None = None) -> int:
    """Run the command that `argv` (default: the process's own) names; return the exit code."""
    try:
        args = _parser(sys.argv[1:] if argv is None else argv).parse_args(argv)
        code: int = args.command(args)
        sys.stdout.flush()
    except (CameraError, Failure, FileError, NotTaught) as failure:
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


def _parser(argv: list[str]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="croupier",
        description="The banker that a boxed game is missing: reads the dice, keeps the bank.",
    )
    parser.add_argument("--version", action="version", version=f"croupier {version('croupier')}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for name, does in _COMMANDS.items():
        command = commands.add_parser(name, help=does)
        if name in argv[:1]:  # the others stay unloaded: libraries take seconds on a small machine
            import_module(f"companion.cli.{name}").add_arguments(command)
    return parser


def _say(message: str) -> int:
    print("croupier: " + " ".join(message.split()), file=sys.stderr)
    return 1
