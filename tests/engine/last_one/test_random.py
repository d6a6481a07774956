"""Random games of Last One conserve cards; refusals change nothing, and a replay is equal.

A match need not end: drawing is always allowed, so nobody ever has to play a card (see
`test_nobody_ever_has_to_play`). But it can end from every state, and it does if players mostly
play when they can.
"""

from collections import Counter
from random import Random

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, precondition, rule

from engine.core.action import Action
from engine.core.offered_game import Setup
from engine.last_one.cards import PACK
from engine.last_one.state import State
from tests.engine.last_one.table import GAME, Table, random_setup, willing
from tests.engine.machine import SEEDS, GameMachine
from tests.engine.playing import (
    RANDOM_GAMES,
    accept,
    check_replay,
    check_round_trip,
    play_wildly,
)

MOST_ACTIONS = 30_000
"""More than ten times the longest (2001) of 25 000 matches of willing players."""


def check_cards(state: State) -> None:
    """Check that every card is in exactly one place, as far as the table knows the cards."""
    assert sum(GAME.balances(state).values()) == len(PACK)
    assert min(GAME.balances(state).values()) >= 0
    shown = [card for seat in state.seats for card in seat.known_cards]
    known = Counter((*state.stock_cards, *state.discard_pile, *shown))
    if state.options.knows_all_cards:
        assert known == Counter(PACK)
        assert state.stock_count == len(state.stock_cards)
        assert all(seat.card_count == len(seat.known_cards) for seat in state.seats)
    else:
        assert known <= Counter(PACK)


def test_random_matches_end_and_conserve_every_card() -> None:
    """With random legal actions and 5 % wrong ones, matches end; their logs lead there again."""
    for seed in range(RANDOM_GAMES):
        rng = Random(seed)
        played = play_wildly(GAME, random_setup(rng), rng, MOST_ACTIONS, willing)
        for state in played.states:
            check_cards(state)
        if seed % 4 == 0:
            check_replay(GAME, played)
        check_round_trip(rng.choice(played.states))


def test_nobody_ever_has_to_play() -> None:
    """Once all cards are drawn, drawing leads back to an earlier state, so a match need not end."""
    table = Table(players=2, cards="full").lay("9♥ 10♥", "Q♥ K♥", top="9♠")
    while table.state.stock_count:
        table.do("draw_cards").do("take", card=table.state.stock_cards[0])
    before = table.do("draw_cards").do("draw_cards").state
    assert table.do("draw_cards").do("draw_cards").state == before
    assert sum(table.cards) == 53


class LastOneMachine(GameMachine):
    """A table of Last One on which deals, hands and matches are played to the end."""

    game = GAME

    def random_setup(self, rng: Random) -> Setup:
        """Return players and house rules at random."""
        return random_setup(rng)

    @precondition(lambda self: not self.over)
    @rule(seed=SEEDS, steps=st.integers(1, 30))
    def play_on(self, seed: int, steps: int) -> None:
        """Play on as `willing` players do."""
        rng = Random(seed)
        for _ in range(steps):
            if not self.over:
                accept(GAME, willing(self.state, GAME.legal_choices(self.state), rng), self.played)

    def is_open(self, action: Action) -> bool:
        """Return whether everybody may see the card of `action`: not if it comes from the stock."""
        return action.type != "take"

    @invariant()
    def every_card_is_somewhere(self) -> None:
        """There are always 54 cards: each once, the joker twice."""
        check_cards(self.state)


TestLastOne = LastOneMachine.TestCase
TestLastOne.settings = settings(max_examples=15, stateful_step_count=40, deadline=None)
