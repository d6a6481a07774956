"""TLS with the table's own certificate, on the port that also answers plain HTTP."""

import shutil
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, Response, request

from companion.web import certificate
from companion.web.app import create_app
from companion.web.callers import join_url
from companion.web.certificate import FILE, own_tls_context
from companion.web.connections import make_server
from companion.web.server import open_listening_socket
from tests.companion.conftest import Played

pytestmark = pytest.mark.skipif(shutil.which("openssl") is None, reason="needs openssl")

LONG = b"x" * 3_000_000


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    """Return the port of a server for both."""
    app = Flask("both")
    app.extensions["identify"] = lambda environ: ("", None, len(LONG))
    app.add_url_rule("/", "scheme", lambda: request.scheme)
    app.add_url_rule("/long", "long", lambda: Response(LONG))
    app.add_url_rule("/sum", "sum", lambda: str(sum(request.get_data())), methods=["POST"])
    listener = open_listening_socket("127.0.0.1", 0)
    server: Any = make_server(app, listener, own_tls_context(tmp_path, ["localhost", "127.0.0.1"]))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    yield listener.getsockname()[1]
    server.shut_down()
    thread.join(60)


def ask(port: int, path: str, tls: ssl.SSLContext | None, body: bytes = b"") -> bytes:
    """Return the body of the answer."""
    method = b"POST " if body else b"GET "
    length = b"Content-Length: %d\r\n" % len(body)
    head = (
        method + path.encode() + b" HTTP/1.1\r\nHost: a\r\n" + length + b"Connection: close\r\n\r\n"
    )
    with closing(socket.create_connection(("127.0.0.1", port), 60)) as plain:
        client = tls.wrap_socket(plain, server_hostname="localhost") if tls else plain
        with closing(client):
            client.sendall(head + body)
            answer = b""
            while data := client.recv(1 << 16):
                answer += data
    return answer.partition(b"\r\n\r\n")[2]


def test_one_port_answers_both_protocols(port: int, tmp_path: Path) -> None:
    """A browser that trusts the certificate can connect; large bodies arrive complete both ways."""
    trusting = ssl.create_default_context(cafile=str(tmp_path / FILE))
    assert ask(port, "/", None) == b"http"
    assert ask(port, "/", trusting) == b"https"
    assert ask(port, "/long", trusting) == LONG
    assert ask(port, "/sum", trusting, LONG[:100_000]) == b"%d" % sum(LONG[:100_000])
    with pytest.raises(ssl.SSLCertVerificationError):
        ask(port, "/", ssl.create_default_context())
    assert ask(port, "/", trusting) == b"https"  # a browser that went away hinders nobody


@pytest.mark.parametrize(
    ("at", "url"),
    [
        ("http://192.0.2.7:8080", "https://192.0.2.7:8080/"),
        ("https://table.local:8080", "https://table.local:8080/"),
        ("http://192.0.2.7", "https://192.0.2.7:80/"),
        ("https://[2001:db8::7]:80", "https://[2001:db8::7]:80/"),
    ],
)
def test_phones_are_sent_to_https(played: Played, at: str, url: str) -> None:
    """The name and the port stay the same, even from a page that came by http."""
    with create_app(played.table, tls=True).test_request_context("/", base_url=at):
        assert join_url() == url


def test_phones_are_not_sent_to_a_table_that_listens_only_locally(played: Played) -> None:
    """They are if a proxy serves it to the network."""
    app = create_app(played.table, host="127.0.0.1")
    with app.test_request_context("/", base_url="http://localhost:8080"):
        assert join_url() == ""
    with app.test_request_context("/", base_url="http://table.local"):
        assert join_url() == "http://table.local/"


def test_the_certificate_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So browsers warn only once; an expired certificate is replaced."""
    own_tls_context(tmp_path, ["localhost"])
    first = (tmp_path / FILE).read_bytes()
    assert (tmp_path / FILE).stat().st_mode & 0o077 == 0
    own_tls_context(tmp_path, ["localhost"])
    assert (tmp_path / FILE).read_bytes() == first
    (tmp_path / FILE).write_bytes(first[:100])
    own_tls_context(tmp_path, ["localhost"])
    assert (tmp_path / FILE).read_bytes() not in (first, first[:100])
    monkeypatch.setattr(certificate, "_NEW", "no-such-openssl")
    with pytest.raises(OSError, match="no-such-openssl"):
        own_tls_context(tmp_path / "other", ["localhost"])
