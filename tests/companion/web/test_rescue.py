"""There is always a page, whatever happened to the files."""

import re
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

import pytest
from flask import Flask

from companion.access.credentials import UPTIME, JoinCode, TokenSigner
from companion.access.device import Device
from companion.access.store import FILE, AccessStore, StoredAccess, open_or_replace_store
from companion.address import own_addresses
from companion.files import FileError
from companion.log.log import log_path
from companion.table.backup.save import save_automatically
from companion.web.callers import COOKIE
from companion.web.rescue import CHOICES_BY_FAULT, RescuePage
from companion.web.server import (
    ServerSettings,
    _is_banker,
    _open_table,
    open_listening_socket,
)
from companion.words import LANGUAGES, catalogue
from tests.companion.conftest import Played
from tests.companion.serving import Served
from tests.waiting import until

CODE = "12345678"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("fault", CHOICES_BY_FAULT)
def test_the_page_says_what_is_wrong_and_what_to_do(fault: str, language: str) -> None:
    """It does so in the browser's language."""
    rescue = RescuePage(FileError(fault, "The card."), 7, JoinCode(CODE))
    answer = rescue.app().test_client().get("/", headers={"Accept-Language": language})
    assert answer.status_code == 503
    words = catalogue(language)
    told = [f"rescue_{fault}", "rescue_code", "rescue_kept"]
    told += [f"rescue_{choice}" for choice in CHOICES_BY_FAULT[fault]]
    for key in told:
        assert str(words[key]).format(rows=7) in answer.text
    assert "The card." not in answer.text  # this is English


def test_a_decision_needs_the_code() -> None:
    """It is accepted only on this page, and only one that was offered."""
    rescue = RescuePage(FileError("log_lost", ""), 0, JoinCode(CODE))
    client = rescue.app().test_client()
    for form, status in (
        ({"choice": "anew"}, 403),
        ({"choice": "anew", "code": "1"}, 403),
        ({"choice": "sound", "code": CODE}, 400),  # there are no rows
        ({"code": CODE}, 400),
    ):
        assert client.post("/", data=form).status_code == status
    from_elsewhere = {"Origin": "http://elsewhere.example"}
    told = {"choice": "anew", "code": CODE}
    assert client.post("/", data=told, headers=from_elsewhere).status_code == 400
    assert rescue.chosen is None
    assert client.post("/", data=told).status_code == 200
    assert rescue.chosen == "anew"


def test_a_banker_needs_no_code() -> None:
    """The device is recognised, so nobody has to remember the code."""
    rescue = RescuePage(FileError("log_lost", ""), 0, JoinCode(CODE), lambda: True)
    client = rescue.app().test_client()
    assert "<input" not in client.get("/").text
    assert client.post("/", data={"choice": "anew"}).status_code == 200
    assert rescue.chosen == "anew"


@pytest.mark.parametrize(("id_", "role"), [("abc", True), ("def", False), ("gone", False)])
def test_a_banker_is_recognised_by_their_device(id_: str, role: bool) -> None:
    """The cookie is the table's usual one."""
    devices = (Device("abc", 1, 0.0, 0.0, banker=True), Device("def", 2, 0.0, 0.0))
    cookie = f"{COOKIE}={TokenSigner('key', time.time, UPTIME).make_token(id_)}"
    phone = {"environ_base": {"REMOTE_ADDR": "10.0.0.2"}, "headers": {"Cookie": cookie}}
    with Flask("test").test_request_context(**phone):
        assert _is_banker(StoredAccess(CODE, "key", devices), ask_everywhere=False) == role
        assert not _is_banker(None, ask_everywhere=False)


def test_other_requests_get_the_reason_too() -> None:
    """Open pages keep asking until the table is there."""
    client = RescuePage(FileError("log_lost", "Empty."), 0, JoinCode(CODE)).app().test_client()
    answer = client.get("/api/tables/main")
    assert (answer.status_code, answer.json) == (503, {"code": "log_lost", "message": "Empty."})
    for path in ("css/page.css", "figtree.ttf"):
        assert client.get(f"/static/{path}").status_code == 200


def _choose(served: Served, choice: str) -> None:
    """Choose on the page of `served`, with the code that the program has printed."""
    told = re.compile(r"\(code (\d{4} \d{4})\)")
    code = until(lambda: told.search(served.output.read_text()))[1]
    form = urllib.parse.urlencode({"choice": choice, "code": code}).encode()
    address = f"http://127.0.0.1:{served.port}/"
    with pytest.raises(urllib.error.HTTPError) as page:
        urllib.request.urlopen(address, timeout=60)
    with page.value as answer:
        assert b"<form" in answer.read()
    with urllib.request.urlopen(address, form, timeout=60) as answer:
        assert answer.status == 200
    served.wait()


def _findings(served: Served) -> dict[str, str]:
    findings = served.get("/api/tables/main/health")["findings"]
    return {finding["code"]: finding["level"] for finding in findings}


def test_a_log_lost_beside_backups_is_restored(played: Played) -> None:
    """Devices that had joined are still known."""
    played.start()
    save_automatically(played.folder)
    played.table.close()
    for part in played.folder.glob("table.sqlite3*"):
        part.unlink()
    log_path(played.folder).write_bytes(b"")
    (played.folder / "access.sqlite3").write_bytes(b"damaged" * 1000)
    served = Served(played.folder)
    try:
        _choose(served, "anew")
        assert served.get("/api/tables/main")["version"] == 0
        assert _findings(served)["door_anew"] == "warning"
    finally:
        served.kill()


def test_a_table_without_a_writable_disk_plays_in_memory(tmp_path: Path) -> None:
    """The folder is a link to a disk that isn't there."""
    (tmp_path / "data").symlink_to(tmp_path / "disk" / "data")
    served = Served(tmp_path / "data")
    try:
        _choose(served, "memory")
        act = {"type": "start", "game": "last_one", "names": ["Ana", "Ben", "Cleo"]}
        status, shown = served.post("actions", {"id": "1", "version": 0, "action": act})
        assert (status, shown["version"]) == (200, 1)
        assert _findings(served)["unsaved"] == "problem"
    finally:
        served.kill()


def test_the_page_shows_an_address_for_tablets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Tablets cannot reach 0.0.0.0."""
    (tmp_path / "data").write_text("")
    monkeypatch.setattr(RescuePage, "serve_until_chosen", lambda *_: "memory")
    with open_listening_socket("0.0.0.0", 0) as listener:
        _open_table(ServerSettings("0.0.0.0", 0, tmp_path / "data", "none"), listener, None).close()
    told = capsys.readouterr().out
    assert f"http://{own_addresses('0.0.0.0')[0]}:" in told
    assert "0.0.0.0" not in told


def test_a_changed_bit_makes_nobody_a_banker(tmp_path: Path) -> None:
    """For every byte of the store, either the data is unchanged or the file is set aside."""
    stored = StoredAccess(CODE, "key", (Device("abc", 1, 10.0, 20.5), Device("def", 2, 1.0, 2.0)))
    store = AccessStore(tmp_path / "data")
    store.write(stored)
    store.close()
    whole = (tmp_path / "data" / FILE).read_bytes()
    for place in range(0, len(whole), 97):
        folder = tmp_path / str(place)
        folder.mkdir()
        spoilt = bytearray(whole)
        spoilt[place] ^= 1 << place % 8
        (folder / FILE).write_bytes(spoilt)
        opened, is_new = open_or_replace_store(folder)
        assert opened is not None
        assert opened.read() == (None if is_new else stored), place
        opened.close()
