"""Only the seat that made a secret bet knows it, whatever another device requests."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from companion.access.control import AccessControl
from companion.access.store import AccessStore
from companion.files import FileError
from companion.log.log import Log
from companion.table.table import ActionRequest, Table
from companion.web.app import create_app
from engine.games import GAMES
from tests.companion.access.conftest import TABLE, Guest

ACTS: list[dict[str, Any]] = [
    {
        "type": "start",
        "game": "last_chance",
        "names": ["Ana", "Ben", "Cleo"],
        "first_seat": 0,
        "options": {"bet_visibility": "secret_until_closed"},
    },
    {"type": "flip", "symbols": ["1", "2", "3", "4", "5"], "prize": 250000, "attempts": 3},
    {"type": "roll", "faces": ["1", "1", "2", "2", "6"]},
    {"type": "bid", "seat": 0, "amount": 100000},
    *({"type": "count", "k": k} for k in (1, 2, 3)),
]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """Return a table where Ana has bought a card and bets are open."""
    table = Table(Log(tmp_path), GAMES)
    for number, action in enumerate(ACTS):
        table.submit(ActionRequest(f"r{number}", number, action))
    assert table.snapshot()["phase"] == "bets"
    yield table
    table.close()


def test_a_secret_bet(table: Table) -> None:
    """Ben bets from his phone: Ana, the banker and a spectator see that, but not on which side."""
    access = AccessControl(table)
    app = create_app(table, access)
    app.extensions["access"] = access
    banker, ana, ben, watcher = (Guest(app, f"192.0.2.{number}") for number in range(4))
    for guest in (banker, ana, ben, watcher):
        guest.post("join", code=access.code)
    ana.sit(0)
    ben.sit(1)
    stream: Any = iter(ana.get(f"{TABLE}/events").response)
    answer = ben.act("bet", seat=1, amount=50000, on="no").get_json()
    assert answer["seats"][1]["token_bet"] == {"amount": 50000, "on": None}
    assert ben.me["own"] == {"bet": {"amount": 50000, "on": "no"}}
    told = [json.dumps(answer), *(next(stream).decode() for _ in range(3))]
    for guest in (banker, ana, watcher):
        told += [guest.get(TABLE).text, json.dumps(guest.me["own"])]
        told += [guest.get(f"{TABLE}/{name}").text for name in ("story", "statistics")]
    assert not any('"on": "no"' in text or '"on":"no"' in text for text in told)
    assert "50000" in told[0]
    assert ana.me["own"] == {"bet": None}
    for name in ("export.json", "export.csv", "backup"):
        assert ana.get(f"{TABLE}/{name}").status_code == 403


def test_a_later_device_sees_no_earlier_secret_of_its_seat(table: Table) -> None:
    """A banker may give the seat away in good faith, but its earlier secret bet stays hidden."""
    access = AccessControl(table)
    app = create_app(table, access)
    app.extensions["access"] = access
    banker, ben, eve = (Guest(app, f"192.0.2.{number}") for number in range(3))
    for guest in (banker, ben, eve):
        guest.post("join", code=access.code)
    ben.sit(1)
    ben.act("bet", seat=1, amount=50000, on="no")
    assert ben.me["own"] == {"bet": {"amount": 50000, "on": "no"}}
    ben.post("seat", seat=None)
    eve.sit(1)
    assert eve.me["own"] == {"bet": None}
    eve.act("bet", seat=1, amount=50000, on="yes")
    assert eve.me["own"] == {"bet": {"amount": 50000, "on": "yes"}}


def test_a_later_device_sees_its_own_bet_even_if_it_equals_a_hidden_one(table: Table) -> None:
    """The earlier bet was taken back, and the device then placed the same bet itself."""
    access = AccessControl(table)
    app = create_app(table, access)
    app.extensions["access"] = access
    banker, eve = Guest(app, "192.0.2.1"), Guest(app, "192.0.2.2")
    for guest in (banker, eve):
        guest.post("join", code=access.code)
    banker.act("bet", seat=1, amount=50000, on="no")
    eve.sit(1)
    assert eve.me["own"] == {"bet": None}
    for side in ("yes", "no"):
        eve.act("bet", seat=1, amount=50000, on=side)
        assert eve.me["own"] == {"bet": {"amount": 50000, "on": side}}


def test_a_seat_change_that_cannot_be_stored_reveals_nothing(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The old seat's secret bet stays hidden when a full disk refuses the change."""
    access = AccessControl(table, AccessStore(tmp_path))
    eve = access.join(access.code, "192.0.2.1").id
    access.sit(eve, 1)
    table.submit(ActionRequest("bet", 7, {"type": "bet", "seat": 1, "amount": 50000, "on": "no"}))
    assert access.status(access.callers.caller_of_device(eve))["own"]["bet"]
    access.sit(eve, 1)
    monkeypatch.setattr(AccessStore, "write", Mock(side_effect=FileError("no_space", "Full.")))
    with pytest.raises(FileError):
        access.sit(eve, 2)
    assert access.status(access.callers.caller_of_device(eve))["own"] == {"bet": None}
