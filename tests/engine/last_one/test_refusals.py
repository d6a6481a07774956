"""What full rules refuse, and matches that cannot start, are not dealt yet or are over."""

from typing import Any

import pytest

from engine.core.offered_game import Setup
from engine.core.refusals import BadSetup
from tests.engine.last_one.table import GAME, NAMES, Table


@pytest.mark.parametrize(
    ("names", "fields", "code"),
    [
        (NAMES[:1], {}, "player_count"),
        (NAMES, {"options": {"hand_size": 9, "dealer_chooses": False}}, "player_count"),
        (("Ana", "ana "), {}, "duplicate_name"),
        (("Ana", " "), {}, "bad_name"),
        (("Ana", "B" * 25), {}, "bad_name"),
        (NAMES[:3], {"first_seat": 3}, "first_seat"),
        (NAMES[:3], {"first_seat": -1}, "first_seat"),
        (NAMES[:3], {"preset": "uno"}, "unknown_preset"),
        (NAMES[:3], {"options": {"lock": "free"}}, "unknown_option"),
    ],
)
def test_matches_that_cannot_start(
    names: tuple[str, ...], fields: dict[str, Any], code: str
) -> None:
    """Wrong players, editions and house rules, each with its code."""
    with pytest.raises(BadSetup) as refusal:
        GAME.start(Setup(names, **fields))
    assert refusal.value.code == code


def test_the_presets_say_how_many_may_play() -> None:
    """Six can play with 7 cards each, and also with 8, as six cards are left."""
    assert GAME.description_for_page()["players"] == {"last_one": (2, 6), "french": (2, 6)}
    assert Table(players=6, hand_size=8).open("9♠").view["stock"] == 5


@pytest.mark.parametrize(
    "fields", [{"card": "4S"}, {"card": "10S"}, {"card": "Joker", "face": "KS"}]
)
def test_full_rules_know_the_hands(fields: dict[str, Any]) -> None:
    """Nobody can play another player's card, a card from the stock, or a joker that they lack."""
    table = Table(players=2, cards="full").lay("K♠ 9♥", "4♠ 9♣", top="9♠")
    refusal = table.refused("play", seat=0, **fields)
    assert (refusal["code"], refusal["card"]) == ("not_in_hand", fields["card"])


def test_full_rules_know_the_stock() -> None:
    """A card that is in a hand or lies open cannot be drawn or turned up."""
    table = Table(players=2, cards="full").lay("K♠ 9♥", "4♠ 9♣", top="9♠").say("Ana draws 1")
    for card in ("KS", "4S", "9S"):
        assert table.code("take", card=card) == "not_in_stock"
    table.say("Ana takes joker").do("draw_cards").say("Ben takes joker").do("draw_cards")
    assert table.code("take", card="Joker") == "not_in_stock"
    dealt = Table(players=2, cards="full", hand_size=4).do("deal", size=4)
    while dealt.state.seats_to_take:
        dealt.do("take", card=dealt.state.stock_cards[0])
    assert dealt.code("turn_up", card="2C") == "not_in_stock"


def test_the_deal_is_finished_first() -> None:
    """Every other action is refused until the last card is dealt."""
    table = Table(cards="full").do("deal", size=7)
    before = ("turn_up", {"card": "9H"}), ("deal", {"size": 7}), ("hand_won", {"seat": 0})
    for kind, fields in before:
        refusal = table.refused(kind, **fields)
        assert (refusal["code"], refusal["seat"], refusal["cards"]) == ("take_first", 0, 7)


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("deal", {"size": 7}),
        ("turn_up", {"card": "9H"}),
        ("declare", {"face": "9H"}),
        ("name_suit", {"suit": "hearts"}),
        ("play", {"seat": 0, "card": "9H"}),
        ("draw_cards", {}),
        ("pass", {}),
        ("end_melee", {}),
        ("call_last_card", {"seat": 0}),
        ("close_call", {}),
        ("fine", {"seat": 0, "fault": "error"}),
        ("hand_won", {"seat": 0}),
        ("show", {"seat": 0, "card": "9H"}),
        ("score", {"seat": 0, "points": 9}),
    ],
)
def test_nothing_after_the_end(kind: str, fields: dict[str, Any]) -> None:
    """When one player is left, nothing is offered or accepted any more."""
    table = Table(limit=1, players=2).open("9♥").say("Ana is out of cards", "Ben scores 2")
    assert table.code(kind, **fields) == "game_over"
    assert not GAME.legal_choices(table.state)
    assert table.code("take", card="9H") == "nothing_to_take"
