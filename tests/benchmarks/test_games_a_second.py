"""How fast the engine plays: whole random games on one core, of each game."""

from collections.abc import Callable
from random import Random
from time import process_time

import pytest

from engine import GAMES
from engine.core.game import Setup
from tests.engine.playing import play_out

FEWEST_A_SECOND = 50
SECONDS = 1.0


@pytest.mark.parametrize("game_id", GAMES)
def test_whole_random_games_a_second(
    game_id: str, record_property: Callable[[str, object], None]
) -> None:
    """At least 50 whole games a second of processor time, legal moves at random."""
    game = GAMES[game_id]
    start = Setup(("Ana", "Ben", "Cy", "Dia"))
    games, began = 0, process_time()
    while process_time() - began < SECONDS:
        play_out(game, start, Random(games), 100_000)
        games += 1
    rate = games / (process_time() - began)
    record_property("games_a_second", rate)
    assert rate >= FEWEST_A_SECOND
