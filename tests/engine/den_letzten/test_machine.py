"""Random games: bones are conserved, refusals change nothing, the log alone gives the state."""

import json
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine.core.codec import to_json
from engine.core.game import Setup
from engine.core.refusals import Refusal
from engine.den_letzten.dice import FACES
from engine.den_letzten.notation import parse_line
from engine.den_letzten.odds import white
from engine.den_letzten.options import Options
from engine.den_letzten.state import BONES, State
from tests.engine.den_letzten.table import GAME, NAMES, Table
from tests.engine.playing import (
    RANDOM_GAMES,
    check_replay,
    check_round_trip,
    play_wildly,
    random_action,
)

MOST_ACTIONS = 5000
"""Far more than random games take: about 110 actions, depending on the house rules."""

sides = st.lists(st.sampled_from(FACES), min_size=2, max_size=6)
house_rules = st.fixed_dictionaries(
    {},
    optional={
        row["id"]: st.sampled_from([value["value"] for value in row["values"]])
        for row in GAME.describe()["options"]
        if "values" in row
    }
    | {"spaces": st.integers(8, 20)}
    | dict.fromkeys(("white_1", "white_2", "black_1", "black_2"), sides),
)
faces = st.lists(st.sampled_from([*FACES, "0", "cat"]), max_size=4)
wild_actions = st.one_of(
    st.fixed_dictionaries(
        {"type": st.sampled_from(["throw_white", "throw_black"]), "faces": faces}
    ),
    st.fixed_dictionaries({"type": st.just("place_dog"), "space": st.integers(-1, 20)}),
    st.fixed_dictionaries({"type": st.sampled_from(["stop", "step_dog", "bid", ""])}),
)


def random_setup(rng: Random) -> Setup:
    """Return any number of players with any house rules; the dice are those of the default."""
    options: dict[str, Any] = {}
    for row in GAME.describe()["options"]:
        if "values" in row and rng.random() < 0.5:
            options[row["id"]] = rng.choice(row["values"])["value"]
    if rng.random() < 0.2:
        options["spaces"] = rng.randint(8, 24)
    players = rng.randint(3, 6)
    return Setup(NAMES[:players], rng.randrange(players), "", options)


class DenLetztenMachine(RuleBasedStateMachine):
    """A table at which people do sensible and senseless things, undoing now and then."""

    @initialize(options=house_rules, players=st.integers(3, 6), data=st.data())
    def sit_down(self, options: dict[str, Any], players: int, data: st.DataObject) -> None:
        """Start with any house rules and any dice."""
        first = data.draw(st.integers(0, players - 1))
        self.table = Table(players, first=first, **options)
        self.states = [self.table.state]

    @precondition(lambda self: not GAME.over(self.table.state))
    @rule(seed=st.integers(0, 2**32))
    def do_something_legal(self, seed: int) -> None:
        """Any sampled legal choice is accepted, and its line reads back."""
        state = self.table.state
        data = random_action(GAME.legal(state), Random(seed))
        action = GAME.actions.parse(data)
        assert parse_line(state, GAME.line(state, action)) == action
        assert GAME.actions.parse(json.loads(json.dumps(action.to_json()))) == action
        self.table.do(data.pop("type"), **data)
        self.states.append(self.table.state)

    @precondition(lambda self: GAME.chances(self.table.state))
    @rule(data=st.data())
    def let_chance_decide(self, data: st.DataObject) -> None:
        """Whatever chance may bring is accepted."""
        action = data.draw(st.sampled_from(GAME.chances(self.table.state))).to_json()
        self.table.do(action.pop("type"), **action)
        self.states.append(self.table.state)

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
    def bones_are_conserved(self) -> None:
        """All thirty bones are always somewhere, and no bowl owes any."""
        balances = GAME.balances(self.table.state)
        assert sum(balances.values()) == BONES
        assert min(balances.values()) >= 0

    @invariant()
    def characters_stand_apart(self) -> None:
        """No two characters share a space, and only a house rule lets one stand with the dog."""
        options = self.table.state.options
        places = [at for at in self.table.ahead if at is not None]
        assert len(set(places)) == len(places)
        lowest = 1 if options.land_on_dog == "caught" else 0
        assert all(lowest <= at < options.spaces for at in places)

    @invariant()
    def an_empty_bowl_is_the_end(self) -> None:
        """Once a bowl is empty the game is over, or the round is the last one."""
        state = self.table.state
        if 0 in self.table.bones:
            assert state.phase == "over" or state.last_round
        assert (
            (not GAME.legal(state)) == GAME.over(state) == (self.table.view["ranking"] is not None)
        )

    @invariant()
    def everything_is_json(self) -> None:
        """State, view, prompts and odds go through JSON; the state comes back equal."""
        check_round_trip(self.table.state)
        assert self.table.view["phase"] == GAME.phase(self.table.state)
        assert self.table.said
        json.dumps(GAME.odds(self.table.state))

    def teardown(self) -> None:
        """Replay the whole log from JSON: it leads to the same state."""
        if hasattr(self, "table"):
            log = json.loads(json.dumps(self.table.log))
            assert fold(self.table.setup, log) == self.table.state


def fold(setup: Setup, log: list[Any]) -> State:
    """Return the state that `log`, actions as JSON, leads to."""
    state: State = GAME.start(setup)
    for data in log:
        state = GAME.play(state, GAME.actions.parse(data))
    return state


TestDenLetzten = DenLetztenMachine.TestCase
TestDenLetzten.settings = settings(max_examples=50, stateful_step_count=40, deadline=None)


@pytest.mark.parametrize("part", range(4))
def test_random_games(part: int) -> None:
    """Any house rules, legal actions at random and wrong ones between: every game ends in order."""
    for number in range(part, RANDOM_GAMES, 4):
        rng = Random(number)
        played = play_wildly(GAME, random_setup(rng), rng, MOST_ACTIONS)
        check_replay(GAME, played)
        check_round_trip(played.states[-1])


def test_a_game_need_not_end() -> None:
    """Careful throws can go on for ever: after three rounds all is as it was, but for the dog.

    Nobody meets the dog or another one, each is the nearest once and the farthest once.
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
        assert (table.view["box"], table.view["turn"]) == (6, 0)


def test_dogs_end_every_game() -> None:
    """With a dog on both white dice a game goes on for ever with chance 0 only.

    From any position, two dogs in each throw end it within as many rounds as a bowl can hold bones,
    and that has a chance above 0 every time. The evaluation makes no bones, so thirty rounds do.
    """
    two_dogs = sum(chance for outcome, chance in white(Options()).items() if outcome.dogs == 2)
    assert two_dogs == Fraction(1, 36)
    for players in range(3, 7):
        table = Table(players)
        while not GAME.over(table.state):
            if table.state.phase == "step_dog":
                table.do("step_dog")
            else:
                table.white("dog dog")
        assert len(table.log) <= BONES * (players + 1)
