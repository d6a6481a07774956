"""A table of the tiny game with a clock that the test moves."""

import threading
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.routing import Rule

import engine.games
from companion.files import FileError
from companion.log.log import Log
from companion.log.readings import DieReport, ReadingReport
from companion.table.table import ActionRequest, Table
from companion.web.app import create_app
from engine.yacht import odds
from engine.yacht.odds import PositionValues
from tests.companion.tiny import GAMES

JPEG = b"\xff\xd8\xff\xc0\x00\x11\x08\x00\x10\x00\x10\x03 a picture"


class Clock:
    """A monotonic clock in seconds that stands still until it is moved."""

    def __init__(self) -> None:
        self.t = 1000.0

    def __call__(self) -> float:
        """Return the time."""
        return self.t


class Played:
    """A table with a short method for each thing that tests do."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.clock = Clock()
        self.table = self._open()

    @contextmanager
    def full_disk(self) -> Iterator[None]:
        """Let every write of the table fail inside the block."""

        def full(*_: object) -> None:
            raise FileError("log_unwritable", "The disk is full.")

        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(self.table.store.log, "append", full)
            yield

    def _open(self) -> Table:
        return Table(Log(self.folder, patience=0), GAMES, now=self.clock)

    def again(self) -> None:
        """Close the table and open it again, as after a power cut."""
        self.table.close()
        self.table = self._open()

    def do(self, type_: str, *, id_: str | None = None, **fields: Any) -> dict[str, Any]:
        """Do an act at the current version."""
        version: Any = self.table.snapshot()["version"]
        action = {"type": type_, **fields}
        return self.table.submit(ActionRequest(id_ or str(uuid.uuid4()), version, action, "tablet"))

    def start(self, *names: str, **fields: Any) -> dict[str, Any]:
        """Begin the tiny game, with Ana first unless specified otherwise."""
        setup = {"game": "tiny", "names": names or ("Ana", "Ben"), "first_seat": 0}
        return self.do("start", **{**setup, **fields})

    def read(self, reading: ReadingReport, picture: bytes | None = None) -> dict[str, Any]:
        """Post `reading` as the eye would; return the outcome."""
        return self.table.take_reading(reading, picture)

    def picture_of(self, number: int) -> bytes | None:
        """Return the picture of reading `number`, if it is asked about or the last."""
        row = self.table.state.row_of_reading(number)
        return None if row is None else self.table.picture_of_row(row)

    @property
    def shown(self) -> dict[str, Any]:
        """Return what everybody sees now."""
        return self.table.snapshot()

    @property
    def log(self) -> list[Any]:
        """The newest rows of the log, oldest first."""
        rows: Any = self.table.store.newest_rows()["rows"]
        return list(rows)

    def cash(self) -> list[int]:
        """Return the coins by seat."""
        return [seat["cash"] for seat in self.shown["seats"]]


@pytest.fixture(scope="session", autouse=True)
def _compiled_once() -> Iterator[None]:
    """Compile each route only once: most tests make an application, which is slow."""
    compiled: dict[tuple[str, bool], Any] = {}
    compile_ = Rule._compile_builder

    def once(rule: Rule, append_unknown: bool = True) -> Any:
        key = rule.rule, append_unknown
        if key not in compiled:
            compiled[key] = compile_(rule, append_unknown)
        return compiled[key]

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Rule, "_compile_builder", once)
        yield


class PlayedWithAllGames(Played):
    """The same table, with all games of the program."""

    def _open(self) -> Table:
        return Table(Log(self.folder, patience=0), engine.games.GAMES, now=self.clock)


@pytest.fixture
def may_solve(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Return the event on which solving Yacht's odds waits; no odds are known before."""
    event, solve = threading.Event(), PositionValues.solve_after
    monkeypatch.setattr(odds, "_values", {})
    monkeypatch.setattr(PositionValues, "solve_after", lambda *args: event.wait() and solve(*args))
    yield event
    event.set()  # so that a failing test leaves no waiting thread


@pytest.fixture
def all_games(tmp_path: Path) -> Iterator[Played]:
    """Return a table with all games, none of them started."""
    played = PlayedWithAllGames(tmp_path / "all")
    yield played
    played.table.close()


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Played]:
    """Return a fresh table."""
    played = Played(tmp_path / "data")
    yield played
    played.table.close()


@pytest.fixture
def client(played: Played) -> FlaskClient:
    """Return a client of the web application of that table."""
    return create_app(played.table).test_client()


def seen(number: int, faces: str, **fields: Any) -> ReadingReport:
    """Return a sure roll that shows `faces` ("1 2 3"); all dice moved unless `fields` differ."""
    dice = tuple(DieReport(face, 0.99, (0.0, 0.0, 9.0, 9.0), "white") for face in faces.split())
    values: dict[str, Any] = {"moved": (True,) * len(dice), "thrown": True, "sure": True}
    return ReadingReport("run1", number, dice, **{**values, **fields})
