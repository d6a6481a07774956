"""Housekeeping finds faults in a table's files and reports them at the table."""

import errno
import json
import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from queue import SimpleQueue

import pytest

from companion.log import summaries
from companion.log.log import Log, log_path
from companion.log.summaries import FILE
from companion.table.backup.folder import kept_backups
from companion.table.backup.save import save_automatically
from companion.table.table import ActionRequest, Table
from companion.upkeep import health, housekeeping
from companion.upkeep.housekeeping import main, run_housekeeping, start_housekeeping
from engine.games import GAMES
from tests.companion.conftest import Played


@pytest.fixture
def evening(played: Played) -> Played:
    """Return a table with two rows, both in a backup."""
    played.start()
    played.do("dice", faces=["1", "1", "1"])
    save_automatically(played.folder)
    return played


def spoil(played: Played, seq: int) -> None:
    """Change a row as a worn-out card might."""
    with closing(sqlite3.connect(log_path(played.folder))) as db, db:
        db.execute("UPDATE row SET who = 'nobody' WHERE seq = ?", (seq,))


def levels(played: Played) -> dict[str, str]:
    """Return the level of each finding."""
    return {finding.code: finding.level for finding in health.table_findings(played.table)}


def test_a_bad_row_is_repaired_and_reported(evening: Played) -> None:
    """A separate process does this during play."""
    spoil(evening, 2)
    run_housekeeping(evening.table, "--check")
    assert evening.table.housekeeping == {"damaged": None, "repaired": 1}
    assert levels(evening)["rows_repaired"] == "warning"
    assert "rows_damaged" not in levels(evening)
    evening.again()
    assert evening.cash() == [3, 0]


def test_a_log_is_checked_unless_it_was_just_made(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An existing log without rows may have lost them."""
    done: SimpleQueue[str] = SimpleQueue()
    monkeypatch.setattr(housekeeping, "run_housekeeping", lambda _, what: done.put(what))
    start_housekeeping(played.table)
    played.table.game_over()
    assert done.get(timeout=60) == "--backup"
    played.again()
    start_housekeeping(played.table)
    assert done.get(timeout=60) == "--check"


def test_it_ends_silently_with_its_table(evening: Played) -> None:
    """Otherwise, the log of each table that ended early would have an error."""
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", housekeeping.__name__, str(evening.folder), "--check"]
    done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, check=False)
    os.close(writer)
    assert (done.returncode, done.stderr) == (-signal.SIGPIPE, b"")


def test_a_log_that_cannot_be_repaired_is_a_problem(
    evening: Played, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """No backup is made of it."""
    monkeypatch.setattr(os, "nice", lambda _: 0)  # otherwise all later tests would be slower
    evening.do("dice", faces=["2", "2", "2"])
    spoil(evening, 3)
    main([str(evening.folder), "--check", "--backup"])
    found = json.loads(capsys.readouterr().out)
    assert found["damaged"].endswith("table.sqlite3: 3")
    assert "row 3 is not what was written" in found["backup"]
    evening.table.housekeeping = found
    assert (levels(evening)["rows_damaged"], levels(evening)["backup_failed"]) == ("problem",) * 2


def test_a_lost_row_of_an_earlier_game_is_left_out_during_play(evening: Played) -> None:
    """It is found when a backup is made after a game; then the backup is repeated."""
    evening.do("dice", faces=["2", "2", "2"])
    evening.start("Cleo", "Dan")
    evening.do("dice", faces=["1", "1", "1"])
    spoil(evening, 3)
    run_housekeeping(evening.table, "--backup")
    assert evening.table.housekeeping["left_out"] is True
    assert evening.table.housekeeping["backup"] is None
    assert levels(evening)["left_out"] == "warning"
    assert "rows_damaged" not in levels(evening)
    evening.do("dice", faces=["1", "1", "1"])
    assert evening.cash() == [3, 3]
    evening.again()
    assert evening.cash() == [3, 3]


def test_it_computes_summaries_and_makes_a_backup(
    evening: Played, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The real program does not know this test's game, which is reported, too."""
    monkeypatch.setattr(os, "nice", lambda _: 0)
    evening.start("Cleo")
    main([str(evening.folder), "--backup"])
    assert json.loads(capsys.readouterr().out) == {"backup": None}
    assert '"version": 2, "start": 1' in (evening.folder / FILE).read_text()
    assert len(kept_backups(evening.folder)) == 2


def test_a_process_that_dies_is_reported(evening: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may have been killed when memory ran out."""
    monkeypatch.setattr("sys.executable", "/bin/false")
    run_housekeeping(evening.table, "--backup")
    assert evening.table.housekeeping == {"backup": "ended with 1"}


def test_housekeeping_goes_on_after_a_failure(
    evening: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without memory for a process, the backup counts as failed; old pictures stay for now."""

    def fails(*_: object, **__: object) -> None:
        raise OSError(errno.ENOMEM, "Cannot allocate memory")

    monkeypatch.setattr(subprocess, "run", fails)
    monkeypatch.setattr(evening.table.store.log.pictures, "prune", fails)
    run_housekeeping(evening.table, "--backup")
    assert "Cannot allocate memory" in str(evening.table.housekeeping["backup"])
    assert levels(evening)["backup_failed"] == "problem"


def test_older_games_are_replayed_in_the_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After an update, nobody at the table has to wait for statistics."""
    with closing(Table(Log(tmp_path), GAMES)) as table:
        start_housekeeping(table)
        for number in range(5):
            start = {"type": "start", "game": "yacht", "names": ["Ana", "Ben"]}
            table.submit(ActionRequest(f"{number}", number, start))
        played: list[object] = []
        monkeypatch.setattr(summaries, "summarise_game", played.append)
        told = list(table.games_played.newest_first())
    assert [game.start for game in told] == [5, 4, 3, 2, 1]
    assert len(played) == 2
    assert [game.summary is not None for game in told] == [False, False, True, True, True]
