"""Every house rule of Jour de Chance (Rules §4.5)."""

import pytest

from engine.core.offered_game import Setup
from engine.core.refusals import BadSetup
from tests.engine.jour_de_chance.table import GAME, NAMES, Table


def test_stop_at_21_ends_the_game_and_wins() -> None:
    """With the house rule, banking exactly 21 ends the game; 20 goes on."""
    table = Table(stop_at_21=True).set(("6 7", "10 4"), ("5", "10 10"))
    assert table.bank(0, 7).places == {0: 1, 1: 2}
    on = Table(stop_at_21=True).set(("6 7", "10 4"), ("5", "10 10")).bank(0, 6)
    assert on.view["phase"] == "turn"


def test_stop_at_21_applies_to_pairs() -> None:
    """A pair that makes exactly 21 ends the game as well."""
    table = Table(stop_at_21=True).set(("7", "10 4"), ("5", "")).draw(7)
    assert table.places == {0: 1, 1: 2}
    assert table.view["ranking"][0]["qualified"]
    assert GAME.result(table.state).ending == "exactly_21"


def test_discards_become_the_new_draw_pile() -> None:
    """This happens when the last card is drawn, and an event reports it."""
    table = Table().set(("3", ""), ("4", ""), left="9").draw(9)
    assert table.view["pile"] == 55 - 3
    assert (sum(table.state.discards), table.view["phase"]) == (0, "turn")
    assert table.happened["pile_reshuffled"]["count"] == 52


def test_the_pair_with_the_last_card_is_reshuffled_too() -> None:
    """The discarded card of that pair is in the new draw pile."""
    table = Table().set(("3", ""), ("4", ""), left="3").draw(3)
    assert table.view["pile"] == 55 - 2
    assert (table.banks[0], table.rows[0]) == ([3], [])


def test_without_discards_an_empty_draw_pile_ends_the_game() -> None:
    """All 55 cards are in rows and banks, nobody is over 21, and everybody is scored."""
    rows = [" ".join(str(card) for card in range(low, 11)) for low in range(1, 9)]
    rows[0] = rows[0].removeprefix("1 ")  # value v lies in v rows, 10 and 9 in eight of them
    banks = ["", "10", "10", "9", "", "", "", ""]
    table = Table(8).set(*zip(rows, banks, strict=True))
    assert (table.view["pile"], sum(table.state.discards)) == (1, 0)
    table.draw(1)
    assert (table.view["phase"], table.view["pile"]) == ("over", 0)
    assert table.places == {1: 1, 2: 1, 3: 3, 0: 4, 4: 4, 5: 4, 6: 4, 7: 4}


def test_end_at_an_empty_draw_pile() -> None:
    """With the house rule, the game ends with the last card, discards or not."""
    table = Table(draw_pile_empty="end").set(("3", "10 5"), ("4", "10"), left="8 9")
    assert table.prompts["pile_ends"] == (None, {"cards": 2})
    table.draw(8)
    assert table.view["phase"] == "turn"
    table.draw(9)
    assert table.places == {0: 1, 1: 2}
    assert GAME.result(table.state).ending == "pile_empty"


def test_below_21_an_empty_draw_pile_is_the_reason_for_the_end() -> None:
    """This holds with `stop_at_21` too."""
    table = Table(draw_pile_empty="end", stop_at_21=True).set(("3", "10 5"), ("4", ""), left="9")
    assert GAME.result(table.draw(9).state).ending == "pile_empty"


def test_a_tie_is_shared() -> None:
    """By default, tied players share first place."""
    table = Table(3).set(("8", "10 8"), ("", "10 10"), ("", "10 10")).draw(8)
    assert table.prompts["game_over"][1] == {"winners": [1, 2], "total": 20, "tie_break": "none"}


def test_a_tie_is_played_off() -> None:
    """With the house rule, the tied players play again with all cards; the third stays third."""
    table = Table(3, final_tie="playoff").set(("8", "10 8"), ("", "10 10"), ("", "10 10")).draw(8)
    view = table.view
    assert (view["phase"], view["playoff"], view["pile"], table.turn) == ("deal", True, 55, 1)
    assert [seat["playing"] for seat in view["seats"]] == [False, True, True]
    assert table.happened["playoff_started"]["seats"] == [1, 2]
    table.deal(5, 6)
    assert (table.rows, table.turn) == ([[], [5], [6]], 1)
    table.draw(10).draw(9).bank(1, 10).draw(8)  # 1 banks 10; rows: 1 none, 2 has 6 9 8
    table.draw(4).draw(7).bank(1, 4).draw(3)
    table.draw(9).draw(10).bank(1, 9)
    assert table.view["phase"] == "over"
    assert table.places == {2: 1, 1: 2, 0: 3}
    assert [standing["total"] for standing in table.view["ranking"]] == [0, 23, 26]
    # A player who is not in the playoff keeps the points of the game.
    assert GAME.result(table.state).scores == GAME.scores(table.state) == (26, 23, 0)


def test_players_who_leave_a_playoff_come_last() -> None:
    """They come even after players over 21, and no place before them is empty."""
    table = Table(6, final_tie="playoff").do("leave", seat=5)
    table.set(("8", "10 4"), ("", "10 9"), ("", "10 9"), ("", "9 8"), ("", "7"), ("", ""))
    table.draw(8).do("leave", seat=1)
    ranked = [(row["seat"], row["place"]) for row in table.view["ranking"]]
    assert ranked == [(2, 1), (3, 2), (4, 3), (0, 4), (1, 5), (5, 5)]
    assert table.view["ranking"][-1]["qualified"] is False


def test_a_tie_after_a_playoff_is_shared() -> None:
    """There is no second playoff."""
    table = Table(3, final_tie="playoff", draw_pile_empty="end")
    table.set(("8", "10 8"), ("", "9 9"), ("", "9 9")).draw(8)
    assert table.view["playoff"]
    table.set(("", ""), ("3", "9"), ("4", "9"), turn=1, left="5").draw(5)
    assert table.view["phase"] == "over"
    assert table.places == {1: 1, 2: 1, 0: 3}


@pytest.mark.parametrize("players", [1, 9])
def test_two_to_eight_may_play(players: int) -> None:
    """Fewer or more players are refused."""
    names = (*NAMES, "Ida")[:players]
    with pytest.raises(BadSetup) as refusal:
        GAME.start(Setup(names))
    assert refusal.value.code == "player_count"
    assert refusal.value.figures == {"players": players, "min": 2, "max": 8}
    assert len(GAME.start(Setup(NAMES)).state.seats) == 8


def test_a_pair_banks_only_the_drawn_card() -> None:
    """No house rule changes this: one card of the pair is banked, the other is discarded."""
    table = Table().set(("6", ""), ("2", "")).draw(6)
    assert (table.banks[0], table.discarded) == ([6], [6])


def test_unknown_house_rules_are_refused() -> None:
    """The refusal names the house rule or value that does not exist."""
    for options, code in (({"jokers": True}, "unknown_option"), ({"stop_at_21": 1}, "bad_option")):
        with pytest.raises(BadSetup) as refusal:
            GAME.start(Setup(("Ana", "Ben"), options=options))
        assert refusal.value.code == code
