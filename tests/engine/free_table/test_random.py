"""Random games at a free table lose no money, even if people leave."""

from random import Random
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, precondition, rule

from engine.core.codec import from_json, to_json
from engine.core.offered_game import Setup
from engine.free_table.game_box import GameBox, PaymentButton
from tests.engine.free_table.table import GAME, NAMES
from tests.engine.machine import GameMachine
from tests.engine.playing import (
    RANDOM_GAMES,
    accept,
    check_replay,
    check_round_trip,
    check_throws,
    play_wildly,
)

WORDS = st.sampled_from(["a", "Salary", "Ω 7", "x" * 24])
BUTTONS = st.builds(
    PaymentButton,
    WORDS,
    st.integers(1, 500),
    st.sampled_from(["bank_to_player", "player_to_bank", "player_to_others", "others_to_player"]),
)
BOXES = st.builds(
    GameBox,
    WORDS,
    dice=st.integers(0, 10),
    money=st.just(True),
    currency=st.just("") | WORDS,
    start_money=st.integers(0, 1500),
    all_money=st.none() | st.just(0) | st.integers(12_000, 20_000),
    buttons=st.lists(BUTTONS, max_size=4, unique_by=lambda one: one.label).map(tuple),
    sheet=st.sampled_from(["none", "most", "fewest"]),
    rounds=st.integers(0, 3),
    count_down=st.sampled_from([0, 501]),
    counters=st.lists(WORDS, max_size=2, unique=True).map(tuple),
    turns=st.sampled_from(["none", "untimed", "shared", "chess", "sand_glass"]),
    seconds=st.integers(1, 3),
)

st.register_type_strategy(GameBox, BOXES)  # for senseless actions


def test_random_games_end() -> None:
    """Games of the ready-made boxes end, with random legal actions and 5 % wrong ones."""
    for seed in range(RANDOM_GAMES // 20):
        rng = Random(seed)
        players = rng.randint(1, 8)
        played = play_wildly(GAME, Setup(NAMES[:players], rng.randrange(players)), rng, 1000)
        check_replay(GAME, played)
        check_throws(GAME, played)
        check_round_trip(rng.choice(played.states))


class FreeTableMachine(GameMachine):
    """A free table with any box that has money."""

    game = GAME

    @precondition(lambda self: self.state.phase == "setup")
    @rule(box=BOXES)
    def choose_any_box(self, box: GameBox) -> None:
        """Choose a box that is not ready-made."""
        assert from_json(GameBox, to_json(box)) == box
        accept(self.game, {"type": "arrange", "box": to_json(box)}, self.played)

    @invariant()
    def money_is_where_it_should_be(self) -> None:
        """Check that bank and players together hold all the money, and nobody less than 0."""
        state = self.state
        if state.phase == "setup":
            return
        view: Any = self.game.view(state)
        held = [seat["cash"] for seat in view["seats"]]
        assert min(held) >= 0
        assert all(seat["cash"] == 0 for seat in view["seats"] if not seat["active"])
        assert all(seat["debt"] >= 0 for seat in view["seats"])
        if state.box.money and state.box.all_money is not None:
            all_money = state.box.all_money or -state.money["unused"]  # of a pot: what was dealt
            assert view["bank"] >= 0
            assert view["bank"] + sum(held) == all_money
        else:
            assert view["bank"] is None
            assert state.money["bank"] == -sum(held)


TestFreeTable = FreeTableMachine.TestCase
TestFreeTable.settings = settings(max_examples=15, stateful_step_count=40, deadline=None)
