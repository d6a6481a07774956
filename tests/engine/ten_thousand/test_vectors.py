"""The examples TT-1 to TT-16 of Rules §7.5, and the course of a game (Rules §7)."""

from typing import Any

import pytest

from engine.core.refusals import BadAction
from tests.engine.ten_thousand.table import GAME, Table


def test_tt1_dice_count_in_the_way_that_scores_most() -> None:
    """TT-1: 1 1 1 1 is 1 100, as three ones and a one; 2 2 2 2 is 1 000, doubled or added 400."""
    assert Table().brings("1 1 1 1 2 3")["1 1 1 1"] == 1100
    assert Table().brings("2 2 2 2 3 4")["2 2 2 2"] == 1000
    assert Table(of_a_kind="doubled").brings("3 3 3 3 3 4")["3 3 3 3 3"] == 1200
    assert Table(of_a_kind="added").brings("3 3 3 3 3 4")["3 3 3 3 3"] == 900
    three_alone = Table(of_a_kind="off").brings("3 3 3 3 2 4")
    assert three_alone == {"3 3 3": 300}
    assert Table(of_a_kind="off", three_ones=300).brings("1 1 1 1 2 4")["1 1 1 1"] == 400


def test_tt2_four_and_two_are_three_pairs() -> None:
    """TT-2: 2 2 2 2 3 3 is 1 500; if pairs must differ, it is 1 000 without the threes."""
    alike = Table().brings("2 2 2 2 3 3")
    assert alike == {"2 2 2": 200, "2 2 2 2": 1000, "2 2 2 2 3 3": 1500}
    assert Table(equal_pairs=False).brings("2 2 2 2 3 3") == {"2 2 2": 200, "2 2 2 2": 1000}
    for equal in (True, False):
        assert Table(equal_pairs=equal).brings("2 2 3 3 4 4") == {"2 2 3 3 4 4": 1500}
    assert Table(three_pairs=0).throw("2 2 3 3 4 4").happened["farkled"]["dice"] == list("223344")


def test_tt3_dice_of_two_rolls_do_not_combine() -> None:
    """TT-3: 1 1 set aside and a 1 rolled later are 300, not 1 000."""
    table = Table().throw("1 1 2 3 4 6").throw("1 2 3 6", kept="1 1")
    assert (table.view["gathered"], table.view["points"]) == (200, 300)


def test_tt4_a_straight_takes_all_dice() -> None:
    """TT-4: 1 2 3 4 5 6 is 1 500; without straights 150, for the 1 and the 5."""
    assert max(Table().brings("6 5 4 3 2 1").values()) == 1500
    assert Table(straight=0).brings("1 2 3 4 5 6") == {"1": 100, "1 5": 150, "5": 50}


def test_tt5_the_first_points_need_a_minimum() -> None:
    """TT-5: a player without points can bank 500 but not 450; afterwards they can bank anything."""
    table = Table().throw("4 4 4 5 2 3")
    assert table.prompts["throw_on"] == (0, {"points": 450, "needed": 500})
    refusal = table.refused("bank")
    assert (refusal["code"], refusal["needed"]) == ("below_minimum", 500)
    assert [choice["type"] for choice in table.choices("bank")] == []
    assert table.throw("5 2 3", kept="4 4 4").code("bank") == "below_minimum"
    assert table.throw("1 2", kept="4 4 4 5").bank().totals == [550, 0]
    assert [seat["entered"] for seat in table.view["seats"]] == [True, False]
    assert Table().have(600, 0).throw("5 2 3 3 4 6").bank().totals == [650, 0]
    assert Table(preset="zehntausend").have(600, 0).throw("1 1 1 2 3 4").bank().totals == [1600, 0]
    assert Table(preset="zehntausend").have(600, 0).throw("1 1 5 2 3 4").code("bank") == (
        "below_minimum"
    )


def test_tt6_hot_dice_are_all_rolled_again() -> None:
    """TT-6: if all six score, roll all again or bank; with another rule, they must be rolled."""
    table = Table().throw("1 1 1 5 2 2").throw("5 5", kept="1 1 1 5")
    assert (table.view["hot"], table.view["points"]) == (True, 1150)
    assert table.prompts["throw_or_bank"] == (0, {"points": 1150})
    assert "hot_dice" in table.prompts
    assert table.game.awaited_dice(table.state).fixed == ()
    table.throw("1 2 3 3 4 6")
    assert (table.view["gathered"], table.view["points"]) == (1150, 1250)
    assert table.bank().totals == [1250, 0]

    forced = Table(hot_dice="must").throw("1 2 3 4 5 6")
    assert forced.code("bank") == "hot_dice"
    assert forced.throw("6 6 6 2 3 4").bank().totals == [2100, 0]


def test_tt7_a_farkle_loses_the_turn_and_three_lose_points() -> None:
    """TT-7: the turn's points are lost; a third farkle in a row costs 1 000, or all points."""
    table = Table(three_farkles=1000).have(1200, 300).throw("1 1 2 3 4 6").throw("2 3 4 6", "1 1")
    dice = list("2346")
    assert table.events == [
        {"type": "rolled", "sentence": "rolled_some", "seat": 0, "rolled": dice, "kept": ["1"] * 2},
        {"type": "farkled", "seat": 0, "points": 200, "dice": dice},
    ]
    assert (table.totals, table.turn) == ([1200, 300], 1)
    for _ in range(3):
        table.farkle()
    assert [seat["farkles"] for seat in table.view["seats"]] == [2, 2]
    assert table.farkle().happened["farkles_penalised"]["points"] == 1000
    assert table.farkle().totals == [200, 0]
    assert [seat["farkles"] for seat in table.view["seats"]] == [0, 0]


def test_tt7_points_end_a_row_of_farkles() -> None:
    """After two farkles and points, the next two farkles cost nothing."""
    table = Table(three_farkles=1000, entry=0).have(5000, 0)
    for points in (False, False, True, False, False):
        (table.throw("1 2 2 3 4 6").bank() if points else table.farkle()).farkle()
    assert table.totals == [5100, 0]


@pytest.mark.parametrize(
    ("ending", "turns"), [("one_more_turn", [2, 0]), ("round", [2]), ("at_once", [])]
)
def test_tt8_the_end(ending: str, turns: list[int]) -> None:
    """TT-8: when Ben reaches 10 000, Cy and Ana, only Cy, or nobody gets another turn."""
    table = Table(3, ending=ending).have(9000, 9500, 9900).farkle()
    table.throw("1 1 1 2 3 4").bank()
    assert ("last_turns_began" in table.happened) == bool(turns)
    for seat in turns:
        assert table.turn == seat
        assert table.prompts["last_turns"] == (None, {"total": max(table.totals)})
        assert table.code("join", name="Zoe") == "no_joining"
        table.throw("1 1 1 2 3 4").bank()
    assert table.phase == "over"
    best = 2 if turns else 1
    assert table.view["ranking"][0]["seat"] == best
    result = table.game.result(table.state)
    assert (result.ending, result.winners) == ("target_reached", (best,))
    assert table.code("throw", thrown=["1"] * 6, kept=[]) == "game_over"


def test_tt9_six_of_a_kind() -> None:
    """TT-9: 3 000; if added, 800, but 1 500 as three equal pairs. It is never two triplets."""
    dice = "2 2 2 2 2 2"
    assert Table().brings(dice)[dice] == 3000
    assert Table(of_a_kind="added").brings(dice)[dice] == 1500
    assert Table(of_a_kind="added", equal_pairs=False).brings(dice)[dice] == 800
    assert Table(of_a_kind="off", equal_pairs=False).brings(dice)[dice] == 400
    assert Table().brings("2 2 2 3 3 3")["2 2 2 3 3 3"] == 2500
    assert Table(two_triplets=0).brings("2 2 2 3 3 3")["2 2 2 3 3 3"] == 500


def test_tt10_hot_dice_are_forced_only_if_all_six_score_most() -> None:
    """TT-10: if a straight is 100, bank 1 and 5 for 150, or roll all six again with 100."""
    cheap = Table(hot_dice="must", straight=100, entry=0).throw("1 2 3 4 5 6")
    assert (cheap.view["points"], cheap.view["must_throw_on"]) == (150, False)
    assert cheap.game.odds(cheap.state)["bank"] == 150
    assert cheap.prompts["throw_or_bank"] == (0, {"points": 150})
    assert cheap.throw("2 2 3 4 6 6").happened["farkled"]["points"] == 100
    assert cheap.throw("1 2 3 4 5 6").bank().totals == [0, 150]
    for points in (150, 200):
        even = Table(hot_dice="must", straight=points, entry=0).throw("1 2 3 4 5 6")
        assert even.code("bank") == "hot_dice"
        assert all(die["counts"] for die in even.view["dice"])


def test_tt11_the_target_is_hit_exactly() -> None:
    """TT-11: dice that would pass it do not score; the exact rest can always be banked."""

    def near(dice: str) -> Table:
        return Table(exact_target=True, minimum=350, ending="at_once").have(9900, 0).throw(dice)

    fits = near("1 5 2 3 3 6")
    assert [(one["faces"], one["points"]) for one in fits.view["choices"]] == [
        (["1"], 100),
        (["5"], 50),
    ]
    assert [die["face"] for die in fits.view["dice"] if die["counts"]] == ["1"]
    refusal = fits.refused("throw", thrown=["2"] * 4, kept=["1", "5"])
    assert (refusal["code"], refusal["left"]) == ("beyond_target", 100)
    seen = fits.game.action_from_roll(fits.state, list("152334"), (0, 1)).to_json()
    assert (seen["kept"], seen["thrown"]) == (["1"], list("52334"))
    assert fits.bank().totals == [10_000, 0]
    assert fits.phase == "over"
    assert near("2 2 2 3 4 6").happened["farkled"]["points"] == 0
    less = near("1 5 2 3 3 6").throw("1 2 2 3 4", kept="5")
    assert less.happened["farkled"]["points"] == 50
    assert less.turn == 1
    fives = Table(exact_target=True, ending="at_once").have(9850, 0).throw("5 5 5 2 3 4")
    assert fives.bank().totals == [10_000, 0]
    hot = Table(exact_target=True, hot_dice="must", ending="at_once").have(8500, 0)
    assert hot.throw("1 2 3 4 5 6").bank().totals == [10_000, 0]


def test_tt12_a_thousand_for_each_further_die() -> None:
    """TT-12: 2 2 2 2 is 1 200, 1 1 1 1 1 is 3 000."""
    assert Table(of_a_kind="thousands").brings("2 2 2 2 3 4")["2 2 2 2"] == 1200
    assert Table(of_a_kind="thousands").brings("1 1 1 1 1 4")["1 1 1 1 1"] == 3000


def test_tt13_six_ones_win_at_once() -> None:
    """TT-13: this holds even from 0 points and in a last turn; three ones twice do not win."""
    table = Table(six_ones_win=True).have(0, 9000).throw("1 1 1 2 3 4").throw("1 1 1", kept="1 1 1")
    assert (table.phase, table.view["hot"]) == ("choose", True)
    table.bank().throw("1 1 1 2 3 4").bank()
    assert table.view["last_round"]
    assert table.throw("1 1 1 1 1 1").happened["six_ones_rolled"] == {
        "type": "six_ones_rolled",
        "seat": 0,
    }
    assert table.totals == [2000, 10_000]
    result = table.game.result(table.state)
    assert (result.ending, result.winners) == ("six_ones", (0,))
    assert Table().throw("1 1 1 1 1 1").phase == "choose"


def test_tt14_sets_are_confirmed() -> None:
    """TT-14: a single 1 or 5 confirms them, in the same roll or a later one."""
    table = Table(confirm_sets=True).have(5000, 1000).throw("2 2 2 3 4 6")
    assert (table.code("bank"), table.view["unconfirmed"]) == ("unconfirmed", True)
    assert table.throw("5 3 4", kept="2 2 2").bank().totals == [5250, 1000]
    table.throw("3 3 3 1 4 6").bank()
    assert table.totals == [5250, 1400]
    assert table.throw("5 5 5 2 3 4").bank().totals == [5400, 1400]  # as three single dice


def test_tt15_the_next_player_takes_over() -> None:
    """TT-15: they take over points and remaining dice; the player who banked keeps their points."""
    table = Table(3, take_over=True).have(1000, 1000, 0).throw("1 1 1 2 3 4").bank()
    assert (table.totals[0], table.view["gathered"]) == (2000, 1000)
    odds: Any = GAME.odds(table.state)
    assert (odds["throws"][""]["dice"], odds["fresh"]["dice"]) == (3, 6)
    assert table.code("throw", kept=["1"], thrown=["5"] * 5) == "locked"
    assert table.code("bank") == "wrong_phase"
    table.throw("5 2 3", kept="1 1 1")
    assert table.happened["dice_taken_over"]["points"] == 1000
    table.bank()
    assert table.totals == [2000, 2050, 0]
    assert not table.state.aside  # Cy has no points yet


def test_tt15_all_dice_may_be_rolled_instead() -> None:
    """Then nothing is taken over; a farkle leaves nothing to the next player."""
    table = Table(2, take_over=True).have(1000, 1000).throw("1 1 1 2 3 4").bank()
    table.throw("1 2 3 3 4 6")
    assert (table.state.gathered, table.view["points"]) == (0, 100)
    table = Table(2, take_over=True).have(1000, 1000).throw("1 1 1 2 3 4").bank()
    table.throw("2 3 4", kept="1 1 1")
    assert (table.totals, table.turn, table.state.aside) == ([2000, 1000], 0, ())


def test_tt15_hot_dice_are_taken_over_too() -> None:
    """All six are rolled, with the points of the previous player."""
    table = Table(2, take_over=True).have(1000, 1000).throw("1 1 1 5 5 5").bank()
    assert table.throw("1 2 3 3 4 6").bank().totals == [3500, 3600]


def test_tt16_five_dice() -> None:
    """TT-16: neither straights nor pairs count; five dice can be hot."""
    table = Table(dice=5, entry=0)
    assert table.brings("1 2 3 4 5") == {"1": 100, "5": 50, "1 5": 150}
    table.throw("2 2 2", kept="1 5")
    assert table.view["hot"]
    assert table.throw("1 1 1 1 1").bank().totals == [150 + 200 + 2000, 0]


def test_the_view_shows_which_dice_count() -> None:
    """It also shows which were set aside before."""
    table = Table().throw("1 1 2 3 4 6").throw("5 2 3 3 6", kept="1")
    seen = [(die["face"], die["aside"], die["counts"]) for die in table.view["dice"]]
    assert seen[:3] == [("1", True, True), ("5", False, True), ("2", False, False)]
    assert table.view["points"] == 150


@pytest.mark.parametrize(
    ("kind", "fields", "code"),
    [
        ("bank", {"seat": 1}, "not_your_turn"),
        ("throw", {"thrown": ["1"] * 4, "kept": ["1", "1"]}, "not_there"),
        ("throw", {"thrown": ["1"] * 4, "kept": ["1", "2"]}, "no_points"),
        ("throw", {"thrown": ["1"] * 5, "kept": ["1"]}, "nothing_aside"),
        ("throw", {"thrown": ["1"] * 5, "kept": ["5"]}, "locked"),
        ("throw", {"thrown": ["1"] * 6, "kept": []}, "locked"),
        ("throw", {"thrown": [], "kept": list("152346")}, "dice_count"),
        ("throw", {"thrown": ["1"] * 6, "kept": ["1"]}, "dice_count"),
        ("throw", {"thrown": ["7"] * 4, "kept": ["1", "5"]}, "malformed"),
    ],
)
def test_refusals(kind: str, fields: dict[str, object], code: str) -> None:
    """Each wrong action is refused with its stable code."""
    table = Table(straight=0).throw("1 2 2 3 4 6").throw("5 2 3 4 6", kept="1")
    assert table.code(kind, **fields) == code


def test_the_first_roll_takes_all_dice() -> None:
    """Before the first roll, nothing can be kept or banked."""
    assert Table().code("throw", thrown=["1"] * 5, kept=["1"]) == "not_there"
    assert Table().code("bank") == "wrong_phase"


def test_a_die_that_only_seems_to_have_stayed_was_rolled() -> None:
    """It can't have been set aside, because it scores nothing or all six were rolled again."""
    table = Table().throw("1 1 1 2 3 4")
    told = table.game.action_from_roll(table.state, list("111255"), (0, 1, 2, 3))
    assert told.to_json() == {
        "type": "throw",
        "kept": ["1", "1", "1"],
        "thrown": ["2", "5", "5"],
        "seat": 0,
    }
    hot = Table().throw("1 1 1 5 2 3").throw("5 5", kept="1 1 1 5")
    told = hot.game.action_from_roll(hot.state, list("123456"), (0,))
    assert (told.to_json()["kept"], len(told.to_json()["thrown"])) == ([], 6)
    few = Table().throw("1 2 2 3 4 6")
    action = few.game.action_from_roll(few.state, list("222346"), (0,)).to_json()
    assert few.code(**{"kind" if key == "type" else key: to for key, to in action.items()}) == (
        "no_points"
    )
    with pytest.raises(BadAction):
        few.game.action_from_roll(few.state, ["x"] * 6, (0, 1, 2))


def test_players_leave_and_come() -> None:
    """A leaver's turn passes on and their points are lost; a new player gets the lowest total."""
    table = Table(3).have(900, 2000, 700).throw("1 2 2 3 4 6").do("leave", seat=0)
    assert (table.turn, table.totals, table.view["dice"]) == (1, [0, 2000, 700], [])
    assert [seat["active"] for seat in table.view["seats"]] == [False, True, True]
    table.do("join", name="Zoe")
    assert table.totals == [0, 2000, 700, 700]
    table.farkle().farkle()
    assert table.turn == 3
    assert table.farkle().turn == 1
    table.do("leave", seat=3).do("leave", seat=1)
    assert (table.phase, table.game.result(table.state).winners) == ("over", (2,))
    assert table.game.result(table.state).ending == "one_left"


def test_a_player_who_reached_the_target_leaves() -> None:
    """The game goes on as if nobody had reached it, unless somebody else has too."""
    table = Table(3).have(9500, 9500, 0).throw("1 1 1 2 3 4").bank()
    assert table.view["last_round"]
    alone = Table(3).have(9500, 0, 0).throw("1 1 1 2 3 4").bank().do("leave", seat=0)
    assert (alone.view["last_round"], alone.phase) == (False, "throw")
    table.throw("1 1 1 2 3 4").bank().do("leave", seat=0)
    assert (table.view["last_round"], table.turn) == (True, 2)
    assert table.farkle().phase == "over"


def test_the_player_who_begins_rounds_leaves_in_the_last_one() -> None:
    """The round still ends with the last remaining player's turn."""
    table = Table(3, ending="round").have(0, 9500, 0).farkle().throw("1 1 1 2 3 4").bank()
    table.do("leave", seat=0)
    assert (table.turn, table.farkle().phase) == (2, "over")
