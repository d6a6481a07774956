"""The automatic player of Den Letzten: it rolls the black dice when they pay, and it wins."""

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
    """Return what the player at `seat` does if chance always picks the second option."""
    return decide(table.state, seat, lambda n: 1)


def test_only_the_player_whose_turn_it_is_acts() -> None:
    """The table places and moves the dog; the player rolls dice with their own sides."""
    table = Table(3, dog_start="random")
    assert said(table, None) == PlaceDog(2, 0)
    assert said(table, 0) is None
    table = Table(3, white_2=["5", "7"])
    assert said(table, 0) == ThrowWhite(("1", "7"), 0)
    assert said(table, 1) is None
    assert said(table, None) is None


def test_it_stops_when_two_dogs_would_cost_more() -> None:
    """With a dog rolled and a good place ahead, the black dice can only cost."""
    state = Table(3).white("dog 5").state
    assert estimated_value(GAME.play(state, StopAtWhite()).state, 0) > expected_gain_of_black_dice(
        state, 0
    )
    assert decide(state, 0, lambda n: 1) == StopAtWhite(0)


def test_it_rolls_black_rather_than_be_bitten() -> None:
    """Stopping on the dog would cost a bone, so rolling on is worth the risk."""
    state = Table(3, white_1=["dog", "8"], white_2=["dog", "8"]).white("8 8").state
    assert estimated_value(GAME.play(state, StopAtWhite()).state, 0) < expected_gain_of_black_dice(
        state, 0
    )
    assert decide(state, 0, lambda n: 1) == ThrowBlack(("1", "1"), 0)


def test_at_the_end_only_winning_counts() -> None:
    """Gains and losses of bones cancel out; winning adds a bonus, shared or not."""
    state = play_match(GAME, 3, 5).states[-1]
    worth = [estimated_value(state, seat) for seat in range(3)]
    assert sum(worth) == pytest.approx(BONES_FOR_A_WIN)


def test_farther_from_the_dog_is_better() -> None:
    """Being farthest rather than nearest is worth the whole range of a ranking."""
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
