"""The health of a running table: findings, which its page, `croupier doctor` and reports share.

Their codes, in addition to those of `machine`:

``camera_fails eye_ended eye_lost eye_none eye_dark eye_moved_camera eye_noir eye_slow eye_ok`` ·
``eye_phone_ok eye_demo_chosen eye_demo_no_camera eye_demo_no_picture`` · ``reading_last`` ·
``picture_too_dark picture_glare picture_flicker picture_blurred picture_ok`` ·
``cameras_found cameras_refused`` ·
``log_ok log_trouble rows_damaged rows_repaired left_out log_torn game_set_aside door_anew
unsaved`` ·
``backup_last backup_none backup_failed`` · ``cafe_away cafe_ok`` · ``screens`` ·
``budget budget_others`` · ``program``
"""

import os
import platform
from collections.abc import Iterator, Sequence
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Literal, TypeAlias

from companion.budget import BUDGETS, MAX_PICTURE_BYTES, MAX_STREAMS
from companion.log.log import log_path
from companion.table.backup.folder import backup_time, kept_backups
from companion.table.table import Table
from companion.table.views import CafeView, CameraChoice, Error, EyeView
from companion.upkeep import Finding, Level
from companion.upkeep.machine import machine_findings, machine_model
from engine.core.refusals import Json
from vision.protocol import PictureFault
from vision.video_devices import video_cameras

SLOW_EYE_FPS = 5.0  # frames a second; with fewer, a hand is noticed late
_WITHOUT_PICTURE = ("lost", "ended", "dark")  # states of the eye
LIBRARIES = ("flask", "waitress", "numpy", "onnxruntime", "opencv-python-headless")


def table_findings(table: Table) -> list[Finding]:
    """Return the findings about `table` and its machine, in the order of the page."""
    shown = table.snapshot()
    failure, is_demo = table.eyes.failure, shown["eye"]["demo"]
    demo = demo_reason(table.settings.camera, failure) if is_demo else None
    unjudged = demo or shown["eye"]["photographs"] or shown["eye"]["state"] in _WITHOUT_PICTURE
    screens = table.screens.broadcaster.stream_count
    return [
        *([demo_finding(demo, failure)] if demo else _eye(shown["eye"], failure)),
        *picture_findings(None if unjudged else table.eyes.faults),
        *camera_findings(),
        *_log(table, shown["trouble"]),
        *_cafe(shown["cafe"]),
        *machine_findings(table.folder),
        Finding("screens", "info", {"count": screens, "most": MAX_STREAMS}),
        *_budgets(),
        version_finding(),
    ]


def _budgets() -> Iterator[Finding]:
    """Yield what devices of spectators, players and bankers may use, and strangers and eyes."""
    people = [BUDGETS[role] for role in ("spectator", "player", "banker")]
    names = ("streams", "answers", "connections")
    figures = {name: " / ".join(str(getattr(one, name)) for one in people) for name in names}
    yield Finding("budget", "info", figures)
    strangers = {"connections": BUDGETS[None].connections, "bytes": MAX_PICTURE_BYTES}
    yield Finding("budget_others", "info", strangers)


def worst_level(findings: list[Finding]) -> Level:
    """Return the worst level among `findings`."""
    levels: tuple[Level, ...] = ("problem", "warning")
    return next((level for level in levels if any(f.level == level for f in findings)), "ok")


def _cafe(cafe: CafeView | None) -> Iterator[Finding]:
    if cafe is not None:
        yield Finding("cafe_away", "warning") if cafe["away"] else Finding("cafe_ok", "ok")


DemoReason: TypeAlias = Literal["chosen", "no_camera", "no_picture"]
"""Why the dice are virtual: somebody chose the demo, or ``auto`` found no camera that works."""


def demo_reason(camera: str, failure: str) -> DemoReason:
    """Return why the dice are virtual while `camera` is chosen; `failure`: of real cameras."""
    if camera == "demo":
        return "chosen"
    return "no_picture" if failure else "no_camera"


def demo_finding(reason: DemoReason, failure: str) -> Finding:
    """Return the finding that the dice are virtual."""
    level: Level = "info" if reason == "chosen" else "warning"
    return Finding(f"eye_demo_{reason}", level, {"answer": failure} if failure else {})


def cameras_of_machine() -> list[CameraChoice]:
    """Return the cameras of this machine; a Pi's own is listed even if it is not connected."""
    found = [("pi", "Raspberry Pi")] if find_spec("picamera2") else []
    found += [(str(device.number), device.name) for device in video_cameras()]
    return [{"camera": camera, "name": name} for camera, name in found]


def camera_findings(modules: Sequence[str] = (), devices: Path = Path("/dev")) -> Iterator[Finding]:
    """Yield which cameras are here, with camera `modules`, and which may not be opened."""
    found = video_cameras(devices)
    names = [*modules, *dict.fromkeys(device.name for device in found if device.name)]
    if names:
        yield Finding("cameras_found", "ok", {"names": names})
    paths = [str(devices / f"video{device.number}") for device in found]
    closed = [path for path in paths if not os.access(path, os.R_OK | os.W_OK)]
    if closed:
        yield Finding("cameras_refused", "problem", {"names": closed})


def _eye(eye: EyeView, failure: str) -> Iterator[Finding]:
    state = eye["state"]
    figures: dict[str, Json] = {"camera": eye["camera"], "fps": eye["fps"]}
    if state == "ended":
        yield Finding("eye_ended", "warning", figures)
        return
    if state == "lost" and failure:
        yield Finding("camera_fails", "problem", {"answer": failure})
        return
    if state == "lost":
        yield Finding("eye_lost" if eye["camera"] else "eye_none", "problem", figures)
        return
    if state in ("dark", "moved camera"):
        yield Finding(f"eye_{state.replace(' ', '_')}", "warning", figures)
    elif eye["photographs"]:
        yield Finding("eye_phone_ok", "ok")
    elif eye["camera"].endswith("NoIR"):
        yield Finding("eye_noir", "warning", figures)
    elif 0 < eye["fps"] < SLOW_EYE_FPS:
        yield Finding("eye_slow", "warning", figures)
    else:
        yield Finding("eye_ok", "ok", figures)
    if eye["roll_age_ms"] is not None:
        yield Finding("reading_last", "info", {"minutes": eye["roll_age_ms"] // 60_000})


def picture_findings(faults: tuple[PictureFault, ...] | None) -> Iterator[Finding]:
    """Yield the findings about a camera's pictures with these `faults`; None: no pictures."""
    if faults == ():
        yield Finding("picture_ok", "ok")
    for fault in faults or ():
        yield Finding(f"picture_{fault.replace(' ', '_')}", "warning")


def _log(table: Table, trouble: Error | None) -> Iterator[Finding]:
    if trouble is not None:
        yield Finding("log_trouble", "problem")
    else:
        yield log_finding(table.folder, table.snapshot()["version"])
    found = table.housekeeping
    if found.get("damaged"):
        yield Finding("rows_damaged", "problem", {"why": found["damaged"]})
    if found.get("repaired"):
        yield Finding("rows_repaired", "warning", {"count": found["repaired"]})
    for code in ("left_out", "log_torn", "game_set_aside", "door_anew"):
        if found.get(code):
            yield Finding(code, "warning")
    if found.get("unsaved"):
        yield Finding("unsaved", "problem", {"why": found["unsaved"]})
    if found.get("backup"):
        yield Finding("backup_failed", "problem", {"why": found["backup"]})
    yield backup_finding(table.folder)


def log_finding(folder: Path, rows: int) -> Finding:
    """Return the finding that the log in `folder` is sound, with its number of `rows`."""
    parts = folder.glob(f"{log_path(folder).name}*")
    size = sum(part.stat().st_size for part in parts)
    return Finding("log_ok", "ok", {"rows": rows, "bytes": size})


def backup_finding(folder: Path) -> Finding:
    """Return the finding about the newest backup of the log in `folder`."""
    kept = kept_backups(folder)
    if not kept:
        return Finding("backup_none", "info")
    at = backup_time(kept[0]).isoformat(timespec="seconds")
    return Finding("backup_last", "info", {"at": at, "count": len(kept)})


def version_finding() -> Finding:
    """Return the finding with the versions of the program and its libraries, and the machine."""
    figures: dict[str, Json] = {
        "croupier": version("croupier"),
        "python": platform.python_version(),
        "libraries": {name: installed_version(name) for name in LIBRARIES},
        "system": f"{platform.system()} {platform.release()}",
        "machine": machine_model(),
    }
    return Finding("program", "info", figures)


def installed_version(name: str) -> str | None:
    """Return the version of an installed library, or None."""
    try:
        return version(name)
    except PackageNotFoundError:
        return None
