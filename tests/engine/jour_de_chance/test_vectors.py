"""The examples JC-1 to JC-7 of Rules §4.6, and the course of a game (Rules §4)."""

import pytest

from tests.engine.jour_de_chance.table import Table


def test_jc1_a_pair_banks_the_drawn_card_and_clears_the_row() -> None:
    """JC-1: row 3 7 draws a 7: it is banked, 3 and 7 are discarded, and the player draws next."""
    table = Table().set(("3 7", ""), ("9", "")).draw(7)
    assert (table.rows, table.banks) == ([[], [9]], [[7], []])
    assert table.discarded == [3, 7]
    assert sum(table.state.discards) == 2
    table.draw(1)
    assert table.turn == 0
    assert table.code("bank_card", owner=1, card=9) == "must_draw"
    assert table.draw(5).rows[0] == [5]


def test_jc2_banking_from_another_row_clears_only_ones_own_row() -> None:
    """JC-2: a player with a 2 banks the 9 of 9 4: their 2 is discarded, and the 4 stays."""
    table = Table().set(("2", ""), ("9 4", "")).bank(1, 9)
    assert (table.rows, table.banks) == ([[], [4]], [[9], []])
    assert table.discarded == [2]


def test_jc3_a_pair_over_21_loses_and_ends_the_game() -> None:
    """JC-3: 14 banked and a pair of 8s make 22: the player has lost."""
    table = Table(3).set(("8", "10 4"), ("2", "5"), ("", "")).draw(8)
    assert (table.view["phase"], table.turn) == ("over", None)
    assert table.places == {0: 3, 1: 1, 2: 2}
    assert table.view["ranking"][-1] == {
        "seat": 0,
        "place": 3,
        "total": 22,
        "cards": 3,
        "qualified": False,
    }


def test_jc4_of_equal_totals_the_more_cards_win() -> None:
    """JC-4: 19 from 10 and 9 loses to 19 from 7, 7 and 5."""
    table = Table(3).set(("8", "10 8"), ("", "10 9"), ("", "7 7 5")).draw(8)
    assert table.places == {0: 3, 1: 2, 2: 1}
    assert table.view["tie_break"] == "cards"


def test_jc5_equal_totals_and_cards_are_shared_or_the_highest_card_wins() -> None:
    """JC-5: 10 10 against 10 10 is shared; 10 6 4 beats 9 8 3."""
    shared = Table(3).set(("8", "10 8"), ("", "10 10"), ("", "10 10")).draw(8)
    assert shared.places == {0: 3, 1: 1, 2: 1}
    assert shared.view["tie_break"] == "none"
    highest = Table(3).set(("8", "10 8"), ("", "9 8 3"), ("", "10 6 4")).draw(8)
    assert highest.places == {0: 3, 1: 2, 2: 1}
    assert highest.view["tie_break"] == "highest_card"


def test_jc6_the_other_of_two_players_wins_with_nothing() -> None:
    """JC-6: if one goes over 21, the other wins with 0."""
    table = Table().set(("8", "10 4"), ("2", "")).draw(8)
    assert table.places == {0: 2, 1: 1}
    assert table.prompts["game_over"][1] == {"winners": [1], "total": 0, "tie_break": "total"}


def test_jc7_without_a_row_there_is_no_banking() -> None:
    """JC-7: a player without a row is refused and must draw."""
    table = Table().set(("", "5"), ("4", ""))
    refusal = table.refused("bank_card", owner=1, card=4)
    assert (refusal["code"], refusal["seat"]) == ("must_draw", 0)


def test_the_smallest_card_begins_and_the_left_neighbour_follows() -> None:
    """Seat 1 gets the first card; seat 0 has the smallest card and begins, then seat 1 plays."""
    table = Table(3, first=1)
    assert (table.view["phase"], table.turn) == ("deal", 1)
    table.deal(9, 4, 2)
    assert table.rows == [[2], [9], [4]]
    assert (table.view["phase"], table.turn) == ("turn", 0)
    assert table.draw(10).turn == 1


def test_of_the_smallest_cards_the_oldest_player_begins() -> None:
    """If two players have a 3, only they can be named as the oldest."""
    table = Table(3).deal(3, 8, 3)
    assert (table.view["phase"], table.turn) == ("oldest", None)
    assert table.prompts["who_is_oldest"][1]["seats"] == [0, 2]
    assert table.code("oldest", seat=1) == "not_lowest"
    assert table.code("draw_card", card=5) == "wrong_phase"
    assert table.do("oldest", seat=2).turn == 2


def test_an_action_with_a_seat_must_be_in_its_turn() -> None:
    """This also holds when a card is dealt."""
    table = Table(3)
    assert table.code("deal_card", card=5, seat=1) == "not_your_turn"
    table.do("deal_card", card=5, seat=0).deal(2, 9)
    assert table.code("draw_card", card=5, seat=0) == "not_your_turn"
    refusal = table.refused("bank_card", owner=2, card=9, seat=2)
    assert (refusal["code"], refusal["seat"], refusal["turn"]) == ("not_your_turn", 2, 1)
    assert table.do("bank_card", owner=2, card=9, seat=1).banks[1] == [9]


def test_drawing_without_a_pair_only_lengthens_the_row() -> None:
    """A card of another value is added to the row; nothing is banked."""
    table = Table().deal(2, 3).draw(3)
    assert (table.rows, table.banks) == ([[2, 3], [3]], [[], []])


def test_a_card_of_ones_own_row_may_be_banked() -> None:
    """A player banks the 7 of their 7 3: the 3 is discarded, and the other player's row stays."""
    table = Table().set(("7 3", ""), ("5", "")).bank(0, 7)
    assert (table.rows, table.banks) == ([[], [5]], [[7], []])
    assert table.discarded == [3]


def test_a_banked_card_never_makes_a_pair() -> None:
    """A player with a 9 in their row and a 9 banked keeps both after banking another 9."""
    table = Table().set(("9", "9"), ("9", "")).bank(1, 9)
    assert table.banks == [[9, 9], []]
    assert table.rows == [[], []]


def test_banking_over_21_is_allowed_and_loses() -> None:
    """A player who banks a 10 on top of 14 has lost: the table warns but does not refuse."""
    table = Table().set(("2", "10 4"), ("10", ""))
    assert table.prompts["too_high"] == (0, {"cards": [10]})
    table.bank(1, 10)
    assert table.places == {0: 2, 1: 1}


def test_exactly_21_does_not_end_the_game() -> None:
    """The game goes on, and a pair can still take the player over 21."""
    table = Table().set(("7 1", "10 4"), ("5", "9")).bank(0, 7)
    assert (table.view["phase"], table.turn) == ("turn", 1)
    assert table.view["seats"][0]["to_21"] == 0
    table.draw(6).draw(2).draw(8).draw(2)
    assert table.places == {0: 2, 1: 1}


@pytest.mark.parametrize(
    ("kind", "fields", "code"),
    [
        ("deal_card", {"card": 5}, "wrong_phase"),
        ("oldest", {"seat": 0}, "wrong_phase"),
        ("draw_card", {"card": 1}, "no_such_card"),
        ("draw_card", {"card": 11}, "malformed"),
        ("draw_card", {}, "malformed"),
        ("bank_card", {"owner": 2, "card": 4}, "no_such_seat"),
        ("bank_card", {"owner": -1, "card": 4}, "no_such_seat"),
        ("bank_card", {"owner": 1, "card": 9}, "not_in_row"),
        ("bid", {"seat": 0, "amount": 10}, "unknown_action"),
    ],
)
def test_refusals(kind: str, fields: dict[str, int], code: str) -> None:
    """Each wrong action is refused with its stable code."""
    assert Table().set(("1 2", ""), ("4", "")).code(kind, **fields) == code


def test_no_action_is_accepted_after_the_end() -> None:
    """Every action is refused once the game is over."""
    table = Table().set(("8", "10 4"), ("2", "")).draw(8)
    assert table.code("draw_card", card=5) == "game_over"
    assert table.code("bank_card", owner=1, card=2) == "game_over"
