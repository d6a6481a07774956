"""The programs that a hub needs, from Debian's packages, and how they are kept running."""

import logging
import os
import shutil
import signal
import subprocess
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

_SYSTEM = ":/usr/local/sbin:/usr/sbin:/sbin"  # not in everybody's PATH


class CannotSetUp(Exception):
    """The hub cannot be set up; the message is one clear line."""


def program(name: str) -> str | None:
    """Return the path of the program `name`; None if it is not installed."""
    if name in ("postgres", "initdb"):
        found = Path("/usr/lib/postgresql").glob(f"*/bin/{name}")
        newest = max(found, key=lambda path: int(path.parts[-3]), default=None)
        return str(newest) if newest else shutil.which(name)
    return shutil.which(name, path=os.environ.get("PATH", os.defpath) + _SYSTEM)


_PACKAGES = {"mosquitto": "mosquitto", "postgres": "postgresql", "openssl": "openssl"}


def install_packages(say: Callable[[str], None]) -> None:
    """Install missing packages, reporting each step by `say`; raises `CannotSetUp`."""
    missing = [package for name, package in _PACKAGES.items() if program(name) is None]
    if not missing:
        return
    say(f"Installing {', '.join(missing)}")
    as_root = [] if os.geteuid() == 0 else ["sudo"]
    # The system's own services are not ours, and are disabled: the hub starts its own.
    units = [name for name in ("mosquitto", "postgresql") if name in missing]
    try:
        subprocess.run([*as_root, "apt-get", "update", "-qq"], check=False)
        install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *missing]
        subprocess.run([*as_root, *install], check=True)
        if units and Path("/run/systemd/system").exists():
            subprocess.run([*as_root, "systemctl", "disable", "--now", *units], check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        packages = " ".join(missing)
        raise CannotSetUp(f"install these first: apt-get install {packages} ({error})") from error


def run_program(name: str, *arguments: str, text: str = "") -> None:
    """Run the program `name` to its end, with `text` as its input; raises `CannotSetUp`."""
    found = program(name)
    if found is None:
        raise CannotSetUp(f"{name} is not installed")
    ran = subprocess.run([found, *arguments], input=text, capture_output=True, text=True)
    if ran.returncode:
        raise CannotSetUp(f"{name} failed: {ran.stderr.strip()[-300:]}")


log = logging.getLogger(__name__)

_PAUSE_S, _PATIENCE_S = 1.0, 10.0


class Service:
    """A program that runs as long as the hub, restarted when it ends; `end` is its stop signal."""

    def __init__(self, command: Sequence[str], end: signal.Signals = signal.SIGTERM) -> None:
        self._command, self._end = command, end
        self._ended = threading.Event()
        self._process: subprocess.Popen[bytes] | None = None
        self._thread = threading.Thread(target=self._keep, name=command[0], daemon=True)

    def start(self) -> None:
        """Start it in the background."""
        self._thread.start()

    def reload(self) -> None:
        """Let it reload its files."""
        if self._process is not None:
            self._process.send_signal(signal.SIGHUP)

    def close(self) -> None:
        """Stop it, and wait until it has ended."""
        self._ended.set()
        if self._process is not None:
            self._process.send_signal(self._end)
        self._thread.join(_PATIENCE_S)

    def _keep(self) -> None:
        # It ends with this thread, even if the hub is killed, so that the next hub can start.
        orphan = ("setpriv", "--pdeathsig", self._end.name)
        while not self._ended.is_set():
            # Ctrl+C in a terminal is for the hub, which stops them in its own order.
            self._process = subprocess.Popen([*orphan, *self._command], start_new_session=True)
            code = self._process.wait()
            if not self._ended.wait(_PAUSE_S):
                log.warning("%s ended (%d) and is restarted.", self._command[0], code)
