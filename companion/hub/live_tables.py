"""The present state of all tables of a café."""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any


class LiveTables:
    """The newest states of the tables, by id; thread-safe."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._states: dict[str, dict[str, Any]] = {}
        self._online: dict[str, bool] = {}
        self._reports: dict[str, dict[str, Mapping[str, Any]]] = {}  # by table and kind
        self._version = 0

    def set_state(self, table: str, state: Mapping[str, Any]) -> None:
        """Set the retained state of `table`."""
        with self._change():
            self._states[table] = dict(state)

    def set_available(self, table: str, online: bool) -> None:
        """Set whether `table` is connected."""
        with self._change():
            self._online[table] = online

    def keep_newest_report(self, table: str, report: Mapping[str, Any]) -> None:
        """Keep a report from `table`, in place of an older one of the same kind."""
        with self._change():
            self._reports.setdefault(table, {})[str(report.get("kind"))] = report

    def forget(self, table: str) -> None:
        """Forget `table`."""
        with self._change():
            self._states.pop(table, None)
            self._online.pop(table, None)
            self._reports.pop(table, None)

    def newest_report(self, table: str, kind: str) -> Mapping[str, Any] | None:
        """Return the newest report of this `kind` (doctor, bug_report) from `table`."""
        with self._changed:
            return self._reports.get(table, {}).get(kind)

    def view(self) -> tuple[int, dict[str, dict[str, Any]]]:
        """Return a version, which rises with every change, and the state of each table.

        A state also has ``online``, and ``reports``: the kinds that are available.
        """
        with self._changed:
            ids = sorted(self._states.keys() | self._online.keys())
            return self._version, {
                id_: {
                    **self._states.get(id_, {}),
                    "online": self._online.get(id_, False),
                    "reports": list(self._reports.get(id_, ())),
                }
                for id_ in ids
            }

    def wait(self, version: int, seconds: float) -> bool:
        """Wait until something has changed since `version`; return whether it has."""
        with self._changed:
            return self._changed.wait_for(lambda: self._version != version, seconds)

    @contextmanager
    def _change(self) -> Iterator[None]:
        with self._changed:
            yield
            self._version += 1
            self._changed.notify_all()
