"""The description and the API match."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from flask import Flask

from companion.budget import BACKUP
from companion.web.app import create_app
from companion.web.routes import PUBLIC_ENDPOINTS
from tests.companion.conftest import Played
from tests.companion.web.test_api import READING


@pytest.fixture
def app(played: Played) -> Flask:
    """Return the application of a fresh table."""
    return create_app(played.table)


def described(app: Flask) -> dict[str, Any]:
    """Return the description of `app`."""
    found: dict[str, Any] = app.test_client().get("/api/openapi.json").json
    return found


def routes(app: Flask) -> Iterator[tuple[str, str, str]]:
    """Yield endpoint, path and method of every route."""
    for rule in app.url_map.iter_rules():
        path = re.sub(r"<(?:int:)?(\w+)>", r"{\1}", rule.rule)
        if rule.endpoint not in PUBLIC_ENDPOINTS:
            for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}:
                yield rule.endpoint, path, method.lower()


def test_every_route_is_described_and_every_description_has_a_route(app: Flask) -> None:
    """Paths and methods are the same."""
    served = {(path, method) for _, path, method in routes(app)}
    paths = described(app)["paths"]
    assert served == {(path, method) for path, item in paths.items() for method in item}


def test_the_description_is_valid_openapi(app: Flask) -> None:
    """It fits the schema of OpenAPI 3.1."""
    schemathesis.openapi.from_dict(described(app)).validate()


def test_every_reference_leads_somewhere(app: Flask) -> None:
    """All referenced schemas exist."""
    description = described(app)
    schemas = set(description["components"]["schemas"])
    named = set(re.findall(r"#/components/schemas/(\w+)", json.dumps(description)))
    assert named <= schemas


def test_a_snapshot_has_the_described_keys(app: Flask, played: Played) -> None:
    """This holds with and without a game."""
    keys = set(described(app)["components"]["schemas"]["Snapshot"]["properties"])
    assert {"version", "legal", "eye", "clock", "last_row"} < keys <= set(played.shown)
    played.start()
    assert keys <= set(played.shown)


def told(description: dict[str, Any], method: str, path: str, status: int) -> str:
    """Return the description of an answer; "" if there is none."""
    answers = description["paths"][path][method]["responses"]
    return str(answers.get(str(status), {}).get("description", ""))


STATUSES = {"200", "400", "401", "403", "404", "409", "413", "415", "422", "429", "500", "503"}


def test_denied_requests_are_described(app: Flask) -> None:
    """They are 401 for strangers without the right, and 403 for other sites' requests.

    No status is described that is never sent.
    """
    description = described(app)
    for endpoint, path, method in routes(app):
        open_to_all = app.extensions["routes"].right_of(endpoint) == "anyone"
        assert bool(told(description, method, path, 401)) != open_to_all, path
        assert "cross_origin" in told(description, method, path, 403), path
        assert "untrusted_host" in told(description, method, path, 400), path
        assert ("banker_only" in told(description, method, path, 403)) != open_to_all, path
        assert set(description["paths"][path][method]["responses"]) <= STATUSES, path


MISTAKES = [
    ("post", "tray", {"json": {}}, 422, "no_demo"),
    ("post", "backups", {"data": b"no", "content_type": BACKUP}, 422, "log_foreign"),
    ("get", "preview", {}, 400, "malformed"),
    ("get", "preview", {"query_string": "row=9&faces=1"}, 422, "not_correctable"),
    ("get", "story", {"query_string": "game=x"}, 400, "malformed"),
    ("get", "story", {"query_string": "game=9"}, 422, "no_game"),
    ("get", "bg_stats.svg", {}, 422, "not_over"),
]


@pytest.mark.parametrize(("method", "what", "more", "status", "code"), MISTAKES)
def test_refusals_are_described(
    app: Flask,
    played: Played,
    method: str,
    what: str,
    more: dict[str, Any],
    status: int,
    code: str,
) -> None:
    """Each one that occurs is described by status and code."""
    played.start()
    answer = app.test_client().open(f"/api/tables/main/{what}", method=method.upper(), **more)
    assert (answer.status_code, answer.get_json()["code"]) == (status, code)
    assert code in told(described(app), method, f"/api/tables/{{table}}/{what}", status)


def test_refusals_for_lack_of_room_are_described(
    app: Flask, played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are too many screens, and a full disk for the log and for access control."""
    description, one = described(app), "/api/tables/{table}"
    monkeypatch.setattr(played.table.screens.broadcaster, "_most", 0)
    answer = app.test_client().get("/api/tables/main/events")
    assert (answer.status_code, answer.get_json()["code"]) == (503, "too_many_streams")
    assert "too_many_streams" in told(description, "get", f"{one}/events", 503)
    for path in ("backup", "bundle"):
        assert "log_unwritable" in told(description, "get", f"{one}/{path}", 503)
    for _, path, method in routes(app):
        if method == "post":
            what = "access" if path.startswith("/api/access") else "log"
            assert f"{what}_unwritable" in told(description, method, path, 503)


def test_acts_with_an_id_are_done_once(app: Flask, played: Played) -> None:
    """This holds for all acts that make a row; the others are listed."""
    schema = described(app)["components"]["schemas"]["ActionRequestBody"]
    about = schema["properties"]["id"]["description"]
    client = app.test_client()
    start = {"type": "start", "game": "tiny", "names": ["Ana"], "first_seat": 0}
    acts = [start, {"type": "open"}]
    for version, act in enumerate([*acts, *acts]):
        body = {"id": act["type"], "version": version, "action": act}
        assert client.post("/api/tables/main/actions", json=body).status_code == 200
    assert played.shown["version"] == 2
    for running in (False, True, False):
        body = {"id": "held", "version": 2, "action": {"type": "clock", "running": running}}
        assert client.post("/api/tables/main/actions", json=body).status_code == 200
        assert played.shown["clock"]["running"] is running
    for _ in range(3):
        played.do("count", k=int(played.shown["count"]) + 1)
    client.post("/api/tables/main/readings", json={**READING, "sure": False})
    body = {"id": "gone", "version": 5, "action": {"type": "dismiss", "number": 1}}
    statuses = [client.post("/api/tables/main/actions", json=body).status_code for _ in range(2)]
    assert statuses == [200, 200]
    assert "clock" in about
