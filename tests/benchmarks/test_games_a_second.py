"""How fast the engine plays whole random games, compared with plain Python."""

from collections.abc import Callable, Mapping
from random import Random
from time import thread_time
from typing import Any

import pytest

from engine.core.game import Game
from engine.core.offered_game import Setup
from engine.core.refusals import Json
from engine.games import GAMES
from tests.benchmarks.yardstick import yardstick
from tests.engine.last_one.table import willing
from tests.engine.playing import Pick, at_random

SECONDS = 0.1
TRIES = 5


@pytest.mark.parametrize(
    ("game_id", "options", "pick", "most"),
    [
        ("last_chance", {}, at_random, 0.45),
        ("den_letzten", {}, at_random, 0.9),
        ("jour_de_chance", {}, at_random, 0.2),
        # A match to the last bankruptcy, some 150 or 800 actions: pure chance would say at once
        # that somebody has won the hand, or hardly ever end it.
        ("last_one", {}, willing, 0.55),
        ("last_one", {"cards": "full"}, willing, 3.7),
    ],
)
def test_whole_random_games_a_second(
    game_id: str,
    options: Mapping[str, Json],
    pick: Pick,
    most: float,
    record_property: Callable[[str, object], None],
) -> None:
    """A game takes at most `most` yardsticks, twice what it took: choose, read from JSON, play.

    The best of several tries counts, taken in turn: other programs only add time.
    """
    game, setup = GAMES[game_id], Setup(("Ana", "Ben", "Cy", "Dia"), options=options)
    games = 1
    while (took := _play(game, setup, pick, games)) < SECONDS:
        games *= 2
    times, yardsticks = [took], [yardstick()]
    for _ in range(TRIES - 1):
        times.append(_play(game, setup, pick, games))
        yardsticks.append(yardstick())
    a_game = min(times) / games
    record_property("games_a_second", 1 / a_game)
    print(f"\n{1 / a_game:.0f} games a second, {a_game / min(yardsticks):.2f} yardsticks each")
    assert a_game <= most * min(yardsticks)


def _play(game: Game[Any], setup: Setup, pick: Pick, games: int) -> float:
    """Return the processor time of `games` games, the same ones each time, in seconds."""
    began = thread_time()
    for seed in range(games):
        rng, state = Random(seed), game.start(setup).state
        while choices := game.legal_choices(state):
            state = game.play(state, game.actions.parse(pick(state, choices, rng))).state
    return thread_time() - began
