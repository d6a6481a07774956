"""The parts of a hub that its routes use: accounts, live tables, receiver, broker, archive."""

import logging
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, TypeAlias, TypeVar, TypeVarTuple

import psycopg

from companion.access.errors import HTTPProblem
from companion.budget import HUB_STREAMS, HUB_STREAMS_OF_ONE
from companion.hub import queries
from companion.hub.access import HubAccess, HubRole
from companion.hub.programs import Service, broker_users, set_password
from companion.hub.receive import LiveTables, Receiver
from companion.web.routes import Routes

log = logging.getLogger(__name__)

_Asked = TypeVarTuple("_Asked")
_Answer = TypeVar("_Answer")
HubRoutes: TypeAlias = Routes[HubRole | Literal["anyone"]]
"""Routes that each name the lowest role that may use them."""


class TooManyScreens(HTTPProblem):
    """Too many screens are watching this hub."""

    code = 503


@dataclass
class Broker:
    """The broker in `folder`, at one of its `names` and `port`; `ca` (PEM) is its authority."""

    folder: Path
    names: Sequence[str]
    port: int
    ca: str
    service: Service
    lock: threading.Lock = field(default_factory=threading.Lock)

    def users(self) -> Iterable[str]:
        """Return the users that have access."""
        return broker_users(self.folder)

    def set_password(self, user: str, password: str | None) -> None:
        """Give `user` access with `password`; None revokes it."""
        with self.lock:
            set_password(self.folder, user, password)
        self.service.reload()


@dataclass
class Hub:
    """The parts of a hub; `database` is the address of its archive."""

    access: HubAccess
    live: LiveTables
    tables: Receiver
    broker: Broker
    database: str
    streams: Counter[str] = field(default_factory=Counter)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    archived: dict[str, dict[str, Any]] = field(default_factory=dict)
    archive_read_at: float = -1e9  # by the monotonic clock

    def count_stream(self, user: str) -> None:
        """Count one more screen for `user`; raises `TooManyScreens`."""
        with self._lock:
            if self.streams.total() >= HUB_STREAMS or self.streams[user] >= HUB_STREAMS_OF_ONE:
                raise TooManyScreens
            self.streams[user] += 1

    def uncount_stream(self, user: str) -> None:
        """Count one screen fewer for `user`."""
        with self._lock:
            self.streams[user] -= 1

    def ask(
        self, query: Callable[[queries.Database, *_Asked], _Answer], *asked: *_Asked
    ) -> _Answer:
        """Return the archive's answer to one of the `queries`; raises `psycopg.Error`."""
        with queries.connect(self.database) as db:
            return query(db, *asked)

    def archived_tables(self) -> dict[str, dict[str, Any]]:
        """Return what the archive knows of the tables, or knew when it last answered."""
        if time.monotonic() - self.archive_read_at > 10:
            self.archive_read_at = time.monotonic()
            try:
                self.archived = self.ask(queries.tables)
            except psycopg.Error as error:
                log.warning("The archive isn't responding: %s", error)
        return self.archived


def rename_table_in_archive(hub: Hub, table: str, name: str) -> None:
    """Give `table` another `name` in the archive; raises `psycopg.Error`."""
    with psycopg.connect(hub.database, connect_timeout=queries.CONNECT_SECONDS) as db:
        db.execute(
            "INSERT INTO tables (id, name) VALUES (%s, %s)"
            " ON CONFLICT (id) DO UPDATE SET name = excluded.name",
            (table, " ".join(name.split())),
        )
    hub.archive_read_at = -1e9


LeftOut: TypeAlias = Literal["no", "evening", "always"]


def leave_out_of_leagues(hub: Hub, table: str, evening: str, out: LeftOut) -> None:
    """Leave the games of `table` ("": of all tables) `out` of the leagues; raises `psycopg.Error`.

    ``evening``: those of an `evening` (YYYY-MM-DD) · ``always``: all · ``no``: none.
    """
    with psycopg.connect(hub.database, connect_timeout=queries.CONNECT_SECONDS) as db:
        db.execute(
            "DELETE FROM left_out WHERE table_id = %s AND evening IN (%s, '')", (table, evening)
        )
        if out != "no":
            values = (table, evening if out == "evening" else "")
            db.execute("INSERT INTO left_out VALUES (%s, %s) ON CONFLICT DO NOTHING", values)
