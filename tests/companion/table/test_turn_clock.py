"""The time of a turn, a player or a whole game runs on across acts."""

import pytest

from engine.core.codec import to_json
from engine.free_table.game_box import GameBox
from tests.companion.conftest import Played


def begin(played: Played, *names: str, turns: str, seconds: int = 60) -> None:
    """Start a free table with a clock."""
    played.start(*names, game="free_table")
    box = GameBox("Clock", dice=1, turns=turns, seconds=seconds)  # type: ignore[arg-type]
    played.do("arrange", box=to_json(box))


def seconds_left(played: Played) -> float:
    """Return the time on the clock."""
    return played.shown["clock"]["seconds"]


@pytest.mark.parametrize("turns", ["shared", "chess", "sand_glass"])
def test_dice_and_counters_give_no_time_back(all_games: Played, turns: str) -> None:
    """Another number of dice, or one more part of the box, gains no time."""
    begin(all_games, turns=turns)
    all_games.clock.t += 20
    all_games.do("take_dice", count=2)
    box = GameBox("Clock", dice=1, turns=turns, seconds=60, counters=("Life",))  # type: ignore[arg-type]
    all_games.do("arrange", box=to_json(box))
    assert seconds_left(all_games) == 40


def test_no_time_carries_over_into_another_game(all_games: Played) -> None:
    """A resumed game has its own time, and counts nothing before somebody is ready."""
    begin(all_games, "Ana", "Ben", turns="shared", seconds=600)
    all_games.clock.t += 20
    begin(all_games, "Cleo", "Dan", turns="shared", seconds=60)
    all_games.clock.t += 40
    all_games.do("play_on", game=1)
    assert all_games.shown["clock"] == {"seconds": 600, "running": False, "waits_for": None}
    begin(all_games, "Cleo", "Dan", turns="shared", seconds=60)
    assert all_games.shown["clock"] == {"seconds": 60, "running": True, "waits_for": None}


def test_the_end_of_a_resumed_games_time_is_undone_alone(all_games: Played) -> None:
    """No person's act is undone with it."""
    begin(all_games, "Ana", "Ben", turns="sand_glass")
    all_games.do("throw", seat=0, faces=["3"])
    all_games.clock.t += 61
    all_games.table.tick()
    assert all_games.table.state.history.rows[-1].source == "clock"
    all_games.start("Cleo", game="free_table")
    all_games.do("play_on", game=1)
    last = all_games.shown["version"]
    assert all_games.shown["undo_to"] == last - 1
