"""The health of a table that may be running or not, for `croupier doctor` and for reports.

Codes besides those of `health`: ``table_silent folder_ok folder_unwritable`` ·
``log_absent log_broken log_newer networks_broken opencv_twice`` · ``port_free port_taken`` ·
``sheet_ok sheet_far sheet_covered sheet_none``
"""

import json
import os
import socket
import urllib.request
from collections.abc import Callable, Iterable, Iterator
from http.client import HTTPException
from pathlib import Path
from typing import TYPE_CHECKING

from companion.files import FileError
from companion.log.log import address_of_table, is_log_in_use, log_path
from companion.table.backup.check import check_log
from companion.table.backup.folder import FOLDER
from companion.upkeep import Finding, machine
from companion.upkeep.health import (
    backup_finding,
    camera_findings,
    demo_finding,
    demo_reason,
    installed_version,
    log_finding,
    picture_findings,
    version_finding,
)
from companion.upkeep.machine import machine_findings
from companion.words import catalogue, format_bytes, format_local_time, format_number
from engine.core.game import Games
from engine.core.refusals import Json

if TYPE_CHECKING:
    from vision.frame import Image

_BYTES = ("free", "used", "bytes")  # the figures that are sizes
REPORT_TIMEOUT_SECONDS = 10.0  # for a running table to report
DIE_MM = 16.0  # of an ordinary die
MIN_DIE_PIXELS = 24  # smaller dice cause more questions
# Each is a whole OpenCV in the same folder: the last that was installed lies over the others.
OPENCV_PACKAGES = [
    f"opencv-{kind}python{ui}" for kind in ("", "contrib-") for ui in ("", "-headless")
]
CAMERA_CHECK_SECONDS = 15.0  # a camera adjusts its exposure first, and somebody may be in the way


def examine_table(
    folder: Path,
    games: Games,
    stopped: Callable[[], Iterable[Finding]] = tuple,
    *,
    root: Path = machine.ROOT,
) -> list[Finding]:
    """Return the findings about the table in `folder`; if it runs, those that its page shows.

    Otherwise what `stopped` returns is added.
    """
    if is_log_in_use(folder):
        try:
            return _on_page(folder)
        except (OSError, HTTPException, ValueError, KeyError):
            added: Iterable[Finding] = [Finding("table_silent", "warning")]
    else:
        added = stopped()
    is_readable = not folder.is_dir() or os.access(folder, os.R_OK | os.X_OK)
    return [
        _folder(folder),
        *(_log(folder, games) if is_readable else ()),
        *_networks(),
        *_libraries(),
        *camera_findings(_pi_cameras(), root / "dev"),
        *added,
        *machine_findings(folder if folder.exists() else Path.home(), root),
        version_finding(),
    ]


def _on_page(folder: Path) -> list[Finding]:
    url, key = address_of_table(folder)
    page = urllib.request.Request(
        f"{url}/api/tables/main/health", headers={"Authorization": f"Bearer {key}"}
    )
    with urllib.request.urlopen(page, timeout=REPORT_TIMEOUT_SECONDS) as answer:
        return [Finding(**one) for one in json.load(answer)["findings"]]


def finding_sentence(finding: Finding, language: str) -> tuple[str, str]:
    """Return the sentence of `finding` in `language`, and its advice ("": none)."""
    words = catalogue(language)
    figures = {name: _written(language, name, value) for name, value in finding.figures.items()}
    key = f"health_{finding.code}"
    said, advice = (str(words.get(name, "")) for name in (key, f"{key}_do"))
    # What a driver or a camera answered is in its own words, so it stands after the sentence.
    answer = f" ({figures['answer']})" if "answer" in figures else ""
    return said.format_map(figures) + answer, advice.format_map(figures)


def _written(language: str, name: str, value: Json) -> str:
    if name == "at":
        return format_local_time(str(value))
    if name == "port" or isinstance(value, bool):
        return str(value)
    if isinstance(value, int | float):
        is_size = name in _BYTES
        return format_bytes(language, int(value)) if is_size else format_number(language, value)
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return str(value)


def _folder(folder: Path) -> Finding:
    there = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    is_usable = there.is_dir() and os.access(there, os.W_OK | os.X_OK)
    figures = {"folder": str(folder)}
    if is_usable:
        return Finding("folder_ok", "ok", figures)
    return Finding("folder_unwritable", "problem", figures)


def _log(folder: Path, games: Games) -> Iterator[Finding]:
    try:
        found = check_log(log_path(folder), games)
    except FileError as error:
        if error.code == "log_absent":
            yield Finding("log_absent", "info")
        elif error.code == "log_newer":  # a backup would be no newer
            yield Finding("log_newer", "problem")
        else:
            where = str(folder / FOLDER)
            yield Finding("log_broken", "problem", {"why": error.message, "folder": where})
    else:
        yield log_finding(folder, found.rows)
    yield backup_finding(folder)


def _networks() -> Iterator[Finding]:
    from vision.reader import Reader

    try:
        Reader()
    except Exception as error:  # a broken installation may raise anything
        yield Finding("networks_broken", "problem", {"why": f"{type(error).__name__}: {error}"})


def _libraries() -> Iterator[Finding]:
    found = [name for name in OPENCV_PACKAGES if installed_version(name)]
    if len(found) > 1:
        yield Finding("opencv_twice", "problem", {"names": found})


def _pi_cameras() -> list[str]:
    """Return the models of the connected camera modules; none if they cannot be listed."""
    from vision.cameras.pi import pi_cameras
    from vision.errors import CameraError

    try:
        return [str(module["Model"]) for module in pi_cameras()]
    except CameraError:
        return []


def check_port(host: str, port: int) -> Finding:
    """Return the finding whether a table can be served at `host` and `port`."""
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
        yield Finding("camera_fails", "problem", {"answer": str(error)})
        return
    if isinstance(camera, DemoCamera):
        camera.close()
        yield demo_finding(demo_reason(spec, camera.why), camera.why)
        return
    meter, stillness, image = PictureQualityMeter(), StillnessDetector(), None
    try:
        for frame in camera.frames():
            quiet = stillness.process_frame(frame).quiet_frames
            image = frame.image
            meter.add_picture(image, frame.t, resting=quiet > 0)
            if meter.has_seen_enough or frame.t > CAMERA_CHECK_SECONDS:
                break
    except CameraError as error:
        yield Finding("camera_fails", "problem", {"answer": str(error)})
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
