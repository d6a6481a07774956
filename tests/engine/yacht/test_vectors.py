"""The examples of Rules §6.5, and the course of a game (Rules §6)."""

import pytest

from engine.yacht.score_boxes import UPPER_BOXES
from tests.engine.yacht.table import Table


def test_ya1_a_full_house_counts_25_or_its_dice() -> None:
    """YA-1: 2 2 3 3 3 is 25 or 13; as three of a kind 13, or 9 for the equal dice alone."""
    assert Table().brings("2 2 3 3 3")["full_house"] == 25
    assert Table(full_house="sum").brings("2 2 3 3 3")["full_house"] == 13
    assert Table().brings("2 2 3 3 3")["three_of_a_kind"] == 13
    assert Table(of_a_kind="equal_dice").brings("2 2 3 3 3")["three_of_a_kind"] == 9


def test_ya2_straights_of_four_or_of_five() -> None:
    """YA-2: 1 3 4 5 6 is a small straight of four dice, but not one from 1 to 5."""
    assert Table().brings("1 3 4 5 6")["small_straight"] == 30
    whole = Table(straights="low_and_high")
    assert whole.brings("1 3 4 5 6")["small_straight"] == 0
    low, high = (Table(preset="french").brings(dice) for dice in ("5 4 3 2 1", "2 3 4 5 6"))
    assert (low["small_straight"], low["large_straight"]) == (30, 0)
    assert (high["small_straight"], high["large_straight"]) == (0, 40)


def test_ya3_a_further_yacht_scores_outside_the_boxes() -> None:
    """YA-3: with 50 in the yacht box, any box earns 100 more; with another house rule, nothing."""
    table = Table().write(yacht=50).throw("6 6 6 6 6").score("chance")
    assert table.events[1] == {"type": "further_yacht_scored", "seat": 0, "points": 100}
    assert table.view["seats"][0]["extra"] == 100
    assert table.view["seats"][0]["total"] == 180
    table = Table(preset="german").write(yacht=50).throw("6 6 6 6 6").score("chance")
    assert table.view["seats"][0]["total"] == 80


def test_ya4_a_joker_counts_in_full() -> None:
    """YA-4: with 0 in the yacht box and the sixes full, a large straight is 40, and no more."""
    table = Table().write(yacht=0, sixes=18)
    would = table.brings("6 6 6 6 6")
    assert (would["full_house"], would["small_straight"], would["large_straight"]) == (25, 30, 40)
    assert table.happened["joker_rolled"]["seat"] == 0
    assert "joker" in table.prompts
    assert table.score("large_straight").view["seats"][0]["extra"] == 0
    assert Table(joker="off").write(yacht=0, sixes=18).brings("6 6 6 6 6")["full_house"] == 0


def test_ya5_no_joker_while_the_box_of_its_number_is_free() -> None:
    """YA-5: a full house is 0; a forced joker goes into the fives, then below, then anywhere."""
    assert Table().write(yacht=50).brings("5 5 5 5 5")["full_house"] == 0
    table = Table(joker="forced").write(yacht=50)
    assert table.brings("5 5 5 5 5") == {"fives": 25}
    refusal = table.refused("score", box="chance")
    assert (refusal["code"], refusal["boxes"]) == ("joker_box", ["fives"])
    lower = Table(joker="forced").write(yacht=0, fives=10, chance=20, full_house=25)
    assert [*lower.brings("5 5 5 5 5")] == [
        "three_of_a_kind",
        "four_of_a_kind",
        "small_straight",
        "large_straight",
    ]
    full = dict.fromkeys(lower.view["seats"][0]["sheet"], 1) | {"yacht": 0}
    del full["ones"]
    assert Table(joker="forced").write(**full).brings("5 5 5 5 5") == {"ones": 0}


def test_ya6_the_bonus_for_63_points() -> None:
    """YA-6: 62 points in the upper boxes earn nothing, 63 earn 35, and the banker says so."""
    upper = dict(zip(UPPER_BOXES, (3, 6, 9, 12, 15), strict=False))
    table = Table().write(**upper).throw("6 6 6 1 2").score("sixes")
    assert table.events[1] == {"type": "bonus_reached", "seat": 0, "points": 35}
    assert table.view["seats"][0]["total"] == 98
    table = Table().write(**(upper | {"ones": 2})).throw("6 6 6 1 2").score("sixes")
    assert [*table.happened] == ["box_scored"]
    assert table.view["seats"][0]["total"] == 62


def test_ya7_kniffel_by_its_makers_rules() -> None:
    """YA-7: 50 more in the box of its number; if that is full, a joker without extra points."""
    table = Table(preset="kniffel").write(yacht=50)
    assert table.brings("4 4 4 4 4") == {"fours": 20}
    assert table.code("score", box="large_straight") == "joker_box"
    assert table.score("fours").view["seats"][0]["total"] == 50 + 20 + 50
    table = Table(preset="kniffel").write(yacht=50, fours=12).throw("4 4 4 4 4")
    assert table.happened["joker_rolled"]["seat"] == 0
    table.score("large_straight")
    assert table.view["seats"][0]["total"] == 50 + 12 + 40
    struck = Table(preset="kniffel").write(yacht=0).throw("4 4 4 4 4").score("fours")
    assert struck.view["seats"][0]["total"] == 20


def test_ya8_yatzy_has_pairs_and_straights_of_five() -> None:
    """YA-8: only the dice of the pairs count; four equal dice are not two pairs."""
    brings = Table(1, "yatzy").brings("6 6 6 6 1")
    assert {box: brings[box] for box in ("pair", "two_pairs", "three_of_a_kind")} == {
        "pair": 12,
        "two_pairs": 0,
        "three_of_a_kind": 18,
    }
    assert Table(1, "yatzy").brings("5 5 2 2 2")["two_pairs"] == 14
    assert Table(1, "yatzy").brings("1 2 3 4 5")["small_straight"] == 15
    assert Table(1, "yatzy").brings("2 3 4 5 6")["large_straight"] == 20


@pytest.mark.parametrize(
    ("dice", "scores"),
    [
        ("4 4 4 2 2 2", {"villa": 18, "full_house": 16, "tower": 0, "three_pairs": 0}),
        ("5 5 5 5 3 3", {"tower": 26, "villa": 0, "full_house": 21, "four_of_a_kind": 20}),
        ("6 6 6 6 6 6", {"yacht": 100, "five_of_a_kind": 30, "tower": 0, "pair": 12}),
        ("1 2 3 4 5 6", {"full_straight": 21, "small_straight": 15, "large_straight": 20}),
        ("1 1 2 2 6 6", {"three_pairs": 18, "two_pairs": 16, "chance": 18}),
    ],
)
def test_ya9_maxi_yatzy_takes_six_dice(dice: str, scores: dict[str, int]) -> None:
    """YA-9: groups must have different numbers."""
    brings = Table(1, "maxi_yatzy").brings(dice)
    assert {box: brings[box] for box in scores} == scores


def test_ya9_a_joker_is_a_full_house_of_fixed_points() -> None:
    """YA-9: six sixes score 30 there, not 36."""
    table = Table(1, "maxi_yatzy", joker="free").write(yacht=100, sixes=36)
    assert table.brings("6 6 6 6 6 6")["full_house"] == 30


def test_ya10_rolls_are_saved() -> None:
    """YA-10: scoring after one roll leaves five for the next turn; 84 upper points earn 100."""
    table = Table(2, "maxi_yatzy").throw("1 1 1 1 1 1").score("yacht")
    assert (table.view["throws_left"], table.view["seats"][0]["saved"]) == (3, 2)
    table.throw("1 2 3 4 5 6").score("full_straight")
    assert (table.view["throws_left"], table.view["seats"][0]["saved"]) == (5, 0)
    upper = dict(
        zip(("ones", "twos", "threes", "fours", "fives", "sixes"), range(4, 28, 4), strict=True)
    )
    table.write(**upper)
    seat = table.view["seats"][0]
    assert (seat["upper"], seat["bonus"], seat["total"]) == (84, 100, 184)
    assert table.game.odds(table.throw("1 2 3 4 5 6").state) is None


def test_ya11_three_columns_count_once_twice_and_three_times() -> None:
    """YA-11: points, bonus and further yachts are multiplied by the number of their column."""
    yachts = {"yacht": 50, "yacht*2": 50, "yacht*3": 50}
    table = Table(preset="triple").throw("6 6 6 6 6").score("sixes*3")
    assert (table.events[0]["column"], table.events[0]["points"]) == (3, 90)
    assert table.events[0]["sentence"] == "box_scored_in_column"
    assert table.view["seats"][0]["total"] == 90
    table = Table(preset="triple").write(**{"fives*3": 20, "ones*3": 13}).throw("6 6 6 6 6")
    assert table.score("sixes*3").happened["bonus_reached"]["points"] == 105
    assert table.view["seats"][0]["total"] == 3 * (33 + 30 + 35)
    for column, extra in (("*3", 300), ("*2", 200), ("", 100)):
        table = Table(preset="triple").write(**yachts).throw("6 6 6 6 6").score(f"sixes{column}")
        assert table.view["seats"][0]["extra"] == extra
    for less in (yachts | {"yacht*2": 0}, {"yacht": 50, "yacht*3": 50}):
        table = Table(preset="triple").write(**less).throw("6 6 6 6 6").score("sixes")
        assert table.view["seats"][0]["extra"] == 0
    sixes = {"sixes": 18, "sixes*2": 18}
    free = Table(preset="triple").write(**yachts, **sixes).brings("6 6 6 6 6")
    assert (free["sixes*3"], free["large_straight*2"]) == (30, 0)
    joker = Table(preset="triple").write(**yachts, **sixes, **{"sixes*3": 0}).brings("6 6 6 6 6")
    assert [joker[f"large_straight{column}"] for column in ("", "*2", "*3")] == [40, 40, 40]


def test_ya12_the_original_joker_brings_nothing_above() -> None:
    """YA-12: with the fours free, 4 4 4 4 4 is a large straight of 40, and 0 in upper boxes."""
    for yacht in (50, 0):
        brings = Table(joker="original").write(yacht=yacht).brings("4 4 4 4 4")
        assert (brings["large_straight"], brings["fours"], brings["chance"]) == (40, 0, 20)
    assert Table(joker="original").brings("4 4 4 4 4")["fours"] == 20


def test_a_turn_has_three_rolls_and_ends_with_a_box() -> None:
    """Kept dice may be rolled again; after the third roll, the player must choose a box."""
    table = Table().throw("1 1 2 3 4")
    assert table.prompts["throw_or_score"] == (0, {"throws_left": 2})
    table.throw("5 6 6", kept="1 1")
    rolled = {"type": "rolled", "seat": 0, "rolled": list("566"), "kept": list("11")}
    assert table.events == [rolled | {"sentence": "rolled_some"}]
    table.throw("1 1 1 1", kept="1")
    assert (table.phase, table.view["dice"][0]["kept"]) == ("score", True)
    assert table.code("throw", thrown=["1"], kept=["1"] * 4) == "wrong_phase"
    table.score("ones")
    scored = {"type": "box_scored", "seat": 0, "box": "ones", "points": 5, "column": None}
    assert table.events == [scored]
    assert (table.turn, table.phase, table.view["dice"]) == (1, "throw", [])


def test_a_box_with_0_is_full() -> None:
    """Dice that do not fit score 0, and the box cannot be filled again."""
    table = Table(1).throw("1 1 2 3 4").score("yacht")
    assert table.view["seats"][0]["sheet"]["yacht"] == 0
    table.throw("6 6 6 6 6")
    assert table.code("score", box="yacht") == "box_filled"


@pytest.mark.parametrize(
    ("preset", "boxes"), [("american", 13), ("traditional", 12), ("triple", 39)]
)
def test_the_game_is_over_when_all_sheets_are_full(preset: str, boxes: int) -> None:
    """Each player fills each box once; players with equal scores share a place."""
    table = Table(2, preset)
    for box in table.view["boxes"]:
        for _ in range(2):
            table.throw("1 2 3 4 5").score(box)
    assert len(table.view["boxes"]) == boxes
    assert [row["place"] for row in table.view["ranking"]] == [1, 1]
    assert table.game.result(table.state).ending == "sheets_full"
    assert table.code("throw", thrown=["1"] * 5, kept=[]) == "game_over"


@pytest.mark.parametrize(
    ("kind", "fields", "code"),
    [
        ("score", {"box": "ones", "seat": 1}, "not_your_turn"),
        ("score", {"box": "three_of_a_kind"}, "no_such_box"),
        ("score", {"box": "street"}, "no_such_box"),
        ("throw", {"thrown": ["1"], "kept": ["6"] * 4}, "not_there"),
        ("throw", {"thrown": [], "kept": ["1", "1", "2", "3", "4"]}, "dice_count"),
        ("throw", {"thrown": ["1"] * 6, "kept": []}, "dice_count"),
        ("throw", {"thrown": ["7"] * 5, "kept": []}, "malformed"),
    ],
)
def test_refusals(kind: str, fields: dict[str, object], code: str) -> None:
    """Each wrong action is refused with its stable code."""
    assert Table(2, "traditional").throw("1 1 2 3 4").code(kind, **fields) == code


def test_the_first_roll_takes_all_dice() -> None:
    """Before the first roll, nothing can be kept or scored."""
    assert Table().code("throw", thrown=["1"] * 4, kept=["1"]) == "not_there"
    assert Table().code("score", box="ones") == "wrong_phase"
