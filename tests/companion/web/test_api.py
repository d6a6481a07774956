"""The HTTP API: every answer is JSON with a stable code, and an error changes nothing."""

import base64
import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.access.control import AccessControl
from companion.table import eyes
from companion.table.screens import CafeNote
from companion.upkeep.health import table_findings
from companion.web.app import create_app
from tests.companion.conftest import JPEG, Played
from tests.waiting import until

TABLE = "/api/tables/main"
READING: dict[str, Any] = {
    "eye": "run1",
    "number": 1,
    "t": 12.5,
    "dice": [
        {
            "face": face,
            "confidence": 0.99,
            "box": [1, 2, 3.5, 4],
            "body": "white",
            "alternatives": [[face, 0.99]],
        }
        for face in "123"
    ],
    "moved": [True, True, True],
    "thrown": True,
    "sure": True,
    "doubts": [],
    "size": [640, 480],
    "after_rest_ms": 120.5,
    "evidence": base64.b64encode(JPEG).decode(),
}


def act(client: FlaskClient, version: object, type_: str, **fields: Any) -> TestResponse:
    """Post an act with a new id."""
    id_ = f"{type_}-{version}-{len(json.dumps(fields))}"
    body = {"id": id_, "version": version, "action": {"type": type_, **fields}}
    return client.post(f"{TABLE}/actions", json=body)


def start(client: FlaskClient) -> None:
    """Start the tiny game over HTTP."""
    answer = act(client, 0, "start", game="tiny", names=["Ana", "Ben"], first_seat=0)
    assert answer.status_code == 200, answer.json


def test_a_round_over_http(client: FlaskClient, played: Played) -> None:
    """It has a start, a reading, a stale page, a refusal and the picture."""
    start(client)
    played.clock.t += 5
    answer = client.post(f"{TABLE}/readings", json=READING)
    assert answer.json == {"outcome": "played", "why": []}
    shown = client.get(TABLE).json
    assert (shown["version"], shown["seats"][0]["cash"]) == (2, 6)
    stale = act(client, 1, "dice", faces=["1", "1", "1"])
    assert (stale.status_code, stale.json["code"]) == (409, "stale")
    assert stale.json["snapshot"]["version"] == 2
    refused = act(client, 2, "pay", seat=0, amount=7)
    assert (refused.status_code, refused.json["code"]) == (422, "not_enough")
    assert (refused.json["has"], refused.json["seat"]) == (6, 0)
    picture = client.get(f"{TABLE}/evidence/2.jpg")
    assert (picture.data, picture.mimetype) == (JPEG, "image/jpeg")


def test_a_question_comes_with_the_picture_of_its_reading(client: FlaskClient) -> None:
    """The dice may already be gone when somebody answers."""
    start(client)
    client.post(f"{TABLE}/readings", json={**READING, "sure": False})
    number = READING["number"]
    assert client.get(TABLE).json["eye"]["question"]["picture"] is True
    assert client.get(f"{TABLE}/readings/{number}.jpg").data == JPEG
    assert client.get(f"{TABLE}/readings/{number + 1}.jpg").status_code == 404


def test_preview_of_a_correction(client: FlaskClient) -> None:
    """The changes are shown, but not made."""
    start(client)
    act(client, 1, "dice", faces=["1", "1", "1"])
    answer = client.get(f"{TABLE}/preview?row=2&faces=6,6,6&kept=")
    assert {"what": "seat:0.cash", "before": 3, "after": 18} in answer.json["changes"]
    assert client.get(TABLE).json["version"] == 2


def test_eye_and_tray(client: FlaskClient) -> None:
    """A heartbeat brings a picture; the next one's answer has a requested roll."""
    assert client.get(f"{TABLE}/eye.jpg").status_code == 404
    beat = {"eye": "run1", "state": "sure", "fps": 29.8, "camera": "demo", "demo": True}
    preview = {"preview": READING["evidence"]}
    run = client.get(TABLE).json["run"]  # it shows an eye elsewhere that the table was restarted
    assert client.post(f"{TABLE}/eye", json={**beat, **preview}).json == {"throws": [], "run": run}
    assert client.get(f"{TABLE}/eye.jpg").data == JPEG
    tap = {"keep": [[1, 2, 3, 4]], "id": "tap-1"}
    assert [client.post(f"{TABLE}/tray", json=tap).json for _ in "12"] == [{"n": 1}] * 2
    assert client.post(f"{TABLE}/tray", json={"id": "no id!"}).status_code == 400
    asked = {"throws": [{"n": 1, "keep": [[1.0, 2.0, 3.0, 4.0]]}], "run": run}
    assert client.post(f"{TABLE}/eye", json=beat).json == asked
    assert client.post(f"{TABLE}/eye", json={**beat, "done": 1}).json == {"throws": [], "run": run}


def test_a_still_is_requested_from_the_eye(
    client: FlaskClient, played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is sharper than the preview."""
    monkeypatch.setattr(eyes, "EYE_TIMEOUT_SECONDS", 60.0)
    beat = {"eye": "run1", "state": "sure", "camera": "camera 0"}
    with ThreadPoolExecutor() as pool:
        asking = pool.submit(played.table.eyes.stills.wait_for_next)
        until(lambda: client.post(f"{TABLE}/eye", json=beat).json.get("still"))
        client.post(f"{TABLE}/eye", json={**beat, "still": READING["evidence"]})
        assert asking.result(60) == JPEG
    assert "still" not in client.post(f"{TABLE}/eye", json=beat).json


def test_without_an_eye_there_is_no_still(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits forever."""
    monkeypatch.setattr(eyes, "EYE_TIMEOUT_SECONDS", 0.01)
    assert played.table.eyes.stills.wait_for_next() is None


def test_games_and_health(client: FlaskClient) -> None:
    """The games, and the health of the table."""
    games = client.get("/api/games").json["games"]
    assert [game["id"] for game in games] == ["tiny"]
    health = client.get("/health").json
    assert (health["status"], health["version"], health["eye"]) == ("ok", 0, "lost")


ACTION = {"id": "a", "version": 0, "action": {"type": "undo"}}


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'"x"',
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"id": "a", "version": 0}',
        b'{"id": "a", "version": 0, "action": "undo"}',
        b'{"id": "a", "version": 0, "action": {}}',
        b'{"id": "a", "version": 0, "action": {"type": 7}}',
        b'{"id": "a", "version": "0", "action": {"type": "undo"}}',
        b'{"id": "a", "version": 0.0, "action": {"type": "undo"}}',
        b'{"id": "a", "version": true, "action": {"type": "undo"}}',
        b'{"id": "a", "action": {"type": "undo"}}',
        b'{"id": 1, "version": 0, "action": {"type": "undo"}}',
        b'{"id": "", "version": 0, "action": {"type": "undo"}}',
        b'{"id": "a b", "version": 0, "action": {"type": "undo"}}',
        b'{"id": "a", "version": 0, "action": {"type": "undo"}, "more": 1}',
        b'{"id": "a", "version": 0, "action": {"type": "undo", "to": "1"}}',
        b'{"id": "a", "version": 0, "action": {"type": "undo", "more": 1}}',
        b'{"id": "a", "version": 0, "action": {"type": "dice", "faces": "123"}}',
        b'{"id": "a", "version": 0, "action": {"type": "dice", "faces": [1, 2, 3]}}',
        b'{"id": "a", "version": 0, "action": {"type": "start", "game": "tiny", "names": "Ana"}}',
        b'{"id": "a", "version": 0, "action": {"type": "undo", "to": '
        + b"[" * 900
        + b"]" * 900
        + b"}}",
        b'{"id": "a", "version": NaN, "action": {"type": "undo"}}',
        b'{"id": "a", "version": 1e999, "action": {"type": "undo"}}',
        b'{"id": "a", "version": ' + b"9" * 5000 + b', "action": {"type": "undo"}}',
    ],
)
def test_a_malformed_body_is_400(client: FlaskClient, body: bytes) -> None:
    """The refusal is JSON and names the wrong field."""
    answer = client.post(f"{TABLE}/actions", data=body, content_type="application/json")
    assert (answer.status_code, answer.json["code"]) == (400, "malformed")
    assert answer.json["message"]
    assert client.get(TABLE).json["version"] == 0


@pytest.mark.parametrize(
    "change",
    [
        {"eye": ""},
        {"eye": 7},
        {"number": -1},
        {"number": 2**53},
        {"number": "1"},
        {"dice": [{"face": "1"}]},
        {"dice": [{**READING["dice"][0], "box": [1, 2, 3]}] * 3},
        {"dice": [{**READING["dice"][0], "face": "x" * 65}] * 3},
        {"dice": READING["dice"] * 20, "moved": [True] * 60},
        {"moved": [True]},
        {"thrown": "yes"},
        {"sure": 1},
        {"doubts": ["x" * 65]},
        {"size": [640]},
        {"after_rest_ms": -5},
        {"after_rest_ms": 10**400},
        {"dice": [{**READING["dice"][0], "box": [1, 2, 3, 10**400]}] * 3},
        {"evidence": "not base64!"},
        {"evidence": base64.b64encode(b"GIF89a").decode()},
        {"evidence": base64.b64encode(JPEG + b"x" * 41_000).decode()},
        {"evidence": 5},
        {"unheard_of": 1},
    ],
)
def test_a_malformed_reading_is_400(client: FlaskClient, change: dict[str, Any]) -> None:
    """A reading is accepted completely or not at all."""
    start(client)
    answer = client.post(f"{TABLE}/readings", json={**READING, **change})
    assert (answer.status_code, answer.json["code"]) == (400, "malformed")
    assert client.get(TABLE).json["version"] == 1


@pytest.mark.parametrize(("faces", "kept"), [([], [-1]), (["1"], [-5])])
def test_dice_that_do_not_exist_cannot_be_kept(
    client: FlaskClient, faces: list[str], kept: list[int]
) -> None:
    """They cause no error; the table refuses the rest."""
    start(client)
    act(client, 1, "dice", faces=["1", "2", "3"])
    client.post(f"{TABLE}/readings", json={**READING, "sure": False})
    answer = act(client, 2, "dice", faces=faces, kept=kept, number=READING["number"])
    assert (answer.status_code, answer.json["code"]) == (422, "three_dice")
    assert client.get(TABLE).json["version"] == 2


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("eye", {"eye": "run1", "state": "asleep"}),
        ("eye", {"eye": "run1", "state": "sure", "camera": "x" * 201}),
        ("eye", {"eye": "run1", "state": "sure", "done": -1}),
        ("eye", {"eye": "run1", "state": "sure", "fps": 10**400}),
        ("tray", {"keep": [[1, 2]]}),
        ("tray", {"keep": [[1, 2, 3, 4]] * 41}),
        ("tray", {"keep": [[1, 2, 3, 10**400]]}),
    ],
)
def test_a_malformed_report_is_400(client: FlaskClient, path: str, body: dict[str, Any]) -> None:
    """The eye's other posts are validated, too."""
    answer = client.post(f"{TABLE}/{path}", json=body)
    assert (answer.status_code, answer.json["code"]) == (400, "malformed")


@pytest.mark.parametrize(
    "query",
    ["", "row=2", "row=x&faces=1", "row=-1&faces=1", "row=2&faces=1&kept=x", "row=" + "9" * 50],
)
def test_a_malformed_preview_is_400(client: FlaskClient, query: str) -> None:
    """The query is validated; a missing list of faces is one face with an empty name."""
    start(client)
    act(client, 1, "dice", faces=["1", "1", "1"])
    answer = client.get(f"{TABLE}/preview?{query}")
    assert (answer.status_code, answer.json["code"]) == (400, "malformed")


@pytest.mark.parametrize(
    ("type_", "fields", "code"),
    [
        ("fly", {}, "unknown_action"),
        ("undo", {"to": 99}, "unknown_version"),
        ("undo", {"to": 1}, "nothing_to_undo"),
        ("correct", {"row": 1, "faces": ["1"]}, "not_correctable"),
        ("dice", {"faces": ["1", "1"]}, "three_dice"),
        ("dice", {"faces": ["1"] * 3, "number": 9}, "no_such_reading"),
        ("dismiss", {"number": 9}, "no_such_reading"),
        ("clock", {"running": True}, "no_clock"),
        ("count", {"k": 1}, "wrong_count"),
        ("start", {"game": "chess", "names": ["Ana"]}, "unknown_game"),
    ],
)
def test_refusals_are_422_and_change_nothing(
    client: FlaskClient, type_: str, fields: dict[str, Any], code: str
) -> None:
    """Each refusal has its stable code."""
    start(client)
    before = client.get(TABLE).json
    answer = act(client, 1, type_, **fields)
    assert (answer.status_code, answer.json["code"]) == (422, code)
    assert client.get(TABLE).json == before


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/nowhere", 404, "not_found"),
        ("GET", "/api/tables/other", 404, "unknown_table"),
        ("POST", "/api/tables/other/actions", 404, "unknown_table"),
        ("GET", "/api/tables/other/events", 404, "unknown_table"),
        ("GET", f"{TABLE}/evidence/1.jpg", 404, "not_found"),
        ("GET", f"{TABLE}/evidence/99999999999999999999999.jpg", 404, "not_found"),
        ("GET", f"{TABLE}/actions", 405, "method_not_allowed"),
        ("DELETE", TABLE, 405, "method_not_allowed"),
        ("GET", "/static/../../app.py", 404, "not_found"),
    ],
)
def test_unknown_addresses_are_404(
    client: FlaskClient, method: str, path: str, status: int, code: str
) -> None:
    """The answer is JSON, too."""
    answer = client.open(path, method=method, json=ACTION if method != "GET" else None)
    assert (answer.status_code, answer.json["code"]) == (status, code)


def test_a_body_must_be_json_and_small(client: FlaskClient) -> None:
    """A form, which browsers would send without asking, is refused; large bodies are cut off."""
    form = client.post(f"{TABLE}/actions", data={"id": "a"})
    assert (form.status_code, form.json["code"]) == (415, "not_json")
    flood = client.post(f"{TABLE}/actions", data=b" " * 300_000, content_type="application/json")
    assert (flood.status_code, flood.json["code"]) == (413, "too_large")


def test_a_full_disk_is_503(client: FlaskClient, played: Played) -> None:
    """The answer has a stable code; nothing has changed, and the health check shows it."""
    with played.full_disk():
        answer = act(client, 0, "start", game="tiny", names=["Ana"])
    assert (answer.status_code, answer.json["code"]) == (503, "log_unwritable")
    assert client.get(TABLE).json["version"] == 0
    assert client.get("/health").json["status"] == "trouble"


def test_a_bug_is_500_without_a_traceback(
    client: FlaskClient, played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It breaks one act, not the table."""
    start(client)

    def broken(*_: object) -> None:
        raise ZeroDivisionError("secret")

    game = type(played.table.games["tiny"])
    with monkeypatch.context() as patched:
        patched.setattr(game, "play", broken)
        answer = act(client, 1, "dice", faces=["1", "1", "1"])
    assert (answer.status_code, answer.json["code"]) == (500, "internal")
    assert "secret" not in answer.text
    assert act(client, 1, "dice", faces=["1", "1", "2"]).status_code == 200


def test_a_stream_begins_with_the_snapshot(client: FlaskClient) -> None:
    """It has the right type and is neither cached nor buffered; HEAD takes no place."""
    head = client.head(f"{TABLE}/events")
    answer = client.get(f"{TABLE}/events")
    for each in (head, answer):
        assert each.mimetype == "text/event-stream"
        assert each.headers["Cache-Control"] == "no-cache"
        assert each.headers["X-Accel-Buffering"] == "no"
    stream: Any = iter(answer.response)
    assert next(stream).startswith(b'retry: 1000\n\nevent: page\ndata: "')
    assert next(stream).startswith(b"id: 0\nevent: snapshot\ndata: {")
    answer.close()


def test_streams_are_limited_and_closed_ones_free_their_places(
    client: FlaskClient, played: Played
) -> None:
    """The forty-ninth, from another device, is refused in JSON."""
    access = AccessControl(played.table)
    client = create_app(played.table, access).test_client()
    devices = [access.join(access.code, f"192.0.2.{n}").id for n in range(49)]
    keys = [{"Authorization": f"Bearer {access.callers.make_token(device)}"} for device in devices]
    streams = [client.get(f"{TABLE}/events", headers=key) for key in keys[:48]]
    refused = client.get(f"{TABLE}/events", headers=keys[48])
    assert (refused.status_code, refused.json["code"]) == (503, "too_many_streams")
    for stream in streams:
        stream.close()
    assert played.table.screens.broadcaster.stream_count == 0


def test_the_log_says_that_the_table_itself_acted(client: FlaskClient) -> None:
    """A browser on the machine itself is the table's own display, and needs no cookie."""
    answer = client.get("/")
    assert answer.mimetype == "text/html"
    assert "Set-Cookie" not in answer.headers
    start(client)
    assert client.get(TABLE).json["last_row"]["who"] == "table"


def test_requests_to_the_cafe(client: FlaskClient, played: Played) -> None:
    """Every screen of a table in a café shows their state."""
    table, path = played.table, "/api/tables/main/cafe"
    refused: Any = client.post(path, json={"help": True}).json
    assert refused["code"] == "no_cafe"
    assert table.snapshot()["cafe"] is None
    table.screens.cafe = {
        "help": False,
        "coming": False,
        "reports": 0,
        "newer": "",
        "away": False,
    }
    client.post(path, json={"help": True})
    table.update_cafe(CafeNote(newer="0.2.0"))
    assert "cafe_ok" in {finding.code for finding in table_findings(table)}
    table.update_cafe(CafeNote(away=True))
    assert "cafe_away" in {finding.code for finding in table_findings(table)}
    table.update_cafe(CafeNote(coming=True))
    told: Any = client.post(path, json={"report": True}).json["cafe"]
    assert told == {"help": True, "coming": True, "reports": 1, "newer": "0.2.0", "away": True}
    client.post(path, json={"help": False})
    table.update_cafe(CafeNote(coming=True))  # too late
    assert table.snapshot()["cafe"] == {**told, "help": False, "coming": False}


def test_every_display_shows_which_dice_stay(client: FlaskClient, played: Played) -> None:
    """The choice must be the current player's at that version, and ends with the next action."""
    start(client)

    def keep(*dice: int, version: int = 1, seat: int | None = None) -> TestResponse:
        body = {"version": version, "seat": seat, "dice": dice}
        return client.post(f"{TABLE}/keep", json=body)

    turn = played.shown["turn"]
    assert played.shown["keep"] is None
    told: Any = keep(2, 0, seat=turn).json
    assert told["keep"] == played.shown["keep"] == [0, 2]
    assert keep(version=0, seat=turn).status_code == 409
    assert keep(seat=5).json == {**keep(seat=5).json, "code": "no_dice"}  # type: ignore[dict-item]
    act(client, 1, "undo")
    assert played.shown["keep"] is None


def test_a_display_reports_a_question(client: FlaskClient) -> None:
    """The answer says how long it may stay open."""
    answer: Any = client.post(f"{TABLE}/watch", json={"asks": True, "seat": 1}).json
    assert 19 < answer["seconds"] <= 20


@pytest.mark.parametrize("path", ["/spiel/alt", "/games/3"])
def test_an_old_link_leads_a_browser_to_the_page(client: FlaskClient, path: str) -> None:
    """Any site may have the link; a program gets 404."""
    browser = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    for site in ("none", "cross-site"):
        page = client.get(path, headers={**browser, "Sec-Fetch-Site": site})
        assert (page.status_code, page.headers["Location"]) == (302, "/")
        assert client.get("/", headers={**browser, "Sec-Fetch-Site": site}).status_code == 200
    assert client.get(path, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
    assert client.get(path).status_code in (401, 404)
    html = {"Accept": "text/html"}
    assert client.get("/api/tables/main/nothing", headers=html).status_code in (302, 401, 404)
    assert client.post(path, headers=html).status_code in (401, 403, 404, 405)
