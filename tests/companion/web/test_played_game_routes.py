"""Looking back, exports and saving, over HTTP."""

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.upkeep import exports
from companion.web.app import create_app
from engine.core.game_file import from_game_file
from engine.core.refusals import Refusal
from tests.companion.conftest import Played
from tests.companion.log.test_played_games import REFUSED, play_out, rewrite
from tests.companion.tiny import GAMES, Tiny

ONE = "/api/tables/main"


def get(client: FlaskClient, path: str, status: int = 200) -> Any:
    """Return the JSON at `path`."""
    answer = client.get(f"{ONE}/{path}")
    assert answer.status_code == status, answer.text
    return answer.json


@pytest.mark.parametrize("path", ["story", "export.csv", "export.json", "bg_stats.svg"])
def test_without_a_game_there_is_nothing(client: FlaskClient, path: str) -> None:
    """The request is refused with a code."""
    assert get(client, path, 422)["code"] == "no_game"


@pytest.mark.parametrize(
    "path", ["story", "statistics", "export.csv", "export.json", "games.csv", "bg_stats.svg"]
)
def test_another_table_is_unknown(client: FlaskClient, path: str) -> None:
    """The refusal is the same as everywhere in the API."""
    answer = client.get(f"/api/tables/other/{path}")
    assert (answer.status_code, answer.json and answer.json["code"]) == (404, "unknown_table")


def test_story_and_statistics_are_as_described(played: Played, client: FlaskClient) -> None:
    """They have all described keys and no others."""
    play_out(played, "Ana", "Ben", "Cleo")
    schemas = client.get("/api/openapi.json").json["components"]["schemas"]
    shown = get(client, "story")
    assert set(shown) == set(schemas["StoryWithBgStatsLink"]["properties"])
    for key, kind in {"feats": "FeatView", "seats": "StorySeat", "series": "StoryStep"}.items():
        assert set(shown[key][0]) == set(schemas[kind]["properties"])
    shown = get(client, "statistics")
    assert set(shown) == set(schemas["Statistics"]["properties"])
    for key, kind in {"games": "PlayedGame", "players": "PlayerStatistics"}.items():
        assert set(shown[key][0]) == set(schemas[kind]["properties"])
    assert set(shown["players"][0]["by_game"][0]) == set(
        schemas["PlayerGameStatistics"]["properties"]
    )
    assert set(shown["players"][0]["feats"][0]) == set(schemas["BestFeat"]["properties"])


def test_an_older_game_is_identified_by_its_first_row(played: Played, client: FlaskClient) -> None:
    """`statistics` has that row; other rows do not identify a game."""
    play_out(played, "Ana")
    played.start("Ben", "Cleo")
    newest, older = (line["version"] for line in get(client, "statistics")["games"])
    assert [seat["name"] for seat in get(client, f"story?game={older}")["seats"]] == ["Ana"]
    assert get(client, f"story?game={newest}") == get(client, "story")
    assert get(client, "story?game=2", 422)["code"] == "no_game"
    assert get(client, "story?game=x", 400)["code"] == "malformed"


def test_an_old_game_that_cannot_be_replayed_hides_no_other(played: Played) -> None:
    """It is in no list, and its address gives "not found"."""
    play_out(played, "Ana")
    play_out(played, "Ben")
    rewrite(played, 2, REFUSED)
    played.again()
    client = create_app(played.table).test_client()
    shown = get(client, "statistics")
    assert ([line["names"] for line in shown["games"]], shown["left_out"]) == ([["Ben"]], 1)
    answer = client.get(f"{ONE}/games.csv")
    assert (answer.status_code, "Ben" in answer.text, "Ana" in answer.text) == (200, True, False)
    assert get(client, "story")["over"]
    for path in ("story", "export.csv", "export.json", "bg_stats.svg"):
        assert get(client, f"{path}?game=1", 422)["code"] == "no_game"


def test_exports_are_files(played: Played, client: FlaskClient) -> None:
    """They have a file name; the game file can be replayed."""
    play_out(played, "Ana", "Ben")
    answer = client.get(f"{ONE}/export.json")
    assert answer.headers["Content-Disposition"] == "attachment; filename=croupier-tiny.json"
    assert from_game_file(GAMES, json.loads(answer.data)).states[-1].bank <= 0
    for path in ("export.csv", "games.csv"):
        answer = client.get(f"{ONE}/{path}")
        assert answer.mimetype == "text/csv"
        assert answer.headers["Content-Disposition"].startswith("attachment")
        assert "Ana" in answer.text


def test_the_qr_code_for_bg_stats(played: Played, client: FlaskClient) -> None:
    """It is for finished games; others are refused."""
    played.start()
    assert get(client, "bg_stats.svg", 422)["code"] == "not_over"
    play_out(played, "Ana")
    answer = client.get(f"{ONE}/bg_stats.svg")
    assert answer.mimetype == "image/svg+xml"
    assert answer.data.startswith(b"<svg")


def test_a_link_too_long_for_a_qr_code(
    played: Played, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Eight long names in non-Latin letters do not fit, but the link still exists.

    The largest code holds 2953 bytes.
    """
    monkeypatch.setattr(Tiny, "max_players", 8)
    play_out(played, *(f"{'Ж' * 22}{number}" for number in range(8)))
    story = get(client, "story")
    assert (len(story["bg_stats"]) > 2953, story["bg_stats_code"]) == (True, False)
    assert get(client, "bg_stats.svg", 422)["code"] == "code_too_small"
    monkeypatch.setattr(exports, "bg_stats_link", lambda _: "x" * 2953)
    assert get(client, "story")["bg_stats_code"]
    assert client.get(f"{ONE}/bg_stats.svg").mimetype == "image/svg+xml"
    monkeypatch.setattr(exports, "bg_stats_link", lambda _: "x" * 2954)
    assert get(client, "bg_stats.svg", 422)["code"] == "code_too_small"


def test_a_game_is_shown_act_by_act(played: Played, client: FlaskClient) -> None:
    """Each step has the state at that time without legal actions; there is none after the last."""
    play_out(played, "Ana", "Ben")
    acts = get(client, "story")["acts"]
    played.start("Cleo", "Dana")
    first = get(client, "replay?game=1")
    assert ([seat["name"] for seat in first["seats"]], first["act"]) == (["Ana", "Ben"], 0)
    assert first["last_row"]["events"][0] == {"type": "game_started"}
    one, last = get(client, "replay?game=1&act=1"), get(client, f"replay?game=1&act={acts}")
    assert (one["over"], last["over"]) == (False, True)
    assert get(client, f"replay?game=1&act={acts + 9}") == last
    assert get(client, "replay?game=1&act=-1", 400)["code"] == "malformed"


def test_a_game_that_was_left_can_be_resumed(played: Played, client: FlaskClient) -> None:
    """It has all its actions and is now the newest; the other game stays as it was."""
    played.start("Ana", "Ben")
    played.do("dice", faces=["1", "2", "3"])
    left = played.cash()
    play_out(played, "Cleo")
    played.do("play_on", game=1)
    assert [seat["name"] for seat in played.shown["seats"]] == ["Ana", "Ben"]
    assert played.cash() == left
    told = get(client, "statistics")["games"]
    assert [game["names"] for game in told] == [["Ana", "Ben"], ["Cleo"]]
    played.again()
    assert played.cash() == left
    played.do("undo")
    assert played.shown["last_row"]["kind"] == "undo"
    assert played.cash() != left


def test_a_resumed_game_counts_once(played: Played, client: FlaskClient) -> None:
    """This holds however often it is resumed; an undo restores the game that was left."""
    played.start("Ana", "Ben")
    played.do("dice", faces=["1", "2", "3"])
    told = get(client, "statistics")
    for _ in range(2):
        played.start("Cleo")
        game = next(g for g in get(client, "statistics")["games"] if g["names"] != ["Cleo"])
        played.do("play_on", game=game["version"])
    after = get(client, "statistics")
    assert after["dice"]["all"] == told["dice"]["all"]
    assert after["dice"]["all"][0]["thrown"] == 3
    people = {player["name"]: player["games"] for player in after["players"]}
    assert people == {"Ana": 1, "Ben": 1, "Cleo": 2}
    for _ in range(2):  # its act and its start
        played.do("undo")
    assert next(g["names"] for g in get(client, "statistics")["games"]) == ["Cleo"]
    assert get(client, "statistics")["dice"] == after["dice"]


def test_a_finished_game_cannot_be_resumed(played: Played) -> None:
    """Nor can a game that does not exist; nothing is stored."""
    play_out(played, "Ana")
    before = played.shown["version"]
    for game, code in ((1, "game_over"), (2, "no_game")):
        with pytest.raises(Refusal) as refused:
            played.do("play_on", game=game)
        assert refused.value.code == code
    assert played.shown["version"] == before
