"""Random games of Jour de Chance: cards are conserved, every game ends, a replay is equal."""

from random import Random
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine.core.game import Setup
from engine.jour_de_chance.cards import DECK, put
from engine.jour_de_chance.options import Options
from engine.jour_de_chance.rules import MOST_TURNS
from engine.jour_de_chance.state import State
from tests.engine.jour_de_chance.table import GAME, NAMES
from tests.engine.playing import (
    RANDOM_GAMES,
    Played,
    accept,
    check_replay,
    check_round_trip,
    play_wildly,
    random_action,
    spoil,
    try_wrong,
)


def house_rules(rng: Random) -> dict[str, Any]:
    """Return house rules at random."""
    return {
        "stop_at_21": rng.random() < 0.5,
        "draw_pile_empty": rng.choice(["reshuffle", "end"]),
        "final_tie": rng.choice(["shared", "playoff"]),
    }


def setup(rng: Random) -> Setup:
    """Return players and house rules at random."""
    players = rng.randint(2, 8)
    return Setup(NAMES[:players], rng.randrange(players), "", house_rules(rng))


def check_cards(state: State) -> None:
    """Every card of the box is in exactly one place."""
    heap = put(state.pile, (card for seat in state.seats for card in (*seat.row, *seat.banked)))
    assert tuple(map(sum, zip(heap, state.discards, strict=True))) == DECK
    assert all(len(set(seat.row)) == len(seat.row) for seat in state.seats)


def most_actions(players: int) -> int:
    """Return a bound that no game passes: two games of the longest length, with their deals."""
    return 2 * (players * (MOST_TURNS + 1) + 1)


def test_random_games_end_and_conserve_every_card() -> None:
    """Legal moves at random and 5 % wrong ones; each game ends within the bound."""
    for seed in range(RANDOM_GAMES):
        rng = Random(seed)
        start = setup(rng)
        played = play_wildly(GAME, start, rng, most_actions(len(start.names)))
        for state in played.states:
            check_cards(state)
        check_replay(GAME, played)
        check_round_trip(rng.choice(played.states))


class JourDeChanceMachine(RuleBasedStateMachine):
    """A table at which people play, err, undo and put the game away."""

    @initialize(seed=st.integers(0, 2**32), players=st.integers(2, 8))
    def sit_down(self, seed: int, players: int) -> None:
        """Start with any players and house rules."""
        self.rng = Random(seed)
        start = Setup(NAMES[:players], seed % players, "", house_rules(self.rng))
        state = GAME.start(start)
        assert isinstance(state.options, Options)
        self.played = Played(start, [state], [])

    @property
    def state(self) -> State:
        """The game as it stands."""
        state: State = self.played.states[-1]
        return state

    @precondition(lambda self: not GAME.over(self.state))
    @rule(seed=st.integers(0, 2**32))
    def act(self, seed: int) -> None:
        """Any legal choice, with any values it offers, is accepted."""
        action = random_action(GAME.legal(self.state), Random(seed))
        accept(GAME, action, self.played)

    @precondition(lambda self: not GAME.over(self.state))
    @rule(seed=st.integers(0, 2**32))
    def err(self, seed: int) -> None:
        """Spoil an action: it is refused and changes nothing, or legal by luck."""
        rng = Random(seed)
        action = spoil(GAME, random_action(GAME.legal(self.state), rng), rng)
        try_wrong(GAME, action, self.played)

    @precondition(lambda self: len(self.played.log) > 0)
    @rule(steps=st.integers(1, 30))
    def undo(self, steps: int) -> None:
        """Take back some actions; the log that is left leads to the state that is left."""
        keep = max(0, len(self.played.log) - steps)
        del self.played.log[keep:]
        del self.played.states[keep + 1 :]
        check_replay(GAME, self.played)

    @invariant()
    def every_card_is_somewhere(self) -> None:
        """55 cards, each value as often as the box holds it."""
        if hasattr(self, "played"):
            check_cards(self.state)
            assert sum(GAME.balances(self.state).values()) == 55

    @invariant()
    def json_round_trip(self) -> None:
        """Check that the state survives JSON and can always be shown."""
        if hasattr(self, "played"):
            check_round_trip(self.state)
            assert GAME.view(self.state)["phase"] == self.state.phase
            assert GAME.prompts(self.state)


TestJourDeChance = JourDeChanceMachine.TestCase
TestJourDeChance.settings = settings(max_examples=60, stateful_step_count=60, deadline=None)
