"""What `croupier doctor` looks at, whether a table is running or not."""

import os
import socket
from collections.abc import Iterator, Mapping
from pathlib import Path

from companion.log.history import Games
from companion.log.log import LogError, is_log_in_use, log_path
from companion.table.backup.check import check_log
from companion.table.backup.folder import FOLDER
from companion.upkeep import health
from companion.upkeep.health import Finding
from engine.core.refusals import Json
from vision.video_devices import video_cameras

_BYTES = ("free", "used", "bytes")


def examine(folder: Path, games: Games, host: str, port: int) -> list[Finding]:
    """Return the findings about the table kept in `folder`, to be served at `host` and `port`."""
    return [
        *_folder(folder),
        *_log(folder, games),
        health.backup_finding(folder),
        _networks(),
        _cameras(),
        *([] if is_log_in_use(folder) else [_port(host, port)]),
        *health.machine_findings(folder if folder.exists() else Path.home()),
        health.program_finding(),
    ]


def sentence(finding: Finding, words: Mapping[str, object]) -> tuple[str, str]:
    """Return what `finding` says and what to do about it ("" if nothing), out of `words`."""
    figures = {key: _written(key, value) for key, value in finding.figures.items()}
    key = f"health_{finding.code}"
    said, advice = (str(words.get(name, "")) for name in (key, f"{key}_do"))
    return said.format_map(figures), advice.format_map(figures)


def _written(key: str, value: Json) -> str:
    if key in _BYTES and isinstance(value, int):
        return format_bytes(value)
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return str(value)


def format_bytes(count: int) -> str:
    """Return a number of bytes as people write it.

    >>> format_bytes(900), format_bytes(1_500_000), format_bytes(32_000_000_000)
    ('0.9 kB', '1.5 MB', '32.0 GB')
    """
    value, units = count / 1000, ["kB", "MB", "GB"]
    while value >= 1000 and len(units) > 1:
        value /= 1000
        units.pop(0)
    return f"{value:.1f} {units[0]}"


def _folder(folder: Path) -> Iterator[Finding]:
    there = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    told = {"folder": str(folder)}
    if not there.is_dir() or not os.access(there, os.W_OK | os.X_OK):
        yield Finding("folder_unwritable", "problem", told)
    else:
        yield Finding("folder_ok", "ok", told)
    if is_log_in_use(folder):
        yield Finding("table_running", "info")


def _log(folder: Path, games: Games) -> Iterator[Finding]:
    try:
        found = check_log(log_path(folder), games)
    except LogError as error:
        if error.code == "log_absent":
            yield Finding("log_absent", "info")
        else:
            where = str(folder / FOLDER)
            yield Finding("log_broken", "problem", {"why": error.message, "folder": where})
        return
    yield Finding("log_sound", "ok", {"games": found.games, "rows": found.rows})


def _networks() -> Finding:
    from vision.reader import Reader

    try:
        Reader()
    except Exception as error:  # whatever a broken installation raises
        return Finding("networks_broken", "problem", {"why": f"{type(error).__name__}: {error}"})
    return Finding("networks_ok", "ok")


def _cameras() -> Finding:
    names = [*_pi_cameras(), *dict.fromkeys(device.name for device in video_cameras())]
    if not names:
        return Finding("cameras_none", "warning")
    return Finding("cameras_found", "ok", {"names": names})


def _pi_cameras() -> list[str]:
    """Return the camera modules on the ribbon; none where they cannot be asked."""
    from vision.cameras.pi import pi_cameras
    from vision.errors import CameraError

    try:
        return [str(module["Model"]) for module in pi_cameras()]
    except CameraError:
        return []


def _port(host: str, port: int) -> Finding:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return Finding("port_taken", "warning", {"port": port})
    return Finding("port_free", "ok", {"port": port})
