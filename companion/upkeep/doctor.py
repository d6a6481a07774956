"""The checks of `croupier doctor`, whether a table is running or not."""

import json
import os
import socket
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from companion.files import FileError
from companion.log.log import is_log_in_use, log_path, port_of_table
from companion.table.backup.check import check_log
from companion.table.backup.folder import FOLDER
from companion.upkeep import Finding, health, machine
from companion.upkeep.health import demo_finding, demo_reason, picture_findings
from companion.upkeep.machine import machine_findings
from companion.words import catalogue, format_bytes, format_moment, format_number
from engine.core.game import Games
from engine.core.refusals import Json
from vision.video_devices import video_cameras

if TYPE_CHECKING:
    from vision.frame import Image

_BYTES = ("free", "used", "bytes")  # the figures that are sizes
ANSWERS_WITHIN = 10.0  # seconds for a running table to report on its eye
OF_RUNNING = ("eye_", "reading_", "picture_", "cafe_")  # findings that only a running table knows
DIE_MM = 16.0  # of an ordinary die
MIN_DIE_PIXELS = 24  # smaller dice cause more questions
LOOKS_FOR = 15.0  # seconds: a camera adjusts its exposure first, and somebody may be in the way


def examine_table(
    folder: Path,
    games: Games,
    host: str,
    port: int,
    *,
    camera: str = "auto",
    root: Path = machine.ROOT,
) -> list[Finding]:
    """Return the findings about the table in `folder`, to be served at `host` and `port`.

    A running table reports what its eye sees; otherwise the `camera` is opened.
    """
    is_readable = not folder.is_dir() or os.access(folder, os.R_OK | os.X_OK)
    if is_log_in_use(folder):
        eye = list(_from_table(port_of_table(folder) or port))
    else:
        eye = [_port(host, port), *check_camera(camera)]
    return [
        *_folder(folder),
        *(_log(folder, games) if is_readable else ()),
        *_networks(),
        *_cameras(root / "dev"),
        *eye,
        *machine_findings(folder if folder.exists() else Path.home(), root),
        health.version_finding(),
    ]


def finding_sentence(finding: Finding, language: str) -> tuple[str, str]:
    """Return the sentence of `finding` in `language`, and its advice ("": none)."""
    words = catalogue(language)
    figures = {name: _written(language, name, value) for name, value in finding.figures.items()}
    key = f"health_{finding.code}"
    said, advice = (str(words.get(name, "")) for name in (key, f"{key}_do"))
    return said.format_map(figures), advice.format_map(figures)


def _written(language: str, name: str, value: Json) -> str:
    if name == "at":
        return format_moment(str(value))
    if name == "port" or isinstance(value, bool):
        return str(value)
    if isinstance(value, int | float):
        is_size = name in _BYTES
        return format_bytes(language, int(value)) if is_size else format_number(language, value)
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return str(value)


def _folder(folder: Path) -> Iterator[Finding]:
    there = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    figures = {"folder": str(folder)}
    if not there.is_dir() or not os.access(there, os.W_OK | os.X_OK):
        yield Finding("folder_unwritable", "problem", figures)
    else:
        yield Finding("folder_ok", "ok", figures)
    if is_log_in_use(folder):
        yield Finding("table_running", "info")


def _log(folder: Path, games: Games) -> Iterator[Finding]:
    try:
        found = check_log(log_path(folder), games)
    except FileError as error:
        if error.code == "log_absent":
            yield Finding("log_absent", "info")
        else:
            where = str(folder / FOLDER)
            yield Finding("log_broken", "problem", {"why": error.message, "folder": where})
    else:
        yield Finding("log_sound", "ok", {"games": found.games, "rows": found.rows})
    yield health.backup_finding(folder)


def _networks() -> Iterator[Finding]:
    from vision.reader import Reader

    try:
        Reader()
    except Exception as error:  # a broken installation may raise anything
        yield Finding("networks_broken", "problem", {"why": f"{type(error).__name__}: {error}"})


def _cameras(devices: Path) -> Iterator[Finding]:
    found = video_cameras(devices)
    names = [*_pi_cameras(), *dict.fromkeys(device.name for device in found if device.name)]
    if names:
        yield Finding("cameras_found", "ok", {"names": names})
    paths = [str(devices / f"video{device.number}") for device in found]
    closed = [path for path in paths if not os.access(path, os.R_OK | os.W_OK)]
    if closed:
        yield Finding("cameras_refused", "problem", {"names": closed})


def _pi_cameras() -> list[str]:
    """Return the models of the connected camera modules; none if they cannot be listed."""
    from vision.cameras.pi import pi_cameras
    from vision.errors import CameraError

    try:
        return [str(module["Model"]) for module in pi_cameras()]
    except CameraError:
        return []


def _from_table(port: int) -> Iterator[Finding]:
    """Yield what the table at `port` of this machine reports about its eye and café."""
    url = f"http://127.0.0.1:{port}"
    health = f"{url}/api/tables/main/health"
    try:
        with urllib.request.urlopen(health, timeout=ANSWERS_WITHIN) as answer:
            findings = json.load(answer)["findings"]
    except (OSError, ValueError, KeyError):
        yield Finding("table_silent", "warning", {"url": url})
        return
    yield from (Finding(**one) for one in findings if one["code"].startswith(OF_RUNNING))


def _port(host: str, port: int) -> Finding:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return Finding("port_taken", "warning", {"port": port})
    return Finding("port_free", "ok", {"port": port})


def check_camera(spec: str) -> Iterator[Finding]:
    """Yield findings about the pictures of the camera `spec`."""
    # Imported here, since they load OpenCV.
    from vision.cameras import open_camera
    from vision.cameras.demo import DemoCamera
    from vision.errors import CameraError
    from vision.picture_quality import PictureQualityMeter
    from vision.stillness import StillnessDetector

    if spec == "phone":
        return  # there is only a picture when somebody takes a photograph
    try:
        camera = open_camera(spec, paced=True)
    except CameraError as error:
        yield Finding("camera_fails", "problem", {"why": str(error)})
        return
    if isinstance(camera, DemoCamera):
        camera.close()
        yield demo_finding(demo_reason(spec))
        return
    meter, stillness, image = PictureQualityMeter(), StillnessDetector(), None
    try:
        for frame in camera.frames():
            quiet = stillness.observe(frame).quiet_frames
            image = frame.image
            meter.observe(image, frame.t, resting=quiet > 0)
            if meter.has_seen_enough or frame.t > LOOKS_FOR:
                break
    except CameraError as error:
        yield Finding("camera_fails", "problem", {"why": str(error)})
    finally:
        camera.close()
    yield from picture_findings(meter.faults if meter.has_seen_enough else None)
    if image is not None:
        yield from _sheet(image)


def _sheet(image: "Image") -> Iterator[Finding]:
    """Yield whether a printed sheet is visible, and how large dice look on it."""
    from vision.tray_sheet import find_markers, find_sheet

    markers = find_markers(image)
    view = find_sheet(markers, image.shape)
    if view is None:
        if markers:
            yield Finding("sheet_covered", "warning", {"count": len(markers)})
        else:
            yield Finding("sheet_none", "info")
        return
    pixels = round(DIE_MM * view.pixels_per_mm)
    figures = {"paper": view.sheet.paper.upper(), "pixels": pixels}
    yield Finding("sheet_ok", "ok", figures)
    if pixels < MIN_DIE_PIXELS:
        yield Finding("sheet_far", "warning", figures)
