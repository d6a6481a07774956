"""The programs of others that a hub runs, from Debian's packages."""

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

_SYSTEM = ":/usr/local/sbin:/usr/sbin:/sbin"  # not in everybody's PATH


class CannotSetUp(Exception):
    """The hub cannot be set up; the message is one clear line."""


def program(name: str) -> str | None:
    """Return where the program `name` is; None where it is not installed."""
    if name in ("postgres", "initdb"):
        found = Path("/usr/lib/postgresql").glob(f"*/bin/{name}")
        newest = max(found, key=lambda path: int(path.parts[-3]), default=None)
        return str(newest) if newest else shutil.which(name)
    return shutil.which(name, path=os.environ.get("PATH", os.defpath) + _SYSTEM)


_PACKAGES = {"mosquitto": "mosquitto", "postgres": "postgresql", "openssl": "openssl"}


def install_packages(say: Callable[[str], None]) -> None:
    """Install what is missing, and `say` so; raises `CannotSetUp`."""
    missing = [package for name, package in _PACKAGES.items() if program(name) is None]
    if not missing:
        return
    say(f"Installing {', '.join(missing)}")
    as_root = [] if os.geteuid() == 0 else ["sudo"]
    # Those that the system starts by itself are not ours, and stay off: the hub has its own.
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


def run_program(name: str, *arguments: str, told: str = "") -> None:
    """Run the program `name` to its end, with `told` as its input; raises `CannotSetUp`."""
    found = program(name)
    if found is None:
        raise CannotSetUp(f"{name} is not installed")
    ran = subprocess.run([found, *arguments], input=told, capture_output=True, text=True)
    if ran.returncode:
        raise CannotSetUp(f"{name} failed: {ran.stderr.strip()[-300:]}")
