"""With a flipped bit anywhere in its files, a table opens or says why not, and reports every loss.

``CROUPIER_BAD_BYTES=2000`` tries as many places of each file.
"""

import os
import random
import shutil
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from companion.files import FileError
from companion.log.log import read_rows
from companion.log.rows import Row
from companion.table.backup.check import check_log
from companion.table.backup.folder import FOLDER, kept_backups
from companion.table.backup.save import save_automatically
from companion.table.settings import CAMERA_FILE, FILE, Settings
from companion.upkeep.opening import count_sound_rows, open_table
from companion.upkeep.repair import check_and_repair
from tests.companion.conftest import JPEG, Played, seen
from tests.companion.tiny import GAMES

PLACES = int(os.environ.get("CROUPIER_BAD_BYTES", "40"))


@pytest.fixture
def evening(played: Played) -> Played:
    """Return a table with two games, a picture, an undo and a backup that lacks the last acts."""
    played.start()
    for number in range(1, 5):
        played.clock.t += 10
        played.read(seen(number, "1 2 3" if number % 2 else "4 5 6"), JPEG + bytes(500))
        played.do("open")
        played.do("undo")
    played.start("Cleo", "Dan")
    save_automatically(played.folder)
    played.do("dice", faces=["1", "1", "1"])
    played.do("correct", row=played.shown["version"], faces=["2", "2", "2"])
    return played


def spoilt(folder: Path, name: str, there: Path) -> Iterator[tuple[int, Path]]:
    """Yield copies of `folder` with one flipped bit in the file `name`, and its place."""
    whole = (folder / name).read_bytes()
    rng = random.Random(3)
    for place in sorted(rng.sample(range(len(whole)), min(PLACES, len(whole)))):
        copy = there / f"{place}"
        shutil.copytree(folder, copy, ignore=shutil.ignore_patterns("*-shm", "lock"))
        changed = bytearray(whole)
        changed[place] ^= 1 << rng.randrange(8)
        (copy / name).write_bytes(changed)
        yield place, copy
        shutil.rmtree(copy)


def _is_told(folder: Path, rows: list[Row]) -> bool:
    """Open the table as the program does; return whether nothing changed without a report."""
    try:
        with closing(open_table(folder, GAMES)) as table:
            checked = check_and_repair(folder)
            told = table.housekeeping or checked.bad or checked.repaired
            table.snapshot()
            return bool(told) or read_rows(folder) == rows
    except FileError:
        assert count_sound_rows(folder) >= 0
        return True


def test_a_changed_bit_in_the_log_is_reported_or_harmless(evening: Played, tmp_path: Path) -> None:
    """This includes the parts that only SQLite uses."""
    evening.table.close()
    rows = read_rows(evening.folder)
    for place, copy in spoilt(evening.folder, "table.sqlite3", tmp_path / "copies"):
        assert _is_told(copy, rows), place


def test_a_changed_bit_in_the_write_ahead_log_is_reported(evening: Played, tmp_path: Path) -> None:
    """The power was cut before the rows were in the log file itself."""
    rows = read_rows(evening.folder)
    for place, copy in spoilt(evening.folder, "table.sqlite3-wal", tmp_path / "copies"):
        assert _is_told(copy, rows), place


def test_a_changed_bit_in_a_backup_is_reported_when_it_is_used(
    evening: Played, tmp_path: Path
) -> None:
    """The backup is never restored silently, and does not damage the next one."""
    evening.table.close()
    (path,) = kept_backups(evening.folder)
    (tmp_path / "backup").mkdir()
    shutil.copy(path, tmp_path / "backup" / FOLDER)
    whole = check_log(path, GAMES)
    for place, copy in spoilt(evening.folder, f"{FOLDER}/{path.name}", tmp_path / "copies"):
        (bad,) = kept_backups(copy)
        with suppress(FileError):
            assert check_log(bad, GAMES) == whole, place
        open_table(copy, GAMES).close()


@pytest.mark.parametrize("name", [CAMERA_FILE, FILE])
def test_a_changed_bit_in_the_settings_keeps_nobody_out(
    name: str, evening: Played, tmp_path: Path
) -> None:
    """The defaults apply instead."""
    evening.table.close()
    Settings(evening.folder).choose_camera("0")
    (evening.folder / FILE).rename(evening.folder / name)
    for _, copy in spoilt(evening.folder, name, tmp_path / "copies"):
        open_table(copy, GAMES).close()
    for data in (b'{"\xff": 1}', b"[" * 100_000, b'{"borders":' + b'{"a":' * 100_000):
        (evening.folder / name).write_bytes(data)
        open_table(evening.folder, GAMES).close()
