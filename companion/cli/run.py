"""Run the table: page and camera."""

import argparse
import os

from companion.cli import Failure, arguments
from companion.eye.supervisor import CAMERA_VARIABLE
from companion.upkeep.program_log import log_to_stderr
from companion.web.buttons import GpioButton
from companion.web.server import CannotServe, ServerSettings, serve


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument(
        "--camera",
        default=_usual_camera(),
        type=arguments.parse_table_camera,
        help=f"{arguments.TABLE_CAMERA_HELP} or none (enter dice by hand)",
    )
    arguments.add_dice_set_argument(parser)
    arguments.add_data_argument(parser)
    arguments.add_address_arguments(parser)
    parser.add_argument(
        "--ask-code-everywhere",
        action="store_true",
        help="ask for the code even on this computer (needed behind a reverse proxy)",
    )
    parser.add_argument(
        "--public-address",
        type=arguments.parse_public_address,
        metavar="URL",
        help="where a reverse proxy serves the table: https://table.example.org;"
        " asks for the code everywhere",
    )
    parser.add_argument(
        "--tls",
        action="store_true",
        help="also answer https, with a certificate of its own: lets a phone be the live camera",
    )
    parser.add_argument(
        "--trust-first",
        action="store_true",
        help="let the first device in without the code, within 15 minutes of the start",
    )
    parser.add_argument(
        "--button",
        action="append",
        default=[],
        type=_button,
        metavar="PIN=ACTION",
        help="push button on a Raspberry Pi pin: 27=undo, 22=no, 17=bid:1 (first player);"
        " can be repeated",
    )
    parser.set_defaults(command=_run)


def _usual_camera() -> str:
    return os.environ.get(CAMERA_VARIABLE, "auto")  # its address may contain a password


def _button(text: str) -> GpioButton:
    try:
        return GpioButton.parse(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _run(args: argparse.Namespace) -> int:
    log_to_stderr()
    if args.dice:
        # Imported here, since it loads OpenCV and the networks: 60 MB that only the eye needs.
        from companion.taught.store import TaughtStore

        TaughtStore(args.data).load(args.dice, "dice")  # fails early if there is no such set
    try:
        where = (args.host, args.port, args.data, args.camera)
        ask_everywhere = args.ask_code_everywhere or bool(args.public_address)
        how = (ask_everywhere, args.dice, tuple(args.button), args.trust_first)
        typed = os.isatty(0) and args.camera != _usual_camera()
        serve(ServerSettings(*where, *how, args.public_address or "", args.tls, typed))
    except CannotServe as error:
        raise Failure(str(error)) from error
    return 0
