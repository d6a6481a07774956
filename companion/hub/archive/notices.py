"""What people are told of that happened with a table."""

import json
import time
from collections.abc import Mapping
from typing import Any

import psycopg

_SAME_S = 60.0  # within which the same is noted once
_OFTEN, _OFTEN_S = 3, 600.0  # log put back so often within so long: two tables with one identity


class Notices:
    """Notes in the archive `db`."""

    def __init__(self, db: psycopg.Connection) -> None:
        self._db = db
        self._noted: dict[tuple[str, str], float] = {}
        self._restored: dict[str, list[float]] = {}

    def note(self, table: str, code: str, detail: Mapping[str, Any]) -> None:
        """Note what has happened with a table; of each `code` once a minute at most."""
        now = time.monotonic()
        if now - self._noted.get((table, code), -_SAME_S) < _SAME_S:
            return
        self._noted[table, code] = now
        self._db.execute(
            "INSERT INTO notices (table_id, code, detail) VALUES (%s, %s, %s)",
            (table, code, json.dumps(detail)),
        )

    def note_restored(self, table: str, detail: Mapping[str, Any]) -> None:
        """Note that a table was put back to an earlier copy of its log.

        Where that happens again and again, two tables tell by one identity: ``two_tables``.
        """
        now = time.monotonic()
        recent = [at for at in self._restored.get(table, ()) if now - at < _OFTEN_S]
        self._restored[table] = [*recent, now][-_OFTEN:]
        self.note(table, "two_tables" if len(recent) >= _OFTEN - 1 else "log_restored", detail)
