"""Updates of an installed table, as its page shows them.

The table may not write its own program. It leaves the file ``update-wanted`` in its data folder;
``croupier-update.path`` waits for that, and `hardware/install.sh --update` then installs the newest
version, or goes back to the old one and leaves the file ``update-failed``.
"""

import os
import subprocess
from pathlib import Path
from typing import TypedDict

from companion.files import wrap_write_errors
from engine.core.refusals import BadAction

PATIENCE_SECONDS = 10.0  # for the server that has the newest version
_QUIET = {"GIT_TERMINAL_PROMPT": "0"}  # or git asks at the screen for a password


class UpdateView(TypedDict):
    """Whether there is a newer version (null: not known), and whether the last update failed."""

    newer: bool | None
    running: bool
    failed: bool


def is_offered() -> bool:
    """Return whether this table was installed with the service that updates it."""
    return "CROUPIER_UPDATES" in os.environ


def update_view(folder: Path, program: Path = Path()) -> UpdateView | None:
    """Return how the updates of the table with data in `folder` stand, or None without any."""
    if not is_offered():
        return None
    running = _wanted(folder).exists()
    newer = None if running else _is_newer_elsewhere(program)
    failed = (folder / "update-failed").exists()
    return {"newer": newer, "running": running, "failed": failed}


def ask_for_update(folder: Path) -> None:
    """Ask for the newest version; raises `BadAction` ``no_updates`` or `FileError`."""
    if not is_offered():
        raise BadAction("no_updates", "This table is not updated from its page.")
    with wrap_write_errors(folder):
        _wanted(folder).touch()


def _wanted(folder: Path) -> Path:
    return folder / "update-wanted"


def _is_newer_elsewhere(program: Path) -> bool | None:
    """Return whether the clone in `program` lacks the newest version; None if nobody answers."""
    own = _git(program, "rev-parse", "HEAD")
    newest = _git(program, "ls-remote", "origin", "refs/heads/main")
    return newest.split()[0] != own.strip() if own and newest else None


def _git(program: Path, *arguments: str) -> str:
    """Return what git prints, or nothing if it fails."""
    try:
        return subprocess.run(
            ["git", "-C", str(program), *arguments],
            env=os.environ | _QUIET,
            capture_output=True,
            text=True,
            check=True,
            timeout=PATIENCE_SECONDS,
        ).stdout
    except (OSError, subprocess.SubprocessError):
        return ""
