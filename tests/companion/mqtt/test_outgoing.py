"""The messages that a table sends about its log."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.log.log import Log
from companion.mqtt.messages import RowsMessage, game_id
from companion.mqtt.outgoing import OutgoingLog
from companion.table.table import ActionRequest, Table
from engine.core.player import next_action
from engine.games import GAMES
from tests.companion.conftest import Played
from tests.companion.log.test_played_games import play_rummy

NAMES = ["Ana", "Ben"]


class PlayingTable:
    """A table where automatic players play Yacht."""

    def __init__(self, folder: Path) -> None:
        self.table = Table(Log(folder), GAMES)
        self.rng = random.Random(1)
        self.requests = 0

    def do(self, **action: object) -> None:
        """Do an act."""
        self.requests += 1
        version = self.table.state.history.version
        self.table.submit(ActionRequest(f"r{self.requests}", version, action, "tablet"))  # type: ignore[arg-type]

    def start(self) -> None:
        """Start a game."""
        self.do(type="start", game="yacht", names=NAMES)

    def play(self, acts: int = 1000) -> None:
        """Do some acts, or play until the game is over."""
        for _ in range(acts):
            head = self.table.state.head
            assert head is not None
            if head.game.is_over(head.state):
                return
            self.do(**next_action(head.game, head.state, len(NAMES), self.rng.randrange).to_json())

    def rows(self) -> list[tuple[object, ...]]:
        """Return the log's rows exactly as stored."""
        return self.table.store.log._db.execute("SELECT * FROM row ORDER BY seq").fetchall()


@pytest.fixture
def playing(tmp_path: Path) -> Iterator[PlayingTable]:
    """Return a fresh table."""
    playing = PlayingTable(tmp_path / "data")
    yield playing
    playing.table.close()


def messages(log: OutgoingLog) -> list[RowsMessage]:
    """Return all messages of a log."""
    told: list[RowsMessage] = []
    log.refresh()
    while (first := told[-1].rows[-1][0] + 1 if told else 1) <= log.count:
        told.append(log.message(first))
    return told


def test_rows_are_sent_unchanged_and_one_game_per_message(playing: PlayingTable) -> None:
    """A finished game is sent with its last rows, the next one with its first."""
    playing.start()
    playing.play()
    playing.start()
    playing.play(2)
    told = messages(OutgoingLog(playing.table.folder))
    assert [row for message in told for row in message.rows] == playing.rows()
    ended, began = (message.game for message in told if message.game is not None)
    assert ended.summary["line"]["over"]
    assert not began.summary["line"]["over"]
    assert began.game == game_id(str(playing.rows()[began.first - 1][-1]))


def test_an_undone_game_is_reported(playing: PlayingTable) -> None:
    """The message after an undo says which games are still on the path."""
    playing.start()
    playing.play(2)
    playing.start()
    playing.play(1)
    for _ in range(2):
        playing.do(type="undo")
    log = OutgoingLog(playing.table.folder)
    *_, last = messages(log)
    assert last.counting is not None
    assert list(last.counting.values()) == [False, True]  # newest first
    assert log.state()["game"] == "yacht"


def test_a_resumed_game_counts_as_one(playing: PlayingTable, tmp_path: Path) -> None:
    """The game it resumes no longer counts, or its dice would count twice; undo restores it."""
    playing.start()
    playing.play(5)
    playing.start()
    playing.do(type="play_on", game=1)
    log = OutgoingLog(tmp_path / "data")
    assert [told.counting for told in messages(log)[:2]] == [None, None]
    counting = messages(log)[-1].counting
    assert counting is not None
    assert list(counting.values()) == [True, True, False]
    for _ in range(6):
        playing.do(type="undo")
    counting = messages(log)[-1].counting
    assert counting is not None
    assert list(counting.values()) == [False, True, True]


def test_another_log_in_its_place_is_noticed(playing: PlayingTable, tmp_path: Path) -> None:
    """What was derived from the old rows does not apply to the new ones."""
    playing.start()
    playing.play(4)
    log = OutgoingLog(playing.table.folder)
    assert len(log.state()["seats"]) == 2
    other = PlayingTable(tmp_path / "other")
    other.do(type="start", game="yacht", names=["Cleo", "Dan", "Eve"])
    other.table.close()
    playing.table.store.replace_rows(tmp_path / "other" / "table.sqlite3")
    log.refresh()
    assert log.count == 1
    assert [seat.name for seat in log.state()["seats"]] == ["Cleo", "Dan", "Eve"]


def test_the_fewest_points_lead_if_the_box_says_so(all_games: Played) -> None:
    """They lead during the game and win at the end."""
    play_rummy(all_games, (50, 10), finish=False)
    log = OutgoingLog(all_games.folder)
    assert log.state()["leads"] == [1]
    all_games.do("finish")
    log.refresh()
    assert log.state()["leads"] == [1]
    all_games.do("start", game="last_one", names=["Ana", "Ben", "Cleo"])
    all_games.do("leave", seat=0)
    log.refresh()
    assert log.state()["leads"] == [1, 2]  # not Ana, who has no points either


def test_an_undo_after_the_end_says_that_the_game_is_not_over(playing: PlayingTable) -> None:
    """Otherwise the hub would keep a result that the table took back."""
    playing.start()
    playing.play()
    log = OutgoingLog(playing.table.folder)
    ended = log.message(log.count)
    assert ended.game is not None
    assert ended.game.summary["line"]["over"]
    playing.do(type="undo")
    log.refresh()
    undone = log.message(log.count)
    assert undone.game is not None
    assert not undone.game.summary["line"]["over"]
