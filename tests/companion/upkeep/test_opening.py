"""A table opens whatever happened to its files, or says what people can decide."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from companion.files import FileError
from companion.log.log import log_path, read_rows
from companion.log.schema import write_checksums
from companion.table.backup.check import check_log
from companion.table.backup.folder import FOLDER
from companion.table.backup.save import save_automatically
from companion.table.table import ActionRequest
from companion.upkeep import repair
from companion.upkeep.bug_report import write_report
from companion.upkeep.health import table_findings
from companion.upkeep.opening import (
    OpeningWay,
    count_sound_rows,
    open_table,
    open_table_as_chosen,
)
from companion.upkeep.repair import DAMAGE_MARK_FILE, check_and_repair
from tests.companion.conftest import JPEG, Played, seen
from tests.companion.tiny import GAMES

ONES = ["1", "1", "1"]


@pytest.fixture
def folder(played: Played) -> Path:
    """Return the folder of a table with three rows; two are in a backup."""
    played.start()
    played.do("dice", faces=ONES)
    save_automatically(played.folder)
    played.do("dice", faces=["2", "2", "2"])
    played.table.close()
    return played.folder


def spoil(folder: Path, sql: str) -> None:
    """Change the log as a worn-out card might."""
    with closing(sqlite3.connect(log_path(folder))) as db, db:
        db.execute(sql)


def test_rows_in_a_backup_are_repaired_at_once(folder: Path) -> None:
    """Nothing is missing, so nobody is asked; the damaged file is kept."""
    before = read_rows(folder)
    spoil(folder, "UPDATE row SET at = 'then' WHERE seq = 1")
    with closing(open_table(folder, GAMES)) as table:
        assert table.housekeeping["repaired"] == 1
        assert table.snapshot()["seats"][0]["cash"] == 3
    assert read_rows(folder) == before
    assert len(list((folder / FOLDER).glob("broken-*.sqlite3"))) == 1


def test_people_decide_about_rows_that_no_backup_has(folder: Path) -> None:
    """They may continue with the sound rows."""
    spoil(folder, "UPDATE row SET at = 'then' WHERE seq = 3")
    with pytest.raises(FileError) as fault:
        open_table(folder, GAMES)
    assert (fault.value.code, count_sound_rows(folder)) == ("log_damaged", 2)
    with closing(open_table_as_chosen("sound", folder, GAMES)) as table:
        assert table.snapshot()["version"] == 2
    open_table(folder, GAMES).close()


@pytest.fixture
def three_games(played: Played) -> Path:
    """Return the folder of a table with three games of 3, 6 and 3 rows, and no backup."""
    for names in (("Ana", "Ben"), ("Cleo", "Dan"), ("Eva", "Finn")):
        played.start(*names)
        played.clock.t += 10
        number = len(played.table.state.history.rows)
        played.read(seen(number, "1 2 3"), JPEG)
        played.do("dice", faces=ONES)
        if "Cleo" in names:
            played.do("undo")
            played.do("open")
            played.do("count", k=1)
    played.table.close()
    return played.folder


@pytest.mark.parametrize("fault", ["UPDATE row SET at = 'then'", "DELETE FROM row"])
@pytest.mark.parametrize("row", range(1, 10))
def test_a_lost_row_of_an_earlier_game_costs_only_that_game(
    three_games: Path, tmp_path: Path, row: int, fault: str
) -> None:
    """The table can be played; statistics, backups and bug reports have all other games."""
    with closing(open_table(three_games, GAMES)) as table:
        before = table.snapshot()
        known = [game.start for game in table.games_played.newest_first()]
    (three_games / "games.jsonl").unlink()
    spoil(three_games, f"{fault} WHERE seq = {row}")
    with closing(open_table(three_games, GAMES)) as table:
        codes = [finding.code for finding in table_findings(table)]
        assert "left_out" in codes
        assert "rows_damaged" not in codes
        assert table.snapshot()["seats"] == before["seats"]
        games = [game.start for game in table.games_played.newest_first() if game.summary]
        assert set(known) - set(games) <= {4 if row >= 4 else 1}
        played = ActionRequest("next", table.state.history.version, {"type": "dice", "faces": ONES})
        table.submit(played)
    assert check_log(save_automatically(three_games), GAMES).rows == 13
    write_report(three_games, tmp_path / "report.zip", GAMES, {})
    assert len(list((three_games / FOLDER).glob("broken-*.sqlite3"))) == 1
    assert open_table(three_games, GAMES).housekeeping == {}


@pytest.mark.parametrize("content", [b"", b"no database" * 1000])
def test_a_log_missing_beside_backups_is_reported(folder: Path, content: bytes) -> None:
    """The table must not start as if no game had ever been played."""
    for part in folder.glob("table.sqlite3*"):
        part.unlink()
    log_path(folder).write_bytes(content)
    with pytest.raises(FileError) as fault:
        open_table(folder, GAMES)
    assert fault.value.code == ("log_damaged" if content else "log_lost")
    with closing(open_table_as_chosen("anew", folder, GAMES)) as table:
        assert table.snapshot()["version"] == 0
    with closing(open_table_as_chosen("sound", folder, GAMES)) as table:
        assert table.snapshot()["version"] == 2


def test_a_file_damaged_outside_its_rows_is_rebuilt(folder: Path) -> None:
    """The damage is found during play and repaired at the next start; no row is missing."""
    before = read_rows(folder)
    spoil(folder, "CREATE TABLE x (y); ")
    with closing(sqlite3.connect(log_path(folder))) as db, db:
        db.execute("PRAGMA writable_schema = ON")
        db.execute("UPDATE sqlite_schema SET rootpage = 3 WHERE name = 'x'")
    open_table(folder, GAMES).close()
    with pytest.raises(FileError):
        check_and_repair(folder)
    with closing(open_table(folder, GAMES)) as table:
        assert table.housekeeping["repaired"] == 1
        assert check_and_repair(folder).bad == ()
    assert read_rows(folder) == before
    assert open_table(folder, GAMES).housekeeping == {}


def test_a_log_with_missing_rows_is_not_called_repaired(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It stays as it is, and the check at the table reports it."""
    real = repair.rebuild_log
    monkeypatch.setattr(repair, "rebuild_log", lambda *args: replace(real(*args), whole=False))
    (folder / DAMAGE_MARK_FILE).touch()
    before = log_path(folder).read_bytes()
    with closing(open_table(folder, GAMES)) as table:
        assert "repaired" not in table.housekeeping
    assert log_path(folder).read_bytes() == before


@pytest.mark.parametrize("way", ["again", "sound", "anew"])
def test_a_running_tables_log_is_not_set_aside(folder: Path, way: OpeningWay) -> None:
    """Even if damage is found, the table would go on writing into the old file."""
    with closing(open_table(folder, GAMES)):
        (folder / DAMAGE_MARK_FILE).touch()
        with pytest.raises(FileError) as fault:
            open_table_as_chosen(way, folder, GAMES)
    assert fault.value.code == "log_in_use"
    assert list((folder / FOLDER).glob("broken-*")) == []


def test_a_game_that_todays_rules_refuse_is_undone(folder: Path) -> None:
    """The table opens with the game before it; the refused one is undone, not deleted."""
    played = Played(folder)
    played.start("Cleo", "Dan")
    played.do("dice", faces=ONES)
    played.table.close()
    with closing(sqlite3.connect(log_path(folder))) as db, db:
        db.execute("""UPDATE row SET body = '{"action":{"type":"fly"}}' WHERE seq = 5""")
        write_checksums(db)
    with closing(open_table(folder, GAMES)) as table:
        shown = table.snapshot()
        assert [seat["name"] for seat in shown["seats"]] == ["Ana", "Ben"]
        assert (shown["version"], table.housekeeping) == (6, {"game_set_aside": 5})
    with closing(open_table(folder, GAMES)) as table:
        assert (table.snapshot()["version"], table.housekeeping) == (6, {})


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("start", '{"game":"gone","setup":{"names":["Ana"]}}'),
        ("action", '{"action":{"type":"throw","faces":["1","1","1"]}}'),
    ],
)
def test_a_refused_first_game_leaves_an_empty_table(folder: Path, kind: str, body: str) -> None:
    """There is no earlier game; the same holds for a log in which no game was started."""
    with closing(sqlite3.connect(log_path(folder))) as db, db:
        db.execute("UPDATE row SET kind = ?, body = ? WHERE seq = 1", (kind, body))
        write_checksums(db)
    with closing(open_table(folder, GAMES)) as table:
        assert table.snapshot()["phase"] == "setup"
