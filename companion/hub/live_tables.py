"""What all tables of a café are doing now, as they last said."""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any


class LiveTables:
    """The newest states of the tables, by their ids; any thread may tell and ask."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._states: dict[str, dict[str, Any]] = {}
        self._online: dict[str, bool] = {}
        self._reports: dict[str, dict[str, Mapping[str, Any]]] = {}  # by table and kind
        self._version = 0

    def set_state(self, table: str, state: Mapping[str, Any]) -> None:
        """Take the retained state of `table`."""
        with self._change():
            self._states[table] = dict(state)

    def set_available(self, table: str, online: bool) -> None:
        """Take whether `table` is connected."""
        with self._change():
            self._online[table] = online

    def keep_newest_report(self, table: str, report: Mapping[str, Any]) -> None:
        """Take a report that `table` sent; the newest of each kind is kept."""
        with self._change():
            self._reports.setdefault(table, {})[str(report.get("kind"))] = report

    def forget(self, table: str) -> None:
        """Forget `table`, which was shown out."""
        with self._change():
            self._states.pop(table, None)
            self._online.pop(table, None)
            self._reports.pop(table, None)

    def newest_report(self, table: str, kind: str) -> Mapping[str, Any] | None:
        """Return the newest report of that `kind` (doctor, bug_report) of `table`."""
        with self._changed:
            return self._reports.get(table, {}).get(kind)

    def view(self) -> tuple[int, dict[str, dict[str, Any]]]:
        """Return a number that is another after each change, and each table's state.

        With its state comes ``online``, and ``reports``: the kinds that can be had.
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
        """Wait until something has changed since `version`; return whether it did."""
        with self._changed:
            return self._changed.wait_for(lambda: self._version != version, seconds)

    @contextmanager
    def _change(self) -> Iterator[None]:
        with self._changed:
            yield
            self._version += 1
            self._changed.notify_all()
