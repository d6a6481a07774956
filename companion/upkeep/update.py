"""Updates of an installed table, as its page shows them.

The table may not write its own program. It leaves the file ``update-wanted`` in the folder that its
service names, even while its games are in memory. ``croupier-update.path`` waits for that, and
`hardware/install.sh --update` then installs the newest version, or goes back to the old one and
leaves the file ``update-failed``.
"""

import os
import subprocess
from pathlib import Path
from typing import TypedDict

from companion.files import wrap_write_errors
from engine.core.refusals import BadAction

SERVER_TIMEOUT_SECONDS = 10.0  # for the server that has the newest version
_QUIET = {"GIT_TERMINAL_PROMPT": "0"}  # or git asks at the screen for a password


class UpdateView(TypedDict):
    """Whether there is a newer version (null: not known), and whether the last update failed."""

    newer: bool | None
    running: bool
    failed: bool


def request_folder() -> Path | None:
    """Return where a service waits for requests; None if the table was not installed with it."""
    named = os.environ.get("CROUPIER_UPDATES")
    return Path(named) if named else None


def update_view(program: Path = Path()) -> UpdateView | None:
    """Return how the updates of this table stand, or None without any."""
    if (folder := request_folder()) is None:
        return None
    running = (folder / "update-wanted").exists()
    newer = None if running else _is_newer_elsewhere(program)
    failed = (folder / "update-failed").exists()
    return {"newer": newer, "running": running, "failed": failed}


def ask_for_update() -> None:
    """Ask for the newest version; raises `BadAction` ``no_updates`` or `FileError`."""
    if (folder := request_folder()) is None:
        raise BadAction("no_updates", "This table is not updated from its page.")
    with wrap_write_errors(folder):
        (folder / "update-wanted").touch()


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
            timeout=SERVER_TIMEOUT_SECONDS,
        ).stdout
    except (OSError, subprocess.SubprocessError):
        return ""
