"""`croupier backup` and `croupier restore`: exit codes and lines."""

from pathlib import Path

import pytest

from companion.cli import main
from companion.log.log import Log
from companion.log.rows import ActionBody, Row, StartBody
from engine.core.offered_game import Setup


def test_backup_and_restore(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A backup is made, checked and restored; the old log is kept, and the output says where."""
    old, new, file = tmp_path / "old", tmp_path / "new", tmp_path / "evening.sqlite3"
    log = Log(old, patience=0)
    body = StartBody("last_chance", Setup(("Ana", "Ben", "Cleo")))
    log.append(Row(1, body, "hand", "", "2026-11-21T20:00:00+00:00"))
    assert main(["backup", str(file), "--data", str(old)]) == 0
    log.close()
    assert main(["restore", str(file), "--check", "--data", str(new)]) == 0
    assert not new.exists()
    for _ in range(2):
        assert main(["restore", str(file), "--data", str(new)]) == 0
    told = capsys.readouterr().out
    assert told.count("1 game, 1 move, the last on 2026-11-21.") == 4
    assert f"saved in {new / 'backups'}" in told


def test_backup_and_restore_say_what_is_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without a log or a backup, or over an existing file, they print one line and exit with 1."""
    there = tmp_path / "there"
    there.write_text("a letter")
    for command in (
        ["backup", str(tmp_path / "file"), "--data", str(tmp_path)],
        ["backup", str(there), "--data", str(tmp_path)],
        ["restore", str(tmp_path / "none"), "--data", str(tmp_path)],
        ["restore", str(there), "--data", str(tmp_path)],
    ):
        assert main(command) == 1
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1), command
    assert there.read_text() == "a letter"


def test_force_overwrites_a_file_but_no_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A folder in its place is refused."""
    data, file, folder = tmp_path / "data", tmp_path / "file", tmp_path / "folder"
    Log(data, patience=0).close()
    file.write_text("an older backup")
    folder.mkdir()
    command = ["backup", "--data", str(data), "--force"]
    assert main([*command, str(file)]) == 0
    assert file.read_bytes().startswith(b"SQLite format 3")
    assert main([*command, str(folder)]) == 1
    assert f"{folder} already exists" in capsys.readouterr().err


@pytest.mark.parametrize("letter", ["", "Dear Ana"])
def test_a_foreign_file_is_not_called_a_damaged_backup(
    letter: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """No new folder is left behind."""
    there, data = tmp_path / "there", tmp_path / "data"
    there.write_text(letter)
    for where in ([], ["--check"]):
        assert main(["restore", str(there), "--data", str(data), *where]) == 1
        assert f"{there} is not a Croupier log or backup" in capsys.readouterr().err
    assert not data.exists()


def test_a_log_that_an_update_refuses_makes_room_for_a_backup(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The log's new place is printed, and `backup` names the bad file."""
    data, file = tmp_path / "data", tmp_path / "evening.sqlite3"
    log = Log(data, patience=0)
    body = StartBody("last_chance", Setup(("Ana", "Ben", "Cleo")))
    log.append(Row(1, body, "hand", "", "2026-11-21T20:00:00+00:00"))
    assert main(["backup", str(file), "--data", str(data)]) == 0
    refused = ActionBody({"type": "bid", "seat": 7, "amount": 1})
    log.append(Row(2, refused, "hand", "", "2026-11-21T20:01:00+00:00"))
    log.close()
    assert main(["backup", str(tmp_path / "other"), "--data", str(data)]) == 1
    assert f"{log.path} is damaged" in capsys.readouterr().err
    assert main(["restore", str(file), "--data", str(data)]) == 0
    told = capsys.readouterr().out
    assert "now has 1 game, 1 move" in told
    assert f"saved in {data / 'backups' / 'broken-'}" in told


def test_a_backup_never_replaces_the_log_itself(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A running table would go on writing into a deleted file."""
    log = Log(tmp_path / "data", patience=0)
    before = log.path.stat().st_ino
    for path in (log.path, tmp_path / "data" / ".." / "data" / log.path.name):
        assert main(["backup", str(path), "--force", "--data", str(tmp_path / "data")]) == 1
        assert "is the table's own log" in capsys.readouterr().err
    assert log.path.stat().st_ino == before
    log.close()
