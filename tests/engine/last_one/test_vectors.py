"""The examples of Rules §3.4 by name: the rule text's own, and those derived from it."""

import pytest

from engine.core.refusals import BadSetup
from engine.last_one.cards import total_points
from tests.engine.last_one.table import Table


def test_the_example_of_the_rule_text() -> None:
    """A plays a 4, B a 5, nobody a 6: A draws 5, and the player after A is next."""
    table = Table().open("9♠").say("Ana plays 4♠", "Ben plays 5♠", "Nobody goes on with 6♠")
    assert table.cards == [6 + 5, 6, 7]
    assert table.happened["cards_drawn"] == {"type": "cards_drawn", "seat": 0, "count": 5}
    assert table.turn == 1
    assert (table.view["top"]["face"], table.view["suit"]) == ("5S", "spades")


@pytest.mark.parametrize(("after", "turn"), [("after_player_of_4", 1), ("after_last_defender", 2)])
def test_lo_1(after: str, turn: int) -> None:
    """Nobody continues A's 4, so B draws 4; B is next by default, C with the other option."""
    table = Table(after_melee=after).open("9♠").say("Ana plays 4♠", "Nobody goes on with 5♠")
    assert table.cards == [6, 7 + 4, 7]
    assert table.turn == turn


@pytest.mark.parametrize(("after", "turn"), [("after_player_of_4", 1), ("after_last_defender", 2)])
def test_lo_2(after: str, turn: int) -> None:
    """A plays 4, B 5, C 6, nobody 7: B draws 6; B is next by default, C with the other option."""
    table = Table(after_melee=after).open("9♠")
    table.say("Ana plays 4♠", "Ben plays 5♠", "Cleo plays 6♠", "Nobody goes on with 7♠")
    assert table.cards == [6, 6 + 6, 6]
    assert table.turn == turn


def test_lo_3() -> None:
    """The points of cards left in a hand."""
    assert total_points(["8S", "KH", "5C", "Joker"]) == 25 + 10 + 5 + 40 == 80
    assert total_points(["AH", "2D"]) == 17


def test_lo_4() -> None:
    """Six players cannot get 9 cards each; with five, 8 cards are left as stock."""
    with pytest.raises(BadSetup) as refusal:
        Table(players=6, hand_size=9, dealer_chooses=False)
    assert refusal.value.code == "player_count"
    assert refusal.value.figures["max"] == 5
    assert Table(players=6, hand_size=9).code("deal", size=9) == "hand_size"
    assert Table(players=5, hand_size=9).open("9♠").view["stock"] == 8


def test_lo_5() -> None:
    """A total of exactly the limit means bankruptcy; one point less does not."""
    table = Table(limit=150)
    table.open("9♠").say("Ana is out of cards", "Ben scores 150", "Cleo scores 149")
    assert [seat["active"] for seat in table.view["seats"]] == [True, False, True]
    assert table.happened["went_bankrupt"] == {
        "type": "went_bankrupt",
        "seat": 1,
        "points": 150,
        "limit": 150,
    }


def test_lo_6() -> None:
    """After a 2, the next player in the direction of play draws 2 and is skipped."""
    table = Table(players=4).open("9♥").say("Ana plays 2♥")
    assert table.cards == [6, 7 + 2, 7, 7]
    assert table.turn == 2
    backwards = Table(players=4).open("9♥").say("Ana plays A♥", "Dan plays 2♥")
    assert backwards.cards == [6, 7, 7 + 2, 6]
    assert backwards.turn == 1


def test_lo_7() -> None:
    """A player who leaves during a hand is placed behind those who play it to the end."""
    table = Table(limit=150).open("9♠").do("leave", seat=2)
    table.say("Ana is out of cards", "Ben scores 150")
    places = {row["seat"]: row["place"] for row in table.view["ranking"]}
    assert places == {0: 1, 1: 2, 2: 3}
    both = Table(players=4, limit=150).open("9♠").do("leave", seat=2).do("leave", seat=3)
    both.say("Ana is out of cards", "Ben scores 150")
    places = {row["seat"]: row["place"] for row in both.view["ranking"]}
    assert places == {0: 1, 1: 2, 3: 3, 2: 4}
