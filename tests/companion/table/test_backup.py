"""Backups are complete and checked before a restore, and what a restore replaces is kept."""

import errno
import os
import shutil
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.files import FileError, write_atomically
from companion.log.log import Log, log_path
from companion.log.schema import write_checksums
from companion.table import table as table_module
from companion.table.backup import check, restore
from companion.table.backup.check import LogContents, check_log
from companion.table.backup.folder import (
    MAX_AUTOMATIC_BACKUPS,
    find_backup,
    kept_backups,
    remove_leftovers,
)
from companion.table.backup.restore import restore_backup, staged_copy
from companion.table.backup.save import back_up_before_replacing, save_automatically, save_backup
from companion.table.table import StaleVersion
from engine.core.refusals import BadAction
from tests.companion.conftest import JPEG, Played, seen
from tests.companion.tiny import GAMES


@pytest.fixture
def busy(played: Played) -> Played:
    """Return a table during a game, with a picture, an undo and a correction."""
    played.start("Ana", "Ben")
    played.do("dice", faces=["1", "2", "3"])
    played.clock.t += 10
    played.table.take_reading(seen(1, "4 5 6"), JPEG)
    played.do("correct", row=2, faces=["1", "1", "1"])
    played.do("open")
    played.do("undo")
    return played


@pytest.fixture
def file(busy: Played, tmp_path: Path) -> Path:
    """Return a backup of that table, made while it runs."""
    save_backup(busy.folder, tmp_path / "backup", GAMES)
    return tmp_path / "backup"


def test_a_backup_of_a_running_table_is_complete(busy: Played, file: Path, tmp_path: Path) -> None:
    """Restored elsewhere, it shows the same table with its picture; the original goes on."""
    assert check_log(file, GAMES) == LogContents(6, 1, _last(busy), ("Ana", "Ben"))
    there = tmp_path / "there"
    summary, old = restore_backup(there, file, GAMES)
    assert (summary.rows, old) == (6, None)
    assert _shown(there) == _shown_now(busy)
    with closing(Log(there)) as log:
        assert log.pictures.get(log.rows()[2].picture or "") == JPEG
    busy.do("dice", faces=["6", "6", "6"])


def _last(played: Played) -> str:
    return str(played.shown["last_row"]["at"])


def _shown_now(played: Played) -> object:
    shown = {key: played.shown[key] for key in ("version", "seats", "undo_to", "redo_to")}
    return {**shown, "log": played.log}


def _shown(folder: Path) -> object:
    other = Played(folder)
    try:
        return _shown_now(other)
    finally:
        other.table.close()


def test_a_backup_leaves_no_other_files(busy: Played, file: Path) -> None:
    """There are no partial copies and no journals."""
    assert sorted(path.name for path in file.parent.iterdir()) == ["backup", "data"]
    assert not list(busy.folder.glob(".*"))


def test_a_backup_without_pictures_can_be_played(busy: Played, tmp_path: Path) -> None:
    """Only the stills are missing."""
    restore_backup(tmp_path / "there", back_up_before_replacing(busy.folder), GAMES)
    with closing(Log(tmp_path / "there")) as log:
        assert (len(log.rows()), len(log.pictures)) == (6, 0)


OWN = {"boxes/tiny/a%2Fb.json": b"a box", "taught/klee.taught": b"dice", "taught/..taught": b""}


def _own_files(folder: Path) -> dict[str, bytes]:
    found = [path for name in ("boxes", "taught") for path in (folder / name).rglob("*.*")]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def _save_with_own_files(busy: Played, target: Path) -> None:
    for name, data in OWN.items():
        (busy.folder / name).parent.mkdir(parents=True, exist_ok=True)
        (busy.folder / name).write_bytes(data)
    save_backup(busy.folder, target, GAMES)


@pytest.mark.parametrize("running", [True, False])
def test_boxes_and_taught_sets_are_restored(busy: Played, tmp_path: Path, running: bool) -> None:
    """An existing file of the same name stays."""
    _save_with_own_files(busy, tmp_path / "backup")
    there = tmp_path / "there"
    (there / "taught").mkdir(parents=True)
    (there / "taught" / "klee.taught").write_bytes(b"other dice")
    if running:
        other = Played(there)
        with staged_copy(tmp_path / "backup", there, GAMES) as (copy, _):
            other.table.restore_backup(copy, other.shown["run"], other.shown["version"])
        other.table.close()
    else:
        restore_backup(there, tmp_path / "backup", GAMES)
    assert _own_files(there) == {**OWN, "taught/klee.taught": b"other dice"}
    for automatic in (save_automatically(busy.folder), back_up_before_replacing(busy.folder)):
        assert b"own_file" not in automatic.read_bytes()  # they are next to it


@pytest.mark.parametrize("fails", ["files", "rows"])
def test_a_failed_restore_leaves_no_files(
    busy: Played, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    """The disk is full at the second file, or at the rows after them."""
    _save_with_own_files(busy, tmp_path / "backup")
    other = Played(tmp_path / "there")

    def write_one(path: Path, data: bytes) -> None:
        if _own_files(other.folder):
            raise OSError(errno.ENOSPC, "No space left on device")
        write_atomically(path, data)

    def write_none(path: Path) -> None:
        raise FileError("log_unwritable", "The disk is full.")

    if fails == "files":
        monkeypatch.setattr(check, "write_atomically", write_one)
    else:
        monkeypatch.setattr(other.table.store, "replace_rows", write_none)
    shown = other.shown
    with (
        staged_copy(tmp_path / "backup", other.folder, GAMES) as (copy, _),
        pytest.raises(FileError),
    ):
        other.table.restore_backup(copy, shown["run"], shown["version"])
    assert (other.shown, _own_files(other.folder)) == (shown, {})
    other.table.close()


@pytest.mark.parametrize(
    "name",
    ["../x.json", "boxes/../x.json", "/etc/x.taught", "taught/../x.taught", "table.sqlite3", ""],
)
def test_a_backup_with_an_unsafe_file_name_is_refused(
    busy: Played, tmp_path: Path, name: str
) -> None:
    """An attacker could write a file anywhere."""
    (busy.folder / "taught").mkdir()
    (busy.folder / "taught" / "klee.taught").write_bytes(b"dice")
    save_backup(busy.folder, tmp_path / "backup", GAMES)
    with closing(sqlite3.connect(tmp_path / "backup")) as db, db:
        db.execute("UPDATE own_file SET name = ?", [name])
    with pytest.raises(FileError) as error:
        check_log(tmp_path / "backup", GAMES)
    assert error.value.code == "log_damaged"


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE own_file SET data = zeroblob(1000000) WHERE name LIKE 'boxes/%'",
        "UPDATE row SET who = hex(zeroblob(5000)) WHERE seq = 2",
        "UPDATE row SET request_body = hex(zeroblob(1000000)) WHERE seq = 2",
    ],
)
def test_a_backup_with_something_huge_is_refused(busy: Played, tmp_path: Path, change: str) -> None:
    """A box of 60 MB would be read whenever somebody looks at the boxes."""
    _save_with_own_files(busy, tmp_path / "backup")
    with closing(sqlite3.connect(tmp_path / "backup")) as db, db:
        db.execute(change)
    with pytest.raises(FileError, match="too large"):
        check_log(tmp_path / "backup", GAMES)


def test_without_a_log_there_is_no_backup(tmp_path: Path) -> None:
    """The error says that the log is absent."""
    with pytest.raises(FileError) as error:
        save_backup(tmp_path, tmp_path / "backup", GAMES)
    assert error.value.code == "log_absent"


def test_a_backup_that_cannot_be_written_leaves_the_old_one(busy: Played, tmp_path: Path) -> None:
    """The target is in a missing folder, or is a folder."""
    for target in (tmp_path / "none" / "backup", tmp_path):
        with pytest.raises(FileError) as error:
            save_backup(busy.folder, target, GAMES)
        assert error.value.code == "log_unwritable"


def _sql(script: str) -> Callable[[Path], None]:
    def change(path: Path) -> None:
        with closing(sqlite3.connect(path)) as db:
            db.executescript(script)
            with db:
                write_checksums(db)

    return change


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:3000])


def _scribble(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[4096 : 4096 + 200] = b"\xff" * 200  # the page of the rows
    path.write_bytes(bytes(data))


BAD: dict[str, tuple[Callable[[Path], object], str]] = {
    "text": (lambda path: path.write_text("no database " * 1000), "log_foreign"),
    "empty": (lambda path: path.write_bytes(b""), "log_foreign"),
    "cut": (_cut, "log_damaged"),
    "scribbled": (_scribble, "log_damaged"),
    "foreign": (_sql("PRAGMA application_id = 7"), "log_foreign"),
    "newer": (_sql("PRAGMA user_version = 99"), "log_newer"),
    "trigger": (
        _sql("CREATE TRIGGER t AFTER INSERT ON row BEGIN DELETE FROM row; END"),
        "log_foreign",
    ),
    "view": (_sql("CREATE VIEW v AS SELECT 1"), "log_foreign"),
    "gap": (_sql("PRAGMA foreign_keys = OFF; DELETE FROM row WHERE seq = 2"), "log_damaged"),
    "no picture": (_sql("UPDATE picture SET jpeg = x'00112233'"), "log_damaged"),
    "stray picture": (_sql("UPDATE picture SET name = 99"), "log_damaged"),
    "no json": (_sql("UPDATE row SET body = '{' WHERE seq = 2"), "log_damaged"),
    "no game": (_sql("""UPDATE row SET body = '{"game": 7}' WHERE seq = 1"""), "log_damaged"),
    "no act": (_sql("""UPDATE row SET body = '{"action": 7}' WHERE seq = 3"""), "log_damaged"),
    "list": (_sql("UPDATE row SET body = '[]' WHERE seq = 3"), "log_damaged"),
    "no time": (_sql("UPDATE row SET at = 'then' WHERE seq = 3"), "log_damaged"),
    "whose time": (_sql("UPDATE row SET at = '2026-01-01' WHERE seq = 3"), "log_damaged"),
    "no number": (_sql("UPDATE row SET body = '{\"a\": Infinity}' WHERE seq = 3"), "log_damaged"),
    "too large": (_sql("UPDATE row SET body = '{\"a\": 1e999}' WHERE seq = 3"), "log_damaged"),
    "odd name": (
        _sql("UPDATE row SET body = replace(body, 'Ana', '\u202e') WHERE seq = 1"),
        "log_damaged",
    ),
    "no version": (_sql("""UPDATE row SET body = '{"to": 77}' WHERE seq = 6"""), "log_damaged"),
    "rules": (
        _sql("""UPDATE row SET body = '{"action": {"type": "pay", "seat": 0, "amount": 99}}'
                WHERE seq = 3"""),
        "log_damaged",
    ),
}


@pytest.mark.parametrize("fault", BAD)
def test_a_bad_file_replaces_nothing(busy: Played, file: Path, fault: str) -> None:
    """Each error has its code, and the log is byte for byte the same."""
    break_it, code = BAD[fault]
    break_it(file)
    busy.table.close()
    before = log_path(busy.folder).read_bytes()
    with pytest.raises(FileError) as error:
        restore_backup(busy.folder, file, GAMES)
    assert error.value.code == code
    assert "\n" not in error.value.message
    assert log_path(busy.folder).read_bytes() == before
    assert kept_backups(busy.folder) == []


def test_a_backup_may_contain_an_old_game_that_is_now_refused(busy: Played, file: Path) -> None:
    """It is counted, and the current game can be played."""
    busy.start("Cleo")
    save_backup(busy.folder, file, GAMES)
    _sql("""UPDATE row SET body = '{"action": {"type": "pay", "seat": 0, "amount": 99}}'
            WHERE seq = 5""")(file)
    summary = check_log(file, GAMES)
    assert (summary.games, summary.names, summary.replayed_otherwise) == (2, ("Cleo",), (5,))


def test_a_restore_keeps_the_replaced_log(busy: Played, file: Path) -> None:
    """The newer games are in a separate backup, which can be restored."""
    busy.start("Cleo")
    busy.table.close()
    summary, old = restore_backup(busy.folder, file, GAMES)
    assert (summary.rows, old) == (6, kept_backups(busy.folder)[0])
    assert check_log(kept_backups(busy.folder)[0], GAMES).names == ("Cleo",)


def test_a_restore_replaces_a_broken_log(busy: Played, file: Path) -> None:
    """The broken log is moved aside, not deleted."""
    busy.table.close()
    log_path(busy.folder).write_text("garbage " * 1000)
    _, old = restore_backup(busy.folder, file, GAMES)
    assert old is not None
    assert old.read_text().startswith("garbage")
    assert check_log(log_path(busy.folder), GAMES).rows == 6


@pytest.mark.parametrize("fault", ["rules", "no game", "no json", "gap", "trigger"])
def test_a_restore_replaces_a_log_that_cannot_be_played(
    busy: Played, file: Path, fault: str
) -> None:
    """An update may cause this; the log is moved aside with every row, but is not a backup."""
    busy.table.close()
    BAD[fault][0](log_path(busy.folder))
    before = log_path(busy.folder).read_bytes()
    summary, old = restore_backup(busy.folder, file, GAMES)
    assert old is not None
    assert (old.parent, old.name.partition("-")[0]) == (busy.folder / "backups", "broken")
    assert old.read_bytes() == before
    assert kept_backups(busy.folder) == []
    assert check_log(log_path(busy.folder), GAMES) == summary


def test_nothing_is_restored_if_the_old_log_cannot_be_kept(
    busy: Played, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The old log is sound and the disk full."""

    def full(*_: object) -> Path:
        raise FileError("log_unwritable", "The disk is full.")

    busy.start("Cleo")
    busy.table.close()
    monkeypatch.setattr(restore, "back_up_before_replacing", full)
    with pytest.raises(FileError) as error:
        restore_backup(busy.folder, file, GAMES)
    assert error.value.code == "log_unwritable"
    assert check_log(log_path(busy.folder), GAMES).names == ("Cleo",)


@pytest.mark.parametrize("fault", [fault for fault in BAD if "picture" not in fault])
def test_errors_name_the_file_that_people_know(
    busy: Played, file: Path, tmp_path: Path, fault: str
) -> None:
    """They do not name a temporary copy."""
    BAD[fault][0](file)
    with pytest.raises(FileError) as error:
        restore_backup(tmp_path / "there", file, GAMES)
    assert str(file) in error.value.message
    busy.table.close()
    shutil.copy(file, log_path(busy.folder))
    with pytest.raises(FileError) as error:
        save_backup(busy.folder, tmp_path / "new", GAMES)
    assert str(log_path(busy.folder)) in error.value.message


def test_a_running_table_is_not_replaced_from_outside(
    busy: Played, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the running table's own page can do that."""
    monkeypatch.setattr(restore, "Log", partial(Log, patience=0))
    with pytest.raises(FileError) as error:
        restore_backup(busy.folder, file, GAMES)
    assert error.value.code == "log_in_use"


def test_a_running_table_restores_a_backup(busy: Played, file: Path) -> None:
    """Everybody sees the old game again, in a new run; later acts survive a power cut."""
    before = busy.shown
    busy.start("Cleo")
    stream = busy.table.listen("phone")
    next(stream)
    next(stream)
    old = busy.table.restore_backup(file, busy.shown["run"], busy.shown["version"])
    assert check_log(old, GAMES).names == ("Cleo",)
    assert '"version":6' in next(stream)
    assert busy.shown["seats"] == before["seats"]
    assert busy.shown["run"] != before["run"]
    busy.do("dice", faces=["6", "6", "6"])
    busy.again()
    assert (busy.shown["version"], busy.shown["dice"]) == (7, [{"face": "6"}] * 3)


def test_the_log_is_durable_after_a_restore(busy: Played, file: Path) -> None:
    """WAL is on again, so an acknowledged row is on the disk."""
    busy.table.restore_backup(file, busy.shown["run"], busy.shown["version"])
    with closing(sqlite3.connect(log_path(busy.folder))) as db:
        assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_only_the_last_automatic_backups_are_kept(busy: Played) -> None:
    """Those that were made before a restore stay, too."""
    aside = back_up_before_replacing(busy.folder)
    made = [save_automatically(busy.folder) for _ in range(MAX_AUTOMATIC_BACKUPS + 2)]
    assert set(kept_backups(busy.folder)) == {aside, *made[2:]}


def test_a_name_is_never_a_path(busy: Played, tmp_path: Path) -> None:
    """Only the names of existing backups work."""
    path = save_automatically(busy.folder)
    assert find_backup(busy.folder, path.name) == path
    for name in ("../table.sqlite3", str(path), "", f"./{path.name}"):
        with pytest.raises(BadAction) as error:
            find_backup(busy.folder, name)
        assert error.value.code == "no_such_backup"


def test_the_backup_just_made_is_never_pruned(busy: Played) -> None:
    """It stays even if the clock was once ahead, so that older ones have later names."""
    folder = busy.folder / "backups"
    folder.mkdir()
    ahead = [folder / f"auto-2099010{day}-120000-000000.sqlite3" for day in range(1, 7)]
    for path in ahead:
        path.write_bytes(b"")
    made = save_automatically(busy.folder)
    assert set(kept_backups(busy.folder)) == {made, *ahead[-MAX_AUTOMATIC_BACKUPS + 1 :]}


def test_backups_of_a_clock_that_ran_ahead_are_the_oldest(busy: Played) -> None:
    """They are removed before newer ones, and none of them counts as the newest."""
    folder = busy.folder / "backups"
    folder.mkdir()
    for day in range(1, 7):
        (folder / f"auto-2099010{day}-120000-000000.sqlite3").write_bytes(b"")
    made: list[Path] = []
    for _ in range(MAX_AUTOMATIC_BACKUPS + 1):
        made.insert(0, save_automatically(busy.folder))
        found = kept_backups(busy.folder)
        assert found[: len(made)] == made[:MAX_AUTOMATIC_BACKUPS]
        assert len(found) == MAX_AUTOMATIC_BACKUPS


def test_unwanted_pictures_are_not_even_copied(busy: Played, tmp_path: Path) -> None:
    """An evening's pictures may be larger than the free space."""
    busy.clock.t += 10
    busy.read(seen(2, "1 1 2"), JPEG + bytes(40000))
    sizes = []
    real = os.replace

    def watch(source: Path, target: Path) -> None:
        sizes.append(source.stat().st_size)
        real(source, target)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "replace", watch)
        small = back_up_before_replacing(busy.folder)
    assert max(sizes) < 40_000
    with closing(sqlite3.connect(small)) as db:
        assert db.execute("PRAGMA freelist_count").fetchone() == (0,)


def test_leftovers_of_a_killed_backup_are_removed(busy: Played) -> None:
    """These are unfinished copies, uploads and reports in both folders, and nothing else."""
    made = save_automatically(busy.folder)
    name = ".0123456789abcdef"
    left = [f"{name}.copy", f"{name}.copy-journal", f"{name}.upload", f"{name}.bundle"]
    left += [f".{name}.bundle.part", ".table.sqlite3.unpacked"]
    others = [busy.folder / other for other in (".hidden", ".note.copy", "x.bundle")]
    for path in (*others, *(busy.folder / one for one in left), made.with_name(f"{name}.copy")):
        path.write_bytes(b"x")
    remove_leftovers(busy.folder)
    assert all(path.exists() for path in (made, log_path(busy.folder), *others))
    assert not any((busy.folder / one).exists() for one in left)
    assert not made.with_name(f"{name}.copy").exists()


def test_a_log_with_unreadable_newest_rows_is_not_sound(busy: Played, tmp_path: Path) -> None:
    """They are in the WAL; without them, the evening would be lost silently."""
    there = tmp_path / "there"
    there.mkdir()
    for ending in ("", "-wal"):
        source = log_path(busy.folder).with_name(log_path(busy.folder).name + ending)
        shutil.copy(source, there)
    (there / "table.sqlite3-shm").symlink_to("/none/none")  # as on a read-only medium
    for look in (
        lambda: check_log(log_path(there), GAMES),
        lambda: save_backup(there, tmp_path / "backup", GAMES),
    ):
        with pytest.raises(FileError, match="wal") as error:
            look()
        assert error.value.code == "log_unwritable"
    (there / "table.sqlite3-wal").write_bytes(b"")
    assert check_log(log_path(there), GAMES).rows == 0  # nothing is missing: the log is empty


def test_a_full_target_is_named(busy: Played, tmp_path: Path) -> None:
    """The error does not blame the log."""
    target = tmp_path / "stick"
    target.mkdir()

    class Full(sqlite3.Connection):
        def executemany(self, *_: object, **__: object) -> sqlite3.Cursor:
            raise sqlite3.OperationalError("database or disk is full")

    real = sqlite3.connect
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite3, "connect", lambda *a, **k: real(*a, **k, factory=Full))
        with pytest.raises(FileError, match=r"stick.*full"):
            save_backup(busy.folder, target / "backup", GAMES)


def test_people_may_act_while_the_replaced_log_is_saved(
    busy: Played, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A big log takes a while; if somebody acts meanwhile, nothing is replaced."""
    shown = busy.shown
    real = back_up_before_replacing

    def slow(*args: object) -> Path:
        thread = threading.Thread(target=busy.do, args=("pay",), kwargs={"seat": 0, "amount": 1})
        thread.start()
        thread.join(60)
        assert not thread.is_alive()
        return real(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(table_module, "back_up_before_replacing", slow)
    with pytest.raises(StaleVersion):
        busy.table.restore_backup(file, shown["run"], shown["version"])
    assert busy.shown["version"] == shown["version"] + 1
    assert kept_backups(busy.folder) == []


def test_a_roll_from_before_a_restore_is_asked(
    busy: Played, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It came to rest during the old game and belongs to it."""
    real = back_up_before_replacing

    def slow(*args: object) -> Path:
        busy.clock.t += 5
        return real(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(table_module, "back_up_before_replacing", slow)
    busy.table.restore_backup(file, busy.shown["run"], busy.shown["version"])
    late = replace(seen(1, "1 1 2", after_rest_ms=1000.0), eye="another")
    assert busy.read(late)["why"] == ["too early"]


def test_a_strange_file_leaves_the_table_as_it_is(busy: Played, file: Path) -> None:
    """If it passes the check but cannot be shown, the old log stays in use."""
    shown = busy.shown
    BAD["rules"][0](file)
    with pytest.raises(FileError) as error:
        busy.table.restore_backup(file, shown["run"], shown["version"])
    assert error.value.code == "log_damaged"
    assert busy.shown == shown
    busy.again()
    assert busy.shown["seats"] == shown["seats"]
