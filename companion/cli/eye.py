"""Watch a camera and send the rolls to a table."""

import argparse
import logging
import os
import sys
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

from companion.cli import Failure
from companion.cli.arguments import (
    TABLE_CAMERA_HELP,
    add_data_argument,
    add_dice_set_argument,
    data_folder,
)
from companion.cli.read import open_reader
from companion.eye.process import EyeEventSender, exit_when_stdin_ends
from companion.eye.supervisor import CAMERA_VARIABLE, KEY_VARIABLE, NO_DEMO_OPTION
from companion.eye.table_client import (
    EyeCodeNeeded,
    Rejected,
    join_table,
    poster_to_table,
    read_key,
    save_key,
)
from companion.eye.taught import ReplaceableReader, TaughtDiceLearner
from companion.upkeep.program_log import log_to_stderr
from vision.cameras import open_camera
from vision.cameras.demo import DemoCamera
from vision.errors import CameraStuck
from vision.eye import Eye
from vision.taught_reader import TaughtReader

log = logging.getLogger(__name__)

USUAL_TABLE_URL = "http://croupier.local:8080"
"""The table that hardware/user-data sets up, as routers and mDNS know it."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    text = f"http://HOST:PORT (the table's address; default: {USUAL_TABLE_URL})"
    parser.add_argument(
        "--server", default=USUAL_TABLE_URL, type=_address, metavar="URL", help=text
    )
    chosen = os.environ.get(CAMERA_VARIABLE, "auto")  # a camera's address may contain a password
    parser.add_argument("--camera", default=chosen, help=TABLE_CAMERA_HELP)
    parser.add_argument("--code", default="", help="the table's code, needed once")
    parser.add_argument(
        "--join", action="store_true", help="only join with the code; you won't need it again"
    )
    add_dice_set_argument(parser)
    add_data_argument(parser)
    # For `croupier run`, whose eye must not outlive it: its standard input is a pipe.
    parser.add_argument("--until-eof", action="store_true", help=argparse.SUPPRESS)
    # Also for `croupier run`, if there was a real camera before.
    parser.add_argument(NO_DEMO_OPTION, action="store_true", help=argparse.SUPPRESS)
    parser.set_defaults(command=_eye)


def _join(server: str, code: str) -> int:
    """Get a key for the code, and store it."""
    try:
        key = join_table(server, code)
    except Rejected as error:
        raise Failure(f"{server} refused this camera ({error})") from error
    except OSError as error:
        raise Failure(f"no Croupier table answers at {server} ({error})") from error
    try:
        save_key(data_folder(), server, key)
    except OSError as error:
        raise Failure(f"joined {server}, but the key cannot be saved: {error}") from error
    print("Joined. Approve this camera on the tablet under Players.")
    return 0


def _keep_key(folder: Path, server: str, key: str) -> None:
    """Store the key if possible: a running eye has it in memory anyway."""
    try:
        save_key(folder, server, key)
    except OSError as error:
        log.warning("the key cannot be stored, so a banker has to approve again: %s", error)


def _address(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise argparse.ArgumentTypeError("the address of a table looks like http://HOST:PORT")
    return text


def _eye(args: argparse.Namespace) -> int:
    log_to_stderr()
    if args.join and not args.code:
        args.error("--join needs --code")
    if args.join:
        return _join(args.server, args.code)
    if args.until_eof:
        exit_when_stdin_ends()
    first = open_reader(args.data, args.dice)
    camera = open_camera(args.camera, paced=True)
    # Only a table that never had a camera shows virtual dice by itself, and says so.
    takes_demo = args.until_eof and not args.no_demo
    if isinstance(camera, DemoCamera) and not takes_demo and args.camera != "demo":
        raise Failure("no camera found")
    reader = ReplaceableReader(first)
    eye = Eye(camera, reader, reopen=lambda: open_camera(args.camera, paced=True))
    folder, given = data_folder(), os.environ.get(KEY_VARIABLE, "")
    post = poster_to_table(
        args.server,
        key=given or read_key(folder, args.server),
        code=args.code,
        keep=partial(_keep_key, folder, args.server),
    )
    try:
        faces = first.faces.names if isinstance(first, TaughtReader) else ()
        EyeEventSender(eye, post, TaughtDiceLearner(eye, reader, faces)).run()
    except EyeCodeNeeded as refused:
        raise Failure(f"{args.server} refused this camera ({refused})") from refused
    except CameraStuck as stuck:
        print(f"croupier: {stuck}", file=sys.stderr, flush=True)
        os._exit(1)  # an orderly end would wait for the camera; the supervisor starts another eye
    return 0
