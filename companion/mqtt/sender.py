"""Sends what happens at a table to its café: a separate process.

`python -m companion.mqtt.sender FOLDER` reads the table's live events from its input, and ends with
them; at each it looks for new rows in the log. It stores nothing: the hub asks for rows that it
misses, and only a few messages wait for the broker at a time, so the only queue is the log itself.
"""

import logging
import os
import signal
import sqlite3
import ssl
import sys
import threading
from importlib.metadata import version
from pathlib import Path
from typing import IO, Any
from urllib.parse import urlsplit

import msgspec
from paho.mqtt import client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

from companion.address import page_url
from companion.files import FileError
from companion.log.log import address_of_table
from companion.mqtt.messages import (
    NEWS_TOPIC,
    Ask,
    PublicTableState,
    VersionAnnouncement,
    decode,
    discovery_messages,
    topic,
)
from companion.mqtt.outgoing import OutgoingLog
from companion.mqtt.settings import CafeSettings, read_settings
from companion.upkeep.program_log import log_to_stderr

log = logging.getLogger(__name__)

_UNACKNOWLEDGED = 8  # messages in flight
_VERSION = version("croupier")
KEEPALIVE_SECONDS = 20  # the broker must answer within this time
_LOOK_SECONDS = 5.0  # between two reads of the log without an event


class _Eye(msgspec.Struct):
    state: str | None = None


class _Cafe(msgspec.Struct):
    help: bool = False
    coming: bool = False
    reports: int = 0


class _Event(msgspec.Struct):
    """The parts of an event ``snapshot`` or ``eye`` that go into the table's `PublicTableState`."""

    eye: _Eye | None = None
    trouble: dict[str, Any] | None = None
    state: str | None = None
    cafe: _Cafe | None = None


def needs_no_waiting(info: mqtt.MQTTMessageInfo) -> bool:
    """Return whether a message was acknowledged or interrupted, so nobody has to wait for it.

    An interrupted message is sent again after a reconnect; the hub asks for rows that are lost.
    """
    try:
        return info.is_published()
    except RuntimeError:  # the connection broke; paho remembers that for good
        return True


class Sender:
    """Sends the `log` of the table in `folder` to the café of `settings`."""

    def __init__(self, log: OutgoingLog, settings: CafeSettings, folder: Path) -> None:
        self._folder = folder
        self._settings, self._table, self._log = settings, settings.user, log
        self._next = self._log.count + 1  # the next row to send; the hub asks for earlier ones
        self._eye: str | None = None
        self._trouble: str | None = None
        self._cafe, self._reports, self._report_due = _Cafe(), -1, False
        self._sent: PublicTableState | None = None  # the newest state that was sent
        self._asked: int | None = None  # the row from which the hub asked for rows
        self._begun = False
        self._unreachable = self._url = ""
        self._unacknowledged: list[mqtt.MQTTMessageInfo] = []
        self._woken, self._ended = threading.Event(), threading.Event()
        self._client = self._make_client()

    def _make_client(self) -> mqtt.Client:
        client = mqtt.Client(CallbackAPIVersion.VERSION2, self._table, protocol=mqtt.MQTTv5)
        client.username_pw_set(self._table, self._settings.password)
        client.tls_set_context(ssl.create_default_context(cadata=self._settings.ca))
        client.will_set(topic(self._table, "available"), b"offline", qos=1, retain=True)
        client.reconnect_delay_set(1, 30)
        client.on_connect, client.on_message = self._on_connect, self._on_message
        client.on_connect_fail = lambda *_: self._report_away(str(sys.exc_info()[1]))
        client.on_disconnect = self._on_disconnect
        client.on_publish = lambda *_: self._woken.set()
        client.connect_async(self._settings.host, self._settings.port, keepalive=KEEPALIVE_SECONDS)
        return client

    def _on_connect(self, client: mqtt.Client, _: Any, __: Any, reason: Any, ___: Any) -> None:
        if reason.is_failure:
            self._report_away(f"it refuses this table ({reason})")
            return
        client.subscribe([(topic(self._table, "ask"), 1), (NEWS_TOPIC, 1)])
        _note(away=False)
        name = client.socket().getsockname()[0]  # type: ignore[union-attr]  # it is connected
        host = name.partition("%")[0]  # without the interface of a link-local address
        port = urlsplit(address_of_table(self._folder)[0]).port
        self._url = page_url(host, port) if port else ""
        self._begun, self._unreachable = False, ""
        self._woken.set()

    def _on_disconnect(self, _: Any, __: Any, ___: Any, reason: Any, ____: Any) -> None:
        if not self._ended.is_set():
            self._report_away(f"it does not answer ({reason})")

    def _report_away(self, why: str) -> None:
        if why != self._unreachable:
            log.warning("The café's broker at %s cannot be reached: %s", self._settings.host, why)
            _note(away=True)
        self._unreachable = why

    def _on_message(self, _: mqtt.Client, __: Any, message: mqtt.MQTTMessage) -> None:
        payload = bytes(message.payload)
        try:
            if message.topic == NEWS_TOPIC:
                _note(newer=decode(payload, VersionAnnouncement).version)
            else:
                ask = decode(payload, Ask)
                if ask.coming:
                    _note(coming=True)
                self._asked = self._asked if ask.rows_from is None else ask.rows_from
                self._woken.set()
        except ValueError as error:
            log.warning("Invalid message from the hub in %s: %s", message.topic, error)

    def read_events(self, events: IO[str]) -> None:
        """Read the table's live events until they end, then close."""
        for line in events:
            self.handle_event_line(line)
        self.close()

    def close(self) -> None:
        """Stop `run`."""
        self._ended.set()
        self._woken.set()

    def handle_event_line(self, line: str) -> None:
        """Handle a line of the live events (`companion.table.event_broadcaster`)."""
        name, _, data = line.partition(": ")
        if name != "data":
            return
        try:
            event = msgspec.json.decode(data, type=_Event)
        except ValueError:
            return  # another kind of event
        if event.eye is None:
            self._eye = event.state
        else:
            self._eye, self._cafe = event.eye.state, event.cafe or _Cafe()
            self._trouble = (event.trouble or {}).get("code")
            # The count rises when people at the table ask for a report; the first is not new.
            self._report_due |= 0 <= self._reports < self._cafe.reports
            self._reports = self._cafe.reports
        self._woken.set()

    def run(self) -> None:
        """Send until the events end."""
        self._client.loop_start()
        while not self._ended.is_set():
            self._woken.wait(_LOOK_SECONDS)
            self._woken.clear()
            try:
                if self._client.is_connected():
                    self._send()
            except (sqlite3.Error, FileError) as error:  # the table reports and repairs it
                log.warning("The log cannot be sent: %s", error)
                self._ended.wait(_LOOK_SECONDS)
        self._client.publish(topic(self._table, "available"), b"offline", qos=1, retain=True)
        self._client.disconnect()
        self._client.loop_stop()

    def _send(self) -> None:
        """Send everything that is due, only as fast as the broker acknowledges rows."""
        if not self._begun:
            self._begin()
        self._send_reports()  # before the log is read: it may be damaged
        self._log.refresh()
        if self._asked is not None:
            self._next, self._asked = max(1, min(self._asked, self._log.count + 1)), None
        self._next = min(self._next, self._log.count + 1)  # the log was replaced
        self._unacknowledged = [info for info in self._unacknowledged if not needs_no_waiting(info)]
        while self._next <= self._log.count and len(self._unacknowledged) < _UNACKNOWLEDGED:
            rows = self._log.message(self._next)
            self._unacknowledged.append(self._publish("rows", msgspec.json.encode(rows)))
            self._next = rows.rows[-1][0] + 1
        self._send_state()

    def _send_reports(self) -> None:
        """Send the reports that somebody at the table asked for."""
        if self._report_due:
            self._report_due = False
            from companion.mqtt.report import reports_of_table  # imported here: rarely needed

            for report in reports_of_table(self._folder):
                self._publish("reports", msgspec.json.encode(report))

    def _begin(self) -> None:
        """Publish what the broker may have lost or never had."""
        self._begun, self._sent = True, None
        self._publish("available", b"online", retain=True)
        for where, what in discovery_messages(self._settings):
            self._client.publish(where, msgspec.json.encode(what), qos=1, retain=True)

    def _send_state(self) -> None:
        """Publish the state of the table, with the last row that was sent, if it has changed."""
        sent = self._next - 1
        state = PublicTableState(
            seq=sent,
            checksum=self._log.checksum_at(sent),
            name=self._settings.name,
            version=_VERSION,
            eye=self._eye,
            trouble=self._trouble,
            help=self._cafe.help,
            coming=self._cafe.coming,
            url=self._url,
            **self._log.state(),
        )
        if state != self._sent:
            self._sent = state
            self._publish("state", msgspec.json.encode(state), retain=True)

    def _publish(self, what: str, payload: bytes, *, retain: bool = False) -> mqtt.MQTTMessageInfo:
        return self._client.publish(topic(self._table, what), payload, qos=1, retain=retain)


def _note(**note: object) -> None:
    """Send the table a `companion.table.screens.CafeNote`, as a line of our output."""
    print(msgspec.json.encode(note).decode(), flush=True)


def main() -> None:
    """Run the sender of the table in the given folder."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the table, which then ends this
    os.nice(10)
    log_to_stderr()
    folder = Path(sys.argv[1])
    try:
        settings = read_settings(folder)
        if settings is None:
            return
        sender = Sender(OutgoingLog(folder), settings, folder)
    except (OSError, ValueError) as error:
        log.error("hub.json in %s cannot be used, join the café again: %s", folder, error)
        return
    threading.Thread(target=sender.read_events, args=(sys.stdin,), daemon=True).start()
    sender.run()


if __name__ == "__main__":
    main()
