"""Files of the table: complete, and private."""

import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from companion.files import keep_private, write_atomically
from tests.companion.serving import Served


def mode(path: Path) -> int:
    """Return the mode of `path`."""
    return stat.S_IMODE(path.stat().st_mode)


def test_other_files_stay_as_they_are(tmp_path: Path) -> None:
    """People may keep their games in a folder with other files."""
    before = os.umask(0o022)
    try:
        for name in ("table.sqlite3", "holiday.jpg"):
            (tmp_path / name).write_text("")
        for name in ("backups", "taught"):
            (tmp_path / name).mkdir()
        keep_private(tmp_path)
    finally:
        os.umask(before)
    modes = {path.name: mode(path) for path in tmp_path.iterdir()}
    assert modes == {
        "table.sqlite3": 0o600,
        "holiday.jpg": 0o644,
        "backups": 0o700,
        "taught": 0o700,
    }


def test_no_other_account_reads_the_games(tmp_path: Path) -> None:
    """This holds for old files and new ones."""
    data = tmp_path / "data"
    (data / "backups").mkdir(parents=True)
    (data / "backups" / "auto-20260101-000000-000000.sqlite3").write_text("")
    served = Served(data).wait()
    try:
        start = {"type": "start", "game": "last_chance", "names": ["Ana", "Ben", "Cleo"]}
        body = {"id": "a", "version": 0, "action": {**start, "first_seat": 0}}
        assert served.post("actions", body)[0] == 200
        ours = [path for path in data.iterdir() if path.name != "lock"]
        assert len(ours) > 3
        assert [path.name for path in ours if mode(path) & 0o077] == []
    finally:
        served.kill()


def test_one_file_may_be_written_concurrently(tmp_path: Path) -> None:
    """Each write is complete, and leftovers of a power cut are removed."""
    path = tmp_path / "klee.taught"
    (tmp_path / ".klee.taught.part").write_bytes(bytes(3_000_000))
    written = [bytes([number]) * 1_000_000 for number in range(4)]
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(lambda data: write_atomically(path, data), written * 5))
    assert path.read_bytes() in written
    assert list(tmp_path.iterdir()) == [path]
