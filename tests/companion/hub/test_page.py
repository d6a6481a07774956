"""The hub's page: rights, live tables, and the archive."""

import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import psycopg
import pytest
from flask.testing import FlaskClient

from companion.budget import MAX_JOINS_PER_CODE
from companion.hub import joining, queries
from companion.hub.access import HubAccess, HubRole
from companion.hub.app import create_hub_app
from companion.hub.hub import Hub
from companion.hub.receive import LiveTables
from companion.mqtt.messages import Ask, Report
from tests.companion.hub.services import Database

NOWHERE = "host=/nonexistent dbname=croupier"
MONTH = "2026-10"
POSTS = ["tables/0123abcd/name", "tables/0123abcd/remove", "join_codes"]
POSTS += ["left_out", "join_codes/forget", "news", "users", "users/remove"]
COUNTER = ["events", "tables/0123abcd", "tables/0123abcd/address.svg"]
LEAGUE = ["months", f"evenings?month={MONTH}", "evening?day=2026-10-03", f"league?month={MONTH}"]
LEAGUE += ["ladder?title=Yacht", "fairness", f"exports/games.csv?month={MONTH}"]
LEAGUE += [f"exports/league.csv?month={MONTH}", "exports/0123abcd/g1.jsonl"]
ADMIN = ["users", "join_code.svg", "tables/0123abcd/reports/doctor"]


@dataclass
class FakeTables:
    """Records what the page sends to tables."""

    told: list[tuple[str, ...]] = field(default_factory=list)
    trouble: str = ""

    def announce_version(self, version: str) -> None:
        """Record it."""
        self.told.append(("announce", version))

    def send_ask(self, table: str, ask: Ask) -> None:
        """Record it."""
        self.told.append(("coming" if ask.coming else "ask", table))

    def clear_retained_messages(self, table: str) -> None:
        """Record it."""
        self.told.append(("forget", table))


@dataclass
class FakeBroker:
    """The users with access."""

    names: tuple[str, ...] = ("192.0.2.7", "localhost")
    port: int = 8883
    ca: str = "PEM"
    passwords: dict[str, str] = field(default_factory=dict)

    def users(self) -> list[str]:
        """Return the users."""
        return list(self.passwords)

    def set_password(self, user: str, password: str | None) -> None:
        """Give `user` access; None takes it away."""
        if password is None:
            del self.passwords[user]
        else:
            self.passwords[user] = password


@pytest.fixture
def hub(tmp_path: Path) -> Hub:
    """Return a hub whose archive does not answer."""
    access = HubAccess(tmp_path)
    roles: list[HubRole] = ["admin", "league", "counter"]
    for role in roles:
        access.set_user(role, role, f"the {role}'s")
    return Hub(access, LiveTables(), FakeTables(), FakeBroker(), NOWHERE)


def client_of(hub: Hub, role: str | None) -> FlaskClient:
    """Return the browser of somebody with `role` who has logged in."""
    client = create_hub_app(hub).test_client()
    if role is not None:
        body = {"name": role, "password": f"the {role}'s"}
        assert client.post("/api/log_in", json=body).json["role"] == role  # type: ignore[index]
    return client


@pytest.fixture
def archive(hub: Hub, database: Database, db: psycopg.Connection) -> psycopg.Connection:
    """Return the archive of the hub, with some games."""
    hub.database = database.dsn
    db.execute("INSERT INTO tables (id, name) VALUES ('0123abcd', 'Window'), ('89abcdef', 'Door')")
    for number, (names, places) in enumerate(
        [
            (["Ana", "Ben", "Cleo"], [1, 2, 3]),
            (["ana", "Ben"], [1, 1]),
            (["Ben", "Dora"], [1, 2]),
            (["Ana"], [1]),
            (["Ana", "Ben"], [None, None]),
        ]
    ):
        db.execute(
            "INSERT INTO games VALUES ('0123abcd', %s, 1, 9, 'yacht', 'Yacht', 'points', false,"
            " %s, %s, %s, %s, %s, '[]', true)",
            (
                f"g{number}",
                f"2026-10-0{number + 2} 01:00+00",
                f"2026-10-0{number + 2} 02:00+00",
                names,
                [100] * len(names),
                places,
            ),
        )
    return db


@pytest.mark.parametrize("role", [None, "counter", "league", "admin"])
def test_each_role_has_its_routes(hub: Hub, role: str | None) -> None:
    """Strangers have none."""
    client = client_of(hub, role)
    allowed = {None: [], "counter": COUNTER, "league": COUNTER + LEAGUE}.get(
        role, COUNTER + LEAGUE + ADMIN
    )
    for path in COUNTER + LEAGUE + ADMIN:
        with client.get(f"/api/{path}") as answer:
            refused = answer.status_code in (401, 403)
            assert refused == (path not in allowed), path
            if role is None:
                assert answer.json["code"] == "log_in_needed"  # type: ignore[index]
    for path in POSTS:
        status = client.post(f"/api/{path}", json={}).status_code
        assert (status in (401, 403)) == (role != "admin"), path


def test_no_other_site_acts_here(hub: Hub) -> None:
    """Forms, scripts on other sites and DNS rebinding are refused."""
    client = client_of(hub, "admin")
    for headers in (
        {"Origin": "http://evil.example"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Host": "evil.example"},
    ):
        for path in ("/api/join_codes", "/api/users/remove"):
            answer = client.post(path, json={"name": "counter"}, headers=headers)
            assert answer.status_code in (400, 403)
            assert answer.json["code"] in ("cross_origin", "untrusted_host")  # type: ignore[index]
    assert client.post("/api/join_codes", data={"x": "1"}).status_code == 415
    assert hub.access.join_secrets() == []
    cookie = client.get_cookie("croupier_hub")
    assert cookie is not None
    assert cookie.http_only
    assert cookie.same_site == "Strict"


def test_a_removed_user_is_out_at_once(hub: Hub) -> None:
    """This holds for an open page, too, and for one who has logged out."""
    admin, counter = client_of(hub, "admin"), client_of(hub, "counter")
    assert admin.post("/api/users/remove", json={"name": "counter"}).status_code == 200
    assert counter.get("/api/events").status_code == 401
    copied = admin.get_cookie("croupier_hub")
    admin.post("/api/log_out", json={})
    assert admin.get("/api/users").status_code == 401
    assert copied is not None
    admin.set_cookie("croupier_hub", copied.value)
    assert admin.get("/api/users").status_code == 401
    wrong = admin.post("/api/log_in", json={"name": "admin", "password": "guess"})
    assert wrong.json["code"] == "wrong_password"  # type: ignore[index]


def next_event(stream: Iterator[bytes], name: str = "tables") -> Any:
    """Return the next event of `stream` with that `name`."""
    while True:
        text = next(stream)
        text = text.decode() if isinstance(text, bytes) else text
        if text.startswith(f"event: {name}\n"):
            return json.loads(text.split("data: ")[1])


def test_one_user_does_not_take_all_places(hub: Hub) -> None:
    """Others can still open pages, and closing a page frees its place."""
    client = client_of(hub, "counter")
    streams = [client.get("/api/events", buffered=False) for _ in range(16)]
    assert client.get("/api/events").json["code"] == "too_many_screens"  # type: ignore[index]
    with client_of(hub, "admin").get("/api/events", buffered=False) as answer:
        assert answer.status_code == 200
    for stream in streams:
        stream.close()
    assert hub.streams.total() == 0
    assert client.get("/api/tables/%00").status_code in (404, 503)


def test_live_tables_are_shown_without_the_archive(hub: Hub) -> None:
    """All tables are sent first, even if there are none, then changes and removals."""
    hub.broker.set_password("0123abcd", "password")
    hub.live.set_state("89abcdef", {"name": "sent away"})
    with client_of(hub, "counter").get("/api/events", buffered=False) as answer:
        stream = iter(answer.response)
        assert next_event(stream) == {}
        hub.live.set_state("0123abcd", {"name": "<b>", "help": True})
        hub.live.set_available("0123abcd", online=True)
        told = next_event(stream)["0123abcd"]
        assert (told["name"], told["help"], told["online"]) == ("<b>", True, True)
        threading.Timer(0.05, hub.live.forget, ["0123abcd"]).start()
        assert next_event(stream) == {"0123abcd": None}
    assert hub.streams.total() == 0


def test_the_page_says_if_nothing_is_archived(hub: Hub) -> None:
    """People at the counter see it, even if the archive can still be read."""
    hub.tables.trouble = "no space left"
    with client_of(hub, "counter").get("/api/events", buffered=False) as answer:
        assert next_event(iter(answer.response), "archive") is False


def test_without_the_archive_the_page_says_so(hub: Hub, database: Database) -> None:
    """It works again once the archive is back, without a restart."""
    client = client_of(hub, "league")
    answer = client.get("/api/months")
    assert answer.status_code == 503
    assert answer.json["code"] == "archive_away"  # type: ignore[index]
    hub.database = database.dsn.replace("dbname=postgres", "dbname=template1")
    assert client.get("/api/months").status_code == 503  # it has no tables yet


@pytest.mark.usefixtures("archive")
def test_a_league_with_ties(hub: Hub) -> None:
    """Equal players share points and ranks; playing alone does not count."""
    client = client_of(hub, "league")
    told: Any = client.get(f"/api/league?month={MONTH}").json
    assert (told["title"], told["titles"]) == ("Yacht", ["Yacht"])
    standings = [(one["rank"], one["name"], one["points"], one["won"]) for one in told["standings"]]
    assert standings == [
        (1, "ana", 2.5, 2),
        (1, "Ben", 2.5, 2),
        (3, "Cleo", 0.0, 0),
        (3, "Dora", 0.0, 0),
    ]
    ladder: Any = client.get("/api/ladder?title=Yacht").json
    ratings = {one["name"]: one["rating"] for one in ladder["standings"]}
    assert sum(ratings.values()) == pytest.approx(4 * 1500)
    assert ratings["ana"] > ratings["Dora"] > 1470
    empty: Any = client.get("/api/league?month=2020-01").json
    assert empty["standings"] == []


def test_a_night_belongs_to_the_month_of_its_evening(hub: Hub, archive: psycopg.Connection) -> None:
    """This holds for the list of months, its evenings and its league."""
    archive.execute(
        "UPDATE games SET title = 'Late', started_at = '2026-11-01 01:30+00',"
        " ended_at = '2026-11-01 02:00+00' WHERE game = 'g0'"
    )
    archive.commit()
    client = client_of(hub, "league")
    assert client.get("/api/months").json == {"months": [MONTH]}
    days: Any = client.get(f"/api/evenings?month={MONTH}").json
    assert days["evenings"][0]["day"] == "2026-10-31"
    league: Any = client.get(f"/api/league?month={MONTH}&title=Late").json
    assert [one["name"] for one in league["standings"]] == ["Ana", "Ben", "Cleo"]
    assert "Late" in league["titles"]
    csv = client.get(f"/api/exports/games.csv?month={MONTH}").get_data(as_text=True)
    assert "Late" in csv
    later: Any = client.get("/api/league?month=2026-11&title=Late").json
    assert later["standings"] == later["titles"] == []


@pytest.mark.parametrize(
    ("place", "began", "day"),
    [
        ("Europe/Berlin", "2026-10-25 03:30+00", "2026-10-24"),
        ("Europe/Berlin", "2026-03-29 03:30+00", "2026-03-29"),
        ("America/New_York", "2026-11-01 09:30+00", "2026-10-31"),
    ],
    ids=["half past four in winter time", "half past five in summer time", "another month"],
)
def test_a_night_in_which_the_clocks_change(
    hub: Hub,
    archive: psycopg.Connection,
    monkeypatch: pytest.MonkeyPatch,
    place: str,
    began: str,
    day: str,
) -> None:
    """It ends at five by the new time, both in the list of evenings and in the evening itself."""
    monkeypatch.setenv("PGTZ", place)
    archive.execute("DELETE FROM games WHERE game <> 'g0'")
    archive.execute("UPDATE games SET started_at = %s", (began,))
    client = client_of(hub, "league")
    assert client.get("/api/months").json == {"months": [day[:7]]}
    days: Any = client.get(f"/api/evenings?month={day[:7]}").json
    assert [one["day"] for one in days["evenings"]] == [day]
    evening: Any = client.get(f"/api/evening?day={day}").json
    assert len(evening["games"]) == 1


@pytest.mark.usefixtures("archive")
def test_evenings_and_exports(hub: Hub) -> None:
    """Games after midnight belong to the evening before; names are no formulas in a spreadsheet."""
    client = client_of(hub, "league")
    assert client.get("/api/months").json == {"months": [MONTH]}
    days: Any = client.get(f"/api/evenings?month={MONTH}").json
    assert days["evenings"][-1] == {"day": "2026-10-01", "games": 1, "tables": 1}
    evening: Any = client.get("/api/evening?day=2026-10-01").json
    assert [game["names"] for game in evening["games"]] == [["Ana", "Ben", "Cleo"]]
    for text in ("", "x", "2026-13", "2026-02-30", "'; DROP TABLE games; --"):
        assert client.get("/api/evening", query_string={"day": text}).status_code == 404
    with psycopg.connect(hub.database) as db:
        db.execute("UPDATE games SET names[1] = '=1+1' WHERE game = 'g0'")
    games = client.get(f"/api/exports/games.csv?month={MONTH}")
    head, line = games.get_data(as_text=True).splitlines()[:2]
    assert head.startswith("table_name,table,game,")
    assert line.startswith("Window,0123abcd,g0,")
    assert "'=1+1" in line
    assert "attachment" in games.headers["Content-Disposition"]
    league = client.get(f"/api/exports/league.csv?month={MONTH}&title=Yacht")
    assert league.get_data(as_text=True).startswith("rank,name,games,won,points")
    assert client.get("/api/exports/0123abcd/none.jsonl").status_code == 404


def test_the_fairness_of_all_tables(hub: Hub, archive: psycopg.Connection) -> None:
    """It is shown by colour and by table, which share the chance of a false alarm."""
    archive.execute("UPDATE games SET started_at = now(), table_id = '89abcdef' WHERE game = 'g1'")
    archive.execute("UPDATE games SET started_at = now() WHERE game = 'g0'")
    archive.execute("UPDATE games SET started_at = '2025-01-01' WHERE game = 'g2'")
    for table, game, counts in (
        ("0123abcd", "g0", [50] * 6),
        ("89abcdef", "g1", [40, 40, 40, 40, 40, 200]),
        ("0123abcd", "g2", [0, 0, 0, 0, 0, 999]),  # too long ago
    ):
        archive.execute("INSERT INTO dice VALUES (%s, %s, 'white', '', %s)", (table, game, counts))
    told: Any = client_of(hub, "league").get("/api/fairness").json
    assert [(one["body"], one["thrown"]) for one in told["all"]] == [("", 700)]
    verdicts = {one["body"]: one["verdict"] for one in told["tables"]}
    assert verdicts == {"0123abcd": "nothing", "89abcdef": "loaded"}


def ask_to_join(
    client: FlaskClient,
    secret: str,
    table: str = "deadbeef",
    nonce: str = "22" * 16,
    password: str = "",
) -> Any:
    """Send a table's request to join by `secret`; one that joined before has a `password`."""
    asked = joining.join_request(secret, table, "Table 7", nonce, password)
    return client.post(joining.PATH, json=msgspec.to_builtins(asked))


def test_a_table_joins_and_is_removed(hub: Hub, archive: psycopg.Connection) -> None:
    """A valid secret works once; the hub proves its answer and knows the table's name at once."""
    admin, table = client_of(hub, "admin"), client_of(hub, None)
    assert ask_to_join(table, "00" * 16).json["code"] == "unknown_join_secret"
    code: Any = admin.post("/api/join_codes", json={}).json
    secret = joining.parse_join_address(code["code"]).secret
    assert admin.get("/api/join_code.svg").mimetype == "image/svg+xml"
    answer = msgspec.convert(ask_to_join(table, secret).json, joining.JoinAnswer)
    assert joining.answer_proves_secret(answer, "22" * 16, secret)
    broker = hub.broker
    assert isinstance(broker, FakeBroker)
    password = joining.table_password(secret, "deadbeef", "22" * 16)
    assert broker.passwords == {"deadbeef": password}
    for password_before in ("", "55" * 32):  # another table's id, by somebody with the code
        again = ask_to_join(table, secret, nonce="44" * 16, password=password_before)
        assert again.json["code"] == "already_joined"
    assert broker.passwords == {"deadbeef": password}
    assert archive.execute("SELECT name FROM tables WHERE id = 'deadbeef'").fetchall() == [
        ("Table 7",)
    ]
    admin.post("/api/tables/deadbeef/name", json={"name": "Corner"})
    assert hub.archived_tables()["deadbeef"]["name"] == "Corner"
    assert admin.post("/api/tables/deadbeef/name", json={"name": "a\nb"}).status_code == 400
    # The hub has moved: the table joins again under its name here; a replayed request fails.
    again = ask_to_join(table, secret, nonce="33" * 16, password=password)
    assert again.status_code == 200
    assert ask_to_join(table, secret, nonce="33" * 16, password=password).status_code in (403, 409)
    assert broker.passwords["deadbeef"] != password
    assert hub.archived_tables()["deadbeef"]["name"] == "Corner"
    assert admin.post("/api/tables/hub/remove", json={}).status_code == 404
    assert admin.post("/api/tables/deadbeef/remove", json={}).status_code == 200
    assert broker.passwords == {}
    assert ask_to_join(table, secret).status_code == 403  # or a replay would bring it back
    code = admin.post("/api/join_codes", json={}).json
    secret = joining.parse_join_address(code["code"]).secret
    assert ask_to_join(table, secret).status_code == 200
    admin.post("/api/join_codes/forget", json={})
    assert ask_to_join(table, secret, "0000beef").status_code == 403


def test_a_proxy_serves_the_hub_under_a_public_name(hub: Hub) -> None:
    """People log in there, and the code for tables leads there; other sites still cannot act."""
    client = create_hub_app(hub, "https://hub.example.org").test_client()
    public = {"Host": "hub.example.org", "Origin": "https://hub.example.org"}
    body = {"name": "admin", "password": "the admin's"}
    assert client.post("/api/log_in", json=body, headers=public).status_code == 200
    made: Any = client.post("/api/join_codes", json={}, headers=public).json
    assert made["code"].startswith("https://hub.example.org/join#")
    evil = public | {"Origin": "https://evil.example"}
    assert client.post("/api/join_codes", json={}, headers=evil).status_code == 403


def test_a_call_for_help_is_answered(hub: Hub) -> None:
    """Staff may do that, for a table of this café; they also see where its page is."""
    hub.broker.set_password("0123abcd", "password")
    client = client_of(hub, "counter")
    for table, status in (("0123abcd", 200), ("hub", 404), ("0000beef", 404)):
        assert client.post(f"/api/tables/{table}/coming", json={}).status_code == status
    assert isinstance(hub.tables, FakeTables)
    assert hub.tables.told == [("coming", "0123abcd")]
    assert client.get("/api/tables/0123abcd/address.svg").status_code == 404
    hub.live.set_state("0123abcd", {"name": "Window", "url": "http://192.0.2.9:8080"})
    assert client.get("/api/tables/0123abcd/address.svg").mimetype == "image/svg+xml"


def test_reports_and_versions(hub: Hub) -> None:
    """A report can be fetched once it is there; a version is announced."""
    admin = client_of(hub, "admin")
    assert admin.get("/api/tables/0123abcd/reports/doctor").status_code == 404
    for data in ("<h1>Log in</h1>", [{"code": "disk_ok", "level": "<b>"}], [5]):
        hub.live.keep_newest_report("0123abcd", Report("doctor", data))
        assert admin.get("/api/tables/0123abcd/reports/doctor").status_code == 404
    finding = {"code": "disk_low", "level": "warning", "figures": {"free": 9}}
    hub.live.keep_newest_report("0123abcd", Report("doctor", [finding]))
    assert admin.get("/api/tables/0123abcd/reports/doctor").json == [finding]
    for data in (5, None, "no base64"):
        hub.live.keep_newest_report("0123abcd", Report("bug_report", data))
        assert admin.get("/api/tables/0123abcd/reports/bug_report").status_code == 404
    hub.live.keep_newest_report("0123abcd", Report("bug_report", "UEs="))
    report = admin.get("/api/tables/0123abcd/reports/bug_report")
    assert (report.data, report.mimetype) == (b"PK", "application/zip")
    assert admin.post("/api/news", json={"version": "0.2.0"}).status_code == 200
    assert admin.post("/api/news", json={"version": "<b>"}).status_code == 400
    assert isinstance(hub.tables, FakeTables)
    assert hub.tables.told == [("announce", "0.2.0")]


def test_impossible_games_and_dice_break_no_page(hub: Hub, archive: psycopg.Connection) -> None:
    """They are left out, and all others are shown."""
    client = client_of(hub, "league")
    before: Any = client.get(f"/api/league?month={MONTH}").json
    for number, (names, scores, places) in enumerate(
        [(["Eve", "Fay"], [1], [1, 2]), (["Eve", "Fay"], [1, 2], []), (["Eve"] * 4000, [], [1])]
    ):
        archive.execute(
            "INSERT INTO games VALUES ('0123abcd', %s, 1, 9, 'yacht', 'Yacht', 'points', false,"
            " '2026-10-09', '2026-10-09', %s, %s, %s, '[]', true)",
            (f"odd{number}", names, scores, places),
        )
    archive.execute("INSERT INTO dice VALUES ('0123abcd', 'g0', 'red', '', '{-1,0,0,0,0,0}')")
    after: Any = client.get(f"/api/league?month={MONTH}").json
    known = {one["name"] for one in before["standings"]}
    assert {one["name"] for one in after["standings"]} - known <= {"Eve", "Fay"}
    pages = ("ladder?title=Yacht", "fairness", f"exports/games.csv?month={MONTH}")
    assert [client.get(f"/api/{page}").status_code for page in pages] == [200] * 3


def test_one_code_lets_in_a_limited_number_of_tables(hub: Hub) -> None:
    """Somebody who saw the code cannot fill the café with tables; a new code works."""
    secret = hub.access.new_join_secret(60).secret
    for number in range(MAX_JOINS_PER_CODE):
        assert hub.access.use_join_secret(secret, f"{number:08x}")
    answer = ask_to_join(client_of(hub, None), secret)
    assert answer.json["code"] == "used_up_join_secret"
    assert hub.broker.users() == []
    assert hub.access.use_join_secret(hub.access.new_join_secret(60).secret, "22" * 16)


def shown_by_leagues(client: FlaskClient) -> list[Any]:
    """Return everything that is computed from the games of the month."""
    paths = (f"league?month={MONTH}", "ladder?title=Yacht", "fairness")
    csv = client.get(f"/api/exports/games.csv?month={MONTH}").get_data(as_text=True)
    return [*(client.get(f"/api/{path}").json for path in paths), csv]


@pytest.mark.parametrize(
    ("table", "out"), [("89abcdef", "evening"), ("89abcdef", "always"), ("", "evening")]
)
def test_a_forged_evening_can_be_excluded_by_one_act(
    hub: Hub, archive: psycopg.Connection, monkeypatch: pytest.MonkeyPatch, table: str, out: str
) -> None:
    """Leagues, ladder, dice and exports are then as before it; this can be taken back."""
    monkeypatch.setattr(queries, "FAIRNESS_DAYS", 40_000)
    archive.execute("INSERT INTO dice VALUES ('0123abcd', 'g0', 'white', '', %s)", ([9] * 6,))
    admin = client_of(hub, "admin")
    honest = shown_by_leagues(admin)
    archive.execute(
        "INSERT INTO games SELECT '89abcdef', 'f' || n, n, n, 'yacht', 'Yacht', 'points', false,"
        " '2026-10-20 20:00+00', '2026-10-20 21:00+00', '{Mallory,Ben}', '{9,1}', '{1,2}', '[]'"
        " FROM generate_series(1, 200) AS n"
    )
    archive.execute("INSERT INTO dice VALUES ('89abcdef', 'f1', 'white', '', %s)", ([7] * 6,))
    forged = shown_by_leagues(admin)
    assert all(one != other for one, other in zip(forged, honest, strict=True))
    body = {"table": table, "evening": "2026-10-20", "out": out}
    assert admin.post("/api/left_out", json=body).status_code == 200
    assert shown_by_leagues(admin) == honest
    evening: Any = admin.get("/api/evening?day=2026-10-20").json
    assert (len(evening["games"]), evening["tables"]) == (200, ["89abcdef"])
    rule = {"table": table, "evening": "" if out == "always" else "2026-10-20"}
    assert evening["left_out"] == [rule]
    admin.post("/api/left_out", json={**body, "out": "no"})
    assert shown_by_leagues(admin) == forged


def test_an_impossibly_short_game_counts_in_no_league(
    hub: Hub, archive: psycopg.Connection
) -> None:
    """Nobody wins with a real box in three seconds."""
    archive.execute("UPDATE games SET ended_at = started_at + interval '3 seconds'")
    league: Any = client_of(hub, "league").get(f"/api/league?month={MONTH}&title=Yacht").json
    ladder: Any = client_of(hub, "league").get("/api/ladder?title=Yacht").json
    assert league["standings"] == ladder["standings"] == league["titles"] == []
