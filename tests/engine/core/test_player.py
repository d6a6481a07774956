"""Automatic players finish every game by its rules, and the same seed repeats a game."""

from typing import Any

import pytest

from engine.core.action import Action
from engine.core.choice import Pick
from engine.core.player import next_action
from engine.core.refusals import NotNow
from engine.games import GAMES
from tests.engine.core.test_game import GAME as NOTHING
from tests.engine.core.test_game import Still
from tests.engine.rivals import play_match, replace_players


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("most", [False, True])
def test_every_game_comes_to_an_end(game_id: str, most: bool) -> None:
    """With the fewest and with the most players, the result agrees with the ranking.

    Each action comes back equal from JSON.
    """
    game = GAMES[game_id]
    fewest, many = game.player_range(game.presets[next(iter(game.presets))])
    seats = many if most else fewest
    match = play_match(game, seats, seed=3)
    assert len(match.result.scores) == seats
    view = game.view(match.states[-1])
    ranking: Any = view["ranking"]
    assert match.result.winners == tuple(row["seat"] for row in ranking if row["place"] == 1)
    assert all(match.result.scores[row["seat"]] in row.values() for row in ranking)
    assert all(game.actions.parse(action.to_json()) == action for action in match.actions)


@pytest.mark.parametrize("game_id", GAMES)
def test_the_same_chance_gives_the_same_game(game_id: str) -> None:
    """The random picks alone decide a game; different picks make a different one."""
    game = GAMES[game_id]
    first = play_match(game, 3, seed=1)
    assert play_match(game, 3, seed=1).actions == first.actions
    assert play_match(game, 3, seed=4).actions != first.actions


def test_everybody_is_asked_once_and_then_the_table() -> None:
    """Players are asked clockwise from a random seat, those who can act alone first."""
    asked: list[int | None] = []

    def silent(state: Still, seat: int | None, pick: Pick) -> Action | None:
        asked.append(seat)
        return None

    with pytest.raises(NotNow) as refusal:
        next_action(replace_players(NOTHING, [silent] * 4), Still(None, "turn"), 4, lambda n: n - 2)
    assert refusal.value.code == "nobody_acts"
    assert asked == [2, 3, 0, 1]
