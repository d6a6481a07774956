"""The odds of the dice and of the mover, against all rolls counted one by one."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from engine.den_letzten.odds import (
    RollResult,
    roll_distribution,
    white_and_black_distribution,
    white_distribution,
)
from engine.den_letzten.options import Options
from tests.engine.den_letzten.table import GAME, Table

FEW = {"white_1": ["dog", "1", "3", "5"], "white_2": ["dog", "dog", "3", "4"]}
FEW |= {"black_1": ["dog", "1", "6"], "black_2": ["1", "2", "9", "9"]}


def play_on(table: Table, white_faces: Any, black_faces: Any) -> Table:
    """Roll these faces on a copy of `table`, the black dice only if they may be rolled."""
    other = Table()
    other.state = table.state
    if other.state.phase == "throw":
        other.do("throw_white", faces=white_faces)
    if other.state.phase == "choose" and other.state.turn == table.state.turn:
        other = other.do("throw_black", faces=black_faces) if black_faces else other.do("stop")
    return other


def counted(table: Table, plan: str) -> dict[str, float]:
    """Count all rolls of the mover by playing them, without using the odds."""
    options, seat = table.state.options, table.state.turn
    whites = (
        list(product(*options.white_dice))
        if table.state.phase == "throw"
        else [table.state.white_faces]
    )
    blacks = list(product(*options.black_dice)) if plan == "black" else [()]
    sums = dict.fromkeys(("caught", "nearest", "farthest"), 0)
    for faces, more in product(whites, blacks):
        after = play_on(table, faces, more)
        reasons = {reason: payer for payer, _, _, reason in after.payments}
        lost = (reasons.get(reason) for reason in ("landed_on_dog", "two_dogs"))
        sums["caught"] += f"bowl:{seat}" in lost
        view = after.view
        payers = paying(view)
        sums["nearest"] += seat in payers
        sums["farthest"] += bool(payers) and view["order"][-1] == seat
    return {name: count / (len(whites) * len(blacks)) for name, count in sums.items()}


def paying(view: dict[str, Any]) -> list[int]:
    """Return who would give a bone if the round were evaluated now."""
    order, seats = view["order"], view["seats"]
    nearest = order[:1] if len(order) > 1 else []
    if order and view["options"]["centre_in_evaluation"] == "counts_as_nearest":
        centre = [one["seat"] for one in seats if one["active"] and one["ahead"] is None]
        nearest = centre or nearest
    return [seat for seat in nearest if seats[seat]["bones"]]


def test_a_white_roll() -> None:
    """Two invented dice show two dogs in 1 of 36 rolls, and a total of 5 in 6 (one per face)."""
    chances = white_distribution(Options())
    assert sum(chances.values()) == 1
    assert chances[RollResult(0, 2)] == Fraction(1, 36)
    assert chances[RollResult(5, 0)] == Fraction(4, 36)
    assert chances[RollResult(5, 1)] == Fraction(2, 36)


def test_white_and_black_stop_at_two_white_dogs() -> None:
    """Two white dogs end the turn; without that rule the black dice are added to every roll."""
    chances = white_and_black_distribution(Options())
    assert sum(chances.values()) == 1
    assert chances[RollResult(0, 2)] == Fraction(1, 36)
    assert chances[RollResult(20, 0)] == Fraction(1, 1296)
    free = white_and_black_distribution(Options(two_dogs="may_throw_black"))
    assert free[RollResult(0, 4)] == Fraction(1, 1296)
    assert sum(chance for outcome, chance in free.items() if outcome.dogs >= 2) == Fraction(
        171, 1296
    )


@pytest.mark.parametrize("two_dogs", ["one_bone", "may_throw_black"])
def test_distributions_equal_all_rolls(two_dogs: str) -> None:
    """With four different dice, every outcome is as frequent as among all rolls."""
    options = Table(3, two_dogs=two_dogs, **FEW).state.options
    chances = white_and_black_distribution(options)
    sums: dict[RollResult, Fraction] = {}
    for faces in product(*options.white_dice, *options.black_dice):
        ended = faces[:2] == ("dog", "dog") and two_dogs == "one_bone"
        counts = faces[:2] if ended else faces
        outcome = RollResult(
            sum(int(face) for face in counts if face != "dog"), counts.count("dog")
        )
        sums[outcome] = sums.get(outcome, Fraction(0)) + Fraction(1, 4 * 4 * 3 * 4)
    assert chances == sums
    assert sum(roll_distribution(options.black_dice, ("dog", "4")).values()) == 1


@pytest.mark.parametrize("bump", ["hop", "chain", "variant"])
@pytest.mark.parametrize("metric", ["forward", "shortest_way"])
@pytest.mark.parametrize("ahead", [(None, None, None), (12, 3, 15), (1, 2, 3), (5, None, 14)])
def test_before_the_roll(bump: str, metric: str, ahead: tuple[int | None, ...]) -> None:
    """For each plan, the risk to the mover equals the one found by playing out all rolls."""
    table = Table(3, bump=bump, nearest_metric=metric, **FEW).at(*ahead)
    odds = GAME.odds(table.state)
    assert odds is not None
    for plan in ("stop", "black"):
        for name, chance in counted(table, plan).items():
            assert odds[plan][name] == pytest.approx(chance, abs=1e-12), (plan, name)


@pytest.mark.parametrize("centre", ["ignored", "counts_as_nearest"])
@pytest.mark.parametrize("bowls", [(1, 1, 1, 0), (0, 3, 0, 0), (2, 0, 1, 0)])
def test_players_who_left_or_have_no_bones_give_none(centre: str, bowls: tuple[int, ...]) -> None:
    """Nor does a player whose bowl this roll emptied; nobody is farthest if nobody pays."""
    table = Table(4, centre_in_evaluation=centre, end_timing="end_of_round", **FEW)
    table.do("leave", seat=3).at(None, 1, 9, None).bowls(*bowls)
    odds = GAME.odds(table.state)
    assert odds is not None
    for plan in ("stop", "black"):
        chances = counted(table, plan)
        for name in ("nearest", "farthest"):
            assert odds[plan][name] == pytest.approx(chances[name], abs=1e-12), (plan, name)


def test_the_view_names_no_payer_without_a_bone() -> None:
    """As in the scoring, a nearest player with an empty bowl gives nothing to the farthest."""
    table = Table(3, end_timing="end_of_round").at(2, 9, 5).bowls(0, 8, 8).set_turn(2)
    assert table.view["evaluation"] is None
    odds = GAME.odds(table.white("dog 1").state)
    assert odds is not None
    assert (odds["stop"]["nearest"], odds["stop"]["farthest"]) == (0, 0)
    assert table.do("stop").payments == []


def test_players_who_left_are_not_in_the_centre() -> None:
    """The odds of a round's last turn agree with its evaluation."""
    table = Table(4, centre_in_evaluation="counts_as_nearest").do("leave", seat=3)
    table.at(6, 12, None, None).set_turn(2).white("1 1")
    odds = GAME.odds(table.state)
    assert odds is not None
    assert odds["stop"]["nearest"] == 1
    assert table.do("stop").payments[-1][0] == "bowl:2"


@pytest.mark.parametrize("faces", ["3 4", "dog 4", "dog dog"])
@pytest.mark.parametrize("land_on_dog", ["caught", "stand_with_dog"])
def test_while_choosing(faces: str, land_on_dog: str) -> None:
    """After the white roll, the result of stopping is certain, and all black rolls are counted."""
    rules = {"two_dogs": "may_throw_black", "land_on_dog": land_on_dog}
    table = Table(3, **rules, **FEW).at(9, 13, 2).white(faces)
    odds = GAME.odds(table.state)
    assert odds is not None
    for plan in ("stop", "black"):
        for name, chance in counted(table, plan).items():
            assert odds[plan][name] == pytest.approx(chance, abs=1e-12), (plan, name)
    assert odds["seat"] == 0


def test_no_odds_when_nobody_rolls() -> None:
    """Placing the dog and moving it a step do not depend on chance."""
    table = Table(3, dog_start="random")
    assert GAME.odds(table.state) is None
    assert GAME.odds(Table(3).set_turn(2).stop("1 1").state) is None


def test_odds_say_that_dice_are_invented() -> None:
    """The view marks odds of invented dice."""
    assert GAME.odds(Table(3, white_2=["dog", "1", "2", "3", "4", "5"]).state)["invented"] is True
    assert GAME.odds(Table(3).state)["invented"] is False
