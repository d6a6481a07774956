"""The best play of Yacht against the published optimum, the shipped file and brute force."""

from dataclasses import replace
from itertools import combinations, product
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any

import numpy as np
import pytest

from engine.core.dice import FACES, Face
from engine.yacht import odds
from engine.yacht.odds import (
    ExpectedScores,
    Position,
    PositionValues,
    expected_scores,
    position_values_if_known,
)
from engine.yacht.options import PRESETS
from engine.yacht.state import State
from tests.engine.rivals import play_match
from tests.engine.yacht.table import GAME, Table

ROUNDED = 1e-4  # points: the shipped values are rounded
GAMES_PLAYED = 60


def known(state: State) -> ExpectedScores:
    """Return the advice in `state`, which must exist."""
    found = expected_scores(state)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("preset", "points"),
    [
        ("american", 254.5896),  # T. Verhoeff, "How to Maximize Your Score in Solitaire Yahtzee"
        ("german", 245.8708),  # the same without jokers and further yachts
        ("kniffel", 248.3210),
        ("french", 211.5325),
        ("english", 212.5673),
        ("traditional", 166.9551),
        ("yatzy", 248.4400),
    ],
)
def test_the_optimum_of_each_preset(preset: str, points: float) -> None:
    """The first is published to four decimals; the others are those in docs/rules.md."""
    assert round(known(Table(1, preset).state).expected, 4) == pytest.approx(points, abs=ROUNDED)


def test_points_outside_the_boxes_are_expected_too() -> None:
    """The points of further yachts are already certain."""
    state = Table(1).state
    more = replace(state, extras=(100,))
    assert known(more).expected == pytest.approx(known(state).expected + 100)


@pytest.mark.parametrize("preset", sorted({*PRESETS} - {"maxi_yatzy", "triple"}))
def test_the_file_fits_the_rules(preset: str) -> None:
    """The shipped values equal those computed from the rules without the file."""
    options, rng = PRESETS[preset], Random(preset)
    shipped = position_values_if_known(options, Position(0, 0, 0))
    assert shipped is not None
    last = {row for row in shipped.table if len(shipped.free_boxes(row[0])) == 10}
    filled, yacht = rng.choice(sorted(last))
    upper = np.flatnonzero(~np.isnan(shipped.table[filled, yacht]))[:1]
    solved = PositionValues(options)
    solved.solve_after(Position(filled, int(upper[0]), yacht))
    solved.solve_rows([((filled, yacht), 1 << int(upper[0]))])
    expected, found = (values.table[filled, yacht][upper] for values in (solved, shipped))
    np.testing.assert_allclose(found, expected, atol=ROUNDED)


def test_five_free_boxes_are_solved_under_any_rules() -> None:
    """With house rules that no preset has, only a nearly full sheet has odds."""
    table = Table(1, small_straight=20).throw("1 2 3 4 6")
    assert (expected_scores(table.state), table.game.odds(table.state)) == (None, None)
    late = {"ones": 3, "twos": 6, "threes": 9, "fours": 12, "fives": 15, "sixes": 18}
    table.write(**late, yacht=0, chance=20)
    assert known(table.state).boxes["small_straight"] > 0


def test_the_last_roll_of_the_last_box_by_brute_force() -> None:
    """With one free box and one roll left, keep the best dice over all rolls."""
    table = Table(1, "traditional")
    full = dict.fromkeys(table.view["boxes"], 1)
    del full["full_house"]
    table.write(**full).throw("2 2 3 5 5").throw("6", kept="2 2 5 5")
    found, dice = known(table.state), table.state.dice
    has = table.state.total(0)
    for size in range(5):
        for kept in set(combinations(sorted(dice), size)):
            rolls = [*product(FACES, repeat=5 - size)]
            mean = fmean(_full_house((*kept, *roll)) for roll in rolls)
            assert found.keeps[kept] == pytest.approx(has + mean), kept
    assert GAME.odds(table.state)["keep"] == ("2", "2", "5", "5")  # type: ignore[index]


def test_the_last_roll_of_six_dice_by_brute_force() -> None:
    """If only a tower is missing, keep four fives and the three of five fives and a three."""
    table = Table(1, "maxi_yatzy", saved_rolls=False)
    full = dict.fromkeys(table.view["boxes"], 1)
    del full["tower"]
    table.write(**full).throw("5 5 5 5 5 3").throw("5", kept="5 5 5 5 3")
    found = known(table.state)
    assert found.keeps[tuple("35555")] == pytest.approx(table.state.total(0) + 26 / 6)
    assert max(found.keeps, key=found.keeps.__getitem__) == tuple("35555")


def _full_house(dice: tuple[Face, ...]) -> int:
    return sum(map(int, dice)) if sorted(map(dice.count, set(dice))) == [2, 3] else 0


def test_what_is_best_and_what_else_costs() -> None:
    """Before the first roll there is no choice; a complete large straight is scored."""
    assert GAME.odds(Table().state) == {
        "seat": 0,
        "expected": pytest.approx(254.5896, abs=ROUNDED),
        "keep": None,
        "box": None,
        "keeps": {},
        "boxes": {},
    }
    advice = GAME.odds(Table().throw("2 3 4 5 6").state)
    assert advice is not None
    assert (advice["keep"], advice["box"]) == (None, "large_straight")
    assert advice["boxes"]["large_straight"] == 0  # type: ignore[index, call-overload]
    assert advice["keeps"]["2 3 4 5"] > 5  # type: ignore[index, call-overload, operator]


@pytest.mark.parametrize("free", range(2, 6))
def test_equally_good_choices_rank_equally(free: int) -> None:
    """With a small straight, rolling on with its dice is worth as much as scoring it now."""
    table = Table(1, "german")
    names = [box for box in table.view["boxes"] if box != "small_straight"]
    table.write(**dict.fromkeys(names[free - 1 :], 0)).throw("1 2 3 4 6")
    assert (GAME.odds(table.state) or {})["keep"] is None
    assert known(table.state).keeps[tuple("1234")] == known(table.state).boxes["small_straight"]


def test_played_games_reach_the_expected_score() -> None:
    """The mean of games with best play is within three standard errors."""
    german = {"further_yachts": 0, "joker": "off"}
    totals = [play_match(GAME, 1, seed, german).result.scores[0] for seed in range(GAMES_PLAYED)]
    error = stdev(totals) / sqrt(GAMES_PLAYED)
    assert abs(fmean(totals) - 245.8708) < 3 * error


def test_the_odds_of_a_position_are_computed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is read for the first game; with ten free boxes, the rest is computed."""
    monkeypatch.setattr(odds, "_values", {})
    ten_left = Table(1).write(ones=1, twos=4, threes=6)
    for state in (Table(1).state, ten_left.state):
        assert GAME.odds_take_time(state)
        assert GAME.odds(state) is not None
        assert not GAME.odds_take_time(state)
    assert not GAME.odds_take_time(ten_left.throw("2 3 4 5 6").state)


@pytest.mark.parametrize("options", [{"tell_odds": False}, {"columns": 3}, {"saved_rolls": True}])
def test_odds_that_are_not_shown_take_no_time(options: dict[str, Any]) -> None:
    """The house rules hide them, or no solver exists for them."""
    state = Table(1, **options).state
    assert (GAME.odds(state), GAME.odds_take_time(state)) == (None, False)


def test_a_player_without_advice_plays_on() -> None:
    """With unusual house rules they guess until five boxes are free, and score decently."""
    options = {"small_straight": 20}
    totals = [play_match(GAME, 1, seed, options).result.scores[0] for seed in range(10)]
    assert fmean(totals) > 150


def test_a_player_without_advice_rolls_all_dice_rather_than_none() -> None:
    """All dice show a one, which fits no free box well, and rolls are left."""
    table = Table(1, "maxi_yatzy").write(ones=6, yacht=100).throw("1 1 1 1 1 1")
    action = GAME.decide(table.state, 0, Random(1).randrange)
    assert action is not None
    GAME.play(table.state, action)
