"""The key of an eye: given on the same machine, elsewhere exchanged for the code."""

import json
import threading
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from werkzeug.serving import make_server

from companion.access.control import AccessControl
from companion.cli import main
from companion.cli.arguments import data_folder
from companion.eye.table_client import (
    EyeCodeNeeded,
    Rejected,
    join_table,
    poster_to_table,
    read_key,
)
from companion.log.log import note_address
from companion.upkeep import doctor
from companion.web.app import create_app
from tests.companion.conftest import Played
from tests.companion.serving import Served
from tests.companion.tiny import GAMES
from tests.waiting import until

HEARTBEAT: dict[str, Any] = {"eye": "run1", "state": "sure"}


@pytest.fixture
def url(played: Played, access: AccessControl) -> Iterator[str]:
    """Return the address of a table that asks everybody for the code."""
    app = create_app(played.table, access, ask_everywhere=True)
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join(60)


def test_an_eye_without_key_or_code_is_refused(url: str, played: Played) -> None:
    """The table accepts nothing from it."""
    with pytest.raises(EyeCodeNeeded, match="401"):
        poster_to_table(url)("eye", HEARTBEAT)
    assert played.shown["eye"]["state"] == "lost"


def test_a_program_that_reads_the_tables_key_needs_no_code(
    url: str, played: Played, access: AccessControl
) -> None:
    """This lets the doctor see what the page shows, even behind a proxy."""
    note_address(played.folder, url, access.callers.own_key)
    assert "screens" in {found.code for found in doctor.examine_table(played.folder, GAMES)}


def test_the_key_of_this_machines_eye_and_the_code_both_open(
    url: str, played: Played, access: AccessControl
) -> None:
    """With the code it joins once, however often it posts, and again after it was removed."""
    assert poster_to_table(url, key=access.callers.eye_key)("eye", HEARTBEAT)["throws"] == []
    assert access.roles() == {}
    assert played.shown["eye"]["state"] == "sure"
    kept: list[str] = []
    post = poster_to_table(url, code=access.code, keep=kept.append)
    for _ in range(3):
        assert post("eye", HEARTBEAT)["approved"] is False
    (eye,) = access.roles()
    access.approve(eye)
    assert "approved" not in poster_to_table(url, key=kept[0])("eye", HEARTBEAT)
    access.remove(eye)
    post("eye", HEARTBEAT)
    assert len(access.roles()) == 1
    assert len(kept) == 2


def test_a_wrong_code_is_tried_once(url: str, access: AccessControl) -> None:
    """An eye that kept guessing would lock out everybody at its address."""
    post = poster_to_table(url, code="00000000")
    with pytest.raises(Rejected, match="wrong_code"):
        post("eye", HEARTBEAT)
    for _ in range(9):
        with pytest.raises(EyeCodeNeeded):
            post("eye", HEARTBEAT)
    assert poster_to_table(url, key=join_table(url, access.code))("eye", HEARTBEAT)["throws"] == []


def test_run_asks_for_the_code_everywhere_and_its_own_eye_still_works(tmp_path: Path) -> None:
    """The start prints the code, which browsers on this machine need too."""
    served = Served(tmp_path / "data", "--ask-code-everywhere", camera="demo").wait()
    try:
        assert served.get("/health") == {"status": "ok"}
        assert served.post("actions", {})[0] == 401
        code = served.output.read_text().partition("for new devices: ")[2][:9]
        tablet = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        url = f"http://127.0.0.1:{served.port}"
        body = json.dumps({"code": code}).encode()
        asked = urllib.request.Request(
            f"{url}/api/access/join", body, {"Content-Type": "application/json"}
        )
        with tablet.open(asked, timeout=60) as answer:
            assert json.load(answer)["role"] == "banker"

        def state() -> str:
            with tablet.open(f"{url}/health", timeout=60) as answer:
                return str(json.load(answer)["eye"])

        until(lambda: state() != "lost", 60)
    finally:
        served.kill()


def test_joining_alone_keeps_the_key(
    url: str,
    access: AccessControl,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """An eye that starts with the machine then needs no code; a wrong code stores nothing."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert main(["eye", "--join", "--server", url, "--code", "nonsense"]) == 1
    assert "refused this camera" in capsys.readouterr().err
    assert read_key(data_folder(), url) == ""
    assert main(["eye", "--join", "--server", url, "--code", access.code]) == 0
    assert (
        poster_to_table(url, key=read_key(data_folder(), url))("eye", HEARTBEAT)["approved"]
        is False
    )


def test_joining_fails_if_the_key_cannot_be_stored(
    url: str,
    access: AccessControl,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """An eye started later would lack the key; a running eye goes on."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    (tmp_path / "home").write_text("")
    told = ["--server", url, "--code", access.code]
    assert main(["eye", "--join", *told]) == 1
    said = capsys.readouterr()
    assert "the key cannot be saved" in said.err
    assert "Joined" not in said.out
    (tmp_path / "stills").mkdir()
    cv2.imwrite(str(tmp_path / "stills" / "1.png"), np.full((480, 640, 3), 90, np.uint8))
    assert main(["eye", "--camera", str(tmp_path / "stills"), *told]) == 0
    assert "a banker has to approve again" in capsys.readouterr().err
    assert len(access.roles()) == 2
