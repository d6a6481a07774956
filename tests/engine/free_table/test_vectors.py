"""The free table as Rules §8 describes it."""

from dataclasses import replace
from typing import Literal

import pytest

from engine.core.codec import from_json, to_json
from engine.core.refusals import BadAction
from engine.free_table.game_box import READY_MADE_BOXES, GameBox, PaymentButton
from tests.engine.free_table.table import Table

MONEY = GameBox("Money", money=True, start_money=100, all_money=400, turns="untimed")


def test_property_trading() -> None:
    """Everybody starts with 1500, gets a salary of 200 and pays rent; undo restores everything."""
    table = Table("property")
    assert table.cash == [1500, 1500, 1500]
    table.do("throw", faces=["6", "6"]).do("press", seat=0, button=0)
    table.do("pay", seat=0, to=2, amount=350).do("pay", seat=1, amount=60)
    table.do("pay_out", to=1, amount=10).do("press", seat=2, button=3)
    assert table.cash == [1500 + 200 - 350 - 10, 1500 - 60 + 10 - 10, 1500 + 350 + 20]
    assert table.view["bank"] is None
    table.do("press", seat=1, button=0)
    pressed = {"type": "button_pressed", "seat": 1, "button": "Salary", "amount": 200}
    assert table.happened["button_pressed"] == pressed
    assert table.payments == [("bank", "seat:1", 200, "button")]
    table.do("pay", seat=1, amount=60)
    assert table.happened["player_paid"]["sentence"] == "player_paid_bank"
    assert table.payments == [("seat:1", "bank", 60, "pay")]
    table.do("pay_out", to=0, amount=60)
    assert table.happened["bank_paid"] == {"type": "bank_paid", "seat": 0, "amount": 60}


def test_a_bank_that_can_run_out() -> None:
    """The bank pays and lends only what it has, and no player pays more than they have."""
    table = Table(MONEY)
    assert table.view["bank"] == 100
    assert table.code("pay_out", to=0, amount=101) == "not_enough"
    table.do("borrow", seat=0, amount=60)
    assert (table.view["bank"], table.seat("debt"), table.cash[0]) == (40, [60, 0, 0], 160)
    assert table.code("repay", seat=0, amount=61) == "no_such_debt"
    assert table.do("repay", seat=0, amount=50).seat("debt") == [10, 0, 0]
    assert table.game.scores(table.state) == (100, 100, 100)
    assert table.code("pay", seat=1, to=0, amount=101) == "not_enough"
    assert table.code("pay", seat=1, to=1, amount=1) == "no_such_seat"
    assert table.code("pay", seat=1, to=0, amount=-1) == "bad_amount"
    assert table.code("press", seat=1, button=0) == "not_in_box"


def test_a_bank_with_too_little_to_deal_is_refused() -> None:
    """The refusal comes before anybody plays."""
    table = Table("darts")
    table.state = table.game.start(table.setup).state
    poor = {**to_json(MONEY), "all_money": 299}  # type: ignore[dict-item]
    assert table.refused("arrange", box=poor)["needs"] == 300


def test_a_pot_starts_empty_and_is_paid_out() -> None:
    """Chips go from the box into the pot; a new player gets as many as the others got."""
    table = Table("chips").do("press", seat=0, button=0).do("press", seat=1, button=1)
    assert (table.view["bank"], table.cash) == (30, [990, 980, 1000])
    table.do("pay_out", to=2, amount=30)
    assert (table.view["bank"], table.cash) == (0, [990, 980, 1030])
    assert table.code("pay_out", to=2, amount=1) == "not_enough"
    table.do("join", name="Dia")
    assert (table.view["bank"], table.cash[-1]) == (0, 1000)


def test_a_payment_by_all_is_made_whole_or_not_at_all() -> None:
    """It is refused if one of the others has too little."""
    box = GameBox(
        "Gifts", money=True, start_money=5, buttons=(PaymentButton("Gift", 5, "others_to_player"),)
    )
    table = Table(box).do("pay", seat=1, amount=1)
    assert table.code("press", seat=0, button=0) == "not_enough"
    assert [choice["seat"] for choice in table.choices("press")] == [1]
    assert table.do("press", seat=1, button=0).cash == [0, 14, 0]


def test_players_come_and_go() -> None:
    """Leavers' money goes to the bank, new players' comes from it if it has enough; debts lapse."""
    table = Table(MONEY).do("borrow", seat=0, amount=60)
    assert table.code("join", name="Dia") == "no_joining"
    table.do("leave", seat=0)
    assert (table.game.turn(table.state), table.view["bank"], table.seat("debt")[0]) == (1, 200, 0)
    assert table.do("join", name="Dia").cash == [0, 100, 100, 100]
    assert table.code("pay", seat=1, to=0, amount=5) == "no_such_seat"
    table.do("leave", seat=1).do("leave", seat=2)
    assert table.code("leave", seat=3) == "no_leaving"
    ranking = table.do("finish").view["ranking"]
    assert [(row["seat"], row["place"]) for row in ranking] == [
        (3, 1), (0, None), (1, None), (2, None),
    ]  # fmt: skip


def test_ft1_a_late_player_is_not_put_ahead() -> None:
    """FT-1: they get the worst points of each full round if the fewest win or all are negative."""

    def joined(sheet: Literal["most", "fewest"], *points: int) -> list[int]:
        table = Table(GameBox("Cards", sheet=sheet), players=2)
        for at, one in enumerate((*points, 7)):  # a third round is not full yet
            table.do("score", seat=at % 2, round=at // 2 + 1, points=one)
        return list(table.do("join", name="Cy").seat("points")[2])

    assert joined("fewest", 30, 20, 5, 10) == [30, 10]
    assert joined("most", 30, 20, 5, 10) == [0, 0]
    assert joined("most", -30, -20, 5, -10) == [-30, -10]
    assert joined("fewest") == []


def test_a_score_sheet() -> None:
    """Points are entered by round and can be corrected; a new player gets the lowest total."""
    table = Table(GameBox("Fewest", sheet="fewest", rounds=2), players=2)
    assert table.code("score", seat=0, round=2, points=5) == "no_such_round"
    table.do("score", seat=0, round=1, points=5).do("score", seat=1, round=1, points=7)
    table.do("score", seat=0, round=1, points=9).do("join", name="Cy")
    assert (table.view["round"], table.seat("points")) == (2, [[9], [7], [9]])
    for seat in range(3):
        table.do("score", seat=seat, round=2, points=seat)
    assert table.code("score", seat=0, round=3, points=5) == "no_such_round"
    assert table.events == [{"type": "points_written", "seat": 2, "points": 2, "round": 2}]
    assert "written" in table.prompts
    ranking = table.do("finish").view["ranking"]
    assert [(row["seat"], row["place"], row["score"]) for row in ranking] == [
        (1, 1, 8), (0, 2, 9), (2, 3, 11),
    ]  # fmt: skip


def test_doubles() -> None:
    """A player's doubles in a row are counted; the number of dice can be changed."""
    table = Table(GameBox("Dice", dice=2, turns="untimed"))
    table.do("throw", faces=["3", "3"]).do("throw", faces=["1", "1"])
    assert (table.view["doubles"], table.view["throws"][-1]["sum"]) == (2, 2)
    assert table.do("end_turn").do("throw", faces=["4", "4"]).view["doubles"] == 1
    assert table.code("throw", faces=["4", "4"], seat=0) == "not_your_turn"
    table.do("take_dice", count=3)
    assert table.code("throw", faces=["4", "4"]) == "dice_count"
    assert table.do("throw", faces=["4", "4", "5"]).view["throw_count"] == 4
    assert table.game.awaited_dice(table.state).count == 3


def test_a_chess_clock() -> None:
    """Each player keeps their remaining time; nobody gains time, and time that is up stays up."""
    table = Table(GameBox("Clock", turns="chess", seconds=90), players=2)
    first = table.game.timer(table.state)
    assert (first.seconds, first.action.type) == (90, "time_up")
    assert table.code("end_turn", left=91) == "bad_time"
    table.do("end_turn", left=70)
    ended = {"type": "turn_ended", "sentence": "turn_ended_with_clock", "seat": 0, "left": 70}
    assert table.events == [ended]
    table.do("end_turn", left=80).do("end_turn", seat=0)
    assert table.seat("left") == [70, 80]
    assert table.game.timer(table.state).span != first.span
    table.do("time_up")
    assert (table.game.timer(table.state), "time_is_up" in table.prompts) == (None, True)
    assert table.code("time_up") == "no_clock"
    assert table.do("end_turn").do("join", name="Cy").seat("left") == [70, 0, 90]
    assert table.do("leave", seat=0).state.turn == 1


def test_ft2_a_chess_clock_adds_time() -> None:
    """FT-2: the increment is added when the turn ends, and only to a chess clock."""
    table = Table(GameBox("Clock", turns="chess", seconds=60, increment=5), 2).do(
        "end_turn", left=58
    )
    assert table.seat("left") == [63, 60]
    assert table.do("end_turn", left=0).seat("left") == [63, 5]
    shared = Table(GameBox("Clock", turns="shared", seconds=60, increment=5), 2).do(
        "end_turn", left=58
    )
    assert shared.seat("left") == [58, 58]


def test_ft3_dice_with_other_sides_are_typed() -> None:
    """FT-3: the camera doesn't read them; a face that they do not have is refused."""
    table = Table(GameBox("Dragons", dice=2, sides=20))
    assert table.game.awaited_dice(table.state) is None
    assert table.do("throw", faces=["20", "7"]).view["throws"][-1]["sum"] == 27
    assert table.code("throw", faces=["21", "7"]) == "no_such_face"
    assert (
        Table(GameBox("Pyramids", dice=2, sides=4)).code("throw", faces=["6", "1"])
        == "no_such_face"
    )


def test_other_clocks() -> None:
    """A shared clock runs on across turns; a sand glass is turned for each."""
    shared = Table(GameBox("Clock", turns="shared", seconds=90))
    before = shared.game.timer(shared.state)
    after = shared.game.timer(shared.do("end_turn", left=50).state)
    assert (before.span, after.seconds) == (after.span, 50)
    assert len(shared.do("join", name="Dia").state.left) == 1
    glass = Table(GameBox("Clock", turns="sand_glass", seconds=30)).do("time_up").do("end_turn")
    assert glass.game.timer(glass.state).seconds == 30


def test_a_box_can_be_changed_during_a_game() -> None:
    """Counters and dealt money stay as they are; a new clock starts from zero."""
    table = Table(GameBox("Any", money=True, start_money=5, counters=("life", "magic")))
    table.do("count", seat=1, counter=1, by=3).do("count", seat=1, counter=0, by=-1)
    box = replace_box(table.state.box, counters=("magic", "luck"), turns="chess", seconds=9)
    table.arrange(box)
    assert (table.seat("counters")[1], table.seat("left")) == ([3, 0], [9, 9, 9])
    assert table.code("arrange", box=to_json(replace_box(box, start_money=6))) == "money_dealt"
    assert table.code("count", seat=1, counter=2, by=1) == "not_in_box"
    table.do("count", seat=1, counter=0, by=1)
    counted = {"type": "counter_changed", "seat": 1, "counter": "magic", "value": 4}
    assert table.events == [counted]


@pytest.mark.parametrize("turns", ["shared", "chess", "sand_glass"])
def test_changing_other_parts_of_a_box_gives_no_time_back(turns: str) -> None:
    """With other dice or one more counter the clock runs on; with other seconds it starts again."""
    table = Table(GameBox("Any", dice=2, turns=turns, seconds=60))  # type: ignore[arg-type]
    span = table.game.timer(table.state).span
    assert table.game.timer(table.do("take_dice", count=3).state).span == span
    table.arrange(replace_box(table.state.box, counters=("luck",)))
    assert table.game.timer(table.state).span == span
    table.arrange(replace_box(table.state.box, seconds=90))
    assert table.game.timer(table.state).span != span


def replace_box(box: GameBox, **changes: object) -> GameBox:
    """Return `box` with these parts changed."""
    return from_json(GameBox, {**to_json(box), **to_json(changes)})  # type: ignore[dict-item]


def test_counting_down() -> None:
    """The banker says who has exactly 0 left; people decide what less than that means.

    What is left is the score, in the game and at its end.
    """
    table = Table(READY_MADE_BOXES["darts"], players=2)
    table.do("score", seat=0, round=1, points=502).do("score", seat=1, round=1, points=180)
    assert "counted_down" not in table.prompts
    assert table.seat("score") == [-1, 321]
    table.do("score", seat=0, round=1, points=60).do("score", seat=1, round=2, points=321)
    assert table.prompts["counted_down"] == (1, {})
    ranking = table.do("finish").view["ranking"]
    assert [(row["seat"], row["score"]) for row in ranking] == [(1, 0), (0, 441)]
    assert table.game.fewest_wins(table.state)


@pytest.mark.parametrize(
    "change",
    [
        {"name": ""},
        {"name": "x" * 25},
        {"dice": 11},
        {"rounds": 101},
        {"start_money": 1_000_000_001},
        {"all_money": 1_000_000_001},
        {"count_down": 1_000_000_001},
        {"seconds": 0},
        {"seconds": 21_601},
        {"all_money": -1},
        {"turns": "hour_glass"},
        {"counters": ["a", "a"]},
        {"buttons": [{"label": "a", "amount": 0}]},
        {"colour": "red"},
    ],
    ids=str,
)
def test_malformed_boxes_are_refused(change: dict[str, object]) -> None:
    """A box that people made is checked before anybody plays with it."""
    with pytest.raises(BadAction) as refusal:
        from_json(GameBox, {**to_json(READY_MADE_BOXES["property"]), **change})  # type: ignore[dict-item]
    assert refusal.value.code == "malformed"


def test_ft4_a_team_shares_its_score_and_its_place() -> None:
    """FT-4: every second player is in the same team; a leaver's points stay with the team."""
    table = Table(GameBox("Teams", sheet="most", teams=2), players=4)
    for seat, points in enumerate((30, 20, 10, 15)):
        table.do("score", seat=seat, round=1, points=points)
    assert (table.seat("team"), table.seat("score")) == ([0, 1, 0, 1], [40, 35, 40, 35])
    places = {one.seat: one.place for one in table.game.ranking(table.state)}
    assert places == {0: 1, 2: 1, 1: 2, 3: 2}
    table.do("leave", seat=2).do("join", name="Eva")
    assert (table.seat("points")[4], table.seat("team")[4]) == ([0], 0)
    table.do("finish")
    assert table.game.result(table.state).places == (1, 2, None, 2, 1)
    assert table.game.scores(table.state) == (40, 35, 40, 35, 40)
    money = Table(replace(MONEY, all_money=None, teams=2), players=4).do(
        "borrow", seat=0, amount=50
    )
    money.do("pay", seat=0, to=1, amount=70)
    assert money.seat("score") == [130, 270, 130, 270]


def test_at_most_twelve_people_play() -> None:
    """A thirteenth is refused."""
    table = Table("darts", players=12)
    assert table.code("join", name="Max") == "no_chair"
