"""The odds of Ten Thousand, against brute force over all rolls."""

from collections import Counter
from functools import cache
from itertools import product
from random import Random

import pytest

from engine.core.dice import FACES, Face, Faces
from engine.ten_thousand.odds import POINT_STEP, farkle_chance, turn_values
from engine.ten_thousand.options import PRESETS, Options
from engine.ten_thousand.scoring import points_of_dice, points_to_bank, scoring_choices
from tests.engine.playing import random_options
from tests.engine.ten_thousand.table import GAME, Table

RARE = Options(of_a_kind="off", straight=0, equal_pairs=False, three_ones=300)


def combination(dice: tuple[str, ...], rules: Options) -> int:
    """Return the points of all `dice` as one combination, or 0 if they are none."""
    counts, size = Counter(dice), len(dice)
    found = [0]
    if size == 1:
        found.append({"1": 100, "5": 50}.get(dice[0], 0))
    if len(counts) == 1 and size >= 3:
        three = rules.three_ones if dice[0] == "1" else int(dice[0]) * 100
        more = {"doubled": three * 2 ** (size - 3), "added": three * (size - 2), "off": 0}
        more["thousands"] = three + 1000 * (size - 3)
        more["fixed"] = {4: 1000, 5: 2000, 6: 3000}.get(size, 0)
        found.append(three if size == 3 else more[rules.of_a_kind])
    if size == 6 and set(dice) == set(FACES):
        found.append(rules.straight)
    if size == 6 and {count % 2 for count in counts.values()} == {0}:
        found.append(rules.three_pairs if rules.equal_pairs or len(counts) == 3 else 0)
    if size == 6 and [*counts.values()] == [3, 3]:
        found.append(rules.two_triplets)
    return max(found)


@cache
def naive(dice: tuple[str, ...], rules: Options) -> int | None:
    """Return the most points that all `dice` together can score, over all ways to combine them."""
    if not dice:
        return 0
    found = []
    for chosen in product((True, False), repeat=len(dice) - 1):
        together = (dice[0], *(die for die, take in zip(dice[1:], chosen, strict=True) if take))
        rest = naive(tuple(d for d, take in zip(dice[1:], chosen, strict=True) if not take), rules)
        worth = combination(together, rules)
        if worth and rest is not None:
            found.append(worth + rest)
    return max(found, default=None)


@pytest.mark.parametrize("rules", [*PRESETS.values(), RARE], ids=[*PRESETS, "rare"])
@pytest.mark.parametrize("count", range(1, 7))
def test_the_chance_of_a_farkle_equals_a_count_of_all_rolls(count: int, rules: Options) -> None:
    """The 6 to 46 656 rolls are counted one by one."""

    @cache
    def lost(dice: tuple[str, ...]) -> bool:
        kept = [
            tuple(die for die, take in zip(dice, chosen, strict=True) if take)
            for chosen in product((True, False), repeat=count)
        ]
        return all(not part or naive(part, rules) is None for part in kept)

    throws = product(FACES, repeat=count)
    brute_force = sum(lost(tuple(sorted(throw))) for throw in throws) / 6**count
    assert farkle_chance(count, rules) == pytest.approx(brute_force, abs=1e-12)


def test_the_well_known_chances_of_a_farkle() -> None:
    """It is two thirds with one die, 1 in 43 with six, or 1 in 32 without pairs and straights."""
    told = [round(farkle_chance(count, Options()), 4) for count in range(1, 7)]
    assert told == [0.6667, 0.4444, 0.2778, 0.1574, 0.0772, 0.0231]
    assert round(farkle_chance(6, Options(three_pairs=0)), 4) == 0.0309


def test_dice_that_would_pass_the_target_may_count_for_less() -> None:
    """With 300 to go, 2 2 2 4 4 4 counts as 2 2 2, and 4 4 4 4 6 6 as three pairs."""
    assert farkle_chance(6, Options(three_pairs=200), 300) == 2276 / 6**6


@pytest.mark.parametrize("seed", range(6))
def test_dice_are_counted_as_by_hand(seed: int) -> None:
    """All 923 sets of dice, under random rules, score the best of all ways to combine them."""
    rules = Options(**random_options(GAME, Random(seed)))
    for count in range(1, 7):
        for dice in {tuple(sorted(throw)) for throw in product(FACES, repeat=count)}:
            assert points_of_dice(dice, rules) == naive(dice, rules), dice


@cache
def confirmed(dice: tuple[str, ...], rules: Options) -> int | None:
    """Return the most points of `dice` with one of them counted as a single 1 or 5."""
    if not rules.confirm_sets:
        return naive(dice, rules)
    ways = [
        combination(dice[at : at + 1], rules) + rest
        for at, die in enumerate(dice)
        if die in "15" and (rest := naive(dice[:at] + dice[at + 1 :], rules)) is not None
    ]
    return max(ways, default=None)


@pytest.mark.parametrize("rules", [Options(confirm_sets=True), Options(confirm_sets=True, dice=5)])
def test_sets_are_banked_only_with_a_single_die(rules: Options) -> None:
    """All sets of dice score as when counted by hand."""
    for count in range(1, rules.dice + 1):
        for dice in {tuple(sorted(throw)) for throw in product(FACES, repeat=count)}:
            assert points_to_bank(dice, rules) == confirmed(dice, rules), dice


VARIANTS = {
    **PRESETS,
    "confirmed": Options(confirm_sets=True),
    "five": Options(dice=5, confirm_sets=True, of_a_kind="thousands"),
}


@pytest.mark.parametrize("preset", VARIANTS)
@pytest.mark.parametrize(("needed", "penalty"), [(0, 0), (500, 1000)])
def test_a_turn_is_worth_the_mean_of_its_rolls(preset: str, needed: int, penalty: int) -> None:
    """Each value is the mean, over all rolls, of the best next step: to bank or to roll again."""
    rules = VARIANTS[preset]
    values = turn_values(rules, needed, penalty)

    def best(thrown: tuple[Face, ...], gathered: int) -> float:
        found: list[float] = [-penalty]
        for part, worth in scoring_choices(thrown, rules).items():
            left, total = len(thrown) - len(part), gathered + worth
            found.append(values[left or rules.dice, total // POINT_STEP])
            sure = confirmed(part, rules)
            may_bank = sure is not None and gathered + sure >= needed
            if may_bank and (left or rules.hot_dice == "may"):
                found.append(gathered + (sure or 0))
        return max(found) if len(found) == 1 else max(found[1:])

    for count, gathered in [(1, 0), (1, 450), (2, 300), (3, 1000), (4, 0), (5, 2500)]:
        throws: Counter[Faces] = Counter(
            tuple(sorted(throw)) for throw in product(FACES, repeat=count)
        )
        mean = sum(best(throw, gathered) * ways for throw, ways in throws.items()) / 6**count
        assert values[count, gathered // POINT_STEP] == pytest.approx(mean)


def test_what_odds_say_about_a_roll() -> None:
    """Each choice has the number of dice to roll, its risk and its value; banking has no risk."""
    table = Table().have(5000, 0)
    before = table.game.odds(table.state)
    assert (before["bank"], before["best"], list(before["throws"])) == (None, (), [""])
    assert before["throws"][""]["dice"] == 6
    table.throw("1 5 2 3 3 6")
    told = table.game.odds(table.state)
    assert (told["bank"], told["best"]) == (150, ("1",))
    assert set(told["throws"]) == {"1", "5", "1 5"}
    one = told["throws"]["1"]
    assert (one["points"], one["dice"]) == (100, 5)
    assert one["farkle"] == pytest.approx(0.0772, abs=1e-4)
    table.throw("1 1 1 3 6", kept="1").throw("5 2", kept="1 1 1 1")
    rich = table.game.odds(table.state)
    assert (rich["bank"], rich["best"]) == (1150, None)


def test_hot_dice_are_six_again() -> None:
    """With all six set aside, six are rolled; a penalty that is due lowers the value."""
    table = Table(three_farkles=1000).have(5000, 0).throw("1 1 1 5 5 5")
    usual = table.game.odds(table.state)["throws"]["1 1 1 5 5 5"]
    assert (usual["dice"], usual["points"]) == (6, 2500)
    feared = Table(three_farkles=1000).have(5000, 0).farkle().farkle().farkle().farkle()
    feared.throw("1 1 1 5 5 5")
    assert feared.game.odds(feared.state)["throws"]["1 1 1 5 5 5"]["expected"] < usual["expected"]
