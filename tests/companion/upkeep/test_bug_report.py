"""A bug report can be replayed elsewhere, and contains nothing private."""

import json
import logging
import sqlite3
import zipfile
from collections.abc import Callable
from contextlib import closing
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.cli import main
from companion.files import FileError
from companion.log.log import Log, log_path
from companion.log.rows import Row, StartBody
from companion.log.schema import write_checksums
from companion.table.eyes import EyeReport
from companion.upkeep import bug_report, program_log
from companion.upkeep.bug_report import MAX_PICTURES, open_report, write_report
from engine.core.offered_game import Setup
from tests.companion.conftest import JPEG, Played, seen
from tests.companion.tiny import GAMES


@pytest.fixture
def file(played: Played, tmp_path: Path) -> Path:
    """Return the report of a table where Zoé, once called Xenia, then Ben and Zoé played."""
    played.start("Zoé")
    played.do("rename", seat=0, name="Xenia")
    played.start("Ben", "ZOÉ")
    played.do("dice", faces=["1", "2", "3"])
    for number in range(MAX_PICTURES + 3):
        played.clock.t += 10
        played.table.take_reading(seen(number, "4 5 6"), JPEG + str(number).encode())
    played.do("correct", row=4, faces=["1", "1", "1"])
    write_report(played.folder, tmp_path / "bundle.zip", GAMES, {"eye": "sees"}, JPEG)
    return tmp_path / "bundle.zip"


def test_it_plays_again_elsewhere(played: Played, file: Path, tmp_path: Path) -> None:
    """The table there shows the same, except for names; the newest pictures are included."""
    opened = open_report(file, tmp_path / "there", GAMES)
    assert opened.same
    assert opened.about["eye"] == "sees"
    assert len(opened.lines) == len(played.table.games_played.find().moments)
    with closing(Log(tmp_path / "there")) as log:
        found = [row.seq for row in log.rows() if row.picture in log.pictures]
        assert found == list(range(8, 8 + MAX_PICTURES))
    other = Played(tmp_path / "there")
    assert [seat["name"] for seat in other.shown["seats"]] == ["Player 3", "Player 1"]
    assert [seat["cash"] for seat in other.shown["seats"]] == played.cash()
    other.do("dice", faces=["6", "6", "6"])
    other.table.close()


def test_it_contains_no_names_devices_or_requests(file: Path) -> None:
    """They are nowhere in the file, not even in SQLite's free pages."""
    with zipfile.ZipFile(file) as packed:
        assert set(packed.namelist()) == {"bundle.json", "table.sqlite3", "preview.jpg"}
        everything = b"".join(packed.read(name) for name in packed.namelist())
    for secret in ("Zoé", "ZOÉ", "Zo\\u00e9", "ZO\\u00c9", "Ben", "Xenia", "tablet"):
        assert secret.encode() not in everything


def test_names_are_included_on_request(played: Played, file: Path, tmp_path: Path) -> None:
    """Devices are still numbered."""
    write_report(played.folder, tmp_path / "named.zip", GAMES, {}, names=True)
    open_report(tmp_path / "named.zip", tmp_path / "there", GAMES)
    other = Played(tmp_path / "there")
    assert [seat["name"] for seat in other.shown["seats"]] == ["Ben", "ZOÉ"]
    assert {row["who"] for row in other.log} == {"device 1", "device 2"}
    other.table.close()


def test_a_different_result_is_reported(file: Path, tmp_path: Path) -> None:
    """The rules that replay it may give another result."""
    change(file, lambda log: log.execute("UPDATE row SET body = replace(body, '\"4\"', '\"5\"')"))
    assert not open_report(file, tmp_path / "there", GAMES).same


def change(file: Path, do: Callable[[sqlite3.Connection], Any]) -> None:
    """Change the log inside the report `file`."""
    with zipfile.ZipFile(file) as packed:
        parts = {name: packed.read(name) for name in packed.namelist()}
    path = file.with_name("changing")
    path.write_bytes(parts["table.sqlite3"])
    with closing(sqlite3.connect(path)) as db, db:
        do(db)
        write_checksums(db)
    with zipfile.ZipFile(file, "w") as packed:
        for name, data in (parts | {"table.sqlite3": path.read_bytes()}).items():
            packed.writestr(name, data)


def zipped(**parts: str) -> bytes:
    """Return a zip file of `parts`."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        for name, text in parts.items():
            packed.writestr(name.replace("_", "."), text)
    return out.getvalue()


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"no zip", "bundle_foreign"),
        (zipped(letter_txt="hello"), "bundle_foreign"),
        (zipped(bundle_json="[]"), "bundle_foreign"),
        (zipped(bundle_json='{"croupier": 1}'), "bundle_foreign"),
        (zipped(bundle_json='{"croupier": 99}'), "bundle_newer"),
        (zipped(bundle_json='{"croupier": 1}', table_sqlite3="x" * 9999), "log_foreign"),
    ],
)
def test_malformed_reports_make_no_table(tmp_path: Path, data: bytes, code: str) -> None:
    """Each error has its code."""
    (tmp_path / "file").write_bytes(data)
    with pytest.raises(FileError) as error:
        open_report(tmp_path / "file", tmp_path / "there", GAMES)
    assert error.value.code == code
    assert not log_path(tmp_path / "there").exists()


def test_a_bomb_fills_no_disk(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Unpacking stops at a limit and leaves nothing."""
    monkeypatch.setattr(bug_report, "MAX_BACKUP_BYTES", 10_000)
    with pytest.raises(FileError, match="too large"):
        open_report(file, tmp_path / "there", GAMES)
    assert list((tmp_path / "there").iterdir()) == []


def test_no_table_is_replaced(played: Played, file: Path) -> None:
    """A report can only be replayed in a new folder."""
    with pytest.raises(FileError) as error:
        open_report(file, played.folder, GAMES)
    assert error.value.code == "folder_taken"


def test_a_bundle_over_http(played: Played, client: FlaskClient) -> None:
    """It has the findings, the eye, the preview, and the program's last lines."""
    program_log._RECENT.handle(logging.makeLogRecord({"msg": "something is strange"}))
    played.start("Zoé")
    played.table.take_report(EyeReport("run1", "empty", 30, "USB", preview=JPEG))
    answer = client.get("/api/tables/main/bundle", buffered=True)
    assert answer.mimetype == "application/zip"
    with zipfile.ZipFile(BytesIO(answer.data)) as packed:
        about = json.loads(packed.read("bundle.json"))
        assert packed.read("preview.jpg") == JPEG
    assert {"eye_ok", "program"} <= {found["code"] for found in about["findings"]}
    assert about["eye"]["camera"] == "USB"
    assert any("something is strange" in line for line in about["program_log"])
    assert not list(played.folder.glob(".*"))


def test_a_streams_address_is_not_revealed(played: Played, client: FlaskClient) -> None:
    """Neither the eye nor the findings nor the program's log contain it."""
    log = program_log._RECENT
    log.handle(logging.makeLogRecord({"msg": "(rtsp://cam.example/path lost) and more"}))
    played.table.take_report(EyeReport("run1", "empty", 30, "http://cam.example/my path?key=1"))
    for silence in (0, 10):  # the eye is well, then it is lost
        played.clock.t += silence
        answer = client.get("/api/tables/main/bundle", buffered=True)
        with zipfile.ZipFile(BytesIO(answer.data)) as packed:
            text = packed.read("bundle.json").decode()
        about = json.loads(text)
        assert about["eye"]["camera"] == "http://…"
        assert "http://…" in [found["figures"].get("camera") for found in about["findings"]]
        assert any("(rtsp://… lost) and more" in line for line in about["program_log"])
        assert "cam.example" not in text
        assert "path" not in text
    assert played.shown["eye"]["camera"].startswith(
        "http://cam.example/"
    )  # the table itself shows it


@pytest.mark.parametrize("word", ["UPDATE", "VACUUM"])
def test_a_disk_that_fills_up_meanwhile_is_reported(
    played: Played, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, word: str
) -> None:
    """The error is that of an unwritable file; nothing is left behind."""
    played.start("Zoé")

    class Full(sqlite3.Connection):
        def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
            if sql.startswith(word):
                raise sqlite3.OperationalError("database or disk is full")
            return super().execute(sql, *values)

    real = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *a, **k: real(*a, **k, factory=Full))
    with pytest.raises(FileError, match="full") as error:
        write_report(played.folder, tmp_path / "bundle.zip", GAMES, {})
    assert error.value.code == "log_unwritable"
    assert [path.name for path in tmp_path.iterdir()] == [played.folder.name]


def test_bundle_and_replay_by_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One command writes, the other reads; a folder with a table is not touched."""
    log = Log(tmp_path / "data", patience=0)
    body = StartBody("last_chance", Setup(("Ana", "Ben", "Cleo")))
    log.append(Row(1, body, "hand", "", "2026-11-21T20:00:00+00:00"))
    log.close()
    file, there = str(tmp_path / "bundle.zip"), str(tmp_path / "there")
    assert main(["bundle", file, "--data", str(tmp_path / "data")]) == 0
    assert main(["bundle", file, "--data", str(tmp_path / "data")]) == 1
    assert main(["replay", file]) == 0
    assert main(["replay", file, "--data", there]) == 0
    out = capsys.readouterr().out
    assert out.count("Last Chance: Player 1, Player 2, Player 3") == 2
    assert f"croupier run --data {there}" in out
    assert main(["replay", file, "--data", there]) == 1
    assert "already" in capsys.readouterr().err
    assert main(["replay", str(tmp_path / "absent.zip")]) == 1
    assert "No such file" in capsys.readouterr().err
