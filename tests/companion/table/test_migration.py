"""A log that an older program wrote opens and plays on."""

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from companion.files import FileError
from companion.log import log
from companion.log.log import Log, log_path
from companion.log.schema import APPLICATION_ID, SCHEMA, version_of, write_checksums
from companion.table.backup.check import check_log
from companion.table.backup.restore import restore_backup
from companion.table.backup.save import save_backup
from companion.table.table import Request, Table
from companion.throws.reading import Die, Reading
from engine import GAMES
from tests.companion import tiny
from tests.companion.conftest import Played, seen

# Two dice told of a question, a sale, a throw by the camera, undone, redone and corrected.
OLD = (Path(__file__).parent / "log_of_version_1.sql").read_text()
# Another game begun before, a throw played and undone, one answered and corrected, one let pass.
VERSION_2 = (Path(__file__).parent / "log_of_version_2.sql").read_text()


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """Return a folder with that log."""
    folder = tmp_path / "data"
    folder.mkdir()
    with sqlite3.connect(log_path(folder)) as db:
        db.executescript(OLD)
        db.executescript(f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = 1")
    db.close()
    return folder


def test_an_old_log_plays_on(old: Path) -> None:
    """The state is as it was, the pictures are there, and the eye goes on where it was."""
    table = Table(Log(old), GAMES)
    shown: Any = table.snapshot()
    assert (shown["version"], shown["phase"], shown["attempts_left"]) == (11, "crack", 3)
    assert [die["face"] for die in shown["dice"]] == list("23454")
    assert table.picture_of_row(8) is not None
    dice = tuple(
        Die(face, 0.99, (60.0 * i, 0.0, 60.0 * i + 50, 50.0), "white")
        for i, face in enumerate("23456")
    )
    moved = (False,) * 4 + (True,)
    again = Reading("run1", 2, dice, moved, thrown=True, sure=True)
    assert table.take_reading(again, None)["outcome"] == "repeat"
    asked = Reading("run1", 3, dice, moved, thrown=True, sure=False)
    assert table.take_reading(asked, None)["outcome"] == "asked"
    version: Any = table.snapshot()["version"]
    table.submit(Request("new", version, {"type": "dice", "faces": list("23456"), "number": 3}))
    assert table.snapshot()["phase"] != "crack"
    table.close()
    with sqlite3.connect(log_path(old)) as db:
        assert version_of(db) == SCHEMA
    db.close()


def test_a_log_of_version_2_plays_on(tmp_path: Path) -> None:
    """Its pictures lie beside it now, its rows have checksums, and an undo goes back as before."""
    with sqlite3.connect(log_path(tmp_path)) as db:
        db.executescript(VERSION_2)
        db.executescript(f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = 2")
    db.close()
    table = Table(Log(tmp_path), GAMES)
    shown: Any = table.snapshot()
    assert (shown["version"], shown["phase"], shown["undo_to"]) == (9, "auction", 8)
    assert [row for row in range(11) if table.picture_of_row(row)] == [4, 5, 7, 8, 10]
    assert [game.start for game in table.games_played.newest_first()] == [2, 1]
    again = Reading("run1", 4, (), (), thrown=True, sure=True)
    assert table.take_reading(again, None)["outcome"] == "repeat"
    table.close()
    assert check_log(log_path(tmp_path), GAMES).rows == 10


def test_an_old_backup_can_be_put_back(old: Path, tmp_path: Path) -> None:
    """It is known as one of ours, and brought to today's form with its pictures."""
    new = tmp_path / "new"
    summary, kept = restore_backup(new, log_path(old), GAMES)
    assert (summary.rows, kept) == (11, None)
    assert save_backup(new, tmp_path / "copy.sqlite3", GAMES).rows == 11
    restored = Log(new)
    found = [row.seq for row in restored.rows() if row.picture in restored.pictures]
    assert found == [3, 8]
    restored.close()


def test_a_migration_that_is_cut_short_begins_anew(old: Path) -> None:
    """It is one transaction."""
    broken = sqlite3.connect(log_path(old))
    broken.execute("CREATE TABLE old_row (seq)")  # in its way
    broken.commit()
    with pytest.raises(Exception, match="old_row"):
        Log(old)
    broken.execute("DROP TABLE old_row")
    broken.commit()
    broken.close()
    migrated = Log(old)
    assert len(migrated.rows()) == 11
    migrated.close()


@pytest.mark.parametrize(
    "change",
    [
        {"reading": {"dice": [], "moved": [True], "thrown": True, "sure": True}},
        {"reading": {"dice": "none"}},
        {"verdict": {"outcome": "believed"}},
        {"reading": None, "verdict": None},
    ],
)
def test_a_reading_that_cannot_be_read_is_damage(tmp_path: Path, change: dict[str, Any]) -> None:
    """Of a log that somebody wrote otherwise: it is told when the table opens, not later."""
    played = Played(tmp_path / "data")
    played.start()
    played.read(seen(1, "1 2 3", sure=False))
    played.table.close()
    with sqlite3.connect(log_path(tmp_path / "data")) as db:
        (text,) = db.execute("SELECT body FROM row WHERE seq = 2").fetchone()
        db.execute(
            "UPDATE row SET body = ? WHERE seq = 2", (json.dumps(json.loads(text) | change),)
        )
        write_checksums(db)
    db.close()
    with pytest.raises(FileError) as damage:
        played.again()
    assert damage.value.code == "log_damaged"


@pytest.mark.parametrize(
    "change",
    [
        {"reading_row": 99},
        {"reading_row": "2"},
        {"dice": {"faces": "123"}},
        {"dice": {"faces": 3, "kept": []}},
        {"answers": 2},
        {"dice": {"faces": ["1", "2", float("nan")], "kept": []}},
        {"note": float("inf")},
    ],
)
def test_an_answer_that_cannot_be_read_is_damage(tmp_path: Path, change: dict[str, Any]) -> None:
    """Also where an undo hides it: it would be met when the next dice are read."""
    played = Played(tmp_path / "data")
    played.start()
    played.read(seen(1, "1 2 3", sure=False))
    played.do("dice", faces=["1", "2", "3"], number=1)
    played.do("undo")
    played.table.close()
    with sqlite3.connect(log_path(tmp_path / "data")) as db:
        (text,) = db.execute("SELECT body FROM row WHERE seq = 3").fetchone()
        body = json.dumps(json.loads(text) | change)
        db.execute("UPDATE row SET body = ? WHERE seq = 3", (body,))
        write_checksums(db)
    db.close()
    with pytest.raises(FileError) as damage:
        check_log(log_path(tmp_path / "data"), tiny.GAMES)
    assert damage.value.code == "log_damaged"
    with pytest.raises(FileError) as damage:
        played.again()
    assert damage.value.code == "log_damaged"


def test_a_throw_of_which_the_reading_cannot_be_read_plays_on(tmp_path: Path) -> None:
    """It was played; of its dice nothing is known any more, so that they are asked about."""
    played = Played(tmp_path / "data")
    played.start()
    played.read(seen(1, "1 2 3"))
    played.table.close()
    with sqlite3.connect(log_path(tmp_path / "data")) as db:
        db.execute("""UPDATE row SET body = json_set(body, '$.reading.dice', 'none')""")
        write_checksums(db)
    db.close()
    played.again()
    played.clock.t += 1
    still = seen(2, "1 2 3", moved=(False, True, True), sure=False)
    assert played.read(still)["outcome"] == "asked"
    played.table.close()


def test_a_question_after_an_act_that_is_refused_today_is_asked_no_more(tmp_path: Path) -> None:
    """The act was undone, and the rules of a newer program see it otherwise."""
    played = Played(tmp_path / "data")
    played.start()
    played.do("open")
    for k in (1, 2, 3):
        played.do("count", k=k)
    played.read(seen(1, "1 2 3", sure=False))
    played.do("undo", to=1)
    played.table.close()
    with sqlite3.connect(log_path(tmp_path / "data")) as db:
        db.execute("""UPDATE row SET body = '{"action":{"type":"gone"}}' WHERE seq = 5""")
        write_checksums(db)
    db.close()
    played.again()
    assert played.shown["eye"]["question"] is None
    played.table.close()


def test_an_old_backup_that_cannot_be_migrated_changes_nothing(
    old: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk is full: what was played here is still there, and plays on."""
    played = Played(tmp_path / "new")
    played.start()

    def full(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(log, "rows_in_current_form", full)
    with pytest.raises(FileError):
        played.table.store.log.replace_rows(log_path(old))
    monkeypatch.undo()
    played.do("dice", faces=["1", "2", "3"])
    played.again()
    assert played.cash() == [6, 0]
    played.table.close()
