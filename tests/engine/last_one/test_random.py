"""Random games of Last One: cards are conserved, refusals change nothing, a replay is equal.

A match need not end: drawing is always allowed, so nobody ever has to play a card (see
`test_nobody_ever_has_to_play`). But from every state it can be ended, and players who mostly play
when they can end it.
"""

from collections import Counter
from random import Random

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine.core.game import Setup
from engine.last_one.cards import PACK
from engine.last_one.notation import parse_line
from engine.last_one.state import State
from tests.engine.last_one.table import GAME, NAMES, Table, house_rules, willing
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

MOST_ACTIONS = 30_000
"""More than ten times the longest (2001) of 25 000 matches of willing players."""


def setup(rng: Random) -> Setup:
    """Return players and house rules at random."""
    players = rng.randint(2, 6)
    return Setup(NAMES[:players], rng.randrange(players), "", house_rules(rng))


def check_cards(state: State) -> None:
    """Every card of the pack is in exactly one place, as far as the table knows the cards."""
    assert sum(state.balances.values()) == len(PACK)
    assert min(state.balances.values()) >= 0
    shown = [card for seat in state.seats for card in seat.hand]
    known = Counter((*state.unseen, *state.discard, *shown))
    if state.options.full:
        assert known == Counter(PACK)
        assert state.stock == len(state.unseen)
        assert all(seat.cards == len(seat.hand) for seat in state.seats)
    else:
        assert known <= Counter(PACK)


def test_random_matches_end_and_conserve_every_card() -> None:
    """Legal moves at random and 5 % wrong ones; each match ends, and its log leads there again."""
    for seed in range(RANDOM_GAMES):
        rng = Random(seed)
        played = play_wildly(GAME, setup(rng), rng, MOST_ACTIONS, willing)
        for state in played.states:
            check_cards(state)
        if seed % 4 == 0:
            check_replay(GAME, played)
        check_round_trip(rng.choice(played.states))


def test_nobody_ever_has_to_play() -> None:
    """Drawing leads back to where one was once the cards are out: a match need not end."""
    table = Table(players=2, cards="full").lay("9♥ 10♥", "Q♥ K♥", top="9♠")
    while table.state.stock:
        table.do("draw_cards").do("take", card=table.state.unseen[0])
    before = table.do("draw_cards").do("draw_cards").state
    assert table.do("draw_cards").do("draw_cards").state == before
    assert sum(table.cards) == 53


class LastOneMachine(RuleBasedStateMachine):
    """A table at which people play, err, undo and put the match away."""

    @initialize(seed=st.integers(0, 2**32))
    def sit_down(self, seed: int) -> None:
        """Start with any players and house rules."""
        start = setup(Random(seed))
        self.played = Played(start, [GAME.start(start)], [])

    @property
    def state(self) -> State:
        """The match as it stands."""
        state: State = self.played.states[-1]
        return state

    @precondition(lambda self: not GAME.over(self.state))
    @rule(seed=st.integers(0, 2**32))
    def act(self, seed: int) -> None:
        """Any legal choice, with any values it offers, is accepted."""
        accept(GAME, random_action(GAME.legal(self.state), Random(seed)), self.played)

    @precondition(lambda self: not GAME.over(self.state))
    @rule(seed=st.integers(0, 2**32), steps=st.integers(1, 30))
    def play_on(self, seed: int, steps: int) -> None:
        """Play willingly for a while, so that deals, hands and matches come to their end."""
        rng = Random(seed)
        for _ in range(steps):
            if not GAME.over(self.state):
                accept(GAME, willing(GAME.legal(self.state), rng), self.played)

    @precondition(lambda self: GAME.chances(self.state))
    @rule(data=st.data())
    def let_chance_decide(self, data: st.DataObject) -> None:
        """Take or turn up any card that chance may bring."""
        action = data.draw(st.sampled_from(GAME.chances(self.state)))
        accept(GAME, action.to_json(), self.played)

    @precondition(lambda self: not GAME.over(self.state))
    @rule(seed=st.integers(0, 2**32))
    def err(self, seed: int) -> None:
        """Spoil an action: it is refused and changes nothing, or legal by luck."""
        rng = Random(seed)
        action = spoil(GAME, random_action(GAME.legal(self.state), rng), rng)
        try_wrong(GAME, action, self.played)

    @precondition(lambda self: len(self.played.log) > 0)
    @rule(steps=st.integers(1, 40))
    def undo(self, steps: int) -> None:
        """Take back some actions; the log that is left leads to the state that is left."""
        keep = max(0, len(self.played.log) - steps)
        del self.played.log[keep:]
        del self.played.states[keep + 1 :]
        check_replay(GAME, self.played)

    @invariant()
    def every_card_is_somewhere(self) -> None:
        """54 cards, each once, the joker twice."""
        if hasattr(self, "played"):
            check_cards(self.state)

    @invariant()
    def json_round_trip(self) -> None:
        """Check that the state survives JSON, can be shown, and that something can be done."""
        if hasattr(self, "played"):
            check_round_trip(self.state)
            assert GAME.view(self.state)["phase"] == GAME.phase(self.state)
            assert GAME.prompts(self.state)
            assert bool(GAME.legal(self.state)) != GAME.over(self.state)
            timer = GAME.timer(self.state)
            assert timer is None or GAME.play(self.state, timer.action)

    @invariant()
    def the_last_line_reads_back(self) -> None:
        """Check that what was played last can be read from its line."""
        if hasattr(self, "played") and self.played.log:
            before = self.played.states[-2]
            action = GAME.actions.parse(self.played.log[-1])
            read = parse_line(before, GAME.line(before, action))
            assert GAME.play(before, read) == self.state  # it also says who, if that was left out


TestLastOne = LastOneMachine.TestCase
TestLastOne.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
