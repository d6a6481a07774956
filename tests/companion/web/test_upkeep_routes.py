"""Backups over HTTP are downloaded, checked on upload, and restored once."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.budget import BACKUP, BUDGETS
from companion.log.log import log_path
from companion.table.backup.check import check_log
from companion.table.backup.folder import kept_backups
from companion.table.backup.save import save_automatically
from companion.upkeep import health
from companion.upkeep.housekeeping import start_housekeeping
from tests.companion.conftest import Played
from tests.companion.log.test_played_games import play_out
from tests.companion.tiny import GAMES
from tests.waiting import until

ONE = "/api/tables/main"


def upload(client: FlaskClient, data: bytes, mimetype: str = BACKUP) -> TestResponse:
    """POST a backup."""
    return client.post(f"{ONE}/backups", data=data, content_type=mimetype)


def put_back(client: FlaskClient, name: str, seen: dict[str, Any]) -> TestResponse:
    """POST the restore of backup `name`, by a page that has `seen` a snapshot."""
    body = {"name": name, "run": seen["run"], "version": seen["version"]}
    return client.post(f"{ONE}/restore", json=body)


def files(folder: Path) -> set[str]:
    """Return the files in `folder`, without SQLite's own."""
    return {path.name for path in folder.iterdir()} - {"table.sqlite3-wal", "table.sqlite3-shm"}


def test_a_backup_is_downloaded_uploaded_and_restored(played: Played, client: FlaskClient) -> None:
    """It is inspected first, and the newer game is kept."""
    played.start("Ana", "Ben")
    played.do("dice", faces=["1", "2", "3"])
    answer = client.get(f"{ONE}/backup", buffered=True)
    assert answer.mimetype == BACKUP
    assert answer.content_length == len(answer.data)
    assert ".sqlite3" in answer.headers["Content-Disposition"]
    played.start("Cleo")
    shown: Any = upload(client, answer.data).json
    assert (shown["why"], shown["rows"], shown["names"]) == ("upload", 2, ["Ana", "Ben"])
    assert played.shown["seats"][0]["name"] == "Cleo"
    after: Any = put_back(client, shown["name"], played.shown).json
    assert [seat["cash"] for seat in after["seats"]] == [6, 0]
    listed: Any = client.get(f"{ONE}/backups").json
    assert {entry["name"] for entry in listed["backups"]} == {shown["name"], after["kept"]}
    assert files(played.folder) == {"table.sqlite3", "lock", "backups"}


def test_a_damaged_log_cannot_be_downloaded_as_a_backup(
    played: Played, client: FlaskClient
) -> None:
    """The error is shown, and the partial file is removed."""
    played.start("Ana", "Ben")
    with closing(sqlite3.connect(log_path(played.folder))) as db, db:
        db.execute("UPDATE row SET who = 'nobody'")
    answer = client.get(f"{ONE}/backup")
    assert (answer.status_code, answer.json and answer.json["code"]) == (503, "log_damaged")
    assert files(played.folder) == {"table.sqlite3", "lock"}


def test_a_repeat_or_a_stale_page_changes_nothing(played: Played, client: FlaskClient) -> None:
    """Acts made meanwhile are not lost, as the page first gets the newest snapshot."""
    played.start("Ana")
    kept = save_automatically(played.folder).name
    seen = played.shown
    played.do("dice", faces=["1", "2", "3"])
    late = put_back(client, kept, seen)
    assert (late.status_code, late.json and late.json["snapshot"]["version"]) == (409, 2)
    seen = played.shown
    assert put_back(client, kept, seen).status_code == 200
    again = put_back(client, kept, seen)
    assert (again.status_code, again.json and again.json["code"]) == (409, "stale")


def test_bad_uploads_are_named_and_leave_nothing(played: Played, client: FlaskClient) -> None:
    """The upload is not a backup, has no game, or has another type."""
    for data in (b"", b"no backup", b"SQLite format 3\0" * 100):
        answer = upload(client, data)
        assert answer.status_code == 422
        assert answer.json is not None
        assert answer.json["code"] in ("log_foreign", "log_damaged")
        assert str(played.folder) not in answer.text
    assert upload(client, b"x", "application/x-www-form-urlencoded").status_code == 415
    assert upload(client, b"{}", "application/json").status_code == 415
    assert client.post(f"{ONE}/actions", data=b"x", content_type=BACKUP).status_code == 415
    assert kept_backups(played.folder) == []
    assert files(played.folder) <= {"table.sqlite3", "lock", "backups"}


def test_an_upload_has_a_size_limit(
    played: Played, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A larger one is refused before it fills the card; other routes keep their small limit."""
    monkeypatch.setitem(BUDGETS["banker"].files, BACKUP, 500_000)
    assert upload(client, b"x" * 500_001).status_code == 413
    assert upload(client, b"x" * 400_000).status_code == 422
    big = client.post(f"{ONE}/restore", data=b"x" * 400_000, content_type="application/json")
    assert big.status_code == 413


@pytest.mark.parametrize("name", ["../table.sqlite3", "/etc/passwd", "", "auto-x.sqlite3"])
def test_names_of_other_files_are_refused(played: Played, client: FlaskClient, name: str) -> None:
    """This holds even if the file exists."""
    (played.folder / "backups").mkdir()
    (played.folder / "backups" / "auto-x.sqlite3").write_text("mine")
    answer = put_back(client, name, played.shown)
    assert (answer.status_code, answer.json and answer.json["code"]) == (422, "no_such_backup")
    assert client.get(f"{ONE}/backups").json == {"backups": []}


def test_only_the_last_upload_is_kept(played: Played, client: FlaskClient) -> None:
    """Repeated uploads must not fill the card."""
    played.start("Ana")
    data = client.get(f"{ONE}/backup", buffered=True).data
    names = [upload(client, data).json["name"] for _ in range(3)]  # type: ignore[index]
    assert [path.name for path in kept_backups(played.folder)] == names[-1:]


def wait_for_backups(played: Played, count: int) -> list[Path]:
    """Return the backups once there are `count`."""
    until(lambda: len(kept_backups(played.folder)) >= count)
    return kept_backups(played.folder)


def test_a_game_that_ends_is_backed_up(played: Played) -> None:
    """This is automatic, and the backup is sound however often the end is undone and repeated."""
    start_housekeeping(played.table)
    play_out(played, "Ana")
    (path,) = wait_for_backups(played, 1)
    assert check_log(path, GAMES).rows == played.shown["version"]
    played.do("undo")
    played.do("dice", faces=["6", "6", "6"])
    assert len(wait_for_backups(played, 2)) == 2


def test_a_backup_that_fails_stops_nobody(played: Played, caplog: pytest.LogCaptureFixture) -> None:
    """The game is still over, and the error is shown."""
    start_housekeeping(played.table)
    (played.folder / "backups").write_text("in the way")
    play_out(played, "Ana")
    until(lambda: "backup" in caplog.text)
    assert played.shown["over"]
    told = {finding.code: finding for finding in health.table_findings(played.table)}
    assert "Cannot write" in told["backup_failed"].figures["why"]
    assert told["backup_failed"].level == "problem"
