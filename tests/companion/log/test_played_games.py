"""Looking back: games on the path, series, turning points, statistics over games."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import engine.games
from companion.log.history import History
from companion.log.log import Log, log_path, read_rows
from companion.log.played_games import game_story, played_games, seconds_between
from companion.log.schema import write_checksums
from companion.log.statistics import all_statistics, summarise_game
from companion.table.acts import Start
from companion.table.table import ActionRequest, Table
from engine.core.codec import to_json
from engine.free_table.game_box import READY_MADE_BOXES, GameBox
from tests.companion.conftest import Played
from tests.companion.tiny import GAMES

SIX = ["6", "6", "6"]


def play_out(played: Played, *names: str) -> None:
    """Play a whole tiny game in which everybody always rolls 18, until the bank is broke."""
    played.start(*names)
    while not played.shown["over"]:
        played.do("dice", faces=SIX)


def rewrite(played: Played, seq: int, body: object) -> None:
    """Replace the body of row `seq` by `body`, as if another program had written it."""
    with closing(sqlite3.connect(log_path(played.folder))) as db, db:
        db.execute("UPDATE row SET body = ? WHERE seq = ?", (json.dumps(body), seq))
        write_checksums(db)


def told(played: Played) -> dict[str, Any]:
    """Return the newest game looked back on."""
    return game_story(played.table.games_played.find())


def test_without_a_game_there_is_nothing_to_look_back_on(played: Played) -> None:
    """There are no games and no players."""
    assert list(played.table.games_played.newest_first()) == []
    nothing = {"games": [], "players": [], "dice": {"evening": [], "all": []}, "left_out": 0}
    assert all_statistics([]) == nothing


def test_series_has_each_change_and_both_ends(played: Played) -> None:
    """Actions that change no score are left out, except the last one."""
    played.start()
    played.do("dice", faces=["1", "2", "3"])
    played.do("open")
    played.do("pay", seat=0, amount=2)
    played.do("open")
    series = told(played)["series"]
    assert [(point["version"], point["scores"]) for point in series] == [
        (1, [0, 0]),
        (2, [6, 0]),
        (4, [4, 0]),
        (5, [4, 0]),
    ]


def test_a_game_under_way_has_no_places_and_no_turning_points(played: Played) -> None:
    """Chances are not shown while they could help somebody."""
    played.start()
    played.do("dice", faces=SIX)
    shown = told(played)
    assert (shown["over"], shown["ending"], shown["feats"]) == (False, None, [])
    assert shown["seats"][0] == {
        "seat": 0, "name": "Ana", "score": 18, "place": None, "winner": False,
    }  # fmt: skip


def test_the_end_tells_places_and_turning_points(played: Played) -> None:
    """Ana rolled once more than Ben, and took the lead for good with the last roll."""
    played.start()
    played.do("dice", faces=["1", "1", "1"])
    while not played.shown["over"]:
        played.do("dice", faces=SIX)
    shown = told(played)
    assert (shown["over"], shown["ending"], shown["unit"]) == (True, "bank_broke", "coins")
    ana, ben = shown["seats"]
    assert (ana["place"], ana["winner"], ana["score"]) == (1, True, 507)
    assert (ben["place"], ben["winner"], ben["score"]) == (2, False, 504)
    feats = {feat["code"]: feat for feat in shown["feats"]}
    assert feats["best_throw"]["version"] == 3
    assert feats["best_throw"]["figures"] == {"coins": 18, "chance": 1 / 216}
    assert (feats["took_lead"]["seat"], feats["took_lead"]["version"]) == (
        0,
        played.shown["version"],
    )


def test_a_shared_win_was_nobodys_lead(played: Played) -> None:
    """Nobody took the lead for good if the first place is shared."""
    play_out(played, "Ana", "Ben")
    assert [seat["winner"] for seat in told(played)["seats"]] == [True, True]
    assert "took_lead" not in {feat["code"] for feat in told(played)["feats"]}


def play_rummy(played: Played, *rounds: tuple[int, int], finish: bool = True) -> None:
    """Play a box in which fewest points win."""
    played.start(game="free_table")
    played.do("arrange", box=to_json(GameBox("Rummy", sheet="fewest")))
    for number, points in enumerate(rounds, 1):
        for seat in (0, 1):
            played.do("score", seat=seat, round=number, points=points[seat])
    if finish:
        played.do("finish")


def test_a_box_begins_with_what_everybody_has(all_games: Played) -> None:
    """Nobody has 0, and so has won, before they count down, or before they join."""
    all_games.start(game="free_table")
    all_games.do("arrange", box=to_json(READY_MADE_BOXES["darts"]))
    all_games.do("score", seat=0, round=1, points=180)
    all_games.do("join", name="Cleo")
    shown = told(all_games)
    assert shown["version"] == 1
    assert [(step["version"], step["scores"]) for step in shown["series"]] == [
        (2, [501, 501, None]),
        (3, [321, 501, None]),
        (4, [321, 501, 501]),
    ]


def test_no_win_of_a_box_that_counts_down_is_the_best(all_games: Played) -> None:
    """Everybody wins with 0 left."""
    all_games.start(game="free_table")
    all_games.do("arrange", box=to_json(READY_MADE_BOXES["darts"]))
    all_games.do("score", seat=0, round=1, points=501)
    all_games.do("finish")
    games: Any = all_games.table.games_played.newest_first()
    people: Any = all_statistics(game.summary for game in games)["players"]
    assert [(player["won"], player["by_game"][0]["best"]) for player in people] == [
        (1, None),
        (0, None),
    ]


def test_a_box_in_which_fewest_points_win(all_games: Played) -> None:
    """Its story and statistics use that rule; a loss is not the best win."""
    play_rummy(all_games, (50, 10), (5, 70), (5, 70))
    shown = told(all_games)
    assert shown["fewest_wins"]
    (feat,) = (feat for feat in shown["feats"] if feat["code"] == "took_lead")
    assert (feat["seat"], feat["version"]) == (0, 6)  # Ben's 70 points of the second round
    play_rummy(all_games, (40, 90))
    games: Any = all_games.table.games_played.newest_first()
    people: Any = all_statistics(game.summary for game in games)["players"]
    assert [(player["name"], player["by_game"][0]["best"]) for player in people] == [
        ("Ana", 40),
        ("Ben", None),
    ]


def test_a_player_who_left_never_had_the_lead(all_games: Played) -> None:
    """A leaver of Last One without points does not keep the winner from taking the lead."""
    all_games.start("Ana", "Ben", "Cleo", game="last_one", options={"limit": 50})
    all_games.do("leave", seat=2)
    for act in (
        {"type_": "deal", "size": 7},
        {"type_": "turn_up", "card": "9H"},
        {"type_": "hand_won", "seat": 0},
        {"type_": "score", "seat": 1, "points": 60},
    ):
        all_games.do(**act)
    (feat,) = (feat for feat in told(all_games)["feats"] if feat["code"] == "took_lead")
    assert (feat["seat"], feat["version"]) == (0, all_games.shown["version"])


def test_a_correction_changes_the_turning_points(played: Played) -> None:
    """This holds even for a finished game whose turning points were already shown."""
    play_out(played, "Ana")
    assert told(played)["feats"][0]["version"] == 2
    played.do("correct", row=2, faces=["6", "6", "5"])
    assert told(played)["feats"][0]["version"] == 3


def test_statistics_know_people_by_name(played: Played) -> None:
    """Games, seats and capital letters do not matter; undone games do not count."""
    play_out(played, "Ana", "Ben", "Cleo")  # Ana and Ben roll once more than Cleo
    play_out(played, "ana")
    played.start("Ben", "Cleo")
    played.start("Dan")
    played.do("undo")
    shown: Any = all_statistics(game.summary for game in played.table.games_played.newest_first())
    assert [line["names"] for line in shown["games"]] == [
        ["Ben", "Cleo"], ["ana"], ["Ana", "Ben", "Cleo"],
    ]  # fmt: skip
    assert [line["places"] for line in shown["games"]] == [None, [1], [1, 1, 3]]
    people = {player["name"]: player for player in shown["players"]}
    assert list(people) == ["ana", "Ben", "Cleo"]
    ana = people["ana"]
    assert (ana["games"], ana["finished"], ana["won"]) == (2, 2, 2)
    assert ana["by_game"][0]["best"] == 1008
    assert ana["by_game"][0]["mean"] == pytest.approx((342 + 1008) / 2)
    assert (people["Cleo"]["games"], people["Cleo"]["won"]) == (2, 0)


def test_dice_of_all_games_and_of_the_newest_evening(played: Played) -> None:
    """They are counted over games; a long break begins another evening."""
    for _ in range(2):
        played.start()
        played.do("dice", faces=["1", "2", "3"])
    games = [game.summary for game in played.table.games_played.newest_first()]
    assert [one["thrown"] for one in all_statistics(games)["dice"]["evening"]] == [6]
    assert games[1] is not None
    games[1]["line"]["last"] = "2000-01-01T00:00:00+00:00"
    dice = all_statistics(games)["dice"]
    assert [one["thrown"] for one in (*dice["evening"], *dice["all"])] == [3, 6]


def test_old_logs_with_odd_names_still_load(played: Played) -> None:
    """A new game would refuse or tidy such names, but the players are still recognised."""
    played.start("Ana", "Zo\u00e9")
    names = ["Zoe\u0301", "Zo\u00e9", "a  b", "\u3164"]
    setup = {"names": names, "first_seat": 0, "preset": "", "options": {}}
    rewrite(played, 1, {"game": "tiny", "setup": setup})
    played.again()
    assert [seat["name"] for seat in played.shown["seats"]] == names
    played.start("A B", "Zo\u00e9")
    shown: Any = all_statistics(game.summary for game in played.table.games_played.newest_first())
    games = {player["name"]: player["games"] for player in shown["players"]}
    assert games == {"A B": 2, "Zo\u00e9": 3, "\u3164": 1}


def test_a_players_feat_is_their_best_of_all_games(played: Played) -> None:
    """Its version is that of the roll."""
    for faces in (["1", "1", "1"], SIX, SIX):
        played.start("Ana")
        played.do("dice", faces=faces)
        while not played.shown["over"]:
            played.do("dice", faces=["1", "1", "2"])
    shown: Any = all_statistics(game.summary for game in played.table.games_played.newest_first())
    (feat, *_) = shown["players"][0]["feats"]
    newest = shown["games"][0]["version"]
    assert (feat["game"], feat["code"], feat["version"]) == ("tiny", "best_throw", newest + 1)


REFUSED = {"action": {"type": "pay", "seat": 0, "amount": 99_999}}


@pytest.mark.parametrize(
    ("seq", "body"),
    [
        (2, REFUSED),
        (2, {}),
        (2, {"action": {"type": "throw", "faces": 7}}),
        (1, {"game": "gone", "setup": {"names": ["Ana"]}}),
        (1, {"game": "tiny", "setup": {"names": 7}}),
    ],
)
def test_an_old_game_that_cannot_be_played_any_more_is_left_out(
    played: Played, seq: int, body: object
) -> None:
    """An update changed the rules; the page says how many games are missing."""
    play_out(played, "Ana")
    play_out(played, "Ben")
    played.start("Cleo")
    rewrite(played, seq, body)
    games = list(played_games(History(GAMES, read_rows(played.folder))))
    shown: Any = all_statistics(map(summarise_game, games))
    assert [line["names"] for line in shown["games"]] == [["Cleo"], ["Ben"]]
    assert [player["name"] for player in shown["players"]] == ["Ben", "Cleo"]
    assert (len(games), shown["left_out"]) == (3, 1)


def test_time_never_runs_backwards() -> None:
    """A clock that was set back between two acts makes no negative game."""
    assert seconds_between("2026-11-21T20:00:00.500+00:00", "2026-11-21T20:00:02+00:00") == 1.5
    assert seconds_between("2026-11-21T20:00:00+00:00", "2026-11-21T19:00:00+00:00") == 0


def test_each_box_is_named_and_counted_separately(tmp_path: Path) -> None:
    """A free table without a box yet is a free table."""
    with closing(Table(Log(tmp_path), engine.games.GAMES)) as table:
        for number, name in enumerate(("Manoir", "Ludo", None)):
            acts: list[dict[str, Any]] = [Start("free_table", ("Ana", "Ben")).to_json()]
            if name:
                acts += [{"type": "arrange", "box": {"name": name}}, {"type": "finish"}]
            for act in acts:
                version: Any = table.snapshot()["version"]
                table.submit(ActionRequest(f"{number}-{version}", version, act))
        games = list(played_games(History(engine.games.GAMES, read_rows(tmp_path))))
    told: Any = [*map(summarise_game, games)]
    shown: Any = all_statistics(told)
    assert [line["title"] for line in shown["games"]] == ["Free table", "Ludo", "Manoir"]
    assert [tally["title"] for tally in shown["players"][0]["by_game"]] == ["Ludo", "Manoir"]
    called_alike = {**told[1], "line": {**told[1]["line"], "game": "ludo"}}
    shown = all_statistics([*told, called_alike])
    by_game = [(tally["game"], tally["title"]) for tally in shown["players"][0]["by_game"]]
    assert by_game == [("free_table", "Ludo"), ("free_table", "Manoir"), ("ludo", "Ludo")]
