"""Connect this table to a café, starting with the next run."""

import argparse
import json
import secrets
import socket
import time
import urllib.error
import urllib.request
from http.client import HTTPException
from importlib.util import find_spec

import msgspec

from companion.cli import Failure
from companion.cli.arguments import CAMERA_HELP, add_data_argument, parse_camera
from companion.files import make_folder, wrap_write_errors
from companion.hub import joining
from companion.mqtt.settings import (
    LEFT_FILE,
    CafeSettings,
    leave_cafe,
    read_settings,
    write_settings,
)

_PATIENCE_SECONDS = 15.0
_LOOK_SECONDS = 120.0  # how long it looks for a code in the camera's picture


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument(
        "code", nargs="?", default="", help="http://HOST:PORT/join#SECRET, shown on the hub's page"
    )
    which.add_argument(
        "--camera", type=parse_camera, help=f"scan the hub's QR code with: {CAMERA_HELP}"
    )
    which.add_argument("--leave", action="store_true", help="leave the café")
    parser.add_argument(
        "--name", default=socket.gethostname(), help="the table's name (default: the host name)"
    )
    add_data_argument(parser)
    parser.set_defaults(command=_join)


def _join(args: argparse.Namespace) -> int:
    if args.leave:
        with wrap_write_errors(args.data):
            left = leave_cafe(args.data)
        print(f"This table {'leaves the café at its next start' if left else 'is not in a café'}.")
        return 0
    if find_spec("paho") is None:
        raise Failure("joining a café needs one more package: run make .venv/.hub first")
    try:
        address = joining.parse_join_address(args.code or _look_for_code(args.camera))
    except ValueError as error:
        raise Failure(f"not a valid café code ({error})") from error
    with wrap_write_errors(args.data):
        try:
            before = read_settings(args.data) or read_settings(args.data, LEFT_FILE)
        except msgspec.DecodeError:
            before = None
        settings = _ask(address, " ".join(args.name.split())[:40], before)
        make_folder(args.data)
        write_settings(args.data, settings)
    print(f"{settings.name} joins {settings.cafe} at its next start.")
    return 0


def _ask(address: joining.JoinAddress, name: str, before: CafeSettings | None) -> CafeSettings:
    table = before.user if before else secrets.token_hex(4)
    nonce, password = secrets.token_hex(16), before.password if before else ""
    asked = joining.join_request(address.secret, table, name, nonce, password)
    request = urllib.request.Request(
        address.url + joining.PATH, msgspec.json.encode(asked), {"Content-Type": "application/json"}
    )
    try:
        with urllib.request.urlopen(request, timeout=_PATIENCE_SECONDS) as reply:
            answer = msgspec.json.decode(reply.read(), type=joining.JoinAnswer)
    except urllib.error.HTTPError as error:
        raise Failure(f"the hub refused this table: {_message(error)}") from error
    except (OSError, HTTPException, msgspec.DecodeError) as error:
        raise Failure(f"no Croupier hub answers at {address.url} ({error})") from error
    if not joining.answer_proves_secret(answer, asked.nonce, address.secret):
        raise Failure(f"{address.url} does not know this code; another hub showed it")
    password = joining.table_password(address.secret, table, asked.nonce)
    where = (answer.host, answer.port)
    return CafeSettings(answer.cafe, name, *where, table, password, answer.ca)


def _message(error: urllib.error.HTTPError) -> str:
    with error:
        try:
            return str(json.load(error)["message"])
        except (OSError, ValueError, KeyError, TypeError):
            return str(error)


def _look_for_code(camera_name: str) -> str:
    """Return the text of the QR code in front of the camera."""
    # Imported here, since they load OpenCV, which a typed code does not need.
    import cv2

    from vision.cameras import open_camera

    print("Hold the hub's QR code in front of the camera.", flush=True)
    detector, camera, begun = cv2.QRCodeDetector(), open_camera(camera_name), time.monotonic()
    try:
        for frame in camera.frames():
            found, *_ = detector.detectAndDecode(frame.image)
            if found:
                return found
            if time.monotonic() - begun > _LOOK_SECONDS:
                break
    finally:
        camera.close()
    raise Failure("no QR code was seen")
