"""Facts about the machine under a table: heat, power, memory, disk, network (Linux).

Every function reads a few small files, and returns None if the machine does not provide the fact.
"""

import contextlib
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
    """Return the troubles that a Raspberry Pi's firmware reports, now and ``…_before`` since boot.

    Troubles: `under_voltage` (the power supply is too weak), `capped` and `throttled` (the
    processor was slowed down), `soft_limit` (it is hot).
    """
    bits = _firmware_bits(root)
    if bits is None:
        return None
    return tuple(word for bit, word in _THROTTLED.items() if bits >> bit & 1)


def _firmware_bits(root: Path) -> int | None:
    try:
        text = (root / "sys/devices/platform/soc/soc:firmware/get_throttled").read_text(
            encoding="utf-8"
        )
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
        ran = subprocess.run(command, capture_output=True, text=True, timeout=2, check=False)
    except (OSError, subprocess.SubprocessError):
        return ""
    return ran.stdout


def memory_free(root: Path = ROOT) -> int | None:
    """Return the available memory in bytes."""
    return _field(root / "proc/meminfo", "MemAvailable:")


def memory_used(root: Path = ROOT) -> int | None:
    """Return the memory of this process in bytes."""
    return _field(root / "proc/self/status", "VmRSS:")


def disk_free(folder: Path) -> int | None:
    """Return the free bytes on the disk of `folder`."""
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return None


def card_wear(root: Path = ROOT) -> int | None:
    """Return how much of its life a memory card has used, in percent at most; few cards report it.

    They count in tenths, one for each kind of cell (JEDEC's eMMC, DEVICE_LIFE_TIME).
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
    """Return whether the time was synchronised since the start, or comes from a hardware clock.

    A Raspberry Pi 4 has none, and continues from when it was last running.
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
    """Return the model of the machine."""
    try:
        name = (root / "proc/device-tree/model").read_text(encoding="utf-8").rstrip("\0\n")
    except OSError:
        name = ""
    return name or os.uname().machine


def _field(path: Path, name: str) -> int | None:
    """Return a field of a file in /proc, which counts in kB, in bytes."""
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
