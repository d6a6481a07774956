"""The data that the hub's pages are made from."""

import logging
import threading
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeAlias

import psycopg

from companion.access.errors import HTTPProblem
from companion.hub import queries
from companion.hub.access import HubAccess, Role
from companion.hub.live_tables import LiveTables
from companion.web.routes import Routes

log = logging.getLogger(__name__)


HubRoutes: TypeAlias = Routes[Role | Literal["anyone"]]
"""Each route with the lowest role that may use it."""


class TooManyScreens(HTTPProblem):
    """Too many screens are watching this hub."""

    code = 503


class Tables(Protocol):
    """Speaks to tables; `trouble` is why nothing can be archived at present."""

    trouble: str

    def announce(self, version: str) -> object:
        """Announce a `version` of Croupier to all tables."""

    def forget(self, table: str) -> object:
        """Remove the retained state of `table` from the broker."""


class Broker(Protocol):
    """The broker: who has access, its `names` and `port`, and its authority's certificate."""

    names: Sequence[str]
    port: int
    ca: str

    def users(self) -> list[str]:
        """Return the users that have access."""

    def allow(self, user: str, password: str) -> object:
        """Give `user` access by `password`."""

    def disallow(self, user: str) -> object:
        """Take the access of `user` away."""


@dataclass
class Hub:
    """The data that the hub's pages are made from; `database` is the address of the archive."""

    cafe: str
    access: HubAccess
    live: LiveTables
    tables: Tables
    broker: Broker
    database: str
    _streams: Counter[str] = field(default_factory=Counter)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    known: dict[str, dict[str, Any]] = field(default_factory=dict)
    known_read: float = -1e9

    @property
    def streams(self) -> int:
        """How many screens follow the tables."""
        return self._streams.total()

    def open_stream(self, user: str, most: int, most_of_one: int) -> None:
        """Count one more screen of `user`; raises `TooManyScreens`."""
        with self._lock:
            if self.streams >= most or self._streams[user] >= most_of_one:
                raise TooManyScreens
            self._streams[user] += 1

    def end_stream(self, user: str) -> None:
        """Count one screen less of `user`."""
        with self._lock:
            self._streams[user] -= 1

    def known_tables(self) -> dict[str, dict[str, Any]]:
        """Return what the archive knows of the tables, or knew when it last answered."""
        if time.monotonic() - self.known_read > 10:
            self.known_read = time.monotonic()
            try:
                with queries.connect(self.database) as db:
                    self.known = queries.tables(db)
            except psycopg.Error as error:
                log.warning("The archive does not answer: %s", error)
        return self.known


def rename_table_in_archive(hub: Hub, table: str, name: str) -> None:
    """Call `table` `name` in the archive; raises `psycopg.Error`."""
    with psycopg.connect(hub.database, connect_timeout=queries.CONNECT_SECONDS) as db:
        found = db.execute(
            "INSERT INTO tables (id, name) VALUES (%s, %s)"
            " ON CONFLICT (id) DO UPDATE SET name = excluded.name",
            (table, " ".join(name.split())),
        )
        assert found.rowcount == 1
    hub.known_read = -1e9
