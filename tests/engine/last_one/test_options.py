"""Each house rule of Rules §3.3."""

from dataclasses import fields, replace
from typing import Any

import pytest

from engine.core.offered_game import Setup
from engine.core.options import describe_options
from engine.core.refusals import BadSetup
from engine.last_one.cards import SPECIAL_CARDS
from engine.last_one.options import PRESETS, Options
from engine.last_one.state import EndCallWindow
from tests.engine.last_one.table import GAME, Table

NONE: dict[str, tuple[str, ...]] = {"one_of": ()}


def test_cards() -> None:
    """A scorer accepts any played card; full rules know who holds which card."""
    assert Table().open("9♥").say("Ana plays K♥").cards == [6, 7, 7]
    table = Table(cards="full").lay("9♥ 2♠", "3♠ 4♠", "5♠ 6♠", top="9♠")
    assert table.code("play", seat=0, card="KS") == "not_in_hand"
    table.say("Ana plays 9♥")
    assert table.view["uncalled"] == 0


@pytest.mark.parametrize("size", [4, 7, 9])
def test_hand_size(size: int) -> None:
    """Everybody gets this number of cards; no other number can be dealt."""
    table = Table(hand_size=size, dealer_chooses=False)
    assert table.offered("deal") == [{"size": {"min": size, "max": size, "step": 1}}]
    refusal = table.refused("deal", size=size + 1)
    assert (refusal["code"], refusal["min"], refusal["max"]) == ("hand_size", size, size)
    assert table.open("9♥").cards == [size] * 3


def test_dealer_chooses() -> None:
    """The dealer chooses 4 to 8 cards, or 9 if all agree; six players never get 9."""
    table = Table(dealer_chooses=True)
    assert table.offered("deal")[0]["size"] == {"min": 4, "max": 9, "step": 1}
    assert table.open("9♥", size=5).cards == [5, 5, 5]
    six = Table(players=6, dealer_chooses=True)
    assert six.offered("deal")[0]["size"]["max"] == 8
    assert six.code("deal", size=9) == "hand_size"


@pytest.mark.parametrize(("limit", "out"), [(40, True), (41, False)])
def test_limit(limit: int, out: bool) -> None:
    """A player who reaches the limit is bankrupt."""
    table = Table(limit=limit).open("9♥")
    table.say("Ana is out of cards", "Ben scores 2", "Cleo scores 40")
    assert table.view["seats"][2]["active"] is not out


def test_opening_special() -> None:
    """A special card turned up is the dealer's play, or is put back until a plain one comes."""
    table = Table(opening_special="rebury").open("joker")
    assert table.view["phase"] == "turn_up"
    assert table.happened["card_reburied"]["card"] == "Joker"
    table.say("2♥ is turned up", "J♥ is turned up", "9♥ is turned up")
    assert (table.cards, table.turn) == ([7, 7, 7], 0)
    assert table.view["discard"] == 1


def test_rebury_if_the_whole_stock_is_special() -> None:
    """Six players with 8 cards leave 6: a scorer can say that none is plain, and go on."""
    table = Table(players=6, hand_size=8, opening_special="rebury").open("2♥")
    assert table.view["phase"] == "turn_up"
    stays = table.offered("turn_up")[1]
    assert stays["all_special"] == {"one_of": [True]}
    assert "9H" not in stays["card"]["one_of"]
    assert table.code("turn_up", card="9H", all_special=True) == "not_all_special"
    table.say("2♥ is turned up, all are special")
    assert table.happened["cards_drawn"] == {"type": "cards_drawn", "seat": 0, "count": 2}
    assert (table.turn, table.view["stock"]) == (1, 3)


@pytest.mark.parametrize(
    ("players", "size", "options"),
    [
        (3, 9, {"opening_special": "rebury"}),
        (6, 8, {}),
        (6, 8, {"opening_special": "rebury", "cards": "full"}),
    ],
)
def test_not_every_stock_is_all_special(players: int, size: int, options: dict[str, Any]) -> None:
    """Of 27 cards one is plain, as only 26 are special; and the claim needs a card put back."""
    table = Table(players=players, hand_size=size, **options)
    table.do("deal", size=size)
    while table.state.seats_to_take:
        table.do("take", card=table.state.stock_cards[-1])
    special = next(
        card
        for card in table.offered("turn_up")[0]["card"]["one_of"]
        if card != "9H" and card in SPECIAL_CARDS
    )
    assert table.code("turn_up", card=special, all_special=True) == "not_all_special"
    assert len(table.offered("turn_up")) == 1
    assert Table(opening_special="as_if_dealer").open("2♥").cards == [9, 7, 7]


def test_opening_special_if_no_plain_card_is_left() -> None:
    """With full rules and no plain card left, the special card turned up counts as played."""
    table = Table(cards="full", opening_special="rebury").lay("9♠", "9♣", "9♦", top="9♥")
    table.state = replace(table.state, phase="turn_up", turn=None, discard_pile=())
    table.state = replace(table.state, stock_cards=("2H", "9S"), stock_count=2)
    assert table.do("turn_up", card="2H").view["phase"] == "turn_up"
    table.state = replace(table.state, stock_cards=("2H", "JH"))
    table.do("turn_up", card="2H")
    assert table.view["owed"] == {"seat": 0, "cards": 1}


def test_three() -> None:
    """A player may, or must, play another card on a 3."""
    assert Table(three="may").open("9♥").say("Ana plays 3♥", "Ana passes").turn == 1
    table = Table(three="must").open("9♥").say("Ana plays 3♥")
    assert table.code("pass") == "must_play"
    assert not table.offered("pass")
    assert table.code("draw_cards") == "wrong_phase"
    assert table.say("Ana plays K♣").turn == 1


@pytest.mark.parametrize(("top", "value"), [("7", 7), ("8", 8), ("10", 10), ("K", 13)])
def test_melee_top(top: str, value: int) -> None:
    """A melee goes up to this card, whose value the defender then draws. An 8 is not wild in it."""
    table = Table(melee_top=top).open("9♣").say("Ana plays 8♣, spades", "Ben plays 4♠")
    for number, rank in enumerate(["5", "6", "7", "8", "9", "10", "J", "Q", "K"][: value - 4]):
        assert table.view["phase"] == "melee"
        table.do("play", seat=(0, 1)[number % 2], card=f"{rank}S")
    assert table.view["phase"] == "turn"
    assert table.happened["cards_drawn"]["count"] == value
    assert (table.turn, table.view["suit"]) == (2, "spades")


def test_after_melee() -> None:
    """Play continues after the player of the 4, or after the last defender."""
    lines = ("Ana plays 4♥", "Cleo plays 5♥", "Dan plays 6♥", "Nobody goes on with 7♥")
    for after, turn in {"after_player_of_4": 1, "after_last_defender": 3}.items():
        assert Table(4, after_melee=after).open("9♥").say(*lines).turn == turn


def test_attacker_follows_self() -> None:
    """The attacker may play the next card too; then the defender stays the same."""
    table = Table(attacker_follows_self=True).open("9♥").say("Ana plays 4♥", "Ana plays 5♥")
    melee = table.view["melee"]
    assert (melee["attacker"], melee["defender"], melee["value"]) == (0, 1, 5)
    assert table.offered("play", 0)
    table = Table().open("9♥").say("Ana plays 4♥")
    assert table.code("play", seat=0, card="5H") == "own_attack"
    assert not table.offered("play", 0)


def test_joker_in_melee() -> None:
    """A joker may or may not be the next card; it may always be a 4."""
    table = Table(joker_in_melee=True).open("9♥").say("Ana plays 4♥", "Ben plays joker as 5♥")
    assert table.view["melee"]["value"] == 5
    table = Table(joker_in_melee=False).open("9♥").say("Ana plays joker as 4♥")
    assert table.code("play", seat=1, card="Joker", face="5H") == "no_joker_in_melee"
    assert [choice["card"]["one_of"] for choice in table.offered("play", 1)] == [["5H"]]


def test_eight_same_suit() -> None:
    """The suit that was required may or may not be named again."""
    table = Table(eight_same_suit="allowed").open("9♥").say("Ana plays 8♠, hearts")
    assert table.view["suit"] == "hearts"
    table = Table(eight_same_suit="must_change").open("9♥")
    assert table.code("play", seat=0, card="8S", suit="hearts") == "same_suit"
    eights = [choice for choice in table.offered("play") if "suit" in choice]
    assert all(choice["suit"]["one_of"] == ["clubs", "diamonds", "spades"] for choice in eights)
    assert table.say("Ana plays 8♥, spades").view["suit"] == "spades"


def test_two_stacks() -> None:
    """A 2 on a 2 passes the draw on; a player without one draws all cards and loses the turn."""
    table = Table(players=4, two_stacks=True).open("9♥").say("Ana plays 2♥", "Ben plays 2♠")
    assert table.view["owed"] == {"seat": 2, "cards": 4}
    assert table.code("play", seat=2, card="KS") == "answer_two"
    table.say("Cleo plays joker as 2♦", "Dan draws 6")
    assert table.cards == [6, 6, 6, 7 + 6]
    assert (table.turn, table.view["owed"]) == (0, None)
    assert table.say("Ana draws 1").cards[0] == 7
    plain = Table(two_stacks=False).open("9♥").say("Ana plays 2♥", "Cleo plays 2♠")
    assert plain.cards == [6 + 2, 7 + 2, 6]


def test_draw_then_play() -> None:
    """A player who drew may play a fitting card at once; drawing for stacked 2s costs the turn."""
    table = Table(draw_then_play=True, two_stacks=True).open("9♥").say("Ana draws 1")
    assert table.view["phase"] == "drawn"
    assert table.code("draw_cards") == "wrong_phase"
    assert table.code("play", seat=0, card="KS") == "does_not_fit"
    table.say("Ana plays 2♥", "Ben draws 2", "Cleo draws 1", "Cleo passes")
    assert (table.turn, table.cards) == (0, [7, 9, 8])


def test_finish_effects() -> None:
    """Draws that the last card causes are ignored, or made before the points are counted."""
    hands = ("2♥", "K♥ 9♠", "Q♥ 9♣")
    table = Table(cards="full", finish_effects="ignored").lay(*hands, top="9♥").say("Ana plays 2♥")
    assert table.points == [0, 19, 19]
    table = Table(cards="full", finish_effects="resolved").lay(*hands, top="9♥").say("Ana plays 2♥")
    assert table.view["owed"] == {"seat": 1, "cards": 2}
    assert table.say("Ben takes A♠", "Ben takes joker").points == [0, 19 + 15 + 40, 19]


@pytest.mark.parametrize(
    ("lines", "cards"),
    [(["Ana plays 4♥"], [0, 4 + 4, 4]), (["Ana plays 2♥"], [0, 4 + 2, 4])],
)
def test_finish_effects_of_a_scorer(lines: list[str], cards: list[int]) -> None:
    """A 4 as the last card makes the defender draw 4; nobody can continue the melee."""
    table = Table(hand_size=4, three="may", finish_effects="resolved").open("9♥")
    table.say("Ana plays 3♥", "Ana plays 3♠", "Ana plays 3♣", "Ana passes")
    table.say("Ben draws 1", "Cleo draws 1", "Ana draws 1")
    assert table.cards == [2, 5, 5]
    table.say("Ben draws 1", "Cleo draws 1", "Ana plays 3♦", *lines)
    assert table.cards == [cards[0], cards[1] + 2, cards[2] + 2]
    assert table.view["phase"] == "score"


def test_finish_effects_of_a_melee_card() -> None:
    """A player who goes out with a 5 makes the player of the 4 draw 5."""
    table = Table(2, hand_size=4, three="may", finish_effects="resolved").open("9♥")
    table.say("Ana plays 3♥", "Ana plays 3♠", "Ana plays 3♣", "Ana passes", "Ben plays 4♣")
    table.say("Ana plays 5♣")
    assert table.cards == [0, 3 + 5]
    assert table.view["winner"] == 0


def test_call_window() -> None:
    """It lasts until the next action, or for some seconds, after which the table closes it."""
    table = Table(players=2, hand_size=4).open("9♥").say("Ana plays 3♥", "Ana plays 3♠")
    table.say("Ana plays K♠")
    assert GAME.timer(table.state) is None
    assert table.code("close_call") == "no_open_call"
    for rule, seconds in (("within_3s", 3.0), ("within_5s", 5.0), ("within_10s", 10.0)):
        table = Table(players=2, hand_size=4, call_window=rule).open("9♥")
        table.say("Ana plays 3♥", "Ana plays 3♠", "Ana plays K♠")
        timer = GAME.timer(table.state)
        assert timer is not None
        assert (timer.action, timer.seconds) == (EndCallWindow(), seconds)
    table.say("Nobody noticed in time")
    assert table.code("fine", seat=0, fault="last_card") == "no_missed_call"
    assert GAME.timer(table.state) is None


def test_the_rule_text() -> None:
    """The first edition follows it: 4 to 9 cards, a 3 is played on, and an 8 changes the suit."""
    table = Table()
    assert table.offered("deal") == [{"size": {"min": 4, "max": 9, "step": 1}}]
    table.open("9♥").say("Ana plays 3♥")
    assert table.code("pass") == "must_play"
    assert table.code("play", seat=0, card="8H", suit="hearts") == "same_suit"


def test_the_american_edition() -> None:
    """It was the default before the first edition became the rule text, so old logs name it."""
    options = Table(preset="last_one").state.options
    american = {"dealer_chooses": False, "three": "may", "eight_same_suit": "allowed"}
    assert options == replace(Options(), **american)


def test_joker_as() -> None:
    """LO-8: it is a card that fits, or any card; a stacked 2 and a melee still need their card."""
    fits = Table().open("5♠")
    assert fits.code("play", seat=0, card="Joker", face="KH") == "does_not_fit"
    [plain] = [
        fields for fields in fits.offered("play") if "9S" in fields.get("face", NONE)["one_of"]
    ]
    assert "KH" not in plain["face"]["one_of"]
    free = Table(joker_as="any_card", two_stacks=True).open("5♠")
    assert any("KH" in fields.get("face", NONE)["one_of"] for fields in free.offered("play"))
    assert free.code("play", seat=0, card="KH") == "does_not_fit"
    free.do("play", seat=0, card="Joker", face="KH")
    assert (free.view["suit"], free.turn) == ("hearts", 1)
    assert free.say("Ben plays 2♥").code("play", seat=2, card="Joker", face="KS") == "answer_two"
    free.do("play", seat=2, card="Joker", face="2S").do("draw_cards", seat=0)
    free.say("Ben plays 4♠")
    assert free.code("play", seat=2, card="Joker", face="KS") == "wrong_melee_card"


def test_every_option_is_described_and_has_its_test() -> None:
    """Each house rule has a test named after it."""
    described: Any = describe_options(Options)
    assert [row["id"] for row in described] == [field.name for field in fields(Options)]
    assert all(f"test_{row['id']}" in globals() for row in described)
    assert next(iter(PRESETS.values())) == Options()


@pytest.mark.parametrize(
    ("code", "changes"),
    [
        ("unknown_option", {"jokers": 3}),
        ("bad_option", {"three": "perhaps"}),
        ("bad_option", {"hand_size": 10}),
        ("bad_option", {"hand_size": 3}),
        ("bad_option", {"limit": 0}),
        ("bad_option", {"two_stacks": 1}),
    ],
)
def test_bad_options_are_refused(code: str, changes: dict[str, Any]) -> None:
    """The refusal has its code and the name of the option."""
    with pytest.raises(BadSetup) as refusal:
        Table(**changes)
    assert refusal.value.code == code
    named = refusal.value.figures.get("option") or refusal.value.figures["field"]
    assert str(named).removeprefix("Options.") in changes


@pytest.mark.parametrize(("players", "size", "most"), [(1, 7, 6), (7, 7, 6), (6, 9, 5)])
def test_player_counts(players: int, size: int, most: int) -> None:
    """2 to 6 may play, but only as many as the pack has cards for."""
    with pytest.raises(BadSetup) as refusal:
        GAME.start(
            Setup(tuple("ABCDEFG"[:players]), options={"hand_size": size, "dealer_chooses": False})
        )
    assert refusal.value.code == "player_count"
    assert refusal.value.figures["max"] == most
