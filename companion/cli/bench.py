"""Measure camera, reading, page and disk on this computer.

First stop any table that uses the camera.
"""

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

import numpy as np

from companion.cli import Progress
from companion.cli.arguments import CAMERA_HELP, add_data_argument, parse_camera
from companion.cli.read import open_reader
from companion.files import make_folder, wrap_write_errors, write_atomically
from companion.log.log import Log
from companion.table.table import Table
from companion.upkeep import machine
from companion.upkeep.health import SLOW_EYE_FPS
from companion.web.app import create_app
from engine.games import GAMES
from vision.cameras import open_camera
from vision.errors import CameraError
from vision.virtual.tray import VirtualTray

Figures = dict[str, str | float | None]

CAMERA_SECONDS = 2.0
REPETITIONS = 15  # the median counts
DIE_SIZE = 40.0  # pixels, in the virtual tray
ROW_BYTES = 4096  # of disk writes, at least, for each act

# What is measured, and how good it should be: people stay attentive for a second, and notice no
# delay of up to a tenth (Nielsen, "Usability Engineering", 1993).
_TITLES = {
    "machine": ("machine", ""),
    "camera": ("camera", ""),
    "width": ("width of a frame", "1280 is best"),
    "pictures_per_second": ("frames per second", f"at least {SLOW_EYE_FPS:g}"),
    "first_read_ms": ("reading a first roll, ms", "at most 1000"),
    "next_read_ms": ("reading the next ones, ms", "at most 1000"),
    "page_ms": ("answering with the page, ms", "at most 100"),
    "state_ms": ("answering with the state, ms", "at most 100"),
    "disk_ms": ("saving a move on disk, ms", "at most 100"),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("--camera", default="auto", type=parse_camera, help=CAMERA_HELP)
    add_data_argument(parser)
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    parser.set_defaults(command=_bench)


def _bench(args: argparse.Namespace) -> int:
    progress, figures = Progress(), Figures(machine=machine.machine_model())
    progress.say("measuring")
    disk = _disk(args.data)  # first, so nobody waits for the rest if nothing can be stored
    figures |= {**_camera(args.camera), **_reading(), **_page(), **disk}
    progress.clear()
    if args.json:
        print(json.dumps(figures))
    else:
        for key, (title, enough) in _TITLES.items():
            figure = "-" if figures[key] is None else str(figures[key])
            print(f"{title:32} {figure:12} {enough}".rstrip())
    return int(figures["width"] is None)


def _camera(spec: str) -> Figures:
    """Count the pictures of a few seconds, without the first, which waits for the device."""
    times, width = list[float](), None
    try:
        camera = open_camera(spec, paced=True)
        try:
            for frame in camera.frames():
                times.append(perf_counter())
                width = frame.size[0]
                if times[-1] - times[0] > CAMERA_SECONDS:
                    break
        finally:
            camera.close()
    except CameraError as error:
        return {"camera": str(error), "width": None, "pictures_per_second": None}
    rate = round((len(times) - 1) / (times[-1] - times[0]), 1) if len(times) > 1 else None
    return {"camera": camera.name, "width": width, "pictures_per_second": rate}


def _reading() -> Figures:
    reader, picture = open_reader(), VirtualTray(np.random.default_rng(3)).frame(0.0)
    return {
        "first_read_ms": _milliseconds(lambda: reader.read(picture)),
        "next_read_ms": _milliseconds(lambda: reader.read(picture, die_size=DIE_SIZE)),
    }


def _page() -> Figures:
    """Time the answers of a table in this process, without the network."""
    with TemporaryDirectory() as folder:
        table = Table(Log(Path(folder)), GAMES)
        client = create_app(table).test_client()
        try:
            return {
                "page_ms": _milliseconds(lambda: client.get("/")),
                "state_ms": _milliseconds(lambda: client.get("/api/tables/main")),
            }
        finally:
            table.close()


def _disk(data: Path) -> Figures:
    """Time a synced write to the disk of the games."""
    with wrap_write_errors(data):
        make_folder(data)
        with TemporaryDirectory(dir=data) as folder:
            row = Path(folder) / "row"
            return {"disk_ms": _milliseconds(lambda: write_atomically(row, bytes(ROW_BYTES)))}


def _milliseconds(work: Callable[[], object]) -> float:
    """Return the median time of `work`, after a first run."""
    work()
    times = []
    for _ in range(REPETITIONS):
        began = perf_counter()
        work()
        times.append(perf_counter() - began)
    return round(median(times) * 1000, 2)
