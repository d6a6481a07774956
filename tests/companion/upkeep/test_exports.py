"""CSV that a spreadsheet opens safely, and the link to BG Stats."""

import csv
import json
from urllib.parse import parse_qs, urlsplit

from companion.upkeep.exports import bg_stats_link, game_csv, games_csv
from engine.core.codec import to_json
from engine.free_table.game_box import READY_MADE_BOXES
from tests.companion.conftest import Played
from tests.companion.log.test_played_games import REFUSED, play_out, play_rummy, rewrite


def table_of(text: str) -> list[list[str]]:
    """Return the cells of a CSV file."""
    return list(csv.reader(text.splitlines()))


def test_a_game_as_csv(played: Played) -> None:
    """One line for each act, with all scores."""
    played.start()
    played.do("dice", faces=["1", "2", "3"])
    played.do("pay", seat=0, amount=2)
    head, *rows = table_of(game_csv(played.table.games_played.find()))
    assert head == ["version", "at", "source", "line", "Ana", "Ben"]
    assert [row[0] for row in rows] == ["1", "2", "3"]
    assert [row[2] for row in rows] == ["hand"] * 3
    assert [row[4:] for row in rows] == [["0", "0"], ["6", "0"], ["4", "0"]]


def test_scores_are_empty_until_they_count(all_games: Played) -> None:
    """Nobody has 0 before they count down from 501, or before they join."""
    all_games.start(game="free_table")
    all_games.do("arrange", box=to_json(READY_MADE_BOXES["darts"]))
    all_games.do("join", name="Cleo")
    _, *rows = table_of(game_csv(all_games.table.games_played.find()))
    assert [row[4:] for row in rows] == [["", "", ""], ["501", "501", ""], ["501", "501", "501"]]


def test_no_name_is_a_formula(played: Played) -> None:
    """A spreadsheet shows such a name and does not run it."""
    played.start('=HYPERLINK("x")', "+Ben", "-1", "@Dan")
    head, first = table_of(game_csv(played.table.games_played.find()))
    assert head[4:] == ['\'=HYPERLINK("x")', "'+Ben", "'-1", "'@Dan"]
    lines = table_of(games_csv(game.summary for game in played.table.games_played.newest_first()))
    assert [line[5] for line in lines[1:]] == head[4:]
    assert first[3].startswith("Tiny: ")


def test_games_as_csv(played: Played) -> None:
    """There is one line for each player of each game."""
    play_out(played, "Ana", "Ben")
    played.start("Cleo")
    lines = table_of(games_csv(game.summary for game in played.table.games_played.newest_first()))
    assert [(line[3], *line[5:]) for line in lines[1:]] == [
        ("0", "Cleo", "0", "coins", "", "0"),
        ("1", "Ana", "504", "coins", "1", "1"),
        ("1", "Ben", "504", "coins", "1", "1"),
    ]


def test_an_old_game_that_cannot_be_replayed_is_left_out(played: Played) -> None:
    """The others are still exported."""
    play_out(played, "Ana")
    played.start("Ben")
    rewrite(played, 2, REFUSED)
    played.again()
    lines = table_of(games_csv(game.summary for game in played.table.games_played.newest_first()))
    assert [line[5] for line in lines[1:]] == ["Ben"]


def test_bg_stats_takes_only_finished_games(played: Played) -> None:
    """An unfinished game has no link."""
    played.start()
    assert bg_stats_link(played.table.games_played.find()) is None


def test_bg_stats_recognises_a_player_of_an_old_log(played: Played) -> None:
    """Spellings of a name differ, but the app gets one id per person."""
    play_out(played, "Zo\u00e9  Ana")
    setup = {"names": ["Zoe\u0301  Ana"], "first_seat": 0, "preset": "", "options": {}}
    rewrite(played, 1, {"game": "tiny", "setup": setup})
    played.again()
    link = bg_stats_link(played.table.games_played.find())
    assert link is not None
    data = json.loads(parse_qs(urlsplit(link).query, strict_parsing=True)["data"][0])
    assert data["players"][0]["sourcePlayerId"] == "zo\u00e9 ana"


def test_bg_stats_learns_that_the_fewest_points_win(all_games: Played) -> None:
    """This holds for a box with that rule."""
    play_rummy(all_games, (50, 10))
    link = bg_stats_link(all_games.table.games_played.find())
    assert link is not None
    data = json.loads(parse_qs(urlsplit(link).query, strict_parsing=True)["data"][0])
    assert data["game"]["highestWins"] is False
    assert [player["winner"] for player in data["players"]] == [False, True]


def test_bg_stats_gets_the_documented_fields(played: Played) -> None:
    """Its support page lists source, date in UTC, game, and each player's score and victory."""
    play_out(played, "Ana & Zoé", "Ben", "Cleo")
    link = bg_stats_link(played.table.games_played.find())
    assert link is not None
    address = urlsplit(link)
    assert (address.scheme, address.netloc, address.path) == (
        *("https", "app.bgstatsapp.com", "/createPlay.html"),
    )
    data = json.loads(parse_qs(address.query, strict_parsing=True)["data"][0])
    assert (data["sourceName"], data["game"]["name"], data["game"]["sourceGameId"]) == (
        *("Croupier", "Tiny", "tiny"),
    )
    assert (data["game"]["highestWins"], data["game"]["noPoints"]) == (True, False)
    assert len(data["playDate"]) == len("2020-10-23 19:16:58")
    assert data["durationMin"] == 1
    ana, ben, cleo = data["players"]
    assert ana == {
        "name": "Ana & Zoé",
        "sourcePlayerId": "ana & zoé",
        "startPlayer": True,
        "score": 342,
        "winner": True,
        "rank": 1,
    }
    assert (ben["startPlayer"], ben["winner"]) == (False, True)
    assert (cleo["score"], cleo["winner"], cleo["rank"]) == (324, False, 3)
