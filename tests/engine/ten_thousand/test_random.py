"""Random games of Ten Thousand end, points add up, and a replay is equal."""

from random import Random
from typing import Any

from hypothesis import settings
from hypothesis.stateful import invariant

from engine.core.choice import Choice
from engine.core.offered_game import Setup
from tests.engine.machine import GameMachine
from tests.engine.playing import (
    RANDOM_GAMES,
    check_replay,
    check_round_trip,
    check_throws,
    play_wildly,
    random_action,
    random_options,
)
from tests.engine.ten_thousand.table import GAME, NAMES

MOST_ACTIONS = 4_000


def bank_soon(state: Any, choices: tuple[Choice, ...], rng: Random) -> dict[str, Any]:
    """Bank every other time it is allowed, as pure chance gathers hardly any points."""
    bank = [choice for choice in choices if choice.type == "bank"]
    return random_action(tuple(bank) if bank and rng.random() < 0.5 else choices, rng)


def test_random_games_end() -> None:
    """With random legal actions and 5 % wrong ones, each game ends within the bound."""
    for seed in range(RANDOM_GAMES // 20):
        rng = Random(seed)
        players = rng.randint(2, 8)
        options = {**random_options(GAME, rng), "target": rng.choice([1000, 2000])}
        start = Setup(NAMES[:players], rng.randrange(players), "", options)
        played = play_wildly(GAME, start, rng, MOST_ACTIONS, bank_soon)
        check_replay(GAME, played)
        check_throws(GAME, played)
        check_round_trip(rng.choice(played.states))


class TenThousandMachine(GameMachine):
    """A table of Ten Thousand."""

    game = GAME

    @invariant()
    def dice_and_points_are_right(self) -> None:
        """All dice or none are on the table, unless some may be taken over; nobody is below 0."""
        there = {0, self.state.options.dice}
        assert len(self.state.dice) in there or (self.state.aside and not self.state.throws)
        assert min(self.state.totals) >= 0
        assert all(self.state.totals[seat] == 0 for seat in self.state.gone)

    @invariant()
    def only_active_players_have_a_turn(self) -> None:
        """Check that it is never the turn of a player who has left."""
        assert self.state.turn not in self.state.gone


TestTenThousand = TenThousandMachine.TestCase
TestTenThousand.settings = settings(max_examples=15, stateful_step_count=60, deadline=None)
