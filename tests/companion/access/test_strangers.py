"""A stranger on the network learns and changes nothing, at any route."""

import re
from typing import Any

import pytest
from flask import Flask

from companion.access.control import AccessControl
from companion.access.credentials import GUESS_WINDOW_SECONDS
from companion.access.devices import MAX_IDLE_SECONDS
from companion.budget import GUESSES, GUESSES_OF_ADDRESS
from tests.companion.access.conftest import TABLE, Guest, Joiner, refused
from tests.companion.conftest import Clock, Played
from tests.companion.web.test_api import READING

OPEN = {
    "/",
    "/table",
    "/health",
    "/api/me",
    "/api/access/join",
    "/static/css/table.css",
    "/static/figtree.ttf",
    "/words/en.json",
}


def every_request(app: Flask) -> list[tuple[str, str]]:
    """Return every method of every route, with values for its path."""
    found = []
    for rule in app.url_map.iter_rules():
        path = rule.rule.replace("<path:filename>", "css/table.css")
        path = path.replace("<language>", "en").replace("/tables/<name>", "/tables/main")
        path = re.sub(r"<int:\w+>", "1", path)
        path = re.sub(r"<[^>]+>", "x", path)
        found += [(method, path) for method in sorted((rule.methods or set()) - {"OPTIONS"})]
    return found


def secrets_of(played: Played, access: AccessControl) -> list[bytes]:
    """Return words that no stranger may read anywhere."""
    return [b"Xanthippe", b"tiny", access.code.encode(), access.code[:4].encode() + b" "]


@pytest.fixture
def busy(played: Played, join: Joiner, access: AccessControl) -> Played:
    """Return the table during a game, with a banker and a picture of the tray."""
    banker = join()
    played.start("Xanthippe", "Ben")
    played.clock.t += 5
    own_eye = {"Authorization": f"Bearer {access.callers.eye_key}"}
    told = banker.client.post(f"{TABLE}/readings", json=READING, headers=own_eye)
    assert told.get_json()["outcome"] == "played"
    return played


FORGED: list[dict[str, str]] = [
    {},
    {"X-Forwarded-For": "127.0.0.1"},
    {"X-Forwarded-For": "127.0.0.1", "X-Forwarded-Host": "localhost", "X-Real-IP": "127.0.0.1"},
    {"Forwarded": 'for=127.0.0.1;host="localhost"'},
    {"Host": "localhost:8080"},
    {"Host": "127.0.0.1"},
    {"Cookie": "croupier_device=abc"},
    {"Cookie": "croupier_device=abc.aAaAaA.AAAAAAAAAAAAAAAAAAAAAAAAAAA"},
    {"Authorization": "Bearer "},
    {"Authorization": "Bearer x.y.z"},
    {"Authorization": "Basic YWRtaW46YWRtaW4="},
    {"Sec-Fetch-Site": "same-origin", "Origin": "http://192.0.2.1:8080"},
]


@pytest.mark.parametrize("headers", FORGED, ids=str)
def test_no_route_tells_or_does_anything(
    app: Flask, busy: Played, access: AccessControl, stranger: Guest, headers: dict[str, str]
) -> None:
    """Strangers see only the form for the code, whatever their headers are."""
    before = (busy.table.snapshot(), access.code, access.roles())
    client = app.test_client(use_cookies=False)
    at = stranger.at | ({"HTTP_HOST": headers["Host"]} if "Host" in headers else {})
    sent = {name: value for name, value in headers.items() if name != "Host"}
    for method, path in every_request(app):
        body = {"json": {}} if method == "POST" else {}
        answer = client.open(path, method=method, headers=sent, environ_overrides=at, **body)
        if path not in OPEN:
            assert answer.status_code == 401, (method, path)
            assert method == "HEAD" or answer.get_json()["code"] == "code_needed"
        for secret in secrets_of(busy, access):
            assert secret not in answer.data, (method, path)
        answer.close()
    assert (busy.table.snapshot(), access.code, access.roles()) == before


def test_open_routes_say_no_more_than_they_must(busy: Played, stranger: Guest) -> None:
    """They say that the table works, and that the device has no role."""
    assert stranger.get("/health").get_json() == {"status": "ok"}
    assert stranger.me == {"role": None, "seat": None, "taken": [], "own": {}}
    assert "Set-Cookie" not in stranger.get("/").headers


@pytest.mark.parametrize("path", ["/nowhere", "/api/tables/other", f"{TABLE}/events/more", "/.env"])
def test_a_stranger_does_not_learn_which_paths_exist(stranger: Guest, path: str) -> None:
    """Existing and missing paths look alike."""
    assert refused(stranger.get(path)) == (401, "code_needed")


def test_a_thousand_guesses(
    access: AccessControl, app: Flask, stranger: Guest, clock: Clock
) -> None:
    """They come from one address or many: few are checked, and others can still join."""
    answers = [refused(stranger.post("join", code=f"{n:08}")) for n in range(500)]
    assert answers[:GUESSES_OF_ADDRESS] == [(403, "wrong_code")] * GUESSES_OF_ADDRESS
    assert set(answers[GUESSES_OF_ADDRESS:]) == {(429, "too_many_guesses")}
    assert stranger.post("join", code=access.code).get_json()["seconds"] == GUESS_WINDOW_SECONDS
    others = [Guest(app, f"198.51.{n // 9}.{n % 9}") for n in range(100)]
    heard = [refused(one.post("join", code=f"{n:08}"))[0] for one in others for n in range(5)]
    assert heard[: GUESSES - GUESSES_OF_ADDRESS].count(429) == 0
    assert heard.count(403) == GUESSES - GUESSES_OF_ADDRESS + 51  # one try for each later address
    assert Guest(app, "192.0.2.77").post("join", code=access.code).status_code == 200
    clock.t += GUESS_WINDOW_SECONDS
    assert stranger.post("join", code=access.code).status_code == 200


@pytest.mark.parametrize(
    "body",
    [{}, {"code": None}, {"code": 12345678}, {"code": ["1"]}, {"code": "1", "more": 1}, []],
    ids=str,
)
def test_a_malformed_code_is_not_a_guess(stranger: Guest, body: Any) -> None:
    """It is refused and not counted."""
    for _ in range(GUESSES_OF_ADDRESS + 1):
        answer = stranger.client.post("/api/access/join", json=body, environ_overrides=stranger.at)
        assert refused(answer) == (400, "malformed")


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://192.0.2.1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
    ids=str,
)
def test_another_sites_page_does_nothing_with_a_guests_cookie(
    join: Joiner, played: Played, headers: dict[str, str]
) -> None:
    """Even if a browser sends the cookie along, it cannot act, look or listen."""
    banker = join()
    for path in (TABLE, f"{TABLE}/events", f"{TABLE}/eye.jpg", "/api/access/qr.svg", "/api/me"):
        answer = banker.get(path, headers=headers)
        assert refused(answer) == (403, "cross_origin")
    for what in ("new_code", "logout_all", "leave"):
        answer = banker.client.post(
            f"/api/access/{what}", json={}, headers=headers, environ_overrides=banker.at
        )
        assert refused(answer) == (403, "cross_origin")
    assert banker.me["role"] == "banker"


def test_a_form_on_another_site_cannot_speak_json(join: Joiner, access: AccessControl) -> None:
    """Forms are refused, even without an Origin."""
    banker, code = join(), access.code
    for mimetype in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        answer = banker.client.post(
            *("/api/access/new_code",),
            data="{}",
            content_type=mimetype,
            environ_overrides=banker.at,
        )
        assert refused(answer) == (415, "not_json")
    assert access.code == code


def test_the_cookie_is_kept_from_scripts_and_other_sites(join: Joiner) -> None:
    """HttpOnly, SameSite=Strict, temporary, for this host only."""
    cookie = join().get("/").headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert f"Max-Age={int(MAX_IDLE_SECONDS)}" in cookie
    assert "Domain" not in cookie


def test_a_copied_cookie_is_worthless_later(app: Flask, join: Joiner, clock: Clock) -> None:
    """It is replayed after the device was removed or the cookie has expired."""
    banker, guest = join(), join()
    thief = Guest(app, "192.0.2.66", use_cookies=False)
    stolen = {"Cookie": f"croupier_device={guest.cookie}"}
    assert thief.get(TABLE, headers=stolen).status_code == 200
    (device,) = [one for one in banker.me["door"]["devices"] if not one["you"]]
    assert banker.post("revoke", device=device["device"]).status_code == 200
    assert refused(thief.get(TABLE, headers=stolen)) == (401, "code_needed")
    assert refused(guest.get(TABLE)) == (401, "code_needed")
    old = {"Cookie": f"croupier_device={banker.cookie}"}
    clock.t += MAX_IDLE_SECONDS / 2
    assert banker.me["role"] == "banker"  # there is a new cookie, too
    clock.t += MAX_IDLE_SECONDS / 2 + 1
    assert refused(thief.get(TABLE, headers=old)) == (401, "code_needed")
    assert banker.me["role"] == "banker"
    clock.t += MAX_IDLE_SECONDS + 1
    assert banker.me["role"] is None


def test_a_cookie_cannot_be_made_or_changed(
    app: Flask, join: Joiner, access: AccessControl
) -> None:
    """An old signature with another device's id fails, and so does one changed bit."""
    banker, guest = join(), join()
    thief = Guest(app, "192.0.2.66", use_cookies=False)
    _, signed = guest.cookie.split(".", 1)
    name, *rest = banker.cookie.split(".")
    forged = [f"{name}.{signed}", name, banker.cookie[:-1], banker.cookie + "A", ".".join(rest)]
    forged += [banker.cookie.swapcase(), f"{name}..", access.code]
    for value in forged:
        answer = thief.get(TABLE, headers={"Cookie": f"croupier_device={value}"})
        assert refused(answer) == (401, "code_needed"), value
