"""How fast the engine plays: whole random games on one core, of each game."""

from collections.abc import Callable, Mapping
from random import Random
from time import process_time
from typing import Any

import pytest

from engine import GAMES
from engine.core.game import Game, Setup
from engine.core.refusals import Json
from tests.engine.last_one.table import willing
from tests.engine.playing import Pick, at_random

FEWEST_A_SECOND = 50
SECONDS = 1.0
TRIES = 5


@pytest.mark.parametrize(
    ("game_id", "options", "pick"),
    [
        ("last_chance", {}, at_random),
        ("den_letzten", {}, at_random),
        ("jour_de_chance", {}, at_random),
        # A match to the last bankruptcy, some 150 or 800 actions: pure chance would say at once
        # that somebody has won the hand, or hardly ever end it.
        ("last_one", {}, willing),
        ("last_one", {"cards": "full"}, willing),
    ],
)
def test_whole_random_games_a_second(
    game_id: str,
    options: Mapping[str, Json],
    pick: Pick,
    record_property: Callable[[str, object], None],
) -> None:
    """At least 50 whole games a second of processor time: choose, read from JSON, play.

    The best of some tries counts, since a machine that does much else has slower seconds.
    """
    setup = Setup(("Ana", "Ben", "Cy", "Dia"), options=options)
    rate = 0.0
    for _ in range(TRIES):
        rate = max(rate, _games_a_second(GAMES[game_id], setup, pick))
        if rate >= 2 * FEWEST_A_SECOND:
            break
    record_property("games_a_second", rate)
    assert rate >= FEWEST_A_SECOND


def _games_a_second(game: Game[Any], setup: Setup, pick: Pick) -> float:
    games, began = 0, process_time()
    while process_time() - began < SECONDS:
        rng, state = Random(games), game.start(setup)
        while choices := game.legal(state):
            state = game.play(state, game.actions.parse(pick(state, choices, rng)))
        games += 1
    return games / (process_time() - began)
