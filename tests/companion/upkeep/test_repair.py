"""A bad byte in a log is found, reported, and repaired from a backup."""

import sqlite3
from contextlib import closing

import pytest

from companion.files import FileError
from companion.log.log import log_path, read_rows
from companion.table.backup.folder import kept_backups
from companion.table.backup.save import save_automatically
from companion.upkeep.repair import RepairResult, check_and_repair
from tests.companion.conftest import Played


@pytest.fixture
def evening(played: Played) -> Played:
    """Return a table of six rows; four are in a backup."""
    played.start()
    for faces in ("123", "456", "111"):
        played.do("dice", faces=list(faces))
    save_automatically(played.folder)
    played.do("dice", faces=["2", "2", "2"])
    played.do("dice", faces=["3", "3", "3"])
    return played


def spoil(played: Played, sql: str) -> None:
    """Change the log's rows as a worn-out card might."""
    with closing(sqlite3.connect(log_path(played.folder))) as db, db:
        db.execute(sql)


SPOILT = {
    "faces": "UPDATE row SET body = replace(body, '\"6\"', '\"5\"') WHERE seq = 3",
    "time": "UPDATE row SET at = 'then' WHERE seq = 2",
    "checksum": "UPDATE row SET checksum = 'x' WHERE seq = 4",
    "number": "UPDATE row SET seq = 99 WHERE seq = 1",
    "first": "UPDATE row SET who = 'nobody' WHERE seq = 1",
    "gone": "DELETE FROM row WHERE seq IN (2, 3)",
}


@pytest.mark.parametrize("fault", [fault for fault in SPOILT if fault != "number"])
def test_rows_in_a_backup_are_repaired(evening: Played, fault: str) -> None:
    """The rows are as before; a second check finds nothing."""
    before = read_rows(evening.folder)
    spoil(evening, SPOILT[fault])
    with pytest.raises(FileError):
        read_rows(evening.folder)
    found = check_and_repair(evening.folder)
    assert found == RepairResult((), 2 if fault == "gone" else 1)
    assert read_rows(evening.folder) == before
    assert check_and_repair(evening.folder) == RepairResult((), 0)
    evening.do("dice", faces=["4", "4", "4"])


def test_rows_that_no_backup_has_are_reported(evening: Played) -> None:
    """Each lost row is named by its number; the rows after it are sound."""
    spoil(evening, "UPDATE row SET source = 'camera' WHERE seq = 5")
    assert check_and_repair(evening.folder) == RepairResult((5,), 0)


def test_a_backup_does_not_keep_a_bad_row(evening: Played) -> None:
    """The new backup fails, and the good one stays."""
    spoil(evening, "UPDATE row SET source = 'camera' WHERE seq = 5")
    with pytest.raises(FileError, match="row 5"):
        save_automatically(evening.folder)
    assert check_and_repair(evening.folder) == RepairResult((5,), 0)


@pytest.mark.parametrize("row", [3, 4, 5])
@pytest.mark.parametrize("whole", [True, False], ids=["all of it", "its faces"])
def test_no_row_comes_from_a_replaced_log(evening: Played, row: int, whole: bool) -> None:
    """After a restore, an older backup has other rows with the same numbers."""
    undone = read_rows(evening.folder)
    with closing(sqlite3.connect(log_path(evening.folder))) as db, db:
        db.execute("DELETE FROM row WHERE seq > 2")
    evening.again()
    for faces in ("112", "223", "334"):
        evening.do("dice", faces=list(faces))
    spoil(evening, f"UPDATE row SET who = 'nobody' WHERE seq = {row}")
    if whole:
        spoil(evening, f"UPDATE row SET checksum = 'x' WHERE seq = {row}")
    found = check_and_repair(evening.folder)
    assert row in found.bad
    assert found.repaired == 0
    with closing(sqlite3.connect(log_path(evening.folder))) as db:
        bodies = [body for (body,) in db.execute("SELECT body FROM row WHERE seq > 2")]
    assert not any(body == other.to_columns()[2] for body in bodies for other in undone)


def test_a_backup_that_ends_in_the_damage_is_useful(evening: Played) -> None:
    """Its last row is recognised by the next one, or by what is left of it."""
    before = read_rows(evening.folder)
    spoil(evening, "UPDATE row SET who = 'nobody', checksum = 'x' WHERE seq = 4")
    assert check_and_repair(evening.folder) == RepairResult((), 1)
    spoil(evening, "DELETE FROM row WHERE seq IN (3, 4)")
    assert check_and_repair(evening.folder) == RepairResult((), 2)
    assert read_rows(evening.folder) == before


@pytest.mark.parametrize("lost", [(4, 5), (4, 5, 6), (3, 4)])
def test_rows_lost_together_come_from_no_other_log(evening: Played, lost: tuple[int, ...]) -> None:
    """If all rows of a page are lost, nothing shows that a backup belongs to this log."""
    with closing(sqlite3.connect(log_path(evening.folder))) as db, db:
        db.execute("DELETE FROM row WHERE seq > 2")
    evening.again()
    for faces in ("112", "223", "334", "445", "551"):
        evening.do("dice", faces=list(faces))
    spoil(evening, f"DELETE FROM row WHERE seq IN {lost}")
    assert check_and_repair(evening.folder) == RepairResult(lost, 0)


@pytest.mark.parametrize("number", [2**62, 2**63 - 1])
def test_a_bad_number_in_a_backup_does_not_stop_a_repair(evening: Played, number: int) -> None:
    """The backup just lacks that row."""
    (backup, *_) = kept_backups(evening.folder)
    with closing(sqlite3.connect(backup)) as db, db:
        db.execute("UPDATE row SET seq = ? WHERE seq = 4", (number,))
    before = read_rows(evening.folder)
    spoil(evening, SPOILT["faces"])
    assert check_and_repair(evening.folder) == RepairResult((), 1)
    assert read_rows(evening.folder) == before


def test_a_row_with_the_largest_number_is_damaged(evening: Played) -> None:
    """Even if the log itself has one, rows in a backup are restored."""
    spoil(evening, f"UPDATE row SET seq = {2**63 - 1} WHERE seq = 3")
    found = check_and_repair(evening.folder)
    assert 3 not in found.bad
    assert found.repaired == 1
