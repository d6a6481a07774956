"""Last cards, fines, the end of a hand, points, bankruptcies, the next dealer (Rules §3.2)."""

from itertools import combinations

import pytest

from engine.last_one.cards import PACK, possible_points, total_points
from tests.engine.last_one.table import Table


def one_card_left(**options: object) -> Table:
    """Return a table where Ana has not called her last card; it is Ben's turn."""
    table = Table(hand_size=4, **options).open("9♥")
    return table.say("Ana plays 3♥", "Ana plays 3♠", "Ana plays K♠")


def two_hands(**options: object) -> Table:
    """Full rules: Ana can go out with one card; Ben and Cleo hold the cards of LO-3."""
    return Table(cards="full", **options).lay("9♥", "8♠ K♥ 5♣ joker", "A♥ 2♦", top="9♠")


def test_a_called_last_card_costs_nothing() -> None:
    """After the call, nobody can be fined for it or call again."""
    table = one_card_left()
    assert table.prompts["last_card"] == (0, {"seconds": None})
    table.say("Ana calls last card")
    assert table.code("fine", seat=0, fault="last_card") == "no_missed_call"
    assert table.code("call_last_card", seat=0) == "nothing_to_call"
    assert table.turn == 1


def test_a_missed_call_costs_a_card() -> None:
    """An opponent must notice before the next player acts; the turn does not change."""
    table = one_card_left().say("Ana is fined for a last card not called")
    assert table.cards == [2, 4, 4]
    assert [event["type"] for event in table.events] == ["fined", "cards_drawn"]
    assert table.happened["cards_drawn"] == {"type": "cards_drawn", "seat": 0, "count": 1}
    assert (table.turn, table.view["uncalled"]) == (1, None)


@pytest.mark.parametrize("line", ["Ben draws 1", "Ben plays K♦", "Ben plays 5♠"])
def test_a_missed_call_is_forgiven_when_the_next_player_has_acted(line: str) -> None:
    """It does not matter what the next player does."""
    table = one_card_left().say(line)
    assert table.code("fine", seat=0, fault="last_card") == "no_missed_call"


def test_a_missed_call_on_ones_own_3_can_be_fined_after_passing() -> None:
    """Passing does not count as the next player's action."""
    table = Table(hand_size=4, three="may").open("9♥")
    table.say("Ana plays 3♥", "Ana plays 3♠", "Ana plays 3♣", "Ana passes")
    assert (table.turn, table.view["uncalled"]) == (1, 0)
    assert table.say("Ana is fined for a last card not called").cards == [2, 4, 4]


def test_a_missed_call_in_a_melee_can_be_fined_after_it() -> None:
    """Passing does not count as the next player's action; any other action ends the chance."""
    table = Table(hand_size=4).open("9♥").say("Ana plays 3♥", "Ana plays 3♠", "Ana plays 4♠")
    table.say("Nobody goes on with 5♠")
    assert (table.cards, table.turn, table.view["uncalled"]) == ([1, 8, 4], 1, 0)
    assert table.say("Ana is fined for a last card not called").cards == [2, 8, 4]
    acted = Table(hand_size=4).open("9♥").say("Ana plays 3♥", "Ana plays 3♠", "Ana plays 4♠")
    acted.say("Nobody goes on with 5♠", "Ben draws 1")
    assert acted.code("fine", seat=0, fault="last_card") == "no_missed_call"


def test_only_a_player_with_one_card_can_call_or_be_fined() -> None:
    """Others have nothing to call."""
    table = one_card_left()
    assert table.refused("call_last_card", seat=1)["cards"] == 4
    assert table.code("fine", seat=1, fault="last_card") == "no_missed_call"


def test_any_other_error_costs_a_card() -> None:
    """It does so in anybody's turn, and leaves an open call open."""
    table = one_card_left().say("Cleo is fined for an error")
    assert table.cards == [1, 4, 5]
    assert table.view["uncalled"] == 0
    table.say("Ana is fined for an error")
    assert table.view["uncalled"] is None


def test_full_rules_wait_for_the_card_of_a_fine() -> None:
    """Nothing else is accepted before it is taken."""
    table = Table(cards="full").lay("9♥ K♠", "2♦ 3♦", "4♦ 5♦", top="9♠").say("Ana plays 9♥")
    table.say("Ana is fined for a last card not called")
    assert table.view["phase"] == "take"
    assert table.refused("draw_cards") == {
        "code": "take_first",
        "message": "Ana draws cards first.",
        "seat": 0,
        "cards": 1,
    }
    assert table.code("take", card="9H") == "not_in_stock"
    table.say("Ana takes 10♠")
    assert (table.cards, table.turn) == ([2, 2, 2], 1)


def test_an_empty_hand_ends_the_hand_and_full_rules_count() -> None:
    """LO-3 in play: 80 and 17 points, none for the winner; the next player to the left deals."""
    table = two_hands().say("Ana plays 9♥")
    assert table.points == [0, 80, 17]
    view = table.view
    assert (view["phase"], view["dealer"], view["sheet"]) == ("deal", 0, [[0, 80, 17]])
    assert table.events == [
        {"type": "card_played", "seat": 0, "card": "9H", "face": None},
        {"type": "hand_won", "seat": 0},
        {"type": "points_added", "seat": 1, "points": 80, "total": 80, "hand": 1},
        {"type": "points_added", "seat": 2, "points": 17, "total": 17, "hand": 1},
    ]
    assert table.prompts["deal"] == (0, {"min": 4, "max": 9, "hand": 2})
    assert (view["stock"], view["discard"], table.cards) == (54, 0, [0, 0, 0])


def test_a_melee_card_can_end_the_hand() -> None:
    """The hand ends at once, even out of turn, and the defender draws nothing."""
    table = Table(cards="full").lay("4♠ K♣", "Q♥", "5♠", top="9♠")
    table.say("Ana plays 4♠", "Cleo plays 5♠")
    assert table.points == [10, 10, 0]


def ana_is_out(players: int = 3) -> Table:
    """Return a table where Ana has played her four cards, and the others have four by count."""
    table = Table(players=players, hand_size=4).open("9♥")
    return table.say("Ana plays 3♥", "Ana plays 3♠", "Ana plays 3♣", "Ana plays 10♦")


def test_a_scorer_counts_cards_that_are_shown() -> None:
    """They are entered one by one, for players in any order; entering the points ends a hand."""
    table = ana_is_out()
    assert table.prompts["score"][0] == 2
    table.say("Ben shows 8♠", "Cleo shows A♥", "Ben shows K♥", "Ben shows 5♣")
    assert table.code("show", seat=2, card="KH") == "card_gone"
    assert table.code("show", seat=2, card="3H") == "card_gone"
    assert table.code("show", seat=0, card="4H") == "no_cards_left"
    refusal = table.refused("score", seat=1, points=40)
    assert (refusal["code"], refusal["shown"], refusal["cards"]) == ("go_on_showing", 3, 4)
    table.say("Ben shows joker")
    assert table.refused("score", seat=1, points=78)["code"] == "bad_points"
    assert table.offered("score", 1)[0] == {"points": {"one_of": [80]}}
    table.say("Ben scores 80")
    assert table.view["seats"][1]["left"] == 80
    assert table.code("show", seat=1, card="Joker") == "already_scored"
    table.say("Cleo shows joker")
    assert "Joker" not in table.offered("show", 2)[0]["card"]["one_of"]
    table.say("Cleo shows 2♣", "Cleo shows 2♥")
    assert table.phase == "score"
    assert table.say("Cleo scores 59").points == [0, 80, 15 + 40 + 4]


def test_a_player_may_show_fewer_cards_than_counted() -> None:
    """Only the cards shown so far count, to their advantage."""
    table = ana_is_out(players=2).say("Ben shows 8♠", "Ben shows K♥", "Ben shows 5♣")
    assert [sorted(fields) for fields in table.offered("score", 1)] == [["miscounted", "points"]]
    assert table.code("score", seat=1, points=40) == "go_on_showing"
    assert table.say("Ben scores 40, with another number of cards").points == [0, 40]


def test_a_player_may_show_more_cards_than_counted() -> None:
    """Entering cards does not stop at the counted number."""
    table = ana_is_out(players=2).say("Ben shows 8♠", "Ben shows K♥", "Ben shows 5♣")
    table.say("Ben shows joker", "Ben shows A♥")
    assert table.view["seats"][1]["shown"] == ["8S", "KH", "5C", "Joker", "AH"]
    assert table.code("score", seat=1, points=95) == "go_on_showing"
    assert table.say("Ben scores 95, with another number of cards").points == [0, 95]


def test_announced_points_replace_cards_that_do_not_match() -> None:
    """Cards with a different total are cleared; cards that match are kept."""
    table = ana_is_out().say("Ben shows 8♠", "Ben scores 7, with another number of cards")
    table.say("Cleo shows A♥")
    assert [seat["shown"] for seat in table.view["seats"]] == [[], [], ["AH"]]
    again = ana_is_out().say("Ben shows 8♠", "Ben scores 25, with another number of cards")
    assert again.view["seats"][1]["shown"] == ["8S"]


def test_a_scorer_accepts_only_possible_points() -> None:
    """One card is never worth 11, nor are four cards worth 7."""
    table = ana_is_out(players=2)
    refusal = table.refused("score", seat=1, points=7)
    assert (refusal["code"], refusal["min"], refusal["max"]) == ("bad_points", 8, 25 + 25 + 80)
    assert table.code("score", seat=1, points=129) == "bad_points"
    assert table.code("score", seat=0, points=8) == "no_cards_left"
    table.say("Ben scores 8")
    assert table.points == [0, 8]


def test_a_card_drawn_without_entering_it_can_be_scored() -> None:
    """A player may turn out to have another number of cards than counted."""
    table = ana_is_out(players=2)
    strict, free = table.offered("score", 1)
    assert 7 not in strict["points"]["one_of"]
    assert (free["points"]["min"], free["miscounted"]) == (2, {"one_of": [True]})
    refusal = table.refused("score", seat=1, points=1, miscounted=True)
    assert (refusal["message"], "cards" in refusal) == ("Some cards cannot be worth 1.", False)
    table.say("Ben scores 7, with another number of cards")
    assert table.points == [0, 7]


def test_possible_points_are_those_of_some_cards() -> None:
    """A second, naive way gives the same sums for one to three cards."""
    for count in (1, 2, 3):
        naive = sorted({total_points(cards) for cards in combinations(PACK, count)})
        assert list(possible_points(count)) == naive


def test_a_scorer_need_not_follow_a_hand() -> None:
    """It is enough to enter who went out, even before a card was turned up, and the points."""
    table = Table().do("deal", size=7).say("Cleo is out of cards")
    view = table.view
    assert (view["winner"], view["followed"], view["stock"]) == (2, False, 54)
    assert table.prompts["score"] == (1, {"cards": None, "shown": 0})
    assert table.code("show", seat=0, card="9H") == "not_followed"
    assert table.code("score", seat=0, points=1) == "bad_points"
    assert table.code("score", seat=0, points=543) == "bad_points"
    table.say("Ana scores 12", "Ben scores 542")
    assert table.points == [12, 542, 0]
    assert table.open("9♥").view["followed"] is True


def test_full_rules_refuse_a_claim_of_who_won() -> None:
    """The table knows the hands itself."""
    table = Table(cards="full").lay("9♥", "8♠", "A♥", top="9♠")
    assert table.code("hand_won", seat=1) == "cards_known"
    assert not table.offered("hand_won")


def test_a_match_over_several_hands() -> None:
    """Totals add up, players at the limit are out, the deal rotates, and the last player wins."""
    table = Table(players=4, limit=100)
    assert table.view["dealer"] == 3
    table.open("9♥").say("Ana is out of cards", "Ben scores 60", "Cleo scores 99", "Dan scores 40")
    assert table.view["dealer"] == 0
    table.open("9♥").say("Dan is out of cards", "Ana scores 20", "Ben scores 40", "Cleo scores 2")
    assert [seat["active"] for seat in table.view["seats"]] == [True, False, False, True]
    assert table.view["dealer"] == 3
    table.open("9♥")
    assert (table.cards, table.turn, table.view["stock"]) == ([7, 0, 0, 7], 0, 39)
    assert table.code("play", seat=1, card="5H") == "bankrupt"
    assert table.say("Ana plays A♥").turn == 3
    table.say("Ana is out of cards", "Dan scores 60")
    view = table.view
    assert view["phase"] == "over"
    assert view["sheet"] == [[0, 60, 99, 40], [20, 40, 2, 0], [0, None, None, 60]]
    assert table.happened["game_over"]["seats"] == [0]
    assert table.prompts == {}
    assert [(row["seat"], row["place"]) for row in view["ranking"]] == [
        (0, 1),
        (3, 2),
        (1, 3),
        (2, 4),
    ]
    assert table.code("deal", size=7) == "game_over"
    assert not table.offered("deal")


def test_equal_points_in_the_same_hand_share_a_place() -> None:
    """Two players go bankrupt at once with the same total."""
    table = Table(limit=50).open("9♥")
    table.say("Ana is out of cards", "Ben scores 50", "Cleo scores 50")
    assert [row["place"] for row in table.view["ranking"]] == [1, 2, 2]


def test_the_next_dealer_is_still_in() -> None:
    """A bankrupt player neither deals nor plays."""
    table = Table(players=4, limit=50, first=0)
    table.open("9♥").say("Ben is out of cards", "Ana scores 50", "Cleo scores 2", "Dan scores 2")
    assert table.view["dealer"] == 1
    assert table.open("9♥").turn == 2
