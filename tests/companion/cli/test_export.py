"""`croupier export`: the game in the log as text and as a game file, and game files as input."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.log.log import Log
from companion.log.rows import ActionBody, Row, StartBody, UndoBody
from engine.core.offered_game import Setup

ACTS: list[dict[str, Any]] = [
    {"type": "flip", "symbols": list("23456"), "prize": 160_000, "attempts": 3},
    {"type": "roll", "faces": list("12244"), "seat": None},
    {"type": "bid", "seat": 1, "amount": 210_000},
]
LINES = [
    "Last Chance: Ana, Ben, Cleo",
    "Ana turns over 2 3 4 5 6: prize 160,000, attempts: 3",
    "Ana rolls 1 2 2 4 4",
    "Ben bids 210,000",
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with the log of a game in which a bid was undone."""
    log = Log(tmp_path, patience=0)
    setup = Setup(("Ana", "Ben", "Cleo"))
    log.append(Row(1, StartBody("last_chance", setup), "hand", "", "time 1"))
    for seq, act in enumerate(ACTS, 2):
        log.append(Row(seq, ActionBody(act), "hand", "", f"time {seq}"))
    log.append(Row(5, ActionBody({**ACTS[2], "amount": 220_000}), "hand", "", "time 5"))
    log.append(Row(6, UndoBody(4), "hand", "", "time 6"))
    log.close()
    return tmp_path


def told(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    """Return the output of the command."""
    assert main(["export", *args]) == 0
    return capsys.readouterr().out


def failure(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    """Return the one line of a failing command."""
    assert main(["export", *args]) == 1
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    return err


def test_the_log_as_text(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each act that counts has a line with its time and row."""
    lines = told(capsys, "--data", str(folder)).splitlines()
    assert lines == [f"time {row}  {row:4}  {line}" for row, line in enumerate(LINES, 1)]


def test_a_game_file_is_read_again(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It gives the same text and the same JSON."""
    text = told(capsys, "--json", "--data", str(folder))
    assert json.loads(text)["actions"] == ACTS
    file = folder / "game.json"
    file.write_text(text)
    assert told(capsys, str(file)).splitlines() == LINES
    assert told(capsys, str(file), "--json") == text


def test_files_without_a_game_are_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """They are absent, foreign, truncated or changed; each gives one clear line."""
    file = folder / "game.json"
    assert "cannot read" in failure(capsys, str(file))
    text = told(capsys, "--json", "--data", str(folder))
    for bad, words in {
        "dear diary": "not a Croupier game file",
        text[:-40]: "not a Croupier game file",
        '{"dice": []}': "not a Croupier game file",
        "[" * 100_000: "not a Croupier game file",
        text.replace("210000", "220000"): "was changed",
    }.items():
        file.write_text(bad)
        assert words in failure(capsys, str(file))
    file.write_bytes(b"\xff\xfe")
    assert "not a Croupier game file" in failure(capsys, str(file))


def test_export_without_a_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """There is nothing to write, in any format."""
    Log(tmp_path, patience=0).close()
    for form in ([], ["--json"], ["--csv"], ["--all"]):
        assert "no game has been started" in failure(capsys, *form, "--data", str(tmp_path))


def test_a_game_file_is_no_table(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exporting one as a table is bad usage, like two formats at once."""
    with pytest.raises(SystemExit) as ended:
        main(["export", str(folder / "game.json"), "--csv"])
    assert ended.value.code == 2
    assert "only games in the log" in capsys.readouterr().err


@pytest.fixture
def evening(tmp_path: Path) -> Path:
    """Return a folder with the log of a game that started at half past eight."""
    log = Log(tmp_path, patience=0)
    setup = Setup(("Ana", "Ben", "Cleo"))
    body = StartBody("last_chance", setup)
    log.append(Row(1, body, "hand", "", "2026-11-21T20:30:00+00:00"))
    log.append(Row(2, ActionBody(ACTS[0]), "hand", "", "2026-11-21T20:31:00+00:00"))
    log.close()
    return tmp_path


def test_the_log_as_a_table(evening: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It has all scores after each act, and every game with its players."""
    lines = told(capsys, "--csv", "--data", str(evening)).splitlines()
    assert lines[0] == "version,at,source,line,Ana,Ben,Cleo"
    assert [line.split(",")[0] for line in lines[1:]] == ["1", "2"]
    lines = told(capsys, "--all", "--data", str(evening)).splitlines()
    assert [line.split(",")[4:6] for line in lines[1:]] == [
        ["0", "Ana"],
        ["1", "Ben"],
        ["2", "Cleo"],
    ]
    assert all(",60," in line for line in lines[1:])


def test_an_old_game_that_cannot_be_played_any_more_is_left_out(
    evening: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The table has the other games, and a message says that one is missing."""
    log = Log(evening, patience=0)
    late = "2026-11-21T21:00:00+00:00"
    refused = ActionBody({"type": "bid", "seat": 7, "amount": 1})
    log.append(Row(3, refused, "hand", "", late))
    body = StartBody("last_chance", Setup(("Dan", "Eve", "Fay")))
    log.append(Row(4, body, "hand", "", late))
    log.close()
    assert main(["export", "--all", "--data", str(evening)]) == 0
    out, err = capsys.readouterr()
    assert [line.split(",")[5] for line in out.splitlines()[1:]] == ["Dan", "Eve", "Fay"]
    assert err == "croupier: skipped because it can no longer be replayed: 1 older game\n"
