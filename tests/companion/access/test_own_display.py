"""The machine itself is the table's own display, and needs no code unless that is configured."""

import pytest
from flask import Flask

from companion.access.control import AccessControl
from companion.web.app import create_app
from tests.companion.access.conftest import TABLE, Guest, Joiner, refused
from tests.companion.conftest import Played


def at(app: Flask, address: str, host: str) -> Guest:
    """Return a browser at `address` that requests `host`."""
    guest = Guest(app, address)
    guest.at["HTTP_HOST"] = host
    return guest


@pytest.mark.parametrize(
    ("address", "host"),
    [
        ("127.0.0.1", "localhost:8080"),
        ("127.0.0.1", "127.0.0.1"),
        ("127.3.2.1", "LOCALHOST"),
        ("::1", "[::1]:8080"),
        ("::ffff:127.0.0.1", "localhost"),
    ],
)
def test_the_machine_itself_is_banker(app: Flask, address: str, host: str) -> None:
    """This holds for a loopback address with a loopback name."""
    display = at(app, address, host)
    assert display.me["role"] == "banker"
    assert display.act("start", game="tiny", names=["Ana"]).status_code == 200


@pytest.mark.parametrize(
    ("address", "host"),
    [
        ("127.0.0.1", "192.0.2.1:8080"),
        ("127.0.0.1", "table.local"),
        ("192.0.2.66", "localhost"),
        ("192.0.2.66", "127.0.0.1"),
        ("::ffff:192.0.2.66", "[::1]"),
        ("", "localhost"),
        ("localhost", "localhost"),
    ],
)
def test_other_addresses_and_names_are_strangers(app: Flask, address: str, host: str) -> None:
    """The name is one that others use, or the address is not loopback."""
    assert refused(at(app, address, host).get(TABLE)) == (401, "code_needed")


@pytest.mark.parametrize(
    "header",
    [
        "X-Forwarded-For",
        "x-forwarded-host",
        "X-Forwarded-Whatever",
        "Forwarded",
        "Via",
        "X-Real-IP",
        "X-ProxyUser-IP",
        "Fly-Client-IP",
        "X-Envoy-External-Address",
        "X-Request-Id",
        "Proxy-Connection",
        "Whatever",
    ],
)
def test_forwarded_requests_are_a_strangers(app: Flask, header: str) -> None:
    """A reverse proxy on this machine is not this machine's display, whatever it sends."""
    display = at(app, "127.0.0.1", "localhost")
    assert refused(display.get(TABLE, headers={header: "127.0.0.1"})) == (401, "code_needed")


CHROMIUM = {
    "User-Agent": "Mozilla/5.0 (X11; Linux aarch64) Chrome/140.0",
    "Connection": "keep-alive",
    "Sec-Ch-Ua": '"Chromium";v="140"',
    "Sec-Fetch-Site": "none",
    "Sec-Gpc": "1",
    "Upgrade-Insecure-Requests": "1",
    "Accept-Language": "de",
    "Priority": "u=0, i",
}


@pytest.mark.parametrize("added", [{}, {"Connection": "close"}, {"X-Forwarded-For": "192.0.2.1"}])
def test_a_browser_is_banker_unless_its_requests_are_forwarded(
    app: Flask, added: dict[str, str]
) -> None:
    """This includes nginx with its defaults, which do not keep connections alive."""
    told = at(app, "127.0.0.1", "localhost").get(TABLE, headers=CHROMIUM | added)
    assert told.status_code == (401 if added else 200)


def test_requests_in_http_1_0_are_a_strangers(app: Flask) -> None:
    """Only proxies still use that version."""
    display = at(app, "127.0.0.1", "localhost")
    display.at["SERVER_PROTOCOL"] = "HTTP/1.0"
    assert refused(display.get(TABLE)) == (401, "code_needed")


def test_requests_without_a_host_get_no_answer(app: Flask) -> None:
    """How the server itself reads such a request does not matter."""
    display = at(app, "127.0.0.1", "")
    display.at["SERVER_NAME"] = "localhost"
    assert refused(display.get("/api/me")) == (400, "untrusted_host")


def test_the_privilege_can_be_switched_off(played: Played, access: AccessControl) -> None:
    """The display then joins like any other device, and the eye still has its key."""
    app = create_app(played.table, access, ask_everywhere=True)
    display = at(app, "127.0.0.1", "localhost")
    assert refused(display.get(TABLE)) == (401, "code_needed")
    beat = {"json": {"eye": "r", "state": "sure"}, "environ_overrides": display.at}
    assert display.client.post(f"{TABLE}/eye", **beat).status_code == 401
    key = {"Authorization": f"Bearer {access.callers.eye_key}"}
    assert display.client.post(f"{TABLE}/eye", headers=key, **beat).status_code == 200
    assert display.post("join", code=access.code).get_json()["role"] == "banker"


def test_no_other_device_becomes_banker_while_it_is_on(
    app: Flask, join: Joiner, played: Played
) -> None:
    """A phone that joins is a spectator; without a display, the next device to join is banker."""
    display = at(app, "127.0.0.1", "localhost")
    stream = display.get(f"{TABLE}/events")
    assert join().me["role"] == "spectator"
    stream.close()
    assert join().me["role"] == "banker"


def test_it_has_no_seat_and_does_not_leave(app: Flask, played: Played) -> None:
    """It is the table itself, not a person's device."""
    display = at(app, "127.0.0.1", "localhost")
    played.start()
    for what, body in (("seat", {"seat": 0}), ("leave", {}), ("role", {"role": "spectator"})):
        assert refused(display.post(what, **body)) == (422, "no_device")


def test_it_shows_where_phones_find_the_table(app: Flask) -> None:
    """It does not show its loopback name, which means nothing to a phone."""
    url = at(app, "127.0.0.1", "localhost:8080").me["door"]["url"]
    assert url.startswith("http://")
    assert url.endswith(":8080/")
    assert "localhost" not in url
