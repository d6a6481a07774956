"""Random games of Jour de Chance conserve cards and end, and a replay is equal."""

from random import Random

from hypothesis import settings
from hypothesis.stateful import invariant

from engine.core.offered_game import Setup
from engine.jour_de_chance.cards import DECK, VALUES, add_cards
from engine.jour_de_chance.state import TARGET_POINTS, State
from tests.engine.jour_de_chance.table import GAME, NAMES
from tests.engine.machine import GameMachine
from tests.engine.playing import (
    RANDOM_GAMES,
    check_replay,
    check_round_trip,
    play_wildly,
    random_options,
)

# A row never holds a value twice, so each time players bank, by a pair or by choice, at most ten
# cards leave their row; otherwise only other players take cards from it, by banking them. Any eight
# cards make more than 21, and any 32 make more than 21 for each of eight players.
MOST_BANKED, ALL_BANKED = 8, 32
"""One player, and all players, bank at most so many cards in a game; the last of them ends it."""

MOST_TURNS = MOST_BANKED * (len(VALUES) + 1) + ALL_BANKED
"""No player has more turns than this in one game (a playoff is a second one)."""


def random_setup(rng: Random) -> Setup:
    """Return players and house rules at random."""
    players = rng.randint(2, 8)
    return Setup(NAMES[:players], rng.randrange(players), "", random_options(GAME, rng))


def check_cards(state: State) -> None:
    """Check that every card of the box is in exactly one place."""
    heap = add_cards(
        state.draw_pile, (card for seat in state.seats for card in (*seat.row, *seat.banked))
    )
    assert tuple(map(sum, zip(heap, state.discards, strict=True))) == DECK
    assert all(len(set(seat.row)) == len(seat.row) for seat in state.seats)


def test_the_most_banked_cards_always_go_over_21() -> None:
    """Even the lowest 8 cards do for one player, and the lowest 32 for eight."""
    cards = sorted(value for value, count in zip(VALUES, DECK, strict=True) for _ in range(count))
    assert sum(cards[:MOST_BANKED]) > TARGET_POINTS
    assert sum(cards[:ALL_BANKED]) > GAME.max_players * TARGET_POINTS


def most_actions(players: int) -> int:
    """Return a bound that no game exceeds: two games of the greatest length, with their deals."""
    return 2 * (players * (MOST_TURNS + 1) + 1)


def test_random_games_end_and_conserve_every_card() -> None:
    """With random legal actions and 5 % wrong ones, each game ends within the bound."""
    for seed in range(RANDOM_GAMES):
        rng = Random(seed)
        start = random_setup(rng)
        played = play_wildly(GAME, start, rng, most_actions(len(start.names)))
        for state in played.states:
            check_cards(state)
        check_replay(GAME, played)
        check_round_trip(rng.choice(played.states))


class JourDeChanceMachine(GameMachine):
    """A table of Jour de Chance."""

    game = GAME

    def random_setup(self, rng: Random) -> Setup:
        """Return players and house rules at random."""
        return random_setup(rng)

    @invariant()
    def every_card_is_somewhere(self) -> None:
        """There are always 55 cards, each value as often as in the box."""
        check_cards(self.state)


TestJourDeChance = JourDeChanceMachine.TestCase
TestJourDeChance.settings = settings(max_examples=15, stateful_step_count=60, deadline=None)
