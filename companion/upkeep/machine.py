"""The machine that runs a table (Linux): heat, power, memory, disk, network, clock, and models.

`machine_findings` yields, for the health page and `croupier doctor`,
``disk_ok disk_low disk_full`` · ``card_worn card_failing`` · ``heat_ok heat_warm heat_hot`` ·
``power_ok power_low power_was_low`` · ``memory_ok memory_low`` · ``load_ok load_high`` ·
``network_ok network_none wifi_weak`` · ``clock_ok clock_unset clock_wrong`` ·
``networks_ok networks_changed``.

The other functions each read a few small files, and return None if the machine does not report the
fact.
"""

import contextlib
import hashlib
import os
import shutil
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from importlib.resources import files
from math import inf
from pathlib import Path

from companion.log.log import log_path
from companion.upkeep import Finding, Level
from engine.core.refusals import Json

ROOT = Path("/")
HOT, WARM = 80.0, 70.0  # °C; a Raspberry Pi slows itself down from 80 on
DISK_FULL, DISK_LOW = 100 << 20, 1 << 30  # bytes
WORN_CARD_PERCENT = 80  # of a card's life
LOW_MEMORY_BYTES = 100 << 20
BUSY_LOAD_PER_CORE = 1.5
WEAK_SIGNAL_DBM = -75  # with less, pages arrive in bursts
DAY_SECONDS = 86_400
MODELS_FOLDER = Path(str(files("models")))

# Bits of the firmware's "get_throttled" (raspberrypi.com, documentation of `vcgencmd`).
_THROTTLED = {
    0: "under_voltage",
    1: "capped",
    2: "throttled",
    3: "soft_limit",
    16: "under_voltage_before",
    17: "capped_before",
    18: "throttled_before",
    19: "soft_limit_before",
}


def machine_findings(folder: Path, root: Path = ROOT) -> Iterator[Finding]:
    """Yield the findings about the machine, and the disk of `folder`."""
    yield from _disk(folder, root)
    yield from _heat_and_power(root)
    yield from _memory_and_load(root)
    yield from _network(root)
    yield _clock(folder, root)
    yield neural_networks_finding()


def _disk(folder: Path, root: Path) -> Iterator[Finding]:
    if (free := disk_free(folder)) is not None:
        code, level = _step(-free, {-DISK_FULL: "full", -DISK_LOW: "low"})
        yield Finding(f"disk_{code}", level, {"free": free})
    if (percent := card_wear(root)) is not None and percent >= WORN_CARD_PERCENT:
        yield Finding("card_worn", "warning", {"percent": percent})
    if count := disk_errors(root):
        yield Finding("card_failing", "problem", {"count": count})


def _heat_and_power(root: Path) -> Iterator[Finding]:
    if (celsius := temperature(root)) is not None:
        code, level = _step(celsius, {HOT: "hot", WARM: "warm"})
        yield Finding(f"heat_{code}", level, {"celsius": round(celsius, 1)})
    if (troubles := power_troubles(root)) is not None:
        figures: dict[str, Json] = {"troubles": list(troubles)}
        if "under_voltage" in troubles:
            yield Finding("power_low", "problem", figures)
        elif "under_voltage_before" in troubles:
            yield Finding("power_was_low", "warning", figures)
        else:
            yield Finding("power_ok", "ok", figures)


def _memory_and_load(root: Path) -> Iterator[Finding]:
    if (free := memory_free(root)) is not None:
        code, level = _step(-free, {inf: "", -LOW_MEMORY_BYTES: "low"})
        yield Finding(f"memory_{code}", level, {"free": free, "used": memory_of_process(root)})
    if (load := load_per_core()) is not None:
        code, level = _step(load, {inf: "", BUSY_LOAD_PER_CORE: "high"})
        yield Finding(f"load_{code}", level, {"percent": round(load * 100), "tasks": round(load)})


def _step(value: float, limits: Mapping[float, str]) -> tuple[str, Level]:
    """Return the code and level of the first limit that `value` reaches: problem, then warning."""
    levels: tuple[Level, ...] = ("problem", "warning")
    for (limit, word), level in zip(limits.items(), levels, strict=False):
        if value >= limit:
            return word, level
    return "ok", "ok"


def _network(root: Path) -> Iterator[Finding]:
    names = connected_networks(root)
    if names == ():
        yield Finding("network_none", "warning")
    elif names:
        yield Finding("network_ok", "ok", {"names": list(names)})
    if (signal := wifi_signal(root)) is not None and signal < WEAK_SIGNAL_DBM:
        yield Finding("wifi_weak", "warning", {"dbm": signal})


def _clock(folder: Path, root: Path) -> Finding:
    """Return whether the time is plausible: not before the program was made or the log written."""
    now = time.time()
    at = datetime.fromtimestamp(now, UTC).isoformat(timespec="seconds")
    known = [path for path in (Path(__file__), log_path(folder)) if os.path.exists(path)]
    if now < max(path.stat().st_mtime for path in known) - DAY_SECONDS:
        return Finding("clock_wrong", "warning", {"at": at})
    if is_clock_set(root) is False:
        return Finding("clock_unset", "info", {"at": at})
    return Finding("clock_ok", "ok", {"at": at})


def neural_networks_finding(folder: Path = MODELS_FOLDER) -> Finding:
    """Return whether the networks in `folder` are those that were shipped, as a finding."""
    lines = (folder / "SHA256SUMS").read_text(encoding="utf-8").splitlines()
    sums = (line.split() for line in lines)
    changed = [name for sum_, name in sums if _sha256(folder / name) != sum_]
    if changed:
        return Finding("networks_changed", "problem", {"names": changed})
    return Finding("networks_ok", "ok")


def _sha256(path: Path) -> str:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""


def temperature(root: Path = ROOT) -> float | None:
    """Return the hottest temperature in °C."""
    found = []
    for zone in sorted((root / "sys/class/thermal").glob("thermal_zone*/temp")):
        value = _number(zone)
        if value is not None and -50_000 < value < 200_000:  # some zones have no sensor
            found.append(value / 1000)
    return max(found, default=None)


def power_troubles(root: Path = ROOT) -> tuple[str, ...] | None:
    """Return the troubles that a Raspberry Pi's firmware reports, now and ``…_before`` since boot.

    Troubles: `under_voltage` (the power supply is too weak), `capped` and `throttled` (the
    processor was slowed down), `soft_limit` (it is hot).
    """
    file = root / "sys/devices/platform/soc/soc:firmware/get_throttled"
    try:
        text = file.read_text(encoding="utf-8")
    except OSError:
        text = _output_of(["vcgencmd", "get_throttled"]).partition("=")[2]
    try:
        bits = int(text.strip(), 16)
    except ValueError:
        return None
    return tuple(word for bit, word in _THROTTLED.items() if bits >> bit & 1)


def _output_of(command: Sequence[str]) -> str:
    """Return what `command` prints; "" if it fails."""
    try:
        ran = subprocess.run(command, capture_output=True, text=True, timeout=2, check=False)
    except (OSError, subprocess.SubprocessError):
        return ""
    return ran.stdout


def memory_free(root: Path = ROOT) -> int | None:
    """Return the available memory in bytes."""
    return _field(root / "proc/meminfo", "MemAvailable:")


def memory_of_process(root: Path = ROOT) -> int | None:
    """Return the memory of this process in bytes."""
    return _field(root / "proc/self/status", "VmRSS:")


def disk_free(folder: Path) -> int | None:
    """Return the free bytes on the disk of `folder`."""
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return None


def card_wear(root: Path = ROOT) -> int | None:
    """Return the share of a memory card's life that is used, in percent; few cards report it.

    It is an upper bound: cards count in tenths, one for each kind of cell (JEDEC's eMMC,
    DEVICE_LIFE_TIME).
    """
    found = []
    for file in (root / "sys/block").glob("mmcblk*/device/life_time"):
        with contextlib.suppress(OSError, ValueError):
            found += [int(tenths, 16) * 10 for tenths in file.read_text(encoding="utf-8").split()]
    return max(found, default=0) or None


def disk_errors(root: Path = ROOT) -> int:
    """Return the number of file system errors since the last check."""
    counts = (root / "sys/fs/ext4").glob("*/errors_count")
    return sum(_number(count) or 0 for count in counts)


def connected_networks(root: Path = ROOT) -> tuple[str, ...] | None:
    """Return the names of the connected network interfaces."""
    folder = root / "sys/class/net"
    if not folder.is_dir():
        return None
    every = sorted(path.name for path in folder.iterdir() if path.name != "lo")
    return tuple(name for name in every if _number(folder / name / "carrier") == 1)


def wifi_signal(root: Path = ROOT) -> int | None:
    """Return the strength of the best Wi-Fi signal in dBm; None for other networks."""
    try:
        lines = (root / "proc/net/wireless").read_text(encoding="utf-8").splitlines()[2:]
        return max((round(float(line.split()[3])) for line in lines), default=None)
    except (OSError, ValueError, IndexError):
        return None


def is_clock_set(root: Path = ROOT) -> bool | None:
    """Return whether the time was synchronised since boot, or comes from a hardware clock.

    A Raspberry Pi 4 has none, and continues from the time when it last ran.
    """
    folder = root / "run/systemd/timesync"
    if not folder.is_dir():
        return None
    return (folder / "synchronized").exists() or any((root / "sys/class/rtc").glob("rtc*"))


def load_per_core() -> float | None:
    """Return the load average of five minutes per core."""
    try:
        return os.getloadavg()[1] / (os.cpu_count() or 1)
    except OSError:
        return None


def machine_model(root: Path = ROOT) -> str:
    """Return the model of the machine, or its architecture."""
    try:
        name = (root / "proc/device-tree/model").read_text(encoding="utf-8").rstrip("\0\n")
    except OSError:
        name = ""
    return name or os.uname().machine


def _field(path: Path, name: str) -> int | None:
    """Return, in bytes, a field of a file in /proc that counts in kB."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError:
        return None
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith(name)), None)


def _number(path: Path) -> int | None:
    try:
        return int(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
