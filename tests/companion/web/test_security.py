"""The rules about who may send requests to the table."""

import socket

import pytest
from flask.testing import FlaskClient

from companion.access.control import AccessControl
from companion.web.app import create_app
from companion.web.security import is_trusted_host
from tests.companion.conftest import Played

TABLE = "/api/tables/main"
ACTION = {"id": "a", "version": 0, "action": {"type": "start", "game": "tiny", "names": ["Ana"]}}


@pytest.mark.parametrize(
    "host",
    [
        *("192.168.1.20:8080", "10.0.0.1", "[::1]:8080", "[fe80::1]", "localhost:8080"),
        *("croupier.local", "TABLE.LOCAL:80", "pi.lan", "pi.home.arpa", socket.gethostname()),
    ],
)
def test_local_addresses_and_names_are_trusted(host: str) -> None:
    """A tablet in the same network may have typed any of them."""
    assert is_trusted_host(host)


@pytest.mark.parametrize(
    "host",
    ["evil.example", "local", "croupier.local.evil.example", "", "1.2.3.4.evil.example", "["],
)
def test_other_names_are_not_trusted(client: FlaskClient, host: str) -> None:
    """A stranger's name that resolves to us (DNS rebinding) is refused."""
    assert not is_trusted_host(host)
    answer = client.get(TABLE, headers={"Host": host or "evil.example"})
    assert (answer.status_code, answer.json["code"]) == (400, "untrusted_host")


@pytest.mark.parametrize("path", ["/generate_204", "/hotspot-detect.html", "/"])
def test_a_phones_internet_check_leads_to_the_page(client: FlaskClient, path: str) -> None:
    """In the table's own Wi-Fi every name leads here; requests under our name are unaffected."""
    answer = client.get(path, headers={"Host": "connectivitycheck.example"})
    assert (answer.status_code, answer.location) == (302, "http://127.0.0.1:80")
    assert client.post(path, headers={"Host": "connectivitycheck.example"}).status_code == 400
    assert client.get("/generate_204").status_code == 404


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost:9999"},
        {"Origin": "https://localhost"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site", "Origin": "http://localhost"},
        {"Sec-Fetch-Site": "same-origin", "Origin": "https://evil.example"},
        {"Sec-Fetch-Site": "same-origin", "Origin": "https://localhost:8443"},
    ],
)
def test_other_sites_pages_cannot_act(client: FlaskClient, headers: dict[str, str]) -> None:
    """A web page in a guest's browser cannot play at the table."""
    answer = client.post(f"{TABLE}/actions", json=ACTION, headers=headers)
    assert (answer.status_code, answer.json["code"]) == (403, "cross_origin")
    assert client.get(TABLE).json["version"] == 0


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": "http://localhost"},
        {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"},
        # Behind a proxy that adds TLS.
        {"Origin": "https://localhost", "Sec-Fetch-Site": "same-origin"},
    ],
)
def test_own_page_and_the_eye_can(client: FlaskClient, headers: dict[str, str]) -> None:
    """Our page has our origin; programs have none."""
    assert client.post(f"{TABLE}/actions", json=ACTION, headers=headers).status_code == 200


def test_a_proxy_serves_the_table_under_a_public_name(played: Played) -> None:
    """Old browsers send this origin without Sec-Fetch-Site; other sites' pages cannot act."""
    access, address = AccessControl(played.table), "https://dice.example.org"
    client = create_app(
        played.table, access, ask_everywhere=True, public_address=address
    ).test_client(use_cookies=False)
    public = {"Host": "dice.example.org", "Origin": "https://dice.example.org"}
    assert client.get("/", headers=public).status_code == 200
    joined = client.post("/api/access/join", json={"code": access.code}, headers=public)
    assert joined.json["door"]["url"] == "https://dice.example.org/"
    cookie = {"Cookie": joined.headers["Set-Cookie"].partition(";")[0]}
    assert client.post(f"{TABLE}/actions", json=ACTION, headers=public | cookie).status_code == 200
    for origin in ("https://evil.example", "http://dice.example.org:81", "null", ""):
        evil = public | cookie | {"Origin": origin}
        assert client.post(f"{TABLE}/actions", json=ACTION, headers=evil).status_code == 403, origin
    assert client.get(TABLE, headers=cookie | {"Host": "evil.example"}).status_code == 400


@pytest.mark.parametrize(("host", "sent"), [("localhost:8080", True), ("192.0.2.7:8080", False)])
def test_a_header_that_needs_a_secure_page_is_not_sent_to_others(
    client: FlaskClient, host: str, sent: bool
) -> None:
    """Otherwise, over a home network, browsers write an error to the console on every page."""
    headers = client.get("/", headers={"Host": host}).headers
    assert ("Cross-Origin-Opener-Policy" in headers) == sent


@pytest.mark.parametrize("path", ["js/app.js", "css/page.css", "figtree.ttf"])
def test_a_part_of_a_page_has_few_headers_and_is_only_for_our_page(
    client: FlaskClient, path: str
) -> None:
    """A page has a hundred parts, which do not repeat headers that matter only for pages."""
    headers = client.get(f"/static/{path}").headers
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert "Content-Security-Policy" not in headers


@pytest.mark.parametrize("path", ["/", TABLE, "/nowhere", "/api/openapi.json"])
def test_every_answer_keeps_strangers_out(client: FlaskClient, path: str) -> None:
    """Headers forbid others' inline scripts, framing, type sniffing, referrers and caching."""
    headers = client.get(path).headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["Cache-Control"] == "no-store"
    assert "Access-Control-Allow-Origin" not in headers
