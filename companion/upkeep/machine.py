"""What the machine under a table tells of itself: heat, power, memory, disk, load (Linux).

Every function reads a few small files and returns None where the machine does not tell.
"""

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

ROOT = Path("/")

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


def temperature(root: Path = ROOT) -> float | None:
    """Return the hottest temperature in °C."""
    found = []
    for zone in sorted((root / "sys/class/thermal").glob("thermal_zone*/temp")):
        value = _number(zone)
        if value is not None and -50_000 < value < 200_000:  # some zones have no sensor
            found.append(value / 1000)
    return max(found, default=None)


def power_troubles(root: Path = ROOT) -> tuple[str, ...] | None:
    """Return what the firmware of a Raspberry Pi complains of, now and ``…_before`` since boot.

    ``under_voltage`` the power supply is too weak · ``capped`` and ``throttled`` the processor was
    slowed down · ``soft_limit`` it is hot.
    """
    bits = _firmware_bits(root)
    if bits is None:
        return None
    return tuple(word for bit, word in _THROTTLED.items() if bits >> bit & 1)


def _firmware_bits(root: Path) -> int | None:
    try:
        text = (root / "sys/devices/platform/soc/soc:firmware/get_throttled").read_text()
    except OSError:
        text = _ask(["vcgencmd", "get_throttled"]).partition("=")[2]
    try:
        return int(text.strip(), 16)
    except ValueError:
        return None


def _ask(command: Sequence[str]) -> str:
    if shutil.which(command[0]) is None:
        return ""
    try:
        told = subprocess.run(command, capture_output=True, text=True, timeout=2, check=False)
    except (OSError, subprocess.SubprocessError):
        return ""
    return told.stdout


def memory_free(root: Path = ROOT) -> int | None:
    """Return the bytes of memory that programs can still have."""
    return _field(root / "proc/meminfo", "MemAvailable:")


def memory_used(root: Path = ROOT, process: str = "self") -> int | None:
    """Return the bytes of memory that `process` holds."""
    return _field(root / "proc" / process / "status", "VmRSS:")


def disk_free(folder: Path) -> int | None:
    """Return the bytes that are free where `folder` is."""
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return None


def load() -> float | None:
    """Return how many programs wanted to run over the last five minutes, per core."""
    try:
        return os.getloadavg()[1] / (os.cpu_count() or 1)
    except OSError:
        return None


def model(root: Path = ROOT) -> str:
    """Return what kind of machine this is."""
    try:
        name = (root / "proc/device-tree/model").read_text().rstrip("\0\n")
    except OSError:
        name = ""
    return name or os.uname().machine


def _field(path: Path, name: str) -> int | None:
    """Return a field of a file of /proc, which counts in kB, in bytes."""
    try:
        lines = path.read_text().splitlines()
    except OSError:
        return None
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith(name)), None)


def _number(path: Path) -> int | None:
    try:
        return int(path.read_text())
    except (OSError, ValueError):
        return None
