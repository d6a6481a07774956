"""Findings about the machine under a table.

``disk_ok disk_low disk_full`` · ``card_worn card_failing`` · ``heat_ok heat_warm heat_hot`` ·
``power_ok power_low power_was_low`` · ``memory_ok memory_low`` · ``load_ok load_high`` ·
``network_ok network_none wifi_weak`` · ``clock_ok clock_unset clock_wrong`` ·
``networks_ok networks_changed``
"""

import hashlib
import os
import time
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from importlib.resources import files
from math import inf
from pathlib import Path

from companion.log.log import log_path
from companion.upkeep import machine
from companion.upkeep.finding import Finding, Level
from engine.core.refusals import Json

HOT, WARM = 80.0, 70.0  # °C; a Raspberry Pi slows itself down from 80 on
DISK_FULL, DISK_LOW = 100 << 20, 1 << 30  # bytes
WORN = 80  # percent of a card's life
MEMORY_LOW = 100 << 20  # bytes
BUSY_LOAD_PER_CORE = 1.5  # load average
WEAK_SIGNAL = -75  # dBm; below it, pages arrive in bursts
DAY = 86_400  # seconds
MODELS = Path(str(files("models")))


def machine_findings(folder: Path, root: Path = machine.ROOT) -> Iterator[Finding]:
    """Yield the findings about the machine, and the disk of `folder`."""
    yield from _disk(folder, root)
    yield from _heat_and_power(root)
    yield from _memory_and_load(root)
    yield from _network(root)
    yield _clock(folder, root)
    yield neural_networks_finding()


def _disk(folder: Path, root: Path) -> Iterator[Finding]:
    if (free := machine.disk_free(folder)) is not None:
        code, level = _step(-free, {-DISK_FULL: "full", -DISK_LOW: "low"})
        yield Finding(f"disk_{code}", level, {"free": free})
    if (percent := machine.card_wear(root)) is not None and percent >= WORN:
        yield Finding("card_worn", "warning", {"percent": percent})
    if count := machine.disk_errors(root):
        yield Finding("card_failing", "problem", {"count": count})


def _heat_and_power(root: Path) -> Iterator[Finding]:
    if (celsius := machine.temperature(root)) is not None:
        code, level = _step(celsius, {HOT: "hot", WARM: "warm"})
        yield Finding(f"heat_{code}", level, {"celsius": round(celsius, 1)})
    if (troubles := machine.power_troubles(root)) is not None:
        yield _power(troubles)


def _memory_and_load(root: Path) -> Iterator[Finding]:
    if (free := machine.memory_free(root)) is not None:
        code, level = _step(-free, {inf: "", -MEMORY_LOW: "low"})
        yield Finding(f"memory_{code}", level, {"free": free, "used": machine.memory_used(root)})
    if (load := machine.load_per_core()) is not None:
        code, level = _step(load, {inf: "", BUSY_LOAD_PER_CORE: "high"})
        yield Finding(f"load_{code}", level, {"percent": round(load * 100)})


def _network(root: Path) -> Iterator[Finding]:
    names = machine.connected_networks(root)
    if names == ():
        yield Finding("network_none", "warning")
    elif names:
        yield Finding("network_ok", "ok", {"names": list(names)})
    if (signal := machine.wifi_signal(root)) is not None and signal < WEAK_SIGNAL:
        yield Finding("wifi_weak", "warning", {"dbm": signal})


def _clock(folder: Path, root: Path) -> Finding:
    """Return whether the time is plausible: not before the program was made or the log written."""
    now = time.time()
    at = datetime.fromtimestamp(now, UTC).isoformat(timespec="seconds")
    figures: dict[str, Json] = {"at": at}
    files_then = [path for path in (Path(__file__), log_path(folder)) if os.access(path, os.F_OK)]
    if now < max(path.stat().st_mtime for path in files_then) - DAY:
        return Finding("clock_wrong", "warning", figures)
    if machine.is_clock_set(root) is False:
        return Finding("clock_unset", "info", figures)
    return Finding("clock_ok", "ok", figures)


def neural_networks_finding(folder: Path = MODELS) -> Finding:
    """Return whether the networks in `folder` are byte for byte those that were shipped."""
    sums = (
        line.split() for line in (folder / "SHA256SUMS").read_text(encoding="utf-8").splitlines()
    )
    changed = [name for sum_, name in sums if _sha256(folder / name) != sum_]
    if changed:
        return Finding("networks_changed", "problem", {"names": changed})
    return Finding("networks_ok", "ok")


def _sha256(path: Path) -> str:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""


def _step(value: float, limits: Mapping[float, str]) -> tuple[str, Level]:
    """Return the code of the first limit that `value` reaches: problem first, then warning."""
    levels: tuple[Level, ...] = ("problem", "warning")
    for (limit, word), level in zip(limits.items(), levels, strict=False):
        if value >= limit:
            return word, level
    return "ok", "ok"


def _power(troubles: tuple[str, ...]) -> Finding:
    figures: dict[str, Json] = {"troubles": list(troubles)}
    if "under_voltage" in troubles:
        return Finding("power_low", "problem", figures)
    if "under_voltage_before" in troubles:
        return Finding("power_was_low", "warning", figures)
    return Finding("power_ok", "ok", figures)
