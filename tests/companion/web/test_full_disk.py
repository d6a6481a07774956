"""After a start with a full disk there is always a page, whatever still fits."""

import os
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.companion.serving import STARTS_WITHIN, Served
from tests.waiting import until

SIZE = 256  # kB of the whole disk


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """Return the folder of a small disk."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={SIZE}k", "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(mount, check=False, capture_output=True).returncode:
        pytest.skip("needs root, to mount a small disk")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


@pytest.mark.parametrize("free", [0, 16, 64])
def test_there_is_a_page_however_full_the_disk_is(disk: Path, free: int) -> None:
    """It offers to play in memory or is the table itself, and the process does not end."""
    (disk / "films").write_bytes(bytes(1024 * (SIZE - free)))
    (disk.parent / "data").symlink_to(disk / "data")  # its output is written next to it
    served = Served(disk.parent / "data")
    try:

        def page() -> str:
            assert served.process.poll() is None, served.output.read_text(encoding="utf-8")
            try:
                url = f"http://127.0.0.1:{served.port}/"
                with urllib.request.urlopen(url, timeout=30) as answer:
                    return str(answer.read().decode())
            except urllib.error.HTTPError as error:
                return error.read().decode()
            except OSError:
                return ""

        until(page, STARTS_WITHIN)
        assert "Croupier" in page()
    finally:
        served.kill()
