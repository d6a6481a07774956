"""Receives the messages of a café's tables from the broker, and archives them.

Broker, database and hub may each stop and start at any moment. A message is acknowledged once it is
archived, and the broker keeps it until then. What the broker has lost is asked for again: each
table says in its retained state how far it has sent its rows.
"""

import logging
import queue
import re
import ssl
import threading
import time
from collections import defaultdict, deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import msgspec
import psycopg
from paho.mqtt import client as mqtt
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from companion.hub.archive import Archive, migrate
from companion.log.schema import verified_rows
from companion.mqtt.messages import (
    NEWS_TOPIC,
    Ask,
    PublicTableState,
    Report,
    RowsMessage,
    decode,
    discovery_topics,
    topic,
)

log = logging.getLogger(__name__)

_AT_ONCE = 100  # messages in flight before they are archived
_FOREVER = 0xFFFFFFFF  # how long the broker keeps messages while the hub is away
_PAUSE_SECONDS = 1.0  # before a retry
_ASK_AGAIN_SECONDS = 2.0  # at first, doubled each time
_MAX_PATIENCE_SECONDS = 60.0
_REQUEST_SECONDS = 60.0  # between two requests for all states: the broker may drop some in a flood
_CHECK_SECONDS = 10.0  # between two comparisons of all tables with the archive
_MAX_STATE_BYTES = 65536
# SQLSTATEs of errors that pass: no connection, space, memory or rights, shutdown, disk errors, …
_PASSING = ("08", "25", "40", "42501", "53", "55", "57", "58", "XX")
_TABLE = re.compile("[0-9a-f]{8}")


@dataclass(slots=True)
class _LiveTable:
    """What is known of a table: its retained state, and its newest report of each kind."""

    state: dict[str, Any] = field(default_factory=dict)
    online: bool = False
    reports: dict[str, Report] = field(default_factory=dict)


class LiveTables:
    """The newest states of the tables, by id; thread-safe."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._tables: defaultdict[str, _LiveTable] = defaultdict(_LiveTable)
        self._version = 0

    def set_state(self, table: str, state: Mapping[str, Any]) -> None:
        """Set the retained state of `table`."""
        with self._change():
            self._tables[table].state = dict(state)

    def set_available(self, table: str, online: bool) -> None:
        """Set whether `table` is connected."""
        with self._change():
            self._tables[table].online = online

    def keep_newest_report(self, table: str, report: Report) -> None:
        """Keep a report from `table`, in place of an older one of the same kind."""
        with self._change():
            self._tables[table].reports[report.kind] = report

    def forget(self, table: str) -> None:
        """Forget `table`."""
        with self._change():
            self._tables.pop(table, None)

    def newest_report(self, table: str, kind: str) -> Report | None:
        """Return the newest report of this `kind` (doctor, bug_report) from `table`."""
        with self._changed:
            return self._tables[table].reports.get(kind) if table in self._tables else None

    def view(self) -> tuple[int, dict[str, dict[str, Any]]]:
        """Return a version, which rises with every change, and the state of each table.

        A state also has ``online``, and ``reports``: the kinds that are available.
        """
        with self._changed:
            return self._version, {
                id_: {**table.state, "online": table.online, "reports": list(table.reports)}
                for id_, table in sorted(self._tables.items())
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


@dataclass(frozen=True, slots=True)
class BrokerConnection:
    """The connection to the broker; `ca` (PEM) is the authority that signed its certificate."""

    host: str
    port: int
    user: str
    password: str
    ca: str


class _Message(NamedTuple):
    """A message of `table`: raw rows, its state, whether it is online, or an error.

    `mid` is the message's number in the broker's `session`.
    """

    table: str
    content: bytes | PublicTableState | bool | Exception | None
    mid: int
    session: int


@dataclass(slots=True)
class _Missing:
    """The rows of a table from `seq` on are missing; `ask_at` is when to ask for them next."""

    seq: int
    ask_at: float
    patience: float = _ASK_AGAIN_SECONDS


class _Asks:
    """The tables with missing rows. It waits before it asks again: rows may be on their way."""

    def __init__(self) -> None:
        self._missing: dict[str, _Missing] = {}

    def take(self, heard: Collection[str], missing: Mapping[str, int]) -> None:
        """Note the first `missing` row of each table; other tables that were `heard` miss none."""
        for table in set(heard) - missing.keys():
            self._missing.pop(table, None)
        for table, seq in missing.items():
            known = self._missing.get(table)
            if known is None or seq < known.seq:
                self._missing[table] = _Missing(seq, time.monotonic())
            else:
                known.seq = seq

    def due(self) -> Iterator[tuple[str, int]]:
        """Yield each table to ask now, and the first row to ask for."""
        now = time.monotonic()
        for table, missing in self._missing.items():
            if missing.ask_at <= now:
                missing.ask_at = now + missing.patience
                missing.patience = min(2 * missing.patience, _MAX_PATIENCE_SECONDS)
                yield table, missing.seq


class Receiver:
    """Archives the messages of the broker at `connection` in `dsn`, and updates `live`.

    `trouble` is why nothing can be archived at present; "" if all is well.
    """

    def __init__(self, connection: BrokerConnection, dsn: str, live: LiveTables) -> None:
        self.live, self.trouble = live, ""
        self._dsn = dsn
        self._db: psycopg.Connection | None = None
        self._archive: Archive | None = None
        self._messages: queue.SimpleQueue[_Message] = queue.SimpleQueue()
        self._asks = _Asks()
        self._states: dict[str, PublicTableState] = {}  # newest of each table
        self._check_at = self._look_at = 0.0
        self._session = 0
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self.run, name="receive", daemon=True)
        self._client = _make_client(connection)
        self._client.on_connect, self._client.on_message = self._on_connect, self._on_message

    def start(self) -> None:
        """Start in the background."""
        self._thread.start()

    def close(self) -> None:
        """Stop; the broker keeps the messages that are not archived."""
        self._closed.set()
        if self._thread.is_alive():
            self._thread.join()

    def announce_version(self, version: str) -> None:
        """Announce a `version` of Croupier to all tables."""
        self._publish(NEWS_TOPIC, {"version": version}, retain=True)

    def send_ask(self, table: str, ask: Ask) -> None:
        """Send `ask` to `table`."""
        self._publish(topic(table, "ask"), ask)

    def clear_retained_messages(self, table: str) -> None:
        """Remove the retained state of a table that has left the café."""
        retained = [topic(table, what) for what in ("state", "available")]
        for where in (*retained, *discovery_topics(table)):
            self._client.publish(where, b"", qos=1, retain=True)

    def _on_connect(self, client: mqtt.Client, _: Any, __: Any, reason: Any, ___: Any) -> None:
        self._session += 1  # unacknowledged messages come again with other numbers
        if reason.is_failure:
            log.warning("The broker refuses the hub: %s", reason)
            return
        topics = [topic("+", what) for what in ("rows", "state", "available", "reports")]
        client.subscribe([(each, 1) for each in topics])

    def _on_message(self, client: mqtt.Client, _: Any, message: mqtt.MQTTMessage) -> None:
        table, what = message.topic.split("/")[1:]
        if not _TABLE.fullmatch(table) or not message.payload:  # empty: the table was removed
            client.ack(message.mid, 1)
            return
        content: bytes | PublicTableState | bool | Exception | None
        try:
            content = self._show(table, what, bytes(message.payload))
        except Exception as error:  # a message may contain anything
            log.warning("Invalid %s from table %s: %s", what, table, error)
            content = error
        self._messages.put(_Message(table, content, message.mid, self._session))

    def _show(
        self, table: str, what: str, payload: bytes
    ) -> bytes | PublicTableState | bool | None:
        """Update the live tables; return the part of a message that is archived."""
        if what == "rows":
            return payload
        if what == "state":
            if len(payload) > _MAX_STATE_BYTES:
                raise ValueError("the state is too large")
            state = decode(payload, PublicTableState)
            self.live.set_state(table, msgspec.to_builtins(state))
            return state
        if what == "available":
            online = payload == b"online"
            self.live.set_available(table, online)
            return online
        self.live.keep_newest_report(table, decode(payload, Report))
        return None

    def _publish(self, where: str, what: object, *, retain: bool = False) -> None:
        self._client.publish(where, msgspec.json.encode(what), qos=1, retain=retain)

    def run(self) -> None:
        """Archive messages until `close`."""
        self._client.loop_start()
        while not self._closed.is_set():
            messages = self._next_messages()
            while not self._closed.is_set():
                try:
                    self._archive_valid(self._opened_archive(), messages)
                    self.trouble = ""
                    break
                except (psycopg.Error, ValueError) as error:
                    self._set_trouble(error)
                    self._closed.wait(_PAUSE_SECONDS)
            for message in messages:
                if message.session == self._session and not self._closed.is_set():
                    self._client.ack(message.mid, 1)
            for table, seq in self._asks.due():
                self.send_ask(table, Ask(seq))
            if time.monotonic() >= self._look_at:
                self._look_at = time.monotonic() + _REQUEST_SECONDS
                self._client.subscribe(topic("+", "state"), 1)
        self._client.disconnect()
        self._client.loop_stop()
        if self._db is not None:
            self._db.close()

    def _next_messages(self) -> list[_Message]:
        """Return the messages that are waiting; none if none comes for a while."""
        messages = []
        try:
            messages.append(self._messages.get(timeout=_PAUSE_SECONDS))
            while len(messages) < _AT_ONCE:
                messages.append(self._messages.get_nowait())
        except queue.Empty:
            pass
        return messages

    def _set_trouble(self, error: Exception) -> None:
        trouble = " ".join(str(error).split()) or type(error).__name__
        if trouble != self.trouble:
            log.warning("Nothing can be archived: %s", trouble)
        self.trouble = trouble
        if self._db is not None:
            self._db.close()
        self._db = self._archive = None

    def _opened_archive(self) -> Archive:
        if self._archive is None:
            self._db = psycopg.connect(self._dsn, autocommit=True, connect_timeout=5)
            migrate(self._db)
            self._archive = Archive(self._db)
            self._check_at = 0.0
        return self._archive

    def _archive_valid(self, archive: Archive, messages: Sequence[_Message]) -> None:
        """Archive `messages`; note each that cannot be archived, without affecting the others.

        Raises `psycopg.Error` if a retry may succeed.
        """
        try:
            self._keep(archive, messages)
        except Exception as error:  # a message may contain anything
            if _is_passing(error):
                raise
            if len(messages) == 1:
                table = messages[0].table
                log.warning("A message of table %s is refused: %s", table, error)
                archive.notices.note(table, "refused", {"why": str(error)[:500]})
                return
            for message in messages:
                self._archive_valid(archive, [message])

    def _keep(self, archive: Archive, messages: Sequence[_Message]) -> None:
        rows: list[tuple[str, RowsMessage]] = []
        states: dict[str, PublicTableState] = {}
        online: dict[str, bool] = {}
        for message in messages:
            try:
                match message.content:
                    case bytes(payload):
                        rows.append((message.table, _rows(payload)))
                    case PublicTableState() as state:
                        states[message.table] = state
                    case bool(there):
                        online[message.table] = there
                    case Exception() as error:
                        raise ValueError(error) from None
            except ValueError as error:
                archive.notices.note(message.table, "refused", {"why": str(error)[:500]})
        missing = archive.store(rows) if rows else {}
        news = {id_: new for id_, new in states.items() if self._states.get(id_) != new}
        if news or online:
            archive.store_states(news, online)
        self._states |= states
        if time.monotonic() >= self._check_at:  # the archive may have been restored from a dump
            states, self._check_at = self._states, time.monotonic() + _CHECK_SECONDS
        if sent := {table: (state.seq, state.checksum) for table, state in states.items()}:
            missing = {**archive.missing_rows(sent), **missing}
        self._asks.take({*sent, *(table for table, _ in rows)}, missing)


def _make_client(connection: BrokerConnection) -> mqtt.Client:
    """Return the hub's MQTT client, with a session that outlives disconnects."""
    client = mqtt.Client(CallbackAPIVersion.VERSION2, "hub", protocol=mqtt.MQTTv5, manual_ack=True)
    client.username_pw_set(connection.user, connection.password)
    client.tls_set_context(ssl.create_default_context(cadata=connection.ca))
    client.reconnect_delay_set(1, 5)
    session = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
    session.SessionExpiryInterval, session.ReceiveMaximum = _FOREVER, _AT_ONCE
    client.connect_async(
        connection.host, connection.port, keepalive=20, clean_start=False, properties=session
    )
    return client


def _rows(payload: bytes) -> RowsMessage:
    """Parse and verify the rows in a message; raises `ValueError`."""
    rows = decode(payload, RowsMessage)
    deque(verified_rows((row for row in rows.rows), rows.before, rows.rows[0][0] - 1), maxlen=0)
    return rows


def _is_passing(error: Exception) -> bool:
    """Return whether the database may accept the same later."""
    if not isinstance(error, psycopg.Error) or isinstance(error, psycopg.DataError):
        return False
    return error.sqlstate is None or error.sqlstate.startswith(_PASSING)
