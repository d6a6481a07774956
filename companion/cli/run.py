"""`croupier run`: the table, page and eye."""

import argparse
import os
from pathlib import Path
from typing import Any

from companion.cli.failure import Failure

CAMERA_HELP = (
    "auto (a Pi camera, else a USB camera, else the demo), pi, demo, the number of a USB camera,"
    " a video file, a folder of stills, or an address"
)


def add(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "run", help="the table: page and eye", description="Serve the table: page and eye."
    )
    parser.add_argument("--camera", default="auto", help=f"{CAMERA_HELP}, or none (by hand alone)")
    parser.add_argument("--data", type=Path, default=data_folder(), help="where the log is kept")
    parser.add_argument("--host", default="0.0.0.0", help="address to listen on (default: all)")
    parser.add_argument("--port", type=port, default=8080, help="port (default: 8080; 0: any)")
    parser.add_argument(
        "--ask-code-everywhere",
        action="store_true",
        help="ask browsers on this machine for the code too (needed behind a reverse proxy)",
    )
    parser.set_defaults(command=_run)


def port(text: str) -> int:
    """Return the port number that `text` names; raises `ValueError`, which argparse reports."""
    number = int(text)
    if not 0 <= number <= 65535:
        raise argparse.ArgumentTypeError("a port is a number from 0 to 65535")
    return number


def data_folder() -> Path:
    """Return the folder where a program keeps its data (XDG Base Directory), with our name."""
    home = os.environ.get("XDG_DATA_HOME", "")
    base = Path(home) if os.path.isabs(home) else Path.home() / ".local" / "share"
    return base / "croupier"


def _run(args: argparse.Namespace) -> int:
    # Here and not above: --help should not wait for the libraries of a server.
    from companion.upkeep.program_log import log_to_stderr
    from companion.web.server import CannotServe, ServerSettings, serve

    log_to_stderr()
    try:
        everywhere = args.ask_code_everywhere
        serve(ServerSettings(args.host, args.port, args.data, args.camera, everywhere))
    except CannotServe as error:
        raise Failure(str(error)) from error
    return 0
