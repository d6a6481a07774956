"""The automatic player of Den Letzten: when it rolls the black dice, and that it pays."""

from typing import Any

import pytest

from engine.core.action import Action
from engine.den_letzten.player import (
    BONES_FOR_A_WIN,
    BONES_PER_RANK,
    decide,
    estimated_value,
    expected_gain_of_black_dice,
)
from engine.den_letzten.state import PlaceDog, StepDog, StopAtWhite, ThrowBlack, ThrowWhite
from tests.engine.den_letzten.table import GAME, Table
from tests.engine.rivals import play_match, share_won


def said(table: Table, seat: int | None) -> Action | None:
    """Return what the player at `seat` does where chance always picks the second."""
    return decide(table.state, seat, lambda n: 1)


def test_whose_turn_it_is_acts_and_nobody_else() -> None:
    """The table places the dog and moves it; the player rolls with each die's own sides."""
    table = Table(3, dog_start="random")
    assert said(table, None) == PlaceDog(2, 0)
    assert said(table, 0) is None
    table = Table(3, white_2=["5", "7"])
    assert said(table, 0) == ThrowWhite(("1", "7"), 0)
    assert said(table, 1) is None
    assert said(table, None) is None


def test_it_stops_when_two_dogs_are_worse() -> None:
    """With a dog lying there and a good place in front, the black dice only cost."""
    state = Table(3).white("dog 5").state
    assert estimated_value(GAME.play(state, StopAtWhite()).state, 0) > expected_gain_of_black_dice(
        state, 0
    )
    assert decide(state, 0, lambda n: 1) == StopAtWhite(0)


def test_it_rolls_black_rather_than_be_bitten() -> None:
    """A roll that ends on the dog costs a bone, so it takes the chance."""
    state = Table(3, white_1=["dog", "8"], white_2=["dog", "8"]).white("8 8").state
    assert estimated_value(GAME.play(state, StopAtWhite()).state, 0) < expected_gain_of_black_dice(
        state, 0
    )
    assert decide(state, 0, lambda n: 1) == ThrowBlack(("1", "1"), 0)


def test_at_the_end_only_the_win_is_left_to_weigh() -> None:
    """One player's gain is another's loss; winning adds a bonus, shared or not."""
    state = play_match(GAME, 3, 5).states[-1]
    worth = [estimated_value(state, seat) for seat in range(3)]
    assert sum(worth) == pytest.approx(BONES_FOR_A_WIN)


def test_the_farther_from_the_dog_the_better() -> None:
    """The nearest and the farthest differ by what a whole ranking is worth."""
    nearest, between, farthest = (
        estimated_value(Table(3).at(2, 5, 9).state, seat) for seat in range(3)
    )
    assert farthest - nearest == pytest.approx(BONES_PER_RANK)
    assert between == pytest.approx((nearest + farthest) / 2)


HOUSE_RULES: tuple[dict[str, Any], ...] = (
    {"bump": "chain", "two_dogs": "may_throw_black"},
    {"bump": "variant", "land_on_dog": "stand_with_dog"},
    {"two_dogs": "bone_per_pair", "end_timing": "end_of_round"},
    {"nearest_metric": "shortest_way", "centre_in_evaluation": "counts_as_nearest", "spaces": 9},
)


@pytest.mark.parametrize("options", HOUSE_RULES)
def test_games_end_under_every_house_rule(options: dict[str, Any]) -> None:
    """The number of bones stays the same."""
    match = play_match(GAME, 4, 5, options)
    assert {sum(GAME.balances(state).values()) for state in match.states} == {30}
    assert any(isinstance(action, StepDog) for action in match.actions)


def test_it_beats_random_players() -> None:
    """As one of three players, it wins far more than a third of the games."""
    assert share_won(GAME, 3, 25) > 0.65
