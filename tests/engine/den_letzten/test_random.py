"""Random games conserve bones; refusals change nothing, and the log alone gives the state."""

from fractions import Fraction
from random import Random

import pytest
from hypothesis import settings
from hypothesis.stateful import invariant

from engine.core.offered_game import Setup
from engine.den_letzten.odds import white_distribution
from engine.den_letzten.options import DOG_DIE_FACES, Options
from engine.den_letzten.state import ALL_BONES
from tests.engine.den_letzten.table import GAME, NAMES, Table
from tests.engine.machine import GameMachine
from tests.engine.playing import (
    RANDOM_GAMES,
    check_replay,
    check_round_trip,
    play_wildly,
    random_options,
)

MOST_ACTIONS = 5000
"""Far more than random games take: about 110 actions, depending on the house rules."""


def random_setup(rng: Random) -> Setup:
    """Return any number of players and house rules; half of the games have random dice."""
    options = random_options(GAME, rng)
    if rng.random() < 0.5:
        for die in ("white_1", "white_2", "black_1", "black_2"):
            options[die] = rng.choices(DOG_DIE_FACES, k=rng.randint(2, 6))
    players = rng.randint(3, 6)
    return Setup(NAMES[:players], rng.randrange(players), "", options)


@pytest.mark.parametrize("part", range(4))
def test_random_games(part: int) -> None:
    """Every game ends properly, under any house rules, with wrong actions among legal ones."""
    for number in range(part, RANDOM_GAMES, 4):
        rng = Random(number)
        played = play_wildly(GAME, random_setup(rng), rng, MOST_ACTIONS)
        check_replay(GAME, played)
        check_round_trip(played.states[-1])


class DenLetztenMachine(GameMachine):
    """A table of Den Letzten beißen die Hunde."""

    game = GAME

    def random_setup(self, rng: Random) -> Setup:
        """Return players, house rules and dice at random."""
        return random_setup(rng)

    @invariant()
    def no_bowl_owes_bones(self) -> None:
        """There are always thirty bones, and no bowl is below zero."""
        balances = GAME.balances(self.state)
        assert sum(balances.values()) == ALL_BONES
        assert min(balances.values()) >= 0

    @invariant()
    def characters_stand_apart(self) -> None:
        """No two characters share a space, and only a house rule lets one stand with the dog."""
        options = self.state.options
        places = [at for at in self.state.ahead_of_dog if at is not None]
        assert len(set(places)) == len(places)
        lowest = 1 if options.land_on_dog == "caught" else 0
        assert all(lowest <= at < options.spaces for at in places)

    @invariant()
    def an_empty_bowl_is_the_end(self) -> None:
        """Once a bowl is empty, the game is over or the round is the last one."""
        if 0 in map(self.state.bones_of, self.state.active_seats):
            assert self.over or self.state.last_round


TestDenLetzten = DenLetztenMachine.TestCase
TestDenLetzten.settings = settings(max_examples=15, stateful_step_count=40, deadline=None)


def test_a_game_need_not_end() -> None:
    """Careful rolls can go on for ever: three rounds later, only the dog has moved.

    Nobody meets the dog or another character; each player is nearest once and farthest once.
    """
    goals = {2: 14, 13: 8, 7: 3}
    table = Table(3).at(13, 7, 2)
    for _ in range(2):
        seen = set()
        for _ in range(3):
            for _ in range(3):
                at = table.ahead[table.state.turn]
                assert at is not None
                table.walk((goals[at] - at) % 16)
            seen.add(table.bones)
            table.do("step_dog")
        assert seen == {(8, 7, 9), (7, 8, 9), (8, 8, 8)}
        assert table.ahead == (13, 7, 2)
        assert (table.view["box"], GAME.turn(table.state)) == (6, 0)


def test_dogs_end_every_game() -> None:
    """Every roll may be two dogs, so a game that goes on for ever has a chance of 0.

    From any position, two dogs in each roll end the game within as many rounds as a bowl can hold
    bones. The evaluation creates no bones, so thirty rounds are enough.
    """
    two_dogs = sum(
        chance for outcome, chance in white_distribution(Options()).items() if outcome.dogs == 2
    )
    assert two_dogs == Fraction(1, 36)
    for players in range(3, 7):
        table = Table(players)
        while not GAME.is_over(table.state):
            if table.state.phase == "step_dog":
                table.do("step_dog")
            else:
                table.white("dog dog")
        assert len(table.log) <= ALL_BONES * (players + 1)
