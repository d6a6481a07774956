"""A table of any game, played by Hypothesis: the rules that all state machines share."""

import json
from dataclasses import fields
from random import Random
from typing import Any, ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine.core.action import Action
from engine.core.game import Game
from engine.core.offered_game import Setup
from engine.core.people import Join, Leave, Pause, Rename, Resume
from tests.engine.playing import (
    Playthrough,
    accept,
    check_feats,
    check_replay,
    check_round_trip,
    check_throws,
    random_action,
    random_options,
    spoil,
    try_wrong,
)

SEEDS = st.integers(0, 2**32)
NAMES = ("Ana", "Ben", "Cy", "Dia", "Eva", "Finn", "Gus", "Hal")
NUMBERS = st.integers(-2, 12) | st.sampled_from([100, 10_000, 800_000]) | st.integers()


def any_action(game: Game[Any]) -> st.SearchStrategy[Action]:
    """Return any action of `game` with fields of the right types: mostly illegal ones."""
    return st.one_of(
        st.builds(
            kind,
            **{field.name: NUMBERS for field in fields(kind) if field.type in (int, int | None)},
        )
        for kind in game.actions.kinds.values()
    )


class GameMachine(RuleBasedStateMachine):
    """People play `game`, make mistakes and undo; a game's own machine adds its invariants."""

    game: ClassVar[Game[Any]]

    def random_setup(self, rng: Random) -> Setup:
        """Return players and house rules at random."""
        options = random_options(self.game, rng)
        fewest, most = self.game.player_range(next(iter(self.game.presets.values())))
        names = NAMES[: rng.randint(fewest, most)]
        return Setup(names, rng.randrange(len(names)), options=options)

    @initialize(seed=SEEDS)
    def sit_down(self, seed: int) -> None:
        """Start with any players and house rules."""
        start = self.random_setup(Random(seed))
        self.played = Playthrough(start, [self.game.start(start)], [])
        self.total = sum(self.game.balances(self.state).values())

    @property
    def state(self) -> Any:
        """The game as it stands."""
        return self.played.state

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.is_over(self.state)

    @precondition(lambda self: not self.over)
    @rule(seed=SEEDS)
    def act(self, seed: int) -> None:
        """Check that any legal choice is accepted with any values it offers."""
        accept(
            self.game, random_action(self.game.legal_choices(self.state), Random(seed)), self.played
        )

    @precondition(lambda self: self.game.possible_draws(self.state))
    @rule(data=st.data())
    def let_chance_decide(self, data: st.DataObject) -> None:
        """Draw any outcome of chance: it is accepted."""
        action = data.draw(st.sampled_from(self.game.possible_draws(self.state)))
        accept(self.game, action.to_json(), self.played)

    @precondition(lambda self: not self.over)
    @rule(seed=SEEDS)
    def err(self, seed: int) -> None:
        """Spoil an action: it is refused and changes nothing, or is still legal by luck."""
        rng = Random(seed)
        action = spoil(self.game, random_action(self.game.legal_choices(self.state), rng), rng)
        try_wrong(self.game, action, self.played)

    @rule(data=st.data())
    def do_anything(self, data: st.DataObject) -> None:
        """Try any action: it is refused and changes nothing, or is legal by luck."""
        was_over, acts = self.over, len(self.played.log)
        try_wrong(self.game, data.draw(any_action(self.game)).to_json(), self.played)
        assert not was_over or len(self.played.log) == acts

    @precondition(lambda self: not self.over)
    @rule(seed=SEEDS)
    def people_change(self, seed: int) -> None:
        """Let somebody join, leave or be renamed, or all pause, in any phase that allows it."""
        rng, people = Random(seed), self.game.join_leave_view(self.state)
        leave: Any = people["leave"]
        acted = len(self.played.log)
        seat = rng.randrange(len(self.state.names))
        acts: list[Action] = [Pause(), Resume(), Rename(seat, f"Zoe {acted}")]
        acts += [Leave(seat) for seat in leave]
        acts += [Join(f"Ida {acted}")] * 3 if people["join"] else []
        action = rng.choice(acts)
        before = self.state
        accept(self.game, action.to_json(), self.played)
        match action:
            case Join(name):
                assert self.state.names == (*before.names, name)
            case Rename(seat, name):
                assert self.state.names[seat] == name
            case Leave(seat):
                assert self.over or seat not in self.game.join_leave_view(self.state)["leave"]
            case _:
                assert self.state == before

    @precondition(lambda self: len(self.played.log) > 0)
    @rule(steps=st.integers(1, 40))
    def undo(self, steps: int) -> None:
        """Take back some actions: the remaining log leads to the remaining state."""
        check_throws(self.game, self.played)
        keep = max(0, len(self.played.log) - steps)
        del self.played.log[keep:], self.played.plays[keep + 1 :]
        check_replay(self.game, self.played)

    def teardown(self) -> None:
        """Check all rolls of the game; undone ones were checked before the undo."""
        check_throws(self.game, self.played)
        check_feats(self.game, self.played)
        if self.over:
            assert len(self.game.result(self.state).places) == len(self.state.names)

    @invariant()
    def nothing_is_made_or_lost(self) -> None:
        """Check that all money, bones and cards are somewhere."""
        assert sum(self.game.balances(self.state).values()) == self.total

    @invariant()
    def something_can_be_done_until_the_end(self) -> None:
        """Check that choices run out only at the end, and that a timer's action is allowed."""
        assert bool(self.game.legal_choices(self.state)) != self.over
        assert self.over == (self.game.view(self.state)["ranking"] is not None)
        timer = self.game.timer(self.state)
        assert timer is None or self.game.play(self.state, timer.action)

    @invariant()
    def all_that_is_told_is_json(self) -> None:
        """Check that the state comes back equal from JSON, and that views and odds can be sent."""
        check_round_trip(self.state)
        assert self.game.view(self.state)["phase"] == self.game.phase(self.state)
        assert self.over or self.game.banker_prompts(self.state)
        if self.game.awaited_dice(self.state):
            dice: Any = self.game.view(self.state)["dice"]
            assert all(die["face"] for die in dice)
        json.dumps(self.game.odds(self.state))

    @precondition(lambda self: not self.over)
    @rule(seed=SEEDS)
    def events_say_the_whole_act(self, seed: int) -> None:
        """Check that two acts with the same events in one state have the same result."""
        choices, rng = self.game.legal_choices(self.state), Random(seed)
        acts = [self.game.actions.parse(random_action(choices, rng)) for _ in range(6)]
        met: dict[str, Any] = {}
        for act in filter(self.is_open, acts):
            said, after = self.said(act), self.game.play(self.state, act).state
            assert met.setdefault(said, after) == after, said

    def said(self, action: Action) -> str:
        """Return the events of `action` that everybody sees."""
        events = self.game.play(self.state, action).events
        return repr([event.public() for event in events])

    def is_open(self, action: Action) -> bool:
        """Return whether `action` has no secret."""
        return True
