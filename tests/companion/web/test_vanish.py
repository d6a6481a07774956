"""Phones that leave the Wi-Fi free their threads."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion.table.event_broadcaster import HEARTBEAT_SECONDS
from companion.web.server import DEAD_PEER_MS

WITHIN = 60.0  # seconds; half of it on an idle machine


def _own_network(*command: str) -> subprocess.CompletedProcess[str]:
    """Run `command` in a network namespace."""
    unshare = shutil.which("unshare")
    if unshare is None:
        pytest.skip("needs unshare (util-linux)")
    whole = [unshare, "--map-root-user", "--net", *command]
    return subprocess.run(whole, capture_output=True, text=True, timeout=300, check=False)


def test_eight_phones_that_vanish_free_their_threads(tmp_path: Path) -> None:
    """They vanish at the same moment without closing; the server notices by itself."""
    if _own_network("true").returncode != 0:
        pytest.skip("this machine lets nobody make a network of his own")
    told = _own_network(sys.executable, "-m", "tests.companion.web.vanish", str(tmp_path / "data"))
    assert told.returncode == 0, told.stderr
    assert DEAD_PEER_MS / 1000 + 2 * HEARTBEAT_SECONDS < WITHIN / 2
    assert float(told.stdout) < WITHIN
