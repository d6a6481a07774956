"""The command line as people use it: exit codes and output."""

import argparse
import io
import json
import logging
import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NoReturn

import cv2
import msgspec
import numpy as np
import pytest

from companion import __main__ as entry
from companion.cli import Progress, arguments, doctor, eye, join, main
from companion.hub import joining
from companion.hub.joining import parse_join_address
from companion.log.log import Log
from companion.log.rows import Row, StartBody
from companion.mqtt.settings import CafeSettings, read_settings, write_settings
from companion.upkeep import Finding, Level
from engine.core.offered_game import Setup
from vision.cameras.demo import DemoCamera
from vision.reader import Reader
from vision.reading import Die, Reading

COMMANDS = ["run", "eye", "read", "watch", "odds", "simulate", "export", "backup", "restore"]
COMMANDS += ["bench", "bundle", "replay", "doctor", "selftest", "join", "hub"]


Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def croupier(capfd: pytest.CaptureFixture[str]) -> Iterator[Run]:
    """Return a function that runs the command in this process, which is faster than a new one."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level

    def run(*args: str) -> subprocess.CompletedProcess[str]:
        code = main(list(args))
        return subprocess.CompletedProcess(args, code, *capfd.readouterr())

    yield run
    root.handlers[:], root.level = handlers, level


def croupier_alone(*args: str) -> subprocess.CompletedProcess[str]:
    """Run the command as a separate process."""
    return subprocess.run(
        [sys.executable, "-m", "companion", *args],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=60,
        check=False,
    )


def fails(result: subprocess.CompletedProcess[str], *words: str) -> None:
    """Check that it exited 1 with one clear line and nothing else."""
    assert result.returncode == 1, result
    assert result.stderr.count("\n") == 1, result.stderr
    assert result.stderr.startswith("croupier: ")
    for word in words:
        assert word in result.stderr
    assert "Traceback" not in result.stdout + result.stderr


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It shows the usage, says what each option is for, and exits 0."""
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    assert ended.value.code == 0
    shown = capsys.readouterr().out
    assert f"usage: croupier {command}" in shown
    assert re.findall(r"^  -(?:(?!  ).)*\n(?! {8})", shown, re.MULTILINE) == []


def test_version_and_help_of_all(capsys: pytest.CaptureFixture[str]) -> None:
    """The module works like the command, and lists every command."""
    assert croupier_alone("--version").stdout.startswith("croupier ")
    with pytest.raises(SystemExit):
        main(["--help"])
    shown = capsys.readouterr().out
    for command in COMMANDS:
        assert command in shown


@pytest.mark.parametrize(
    "args",
    [
        [],
        ["fly"],
        ["run", "--port", "http"],
        ["run", "--port", "70000"],
        ["run", "--camera", "absent.mp4"],
        ["run", "--data", __file__],
        ["calibrate", "--camera", "absent.mp4"],
        ["bench", "--camera", "absent.mp4"],
        ["bench", "--fast"],
        ["doctor", "--camera", "absent.mp4"],
        ["eye", "--server", "table:8080"],
        ["eye", "--join"],
        ["read"],
        ["read", "--count", "0", "a.jpg"],
        ["read", "--count", "5", "--cards", "deck", "a.jpg"],
        ["watch"],
        ["watch", "a", "b"],
        ["odds", "--card", "2 3 4 5 6"],
        ["odds", "--card", "2345", "--attempts", "3"],
        ["odds", "--card", "2 3 4 5 6", "--attempts", "x"],
        ["odds", "--card", "2 3 4 5 9", "--attempts", "3"],
        ["odds", "--card", "2 3 4 5 6", "--attempts", "-1"],
        ["odds", "--card", "2 3 4 5 6", "--attempts", "3", "--prize", "-1"],
        ["odds", "--card", "2 3 4 5 6", "--attempts", "3", "--dice", "1 2"],
        ["odds", "--card", "2 3 4 5 6", "--attempts", "3", "--preset", "none such"],
        ["odds", "--card", "2 3 4 5 6", "--attempts", "3", "--lock", "loose"],
    ],
)
def test_bad_usage_exits_2(args: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """The usage is shown, too."""
    with pytest.raises(SystemExit) as ended:
        main(args)
    assert ended.value.code == 2
    assert "usage:" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["run", "--camera", "absent.mp4"], "no such file or folder: 'absent.mp4'"),
        (["run", "--fast"], "croupier run: error: unrecognized arguments: --fast"),
        (["teach", "list", "--fast"], "croupier teach: error: unrecognized arguments: --fast"),
        (["calibrate", "--camera", "phone"], "only a table can have the camera 'phone'"),
        (["selftest", "--camera", "none"], "only a table can have the camera 'none'"),
        (["selftest", "--rolls", "0"], "a number, at least 1"),
        (["odds", "--card", "12345", "--attempts", "x"], "a number, at least 0"),
        (["read", "--count", "5", "--cards", "deck", "a.jpg"], "--count is for dice"),
        (["run", "--port", "http"], "a port is a number from 0 to 65535"),
        (["run", "--button", "27"], "write a button as 27=undo or 17=bid:1, not 27"),
        (["run", "--button", "99=undo"], "a Raspberry Pi has no pin 99"),
        (["simulate", "last_chance", "--games", "x"], "a number, at least 1"),
    ],
)
def test_bad_usage_is_explained_in_words(
    args: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The parser's own words, "invalid parse value", would mean nothing to people."""
    with pytest.raises(SystemExit):
        main(args)
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("device", ["auto", "none", "73", "/dev/video73", "http://x/y", "~", "."])
def test_a_camera_may_appear_later(device: str) -> None:
    """It may be plugged in or switched on while the table waits."""
    assert arguments.parse_table_camera(device) == device


def test_odds_of_a_card_that_can_be_checked_by_hand(capsys: pytest.CaptureFixture[str]) -> None:
    """Four dice fit and one is missing: keep the four, and one of six faces is enough."""
    card = ["odds", "--card", "2 3 4 5 6", "--attempts", "1", "--dice", "2 3 4 5 5"]
    assert main([*card, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["chance"] == pytest.approx(1 / 6)
    assert told["keep"] == [["2", "3", "4", "5"]]
    # Without the 5 or another die, two dice must fit: 2 of 36 rolls.
    assert told["others"][0] == {"keep": ["2", "3", "4"], "cost": pytest.approx(1 / 6 - 2 / 36)}
    assert len(told["others"]) == 22
    assert told["lucky_flash"] == pytest.approx(120 / 7776)
    assert told["fair_bid"] is None
    assert told["bet"] == {"yes": pytest.approx(-2 / 3), "no": pytest.approx(2 / 3)}

    together = ["odds", "--card", "23456", "--attempts", "1", "--dice", "23455", "--json"]
    assert main(together) == 0
    assert json.loads(capsys.readouterr().out) == told

    assert main([*card, "--prize", "160000"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == ["chance 16.6667%", "keep 2 3 4 5"]
    assert lines[2] == "or keep 2 3 4: -11.1111%"
    assert lines[7:] == [
        "17 others cost more",
        "lucky flash 1.5432%",
        "fair bid 32,000",
        "a bet gains on yes -66.6667%, on no +66.6667%",
    ]


def test_odds_without_a_roll_before_the_sale(capsys: pytest.CaptureFixture[str]) -> None:
    """That edition has no lucky flash; if a card is certain to be cracked, any bid is fair."""
    card = ["odds", "--card", "2 3 4 5 6", "--attempts", "3", "--prize", "1500"]
    assert main([*card, "--preset", "mb_1995", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["lucky_flash"] is None
    assert told["fair_bid"] == pytest.approx(1500 * told["chance"] / (1 - told["chance"]))
    assert main([*card, "--dice", "2 3 4 5 6", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["fair_bid"] is None


def test_odds_of_the_known_cards(capsys: pytest.CaptureFixture[str]) -> None:
    """The chances of the examples in the rules; a lock never raises them."""
    for card, attempts, dice, chance in (
        ("2 3 4 5 6", "3", "1 2 2 4 4", 0.228111),
        ("3 4 L L L", "4", "1 2 4 4 5", 0.307928),
        ("2 L L C C", "4", "2 2 2 5 6", 0.517747),
    ):
        args = ["odds", "--card", card, "--attempts", attempts, "--dice", dice, "--json"]
        told = []
        for lock in ([], ["--lock", "free"], ["--lock", "within_crack"]):
            assert main([*args, *lock]) == 0
            told.append(json.loads(capsys.readouterr().out)["chance"])
        assert told[0] == told[1] == pytest.approx(chance, abs=1e-6)
        assert 0 < told[2] <= told[1] + 1e-12


def picture(path: Path) -> Path:
    """Save a picture of an empty table."""
    image = np.full((240, 320, 3), 90, np.uint8)
    path.write_bytes(cv2.imencode(".jpg", image)[1].tobytes())
    return path


def test_read_prints_a_line_of_json_for_each_picture(croupier: Run, tmp_path: Path) -> None:
    """It continues after pictures that cannot be read; then the exit code is 1."""
    good = picture(tmp_path / "table.jpg")
    torn = tmp_path / "torn.jpg"
    torn.write_bytes(b"\xff\xd8\xff" + b"no picture" * 100)
    empty = tmp_path / "empty.png"
    empty.touch()
    names = [str(path) for path in (torn, good, empty, tmp_path / "absent.jpg", tmp_path)]
    result = croupier("read", "--json", *names)
    assert result.returncode == 1
    (line,) = result.stdout.splitlines()
    told = json.loads(line)
    assert set(told) == {"image", "dice", "sure", "likely", "doubts", "ms"}
    assert told["image"] == str(good)
    assert told["sure"] is False
    errors = result.stderr.splitlines()
    assert len(errors) == 4
    assert all(error.startswith("croupier: ") for error in errors)


def test_read_for_people(croupier: Run, tmp_path: Path) -> None:
    """It prints one line for each picture."""
    result = croupier("read", str(picture(tmp_path / "table.jpg")))
    assert (result.returncode, result.stderr) == (0, "")
    assert "no dice" in result.stdout


def test_read_looks_longer_at_doubtful_pictures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A photograph is final: no later still can settle it."""
    box = (20.0, 20.0, 60.0, 60.0)

    def read(_reader: Reader, _image: object, *, die_size: float = 0.0, **_how: object) -> Reading:
        return Reading((Die("4", 0.99 if die_size else 0.8, box, "white", (("4", 1.0),)),), (), 5.0)

    monkeypatch.setattr(Reader, "read", read)
    assert main(["read", "--json", str(picture(tmp_path / "table.jpg"))]) == 0
    assert json.loads(capsys.readouterr().out)["sure"] is True


@pytest.mark.parametrize(
    ("count", "sure", "doubts"),
    [("1", True, []), ("2", False, ["too few", "covered"]), (None, False, ["covered"])],
)
def test_read_as_a_game_that_counts_its_dice(
    count: str | None, sure: bool, doubts: list[str], tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    """If all dice are there, nothing next to them counts."""

    def read(_reader: Reader, _image: object, **_how: object) -> Reading:
        die = Die("4", 0.99, (0.0, 0.0, 30.0, 30.0), "white", ())
        return Reading((die,), ("covered",), 5.0, ("covered",))

    monkeypatch.setattr(Reader, "read", read)
    asked = ["--count", count] if count else []
    assert main(["read", "--json", *asked, str(picture(tmp_path / "table.jpg"))]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["sure"], set(told["doubts"])) == (sure, set(doubts))


def test_read_into_a_closed_pipe(tmp_path: Path) -> None:
    """Like `croupier read … | head -0`: no traceback."""
    command = [sys.executable, "-m", "companion", "read", str(picture(tmp_path / "a.jpg"))]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 1


def test_watch_refuses_anything_but_a_video(croupier: Run, tmp_path: Path) -> None:
    """The file is absent or not a video, or the name is that of a camera."""
    fails(croupier("watch", str(tmp_path / "absent.mp4")), "absent.mp4")
    text = tmp_path / "notes.mp4"
    text.write_text("no video")
    fails(croupier("watch", "--json", str(text)), "notes.mp4")
    fails(croupier("watch", "demo"), "demo")


def test_watch_ends_with_a_torn_video(croupier: Run, tmp_path: Path) -> None:
    """A recording that ends within a frame is read to its last complete one."""
    path = tmp_path / "empty.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 30, (320, 240))
    for _ in range(30):
        writer.write(np.full((240, 320, 3), 90, np.uint8))
    writer.release()
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) * 2 // 3])
    result = croupier("watch", "--json", str(path))
    assert (result.returncode, result.stdout) == (0, "")
    assert "Traceback" not in result.stderr


def test_eye_without_a_camera(croupier: Run, tmp_path: Path) -> None:
    """An absent device gives one clear line."""
    server = ["--server", "http://127.0.0.1:1"]
    fails(croupier("eye", *server, "--camera", "73"))
    fails(croupier("eye", *server, "--camera", str(tmp_path / "none.mp4")))
    fails(croupier("eye", *server, "--join", "--code", "1"), "no Croupier table answers", "([Errno")


@pytest.mark.parametrize("started", [[], ["--until-eof", "--no-demo"]], ids=["alone", "by a table"])
def test_eye_without_a_camera_shows_no_virtual_dice(
    started: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """If the table is elsewhere, or there was a camera before; it is restarted until then."""
    monkeypatch.setattr(eye, "open_camera", lambda *_, **__: DemoCamera())
    monkeypatch.setattr(eye, "exit_when_stdin_ends", lambda: None)
    assert main(["eye", "--server", "http://127.0.0.1:9", *started]) == 1
    assert "no camera found" in capsys.readouterr().err


class Terminal(io.TextIOWrapper):
    """Shows a line when it is complete, or when it is flushed."""

    def isatty(self) -> bool:
        """Return true."""
        return True


def test_progress_is_gone_before_a_result_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is shown at once, too, although its line never ends."""
    shown = io.BytesIO()
    monkeypatch.setattr(sys, "stderr", Terminal(shown, line_buffering=True))
    progress = Progress()
    progress.say("1 of 2")
    assert shown.getvalue().endswith(b"1 of 2")
    progress.clear()
    assert shown.getvalue().endswith(b"\r\x1b[K")


def test_eye_of_a_table_without_a_camera() -> None:
    """The eye that `run` starts watches a pipe, and must still fail in one line."""
    args = ["--until-eof", "--server", "http://127.0.0.1:1", "--camera", "73"]
    eye = subprocess.Popen(
        [sys.executable, "-m", "companion", "eye", *args],
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with eye:
        assert eye.wait(timeout=60) == 1
        assert eye.stderr is not None
        assert eye.stderr.read().count("\n") == 1


def test_run_with_the_port_in_use(croupier: Run, tmp_path: Path) -> None:
    """It fails at once, with one line that names the port."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        result = croupier("run", "--host", "127.0.0.1", "--port", port, "--data", str(tmp_path))
    fails(result, port, "--port")


def test_run_on_an_address_of_another_machine(croupier: Run, tmp_path: Path) -> None:
    """This is an error for a foreign address and for an invalid name."""
    for host in ("192.0.2.77", "no.such.host.invalid"):
        fails(croupier("run", "--host", host, "--port", "0", "--data", str(tmp_path)), host)


def test_a_cafe_that_cannot_be_left(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """If nothing can be written, that is reported, and it is not treated as a bug."""
    (tmp_path / "file").touch()
    assert main(["join", "--leave", "--data", str(tmp_path / "file" / "data")]) == 1
    assert "Cannot write to" in capsys.readouterr().err


def test_a_table_that_joins_again_is_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It had left the café; under another id, the hub would show it as one more table."""
    joined = CafeSettings("Klee", "Window", "192.0.2.7", 8883, "0123abcd", "secret", "PEM")
    write_settings(tmp_path, joined)
    for said in ("leaves the café at its next start", "is not in a café"):
        assert main(["join", "--leave", "--data", str(tmp_path)]) == 0
        assert said in capsys.readouterr().out
    assert read_settings(tmp_path) is None
    monkeypatch.setattr(join, "_ask", lambda _address, _name, before: before)
    assert main(["join", "http://192.0.2.7:8090/join#00ff", "--data", str(tmp_path)]) == 0
    assert read_settings(tmp_path) == joined


def test_a_hub_that_does_not_know_the_code_is_not_joined(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Another machine at its address could otherwise hear every game."""

    def urlopen(request: Any, **_: object) -> io.BytesIO:
        asked = msgspec.json.decode(request.data, type=joining.JoinRequest)
        answer = joining.join_answer(asked, "11", "Klee", "192.0.2.66", 8883, "PEM")
        return io.BytesIO(msgspec.json.encode(answer))

    monkeypatch.setattr(join.urllib.request, "urlopen", urlopen)  # type: ignore[attr-defined]
    assert main(["join", "http://192.0.2.7:8090/join#00ff", "--data", str(tmp_path)]) == 1
    assert "does not know this code" in capsys.readouterr().err
    assert read_settings(tmp_path) is None


@pytest.mark.parametrize("level", ["ok", "warning", "problem"])
def test_the_doctor_fails_if_there_is_a_problem(
    level: Level, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A script learns only of problems."""
    monkeypatch.setattr(doctor, "examine_table", lambda *_: [Finding("clock_wrong", level)])
    assert main(["doctor", "--json", "--data", str(tmp_path)]) == (level == "problem")


def test_a_code_is_read_by_the_camera(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may come into view late; a camera that never sees one ends in a clear error."""
    url, asked = "http://192.0.2.7:8090/join#00ff", []
    joined = CafeSettings("Klee", "Window", "192.0.2.7", 8883, "0123abcd", "secret", "PEM")
    monkeypatch.setattr(
        join, "_ask", lambda address, _name, _before: asked.append(address) or joined
    )
    code = cv2.copyMakeBorder(cv2.QRCodeEncoder.create().encode(url), *[4] * 4, 0, value=255)
    shown, pictures = cv2.resize(code, None, fx=8, fy=8, interpolation=0), tmp_path / "pictures"
    pictures.mkdir()
    cv2.imwrite(str(pictures / "1.png"), np.full_like(shown, 255))
    command = ["join", "--camera", str(pictures), "--data", str(tmp_path / "data")]
    assert main(command) == 1
    cv2.imwrite(str(pictures / "2.png"), shown)
    assert main(command) == 0
    assert asked == [parse_join_address(url)]


def test_run_with_a_log_that_another_table_uses(tmp_path: Path) -> None:
    """One clear line, and the log is unchanged; other errors lead to a page."""
    log = Log(tmp_path, patience=0)
    before = log.path.read_bytes()
    fails(croupier_alone("run", "--camera", "none", "--port", "0", "--data", str(tmp_path)))
    assert log.path.read_bytes() == before
    log.close()


def test_export_prints_the_game_in_lines(croupier: Run, tmp_path: Path) -> None:
    """Each act has a line, even while a table uses the log; without a log there is an error."""
    fails(croupier("export", "--data", str(tmp_path)), "no games")
    log = Log(tmp_path, patience=0)
    setup = Setup(("Ana", "Ben", "Cleo"))
    log.append(Row(1, StartBody("last_chance", setup), "hand", "", "then"))
    result = croupier_alone("export", "--data", str(tmp_path))
    log.close()
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.splitlines() == ["then     1  Last Chance: Ana, Ben, Cleo"]


@pytest.mark.parametrize("command", ["run --port 0", "doctor", "export"])
def test_the_owner_of_an_inaccessible_folder_is_named(command: str, tmp_path: Path) -> None:
    """A start with sudo leaves such a folder: the error says whose it is and what to type."""
    folder, as_player, owner = tmp_path / "data", list[str](), os.geteuid()
    folder.mkdir()
    (folder / "table.sqlite3").touch()
    if owner == 0:  # root may do everything unless its capabilities are dropped
        if shutil.which("setpriv") is None:
            pytest.skip("as root it needs setpriv (Debian's package util-linux)")
        as_player = ["setpriv", "--bounding-set", "-dac_override,-dac_read_search"]
        owner = 65534
        os.chown(folder, owner, owner)
    folder.chmod(0o700 if owner == 65534 else 0)
    arguments = [*command.split(), "--data", str(folder)]
    arguments += [] if command == "export" else ["--camera", "none"]
    try:
        done = subprocess.run(
            [*as_player, sys.executable, "-m", "companion", *arguments],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    finally:
        folder.chmod(0o700)
    assert done.returncode == 1
    assert "internal error" not in done.stderr
    assert str(folder) in (done.stdout if command == "doctor" else done.stderr)


@pytest.mark.parametrize("encoding", ["latin-1", "ascii"])
def test_names_in_every_script_are_exported_in_every_locale(encoding: str, tmp_path: Path) -> None:
    """The file is UTF-8, whatever the terminal can show."""
    names = ("Zoë", "Юлия", "花子", "Ana 🎲")
    log = Log(tmp_path, patience=0)
    log.append(Row(1, StartBody("last_chance", Setup(names)), "hand", "", "then"))
    log.close()
    done = subprocess.run(
        [sys.executable, "-m", "companion", "export", "--data", str(tmp_path)],
        env={**os.environ, "PYTHONIOENCODING": encoding},
        capture_output=True,
        check=True,
        timeout=60,
    )
    assert all(name in done.stdout.decode() for name in names)


@pytest.mark.parametrize("text", ["https://dice.example.org", "HTTP://Dice.example.org:8443/"])
def test_public_addresses_are_normalised(text: str) -> None:
    """Neither the case nor a final slash matters."""
    assert arguments.parse_public_address(text) == text.lower().rstrip("/")


@pytest.mark.parametrize(
    "text", ["dice.example.org", "https://", "ftp://x", "https://x/y", "https://x?y"]
)
def test_malformed_public_addresses_are_refused(text: str) -> None:
    """A path, a query, or another protocol would lead phones nowhere."""
    with pytest.raises(argparse.ArgumentTypeError):
        arguments.parse_public_address(text)


@pytest.mark.parametrize("command", ["backup FILE --data DATA", "sheet FILE", "read FILE"])
def test_file_names_in_every_script_are_printed_in_every_locale(
    command: str, tmp_path: Path
) -> None:
    """In the C locale, names arrive as undecodable bytes, which once caused an internal error."""
    Log(tmp_path / "data").close()
    places = {"FILE": str(tmp_path / "Zoë-明子.pdf"), "DATA": str(tmp_path / "data")}
    done = subprocess.run(
        [sys.executable, "-m", "companion", *(places.get(w, w) for w in command.split())],
        capture_output=True,
        env={**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        check=False,
    )
    told = (done.stdout + done.stderr).decode()
    assert "internal error" not in told
    assert "Zoë-明子.pdf" in told


def test_ctrl_c_while_the_command_line_loads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Loading takes seconds on a busy Pi, and Ctrl+C once printed a traceback then."""

    def pressed() -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setitem(sys.modules, "companion.cli", SimpleNamespace(main=pressed))
    assert entry.main() == 130


@pytest.mark.parametrize(
    ("module", "unused"), [("companion.cli", "engine"), ("companion.cli.eye", "engine.games")]
)
def test_the_games_are_loaded_only_when_needed(module: str, unused: str) -> None:
    """Loading them takes seconds on a small machine, during which Ctrl+C printed a traceback.

    The eye needs none, and people wait for it when it restarts.
    """
    code = f"import sys, {module}; sys.exit('{unused}' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
