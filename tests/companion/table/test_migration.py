"""A log that an older program wrote opens and plays on."""

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from companion.table import backup
from companion.table.log import APPLICATION_ID, SCHEMA, Log, LogError, log_path, version_of
from companion.table.table import Request, Table
from companion.throws.reading import Die, Reading
from engine import GAMES
from tests.companion.conftest import Played, seen

# Two dice told of a question, a sale, a throw by the camera, undone, redone and corrected.
OLD = (Path(__file__).parent / "log_of_version_1.sql").read_text()


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
    assert table.picture(8) is not None
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


def test_an_old_backup_can_be_put_back(old: Path, tmp_path: Path) -> None:
    """It is known as one of ours, and brought to today's form with its pictures."""
    new = tmp_path / "new"
    summary, kept = backup.restore(new, log_path(old), GAMES)
    assert (summary.rows, kept) == (11, None)
    assert backup.save(new, tmp_path / "copy.sqlite3", GAMES).rows == 11
    log = Log(new)
    assert log.evidence_rows() == {3, 8}
    log.close()


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
    log = Log(old)
    assert len(log.rows()) == 11
    log.close()


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
    db.close()
    with pytest.raises(LogError) as damage:
        played.again()
    assert damage.value.code == "log_damaged"
