"""How well a table is: a list of findings, each with a level, its figures, and a sentence.

Codes; the sentences are ``health_CODE`` and, for what to do about it, ``health_CODE_do`` in the
catalogues (domain ``desk``):

``eye_ended eye_lost eye_none eye_dark eye_moved_camera eye_slow eye_ok`` · ``reading_last`` ·
``log_ok log_trouble rows_damaged rows_repaired log_torn game_set_aside door_anew unsaved`` ·
``backup_last backup_none backup_failed`` · ``disk_ok disk_low disk_full`` ·
``heat_ok heat_warm heat_hot`` ·
``power_ok power_low power_was_low`` · ``memory_ok memory_low`` · ``load_ok load_high`` ·
``screens`` · ``program``
"""

import platform
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Literal, TypeAlias

from companion.log.log import log_path
from companion.table.backup.folder import kept_backups, made_at
from companion.table.event_broadcaster import MAX_STREAMS
from companion.table.table import Table
from companion.table.views.eye import EyeView
from companion.table.views.table import Error
from companion.upkeep import machine
from engine.core.refusals import Json

Level: TypeAlias = Literal["ok", "info", "warning", "problem"]

SLOW_EYE_FPS = 5.0  # frames a second, below which a hand is seen late
HOT, WARM = 80.0, 70.0  # °C; a Raspberry Pi slows itself down from 80 on
DISK_FULL, DISK_LOW = 100 << 20, 1 << 30  # bytes
MEMORY_LOW = 100 << 20  # bytes
BUSY_LOAD_PER_CORE = 1.5  # programs that want to run, per core
LIBRARIES = ("flask", "waitress", "numpy", "onnxruntime", "opencv-python-headless")


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at: a stable `code`, how bad it is, and the figures."""

    code: str
    level: Level
    figures: Mapping[str, Any] = field(default_factory=dict)


def table_findings(table: Table) -> list[Finding]:
    """Return the findings about `table` and the machine it runs on, as people look at them."""
    shown = table.snapshot()
    return [
        *_eye(shown["eye"]),
        *_log(table, shown["trouble"]),
        *machine_findings(table.folder),
        Finding(
            "screens", "info", {"count": table.screens.broadcaster.listening, "most": MAX_STREAMS}
        ),
        program_finding(),
    ]


def worst_level(findings: list[Finding]) -> Level:
    """Return the worst level among `findings`."""
    levels: tuple[Level, ...] = ("problem", "warning")
    return next((level for level in levels if any(f.level == level for f in findings)), "ok")


def _eye(eye: EyeView) -> Iterator[Finding]:
    state = eye["state"]
    figures: dict[str, Json] = {"camera": eye["camera"], "fps": eye["fps"]}
    if state == "ended":
        yield Finding("eye_ended", "warning", figures)
        return
    if state == "lost":
        yield Finding("eye_lost" if eye["camera"] else "eye_none", "problem", figures)
        return
    if state in ("dark", "moved camera"):
        yield Finding(f"eye_{state.replace(' ', '_')}", "warning", figures)
    elif 0 < eye["fps"] < SLOW_EYE_FPS:
        yield Finding("eye_slow", "warning", figures)
    else:
        yield Finding("eye_ok", "ok", figures)
    if eye["roll_age_ms"] is not None:
        yield Finding("reading_last", "info", {"minutes": eye["roll_age_ms"] // 60_000})


def _log(table: Table, trouble: Error | None) -> Iterator[Finding]:
    if trouble is not None:
        yield Finding("log_trouble", "problem")
    else:
        parts = table.folder.glob(f"{log_path(table.folder).name}*")
        size = sum(part.stat().st_size for part in parts)
        yield Finding("log_ok", "ok", {"rows": table.snapshot()["version"], "bytes": size})
    found = table.housekeeping
    if found.get("damaged"):
        yield Finding("rows_damaged", "problem", {"why": found["damaged"]})
    if found.get("repaired"):
        yield Finding("rows_repaired", "warning", {"count": found["repaired"]})
    for code in ("log_torn", "game_set_aside", "door_anew"):
        if found.get(code):
            yield Finding(code, "warning")
    if found.get("unsaved"):
        yield Finding("unsaved", "problem", {"why": found["unsaved"]})
    if found.get("backup"):
        yield Finding("backup_failed", "problem", {"why": found["backup"]})
    yield backup_finding(table.folder)


def backup_finding(folder: Path) -> Finding:
    """Return how old the newest kept backup of the log in `folder` is."""
    kept = kept_backups(folder)
    if not kept:
        return Finding("backup_none", "info")
    at = made_at(kept[0]).isoformat(timespec="seconds")
    return Finding("backup_last", "info", {"at": at, "count": len(kept)})


def machine_findings(folder: Path, root: Path = machine.ROOT) -> Iterator[Finding]:
    """Yield what the machine tells, as far as it does, and the disk where `folder` is."""
    if (free := machine.disk_free(folder)) is not None:
        code, level = _step(-free, {-DISK_FULL: "full", -DISK_LOW: "low"})
        yield Finding(f"disk_{code}", level, {"free": free})
    if (celsius := machine.temperature(root)) is not None:
        code, level = _step(celsius, {HOT: "hot", WARM: "warm"})
        yield Finding(f"heat_{code}", level, {"celsius": round(celsius, 1)})
    if (troubles := machine.power_troubles(root)) is not None:
        yield _power(troubles)
    if (free := machine.memory_free(root)) is not None:
        code, level = ("low", "warning") if free < MEMORY_LOW else ("ok", "ok")
        used = machine.memory_used(root)
        yield Finding(f"memory_{code}", level, {"free": free, "used": used})
    if (load := machine.load()) is not None:
        code, level = ("high", "warning") if load > BUSY_LOAD_PER_CORE else ("ok", "ok")
        yield Finding(f"load_{code}", level, {"percent": round(load * 100)})


def _step(value: float, limits: Mapping[float, str]) -> tuple[str, Level]:
    """Return the word of the first limit that `value` reaches: a problem, then a warning."""
    levels: tuple[Level, ...] = ("problem", "warning")
    for (limit, word), level in zip(limits.items(), levels, strict=False):
        if value >= limit:
            return word, level
    return "ok", "ok"


def _power(troubles: tuple[str, ...]) -> Finding:
    told: dict[str, Json] = {"troubles": list(troubles)}
    if "under_voltage" in troubles:
        return Finding("power_low", "problem", told)
    if "under_voltage_before" in troubles:
        return Finding("power_was_low", "warning", told)
    return Finding("power_ok", "ok", told)


def program_finding() -> Finding:
    """Return which program runs, with what, on what."""
    return Finding("program", "info", versions())


def versions() -> dict[str, Json]:
    """Return the versions of the program, of Python, of the libraries, and the machine."""
    return {
        "croupier": version("croupier"),
        "python": platform.python_version(),
        "libraries": {name: _version(name) for name in LIBRARIES},
        "system": f"{platform.system()} {platform.release()}",
        "machine": machine.model(),
    }


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None
