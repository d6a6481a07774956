"""Random games: money is conserved, refusals change nothing, the log alone gives the state."""

import json
import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine.core.codec import from_json, to_json
from engine.core.game import Setup
from engine.core.refusals import Refusal
from engine.last_chance.state import State
from tests.engine.last_chance.strategies import (
    fill,
    house_rules,
    pick,
    presets,
    wild_actions,
    winning_throws,
)
from tests.engine.last_chance.table import GAME, Table

BUSY = settings(max_examples=120, stateful_step_count=60, deadline=None)


def fold(setup: Setup, log: list[Any]) -> State:
    """Return the state that `log`, actions as JSON, leads to."""
    state: State = GAME.start(setup)
    for data in log:
        state = GAME.play(state, GAME.actions.parse(data))
    return state


class LastChanceMachine(RuleBasedStateMachine):
    """A table at which people do sensible and senseless things, undoing now and then."""

    @initialize(preset=presets, options=house_rules, players=st.integers(3, 6), data=st.data())
    def sit_down(
        self, preset: str, options: dict[str, Any], players: int, data: st.DataObject
    ) -> None:
        """Start with any edition and house rules."""
        first = data.draw(st.integers(0, players - 1))
        self.table = Table(*"ABCDEF"[:players], preset=preset, first=first, **options)
        self.states = [self.table.state]
        self.total = self.table.state.options.cash.total

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return GAME.over(self.table.state)

    def _play(self, action: dict[str, Any]) -> None:
        assert GAME.line(self.table.state, GAME.actions.parse(action))
        self.table.do(action.pop("type"), **action)
        self.states.append(self.table.state)

    @precondition(lambda self: not self.over)
    @rule(data=st.data())
    def do_something_legal(self, data: st.DataObject) -> None:
        """Any sampled legal choice is accepted."""
        choice = data.draw(st.sampled_from(GAME.legal(self.table.state)))
        self._play(data.draw(fill(choice)))

    @precondition(lambda self: self.table.state.phase == "auction" and self.table.state.high)
    @rule()
    def count(self) -> None:
        """Count on, so that cards get sold."""
        self._play({"type": "count", "k": self.table.state.count + 1})

    @precondition(lambda self: self.table.state.phase in ("bets", "crack"))
    @rule(data=st.data())
    def throw_what_is_needed(self, data: st.DataObject) -> None:
        """Be lucky: throw a target of the card, so that games get on."""
        self._play(data.draw(st.sampled_from(winning_throws(self.table.state))))

    @precondition(lambda self: self.table.state.phase == "flip")
    @rule(data=st.data())
    def draw_a_card(self, data: st.DataObject) -> None:
        """Let chance turn over a card of the invented deck."""
        self._play(data.draw(st.sampled_from(GAME.chances(self.table.state))).to_json())

    @rule(action=wild_actions)
    def do_anything(self, action: dict[str, Any]) -> None:
        """Try a senseless action: it is refused, changing nothing, or was legal after all."""
        before = to_json(self.table.state)
        try:
            after = GAME.play(self.table.state, GAME.actions.parse(action))
        except Refusal as refusal:
            json.dumps(refusal.to_json())
            assert to_json(self.table.state) == before
        else:
            assert not self.over
            self.table.log.append(action)
            self.table.state = after
            self.states.append(after)

    @rule(back=st.integers(1, 8))
    def undo(self, back: int) -> None:
        """Undo is the fold of a shorter log: exactly the state that was."""
        keep = max(0, len(self.table.log) - back)
        del self.table.log[keep:], self.states[keep + 1 :]
        self.table.state = fold(self.table.setup, self.table.log)
        assert self.table.state == self.states[-1]

    @invariant()
    def money_is_conserved(self) -> None:
        """All money of the box is always somewhere; only a bank with credit may owe."""
        balances = GAME.balances(self.table.state)
        assert sum(balances.values()) == self.total
        assert all(amount >= 0 for name, amount in balances.items() if name != "bank")
        if self.table.state.options.bank_limit == "physical":
            assert balances["bank"] >= 0

    @invariant()
    def stakes_and_bets_lie_only_while_somebody_cracks(self) -> None:
        """Outside a crack nothing lies beside the card or under a token."""
        state = self.table.state
        if state.phase not in ("bets", "crack"):
            areas = ("stake", *(f"bet:{seat}" for seat in range(6)))
            assert not any(state.money[area] for area in areas)

    @invariant()
    def something_can_be_done_until_the_end(self) -> None:
        """Legal choices run out only when the game is over."""
        assert bool(GAME.legal(self.table.state)) != self.over

    @invariant()
    def a_card_can_always_be_cracked(self) -> None:
        """No lock ever makes the card impossible, and no die that must be thrown is missing."""
        if self.table.state.phase in ("bets", "crack"):
            throws = winning_throws(self.table.state)
            assert throws
            assert all(throw["thrown"] for throw in throws)

    @invariant()
    def a_state_is_json(self) -> None:
        """State, view, prompts and timer go through JSON; the state comes back equal."""
        state = self.table.state
        assert from_json(State, json.loads(json.dumps(to_json(state)))) == state
        view = self.table.view
        assert view["phase"] == GAME.phase(state)
        assert (view["ranking"] is not None) == self.over
        assert self.table.prompts
        timer = GAME.timer(state)
        assert timer is None or GAME.play(state, timer.action)

    def teardown(self) -> None:
        """Replay the whole log from JSON: it leads to the same state."""
        if hasattr(self, "table"):
            log = json.loads(json.dumps(self.table.log))
            assert fold(self.table.setup, log) == self.table.state


TestLastChance = LastChanceMachine.TestCase
TestLastChance.settings = BUSY


def _random_game(seed: int, preset: str) -> tuple[State, int]:
    """Play at random, but bid within one's means, and be lucky in one throw of ten."""
    rng = random.Random(seed)
    state = GAME.start(Setup(("Ana", "Ben", "Cy"), preset=preset))
    for number in range(5_000):
        if GAME.over(state):
            return state, number
        choices = [choice for choice in GAME.legal(state) if choice.type != "lay"]
        if state.phase == "flip":
            state = GAME.play(state, rng.choice(GAME.chances(state)))
            continue
        counts = [choice for choice in choices if choice.type == "count"]
        if state.phase in ("bets", "crack") and rng.random() < 0.1:
            lucky = rng.choice(winning_throws(state))
            state = GAME.play(state, GAME.actions.parse(lucky))
            continue
        choice = rng.choice(counts if counts and rng.random() < 0.8 else choices)
        action = GAME.actions.parse(pick(choice, rng))
        if choice.type == "bid" and action.amount > state.cash(action.seat) // 4:
            continue
        state = GAME.play(state, action)
    return state, 5_000


def test_games_played_at_random_end() -> None:
    """Who plays on with a little luck reaches the end in every edition."""
    for seed in range(10):
        for preset in GAME.presets:
            state, actions = _random_game(seed, preset)
            assert GAME.over(state), (preset, seed, actions)


@settings(max_examples=50, deadline=None)
@given(st.integers(1, 30))
def test_only_luck_ends_a_game(rounds: int) -> None:
    """A game need not end: a card missed for nothing is sold again, with the same money."""
    table = Table().card()
    before = table.view
    for _ in range(rounds):
        table.do("no_bid").miss()
    after = table.view
    changed = {key for key in after if after[key] != before[key]}
    assert changed <= {"outcome", "settlement", "last_cracker"}
