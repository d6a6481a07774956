"""Reports to systemd that the page is there and still answers, with or without a camera."""

import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from companion.web import systemd
from tests.companion.serving import Served

WAITS = 120.0  # seconds, on a busy machine


class Ended(Exception):
    """Raised in a thread that reports, so that it does not go on in other tests."""


@pytest.fixture
def manager(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """Return the socket of a systemd whose watchdog expects three reports a second."""
    path, report = tmp_path / "notify", systemd._report

    def report_until_ended(*arguments: Any) -> None:
        with suppress(Ended):
            report(*arguments)

    def end(_: str) -> bool:
        raise Ended

    monkeypatch.setattr(systemd, "_report", report_until_ended)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(str(path))
        listener.settimeout(WAITS)
        monkeypatch.setenv("NOTIFY_SOCKET", str(path))
        monkeypatch.setenv("WATCHDOG_USEC", "1000000")
        yield listener
    monkeypatch.setattr(systemd, "_answers", end)
    for thread in threading.enumerate():
        if thread.name == "systemd":
            thread.join(WAITS)
            assert not thread.is_alive()


def test_a_table_without_its_camera_reports_too(manager: socket.socket, tmp_path: Path) -> None:
    """It reports that it is ready and alive, although its eye dies again and again."""
    served = Served(tmp_path / "data", camera="/dev/no-such-camera")
    try:
        assert [manager.recv(99) for _ in range(4)] == [b"READY=1", *[b"WATCHDOG=1"] * 3]
        assert served.get("/health")
    finally:
        served.kill()


def test_the_rescue_page_counts_as_a_page(manager: socket.socket) -> None:
    """It asks people about a log that cannot be opened; no report comes before it."""

    class Asks(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_error(503)

        def log_message(self, *_: object) -> None:
            """Log nothing."""

    with HTTPServer(("127.0.0.1", 0), Asks) as page:
        systemd.report_to_systemd(f"http://127.0.0.1:{page.server_port}/health")
        manager.settimeout(0.3)
        with pytest.raises(TimeoutError):  # nothing answers yet
            manager.recv(99)
        manager.settimeout(WAITS)
        threading.Thread(target=page.serve_forever, daemon=True).start()
        assert manager.recv(99) == b"READY=1"
        page.shutdown()


def test_reports_continue_after_a_restart_of_systemd(
    manager: socket.socket, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For a moment, nothing accepts reports; without new ones, the watchdog would end the table."""
    refused = threading.Event()
    send = systemd._notify

    def tell(address: str, message: bytes) -> bool:
        if taken := send(address, message):
            return taken
        refused.set()
        return False

    monkeypatch.setattr(systemd, "_notify", tell)
    monkeypatch.setattr(systemd, "_answers", lambda _: True)
    systemd.report_to_systemd("http://127.0.0.1:9/health")
    assert manager.recv(99) == b"READY=1"
    manager.close()
    refused.clear()
    assert refused.wait(WAITS)
    (tmp_path / "notify").unlink()
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as anew:
        anew.bind(str(tmp_path / "notify"))
        anew.settimeout(WAITS)
        assert anew.recv(99) == b"WATCHDOG=1"


def test_without_systemd_nothing_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table was started by hand."""
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    before = threading.active_count()
    systemd.report_to_systemd("http://127.0.0.1:9/")
    assert threading.active_count() == before


def test_an_abstract_socket() -> None:
    """Some managers listen in the abstract namespace, written with an "@"."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind("\0croupier-test")
        systemd._notify("@croupier-test", b"READY=1")
        assert listener.recv(99) == b"READY=1"
