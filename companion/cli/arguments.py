"""Arguments that several commands take."""

import argparse
import os
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

CAMERA_HELP = (
    "auto (a Pi camera, else a USB camera, else the demo), pi, pi:1 (the second camera module),"
    " demo, the number of a USB camera, a video file, a folder of stills or an address"
)
TABLE_CAMERA_HELP = f"{CAMERA_HELP}; or phone (photographs from phones)"
_NAMED_CAMERAS = ("auto", "pi", "pi:0", "pi:1", "phone", "demo", "none")


def parse_camera(text: str) -> str:
    """Return the camera in `text` for a command without a table.

    Raises `ArgumentTypeError`, as `parse_table_camera` does and for a choice that needs a table.
    """
    if text in ("phone", "none"):
        raise argparse.ArgumentTypeError(f"only a table can have the camera '{text}'")
    return parse_table_camera(text)


def parse_table_camera(text: str) -> str:
    """Return the camera in `text`; raises `ArgumentTypeError` for a file that does not exist.

    Devices are not looked up: they may be plugged in later.
    """
    is_device = text.isdecimal() or text.startswith("/dev/") or "://" in text
    is_there = os.path.exists(os.path.expanduser(text))
    if not (is_device or is_there or text in _NAMED_CAMERAS):
        raise argparse.ArgumentTypeError(f"no such file or folder: '{text}'")
    return text


def data_folder() -> Path:
    """Return the folder where our programs keep their data (XDG Base Directory)."""
    home = os.environ.get("XDG_DATA_HOME", "")
    base = Path(home) if os.path.isabs(home) else Path.home() / ".local" / "share"
    return base / "croupier"


def parse_public_address(text: str) -> str:
    """Return the address of a page, without a path; raises `argparse.ArgumentTypeError`."""
    parts = urlsplit(text.lower().rstrip("/"))
    plain = parts.netloc and parts.geturl() == f"{parts.scheme}://{parts.netloc}"
    if parts.scheme not in ("http", "https") or not plain:
        raise argparse.ArgumentTypeError(f"not an address like https://table.example.org: '{text}'")
    return parts.geturl()


def add_data_argument(parser: argparse.ArgumentParser) -> None:
    """Add ``--data``, the folder of a table."""
    parser.add_argument("--data", type=_folder, default=data_folder(), help="the table's folder")


def _folder(text: str) -> Path:
    path = Path(text)
    if path.exists() and not path.is_dir():
        raise argparse.ArgumentTypeError(f"'{text}' is a file, not a folder")
    return path


def add_dice_set_argument(parser: argparse.ArgumentParser) -> None:
    """Add ``--dice``, a taught set of dice."""
    text = "the set of dice in the tray, taught with croupier teach"
    parser.add_argument("--dice", default="", metavar="SET", help=text)


def add_address_arguments(parser: argparse.ArgumentParser) -> None:
    """Add ``--host`` and ``--port``, where a table is served."""
    parser.add_argument("--host", default="0.0.0.0", help="address to listen on (default: all)")
    parser.add_argument(
        "--port", type=parse_port, default=8080, help="port (default: 8080; 0: any)"
    )


def parse_number_from(least: int) -> Callable[[str], int]:
    """Return a parser of whole numbers from `least`; it raises `ArgumentTypeError`."""

    def parse(text: str) -> int:
        if not text.isdecimal() or int(text) < least:
            raise argparse.ArgumentTypeError(f"a number, at least {least}")
        return int(text)

    return parse


def parse_port(text: str) -> int:
    """Return the port in `text`; raises `ArgumentTypeError`."""
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError("a port is a number from 0 to 65535")
    return int(text)
