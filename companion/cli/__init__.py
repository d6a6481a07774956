"""The command line: `croupier COMMAND …`.

A command exits 0 on success, 2 on bad usage, and 1 with one clear line on failure.
"""

import argparse
import os
import sys
import time
from importlib import import_module
from importlib.metadata import version
from io import TextIOWrapper

from companion.files import FileError
from companion.upkeep.program_log import error_location
from vision.errors import CameraError

_COMMANDS = {
    "run": "run the table: page and camera",
    "eye": "run only the camera, for a table elsewhere",
    "read": "read the dice in pictures",
    "watch": "read the rolls in a recording",
    "teach": "teach your own dice and cards",
    "selftest": "test how well the camera reads your dice",
    "odds": "compute the chance of cracking a card",
    "simulate": "let automatic players play many games",
    "export": "export the current game as text or as a replayable file",
    "backup": "back up all games to one file, even while the table runs",
    "restore": "restore a backup",
    "bundle": "write a problem report",
    "replay": "replay a problem report",
    "bench": "measure how fast this computer is",
    "calibrate": "check camera, light and sheet",
    "sheet": "write the printable tray sheet as a PDF",
    "join": "connect this table to a café",
    "hub": "run the hub of a café with many tables",
    "doctor": "check that all is well, and suggest fixes",
}
"""A help text for each command.

The module of the same name defines its arguments and runs it; its docstring is the long help text.
"""


PROGRESS_SECONDS = 0.2  # between two updates


class Failure(Exception):
    """The command could not do what was asked; the message is one clear line."""


class Progress:
    """The progress of long work, on one line of standard error, if it is a terminal."""

    def __init__(self) -> None:
        self._shown = sys.stderr.isatty()
        self._last = 0.0

    def say(self, text: str) -> None:
        """Show `text` in place of the last one."""
        now = time.monotonic()
        if self._shown and now - self._last >= PROGRESS_SECONDS:
            self._last = now
            print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Remove the line, so that a result can be printed."""
        if self._shown and self._last:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def main(argv: list[str] | None = None) -> int:
    """Run the command in `argv` (default: the process's arguments); return the exit code."""
    _allow_all_letters()
    args = argparse.Namespace()
    try:
        args, unknown = _parser(sys.argv[1:] if argv is None else argv).parse_known_args(argv)
        if unknown:  # reported by the command: the main parser would show its own usage
            args.error(f"unrecognized arguments: {' '.join(unknown)}")
        code: int = args.command(args)
        sys.stdout.flush()
    except (CameraError, Failure, FileError) as failure:
        return _say(str(failure))
    except BrokenPipeError:
        # Nobody reads the output any more, so that nothing can be printed, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except PermissionError as error:  # of a folder that was created with sudo
        mine = f"sudo chown -R $USER '{getattr(args, 'data', error.filename)}'"
        return _say(f"This user may not use {error.filename}. To own it again, type: {mine}")
    except Exception as error:  # people at a table get no traceback
        from companion.taught import TaughtSetRefusal  # imported here, since it loads all games

        if isinstance(error, TaughtSetRefusal):
            return _say(str(error))
        what = f"{type(error).__name__}: {error}{error_location(error)}"
        return _say(f"internal error: {what}")
    return code


def _allow_all_letters() -> None:
    """Allow letters in the output that the locale lacks: people have names in every script."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            if stream.isatty():
                stream.reconfigure(errors="replace")
            else:
                # File names come from the command line as the bytes that they are.
                stream.reconfigure(encoding="utf-8", errors="surrogateescape")


def _parser(argv: list[str]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="croupier",
        description="The banker that a boxed game is missing: reads the dice, keeps the bank.",
    )
    parser.add_argument("--version", action="version", version=f"croupier {version('croupier')}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for name, does in _COMMANDS.items():
        command = commands.add_parser(name, help=does)
        if name in argv[:1]:  # others are not imported: libraries take seconds on a small machine
            module = import_module(f"companion.cli.{name}")
            command.description = module.__doc__
            command.set_defaults(error=command.error)
            module.add_arguments(command)
    return parser


def _say(message: str) -> int:
    print("croupier: " + " ".join(message.split()), file=sys.stderr)
    return 1
