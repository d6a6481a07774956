"""Random games conserve money; refusals change nothing, and the log alone gives the state.

A game need not end (see `test_only_luck_ends_a_game`), but does if players are sometimes lucky.
"""

from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, precondition, rule

from engine.core.action import Action
from engine.core.choice import Choice, IntRange
from engine.core.offered_game import Setup
from engine.last_chance.state import State
from tests.engine.last_chance.table import GAME, Table, winning_throws
from tests.engine.machine import SEEDS, GameMachine
from tests.engine.playing import (
    RANDOM_GAMES,
    accept,
    check_replay,
    check_round_trip,
    play_wildly,
    random_action,
    random_options,
)

NAMES = ("Ana", "Ben", "Cy", "Dia", "Eva", "Finn")

MOST_ACTIONS = 20_000


def random_setup(rng: Random) -> Setup:
    """Return players, edition and house rules at random, and all cards or a few."""
    preset = rng.choice(list(GAME.presets))
    options = random_options(GAME, rng)
    fewest, most = GAME.player_range(GAME.presets[preset])
    if "money" in options:
        fewest = 3
    players = rng.randint(fewest, most)
    if options.get("banker", 0) >= players:
        del options["banker"]
    return Setup(NAMES[:players], rng.randrange(players), preset, options)


def lucky(state: State, choices: tuple[Choice, ...], rng: Random) -> dict[str, Any]:
    """Choose at random, but mostly sell cards at affordable bids, and sometimes crack them."""
    if state.phase == "flip" and rng.random() < 0.8:
        return rng.choice(GAME.possible_draws(state)).to_json()
    if state.phase in ("bets", "crack") and rng.random() < 0.1:
        return rng.choice(winning_throws(state))
    counts = tuple(choice for choice in choices if choice.type == "count")
    action = random_action(counts if counts and rng.random() < 0.6 else choices, rng)
    if action["type"] == "bid" and rng.random() < 0.95:
        bids = {choice.seat: choice.fields["amount"] for choice in choices if choice.type == "bid"}
        span = bids[action["seat"]]
        assert isinstance(span, IntRange)
        action["amount"] = min(span.min + span.step * rng.randrange(4), span.max)
    return action


def check_money(state: State) -> None:
    """Check that only a bank with credit owes; stakes and bets exist only during a crack."""
    owing = {name for name, amount in GAME.balances(state).items() if amount < 0}
    assert owing <= (set() if state.options.bank_limit == "physical" else {"bank"})
    if state.phase not in ("bets", "crack"):
        areas = ("stake", *(f"bet:{seat}" for seat in range(len(state.seats))))
        assert not any(state.money[area] for area in areas)


def test_random_games_end_and_conserve_the_money() -> None:
    """With random legal actions and 5 % wrong ones, games end, and their logs lead there again."""
    for seed in range(RANDOM_GAMES):
        rng = Random(seed)
        setup = random_setup(rng)
        played = play_wildly(GAME, setup, rng, MOST_ACTIONS, lucky)
        for state in played.states:
            check_money(state)
        check_replay(GAME, played)
        check_round_trip(rng.choice(played.states))


class LastChanceMachine(GameMachine):
    """A table of Last Chance with enough luck that cards are sold and cracked."""

    game = GAME

    def random_setup(self, rng: Random) -> Setup:
        """Return players, edition and house rules at random."""
        return random_setup(rng)

    @precondition(lambda self: not self.over)
    @rule(seed=SEEDS, steps=st.integers(1, 20))
    def play_on(self, seed: int, steps: int) -> None:
        """Play on with some luck, so that games advance."""
        rng = Random(seed)
        for _ in range(steps):
            if not self.over:
                accept(GAME, lucky(self.state, GAME.legal_choices(self.state), rng), self.played)

    @invariant()
    def stakes_and_bets_are_paid(self) -> None:
        """No stake or bet is left when a crack is over."""
        check_money(self.state)

    def is_open(self, action: Action) -> bool:
        """Return whether `action` is not a bet, which may hide its side."""
        return action.type != "bet" or self.state.options.bet_visibility == "open"

    @invariant()
    def a_card_can_always_be_cracked(self) -> None:
        """No lock makes the card impossible, and there is always a die left to roll."""
        if self.state.phase in ("bets", "crack"):
            throws = winning_throws(self.state)
            assert throws
            assert all(throw["thrown"] for throw in throws)


TestLastChance = LastChanceMachine.TestCase
TestLastChance.settings = settings(max_examples=15, stateful_step_count=40, deadline=None)


@settings(max_examples=50, deadline=None)
@given(st.integers(1, 30))
def test_only_luck_ends_a_game(rounds: int) -> None:
    """A card missed in a free try is sold again, with the same money, so a game need not end."""
    table = Table().card()
    before = table.view
    for _ in range(rounds):
        table.do("no_bid").miss()
    after = table.view
    assert after == before
