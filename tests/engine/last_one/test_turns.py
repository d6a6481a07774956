"""The deal, following suit, and what each card does (Rules §3.1, §3.2)."""

import pytest

from tests.engine.last_one.table import GAME, Table


def test_left_of_the_dealer_begins_after_a_plain_card() -> None:
    """The dealer sits to the right of the first player; play is clockwise."""
    table = Table(players=4, first=2).open("9♥")
    view = table.view
    assert (view["dealer"], table.turn, view["direction"]) == (1, 2, "clockwise")
    assert (view["stock"], view["discard"]) == (54 - 4 * 7 - 1, 1)


@pytest.mark.parametrize(
    ("card", "turn", "direction", "cards"),
    [
        ("2♥", 1, "clockwise", [9, 7, 7]),
        ("J♥", 1, "clockwise", [7, 7, 7]),
        ("A♥", 1, "counterclockwise", [7, 7, 7]),
        ("5♥", 0, "clockwise", [7, 7, 7]),
        ("Q♥", 0, "clockwise", [7, 7, 7]),
    ],
)
def test_the_card_turned_up_counts_as_the_dealers_play(
    card: str, turn: int, direction: str, cards: list[int]
) -> None:
    """With Cleo dealing, a 2 or jack hits Ana, an ace lets Ben begin, other cards do nothing."""
    table = Table().open(card)
    assert (table.turn, table.view["direction"]) == (turn, direction)
    assert table.cards == cards


def test_the_dealer_stacks_on_a_three_turned_up() -> None:
    """The dealer may play any card from their hand on it."""
    table = Table().open("3♥").say("Cleo plays K♣")
    assert table.cards == [7, 7, 6]
    assert (table.turn, table.view["suit"]) == (0, "clubs")


def test_a_four_turned_up_begins_a_melee() -> None:
    """The dealer attacks, and the player to their left defends."""
    table = Table().open("4♥")
    melee = table.view["melee"]
    assert (melee["attacker"], melee["defender"], melee["needed"]) == (2, 0, "5H")


def test_the_dealer_names_the_suit_of_an_eight_turned_up() -> None:
    """Until then, nobody plays."""
    table = Table().open("8♥")
    assert table.prompts["name_suit"] == (2, {})
    assert table.code("play", seat=0, card="9H") == "wrong_phase"
    table.say("Cleo names clubs")
    assert (table.view["suit"], table.turn) == ("clubs", 0)


def test_the_dealer_declares_a_joker_turned_up() -> None:
    """It then counts as that card, even an 8."""
    table = Table().open("joker")
    assert table.view["top"] == {"card": "Joker", "face": None}
    assert table.prompts["declare"] == (2, {})
    table.say("Cleo declares the joker 2♠")
    assert table.cards == [9, 7, 7]
    eight = Table().open("joker").say("Cleo declares the joker 8♠", "Cleo names hearts")
    assert eight.view["top"] == {"card": "Joker", "face": "8S"}
    assert eight.view["suit"] == "hearts"


def test_suit_rank_and_eights_follow() -> None:
    """A card fits if it has the same suit or rank or is an 8."""
    table = Table().open("9♥")
    assert table.refused("play", seat=0, card="10S") == {
        "code": "does_not_fit",
        "message": "10S neither follows hearts nor equals 9H.",
        "card": "10S",
        "suit": "hearts",
        "top": "9H",
    }
    table.say("Ana plays 9♠", "Ben plays 10♠", "Cleo plays 8♦, hearts", "Ana plays 5♥")
    assert table.cards == [5, 6, 6]


def test_after_an_eight_the_named_suit_must_be_followed() -> None:
    """Its own suit doesn't count; another 8 still fits."""
    table = Table().open("9♥").say("Ana plays 8♥, clubs")
    assert table.code("play", seat=1, card="5H") == "does_not_fit"
    table.say("Ben plays 8♠, hearts", "Cleo plays 5♥")
    assert table.view["suit"] == "hearts"


def test_drawing_is_always_allowed_and_ends_the_turn() -> None:
    """The player draws one card and plays none."""
    table = Table().open("9♥").say("Ana draws 1")
    assert table.cards == [8, 7, 7]
    assert table.turn == 1


def test_any_card_goes_on_a_three_with_its_effect() -> None:
    """After a 3 on a 3, a 4 of another suit begins a melee."""
    table = Table().open("9♥").say("Ana plays 3♥", "Ana plays 3♠", "Ana plays 4♣")
    assert table.view["melee"]["suit"] == "clubs"
    assert table.cards[0] == 4


def test_a_three_can_be_left_alone() -> None:
    """It then stays on top, and its suit must be followed."""
    table = Table(three="may").open("9♥").say("Ana plays 3♥", "Ana passes")
    assert (table.turn, table.view["suit"]) == (1, "hearts")


def test_a_jack_skips_and_with_two_players_one_plays_again() -> None:
    """With two players, the other one is skipped."""
    assert Table().open("9♥").say("Ana plays J♥").turn == 2
    assert Table(players=2).open("9♥").say("Ana plays J♥").turn == 0
    assert Table(players=2).open("9♥").say("Ana plays 2♥").turn == 0


def test_an_ace_turns_the_direction_before_the_next_player() -> None:
    """A second ace makes play clockwise again; with two players nothing changes."""
    table = Table(players=4).open("9♥").say("Ana plays A♥")
    assert table.turn == 3
    assert table.happened["direction_reversed"]["direction"] == "counterclockwise"
    table.say("Dan plays A♠")
    assert (table.turn, table.view["direction"]) == (0, "clockwise")
    assert Table(players=2).open("9♥").say("Ana plays A♥").turn == 1


def test_a_joker_is_the_card_it_was_declared() -> None:
    """It must fit as that card and has its effect; as an 8 it names a suit."""
    table = Table().open("9♥")
    assert table.code("play", seat=0, card="Joker") == "declare_joker"
    assert table.code("play", seat=0, card="Joker", face="2S") == "does_not_fit"
    assert table.code("play", seat=0, card="Joker", face="8S") == "name_suit"
    table.say("Ana plays joker as 2♥")
    assert table.cards == [6, 9, 7]
    table.say("Cleo plays joker as 8♠, clubs")
    assert (table.view["top"], table.view["suit"]) == ({"card": "Joker", "face": "8S"}, "clubs")
    assert table.code("play", seat=0, card="Joker", face="9C") == "card_gone"


def test_everybody_but_the_attacker_may_continue_a_melee() -> None:
    """The first to act may play, even out of turn; the previous attacker then defends."""
    table = Table(players=4).open("9♠").say("Ana plays 4♠")
    assert table.code("play", seat=0, card="5S") == "own_attack"
    assert table.refused("play", seat=2, card="6S")["needed"] == "5S"
    assert table.code("play", seat=2, card="5H") == "wrong_melee_card"
    table.say("Dan plays 5♠")
    assert (table.view["melee"]["attacker"], table.view["melee"]["defender"]) == (3, 0)
    table.say("Ana plays joker as 6♠", "Nobody goes on with 7♠")
    assert table.cards == [5, 7, 7, 6 + 6]


def test_the_defender_is_asked_first_to_continue() -> None:
    """The others follow in turn order."""
    table = Table(players=4).open("9♠").say("Ana plays A♠", "Dan plays 4♠")
    plays = [choice["card"]["one_of"] for choice in table.offered("play")]
    assert plays == [["5S"], ["Joker"]] * 3
    asked = [choice.seat for choice in GAME.legal_choices(table.state) if choice.type == "play"]
    assert asked == [2, 2, 1, 1, 0, 0]


def test_the_seven_ends_a_melee_at_once() -> None:
    """No card can follow it."""
    table = Table().open("9♠")
    table.say("Ana plays 4♠", "Ben plays 5♠", "Cleo plays 6♠", "Ben plays 7♠")
    assert table.cards == [6, 5, 6 + 7]
    assert (table.view["phase"], table.turn) == ("turn", 1)


def test_five_six_and_seven_do_nothing_outside_a_melee() -> None:
    """They are plain cards."""
    table = Table().open("9♠").say("Ana plays 5♠", "Ben plays 6♠", "Cleo plays 7♠")
    assert table.cards == [6, 6, 6]


def test_the_discard_pile_below_its_top_becomes_the_stock() -> None:
    """This happens when the stock runs out; if it is not enough, players draw what there is."""
    table = Table(players=5, hand_size=9).open("9♠")
    assert table.view["stock"] == 8
    table.say("Ana plays 5♠", "Ben plays 2♠", "Dan plays 4♠", "Nobody goes on with 5♠")
    assert (table.view["stock"], table.view["discard"]) == (2, 4)
    table.say("Eva draws 1", "Ana draws 1")
    assert (table.view["stock"], table.view["discard"]) == (0, 4)
    table.say("Ben draws 1")
    assert "stock_reshuffled" in table.happened
    assert (table.view["stock"], table.view["discard"]) == (2, 1)
    table.say("Cleo draws 1", "Dan draws 1", "Eva draws 0", "Ana draws 0")
    assert sum(table.cards) == 53
    assert table.code("fine", seat=0, fault="error") == "nothing_to_draw"
    table.say("Ben plays 8♦, clubs")
    assert table.offered("fine")


def test_a_reshuffled_joker_is_a_joker_again() -> None:
    """With full rules, the card it was declared as is forgotten."""
    table = Table(players=2, cards="full").lay("joker 9♠ 9♣", "K♦ K♣", top="9♥")
    table.say("Ana plays joker as 9♦", "Ben plays K♦")
    for _ in range(table.state.stock_count):
        table.do("draw_cards").do("take", card=table.state.stock_cards[0])
    assert not any(e.type == "stock_reshuffled" for played in table.plays for e in played.events)
    table.do("draw_cards")
    assert "stock_reshuffled" in table.happened
    assert sorted(table.state.stock_cards) == ["9H", "Joker"]


def test_all_but_the_top_card_can_be_drawn() -> None:
    """The stock and the discards below the top count, less the cards already owed."""
    table = Table().open("9♥")
    assert table.state.drawable_count == 54 - 3 * 7 - 1
    assert table.say("Ana plays 9♠", "Ben plays 9♣").state.drawable_count == 32 + 2
    assert Table(cards="full").do("deal", size=7).state.drawable_count == 54 - 3 * 7


def test_an_empty_stock_is_announced_at_once() -> None:
    """People can then shuffle the discards before the next draw."""
    table = Table(players=6, hand_size=8).open("9♥")
    while table.view["stock"] > 1:
        table.do("draw_cards")
    assert "stock_empty" not in table.happened
    table.do("draw_cards")
    assert "stock_empty" in table.happened
