"""The table's view and prompts (Rules §5), possible draws, and malformed actions."""

import json
from collections import Counter
from typing import Any

import pytest

from engine.core.action import Action
from engine.core.refusals import BadAction
from engine.last_one.cards import CARD_FACES, PACK
from tests.engine.last_one.table import GAME, Table


def test_full_rules_do_not_show_hands() -> None:
    """The table shows only counts; each player's phone shows their own hand."""
    table = Table(cards="full").lay("Q♥ 2♠", "3♠ 4♠", "5♠ 6♠", top="9♠")
    shown = json.dumps([table.view, list(table.prompts.items())])
    hands = [seat.known_cards for seat in table.state.seats]
    assert not any(f'"{card}"' in shown for hand in hands for card in hand)
    assert GAME.private_view(table.state, 0) == {"hand": ["QH", "2S"]}  # on one's own phone
    assert [seat["cards"] for seat in table.view["seats"]] == [2, 2, 2]
    assert [seat["shown"] for seat in table.view["seats"]] == [[], [], []]


def test_full_rules_are_not_offered_to_people() -> None:
    """They are for simulations: a page would have to show everybody's hand."""
    offered = {row["id"] for row in GAME.description_for_page()["options"]}  # type: ignore[index,union-attr]
    assert "cards" not in offered
    assert "hand_size" in offered


def test_a_scorer_says_what_to_follow_and_who_is_next() -> None:
    """The prompts name the suit, the rank, the direction, and who draws or is skipped."""
    table = Table().open("9♥").say("Ana plays A♥", "Cleo plays 2♥")
    assert [(event["type"], event.get("seat")) for event in table.events] == [
        ("card_played", 2),
        ("cards_drawn", 1),
        ("skipped", 1),
    ]
    assert table.happened["cards_drawn"]["count"] == 2
    expected = {"suit": "hearts", "rank": "2", "direction": "counterclockwise"}
    assert table.prompts["turn"] == (0, expected)


def test_a_melee_is_announced() -> None:
    """The prompt names the defender, the card needed, and how many cards they draw."""
    table = Table().open("9♥").say("Ana plays 4♥")
    assert table.prompts["melee"] == (1, {"attacker": 0, "needed": "5H", "cards": 4})
    assert table.view["melee"] == {
        "suit": "hearts",
        "value": 4,
        "starter": 0,
        "attacker": 0,
        "defender": 1,
        "needed": "5H",
        "steps": ["4H", "5H", "6H", "7H"],
    }
    long = Table(melee_top="10").open("9♥").say("Ana plays 4♥", "Ben plays 5♥")
    assert long.view["melee"]["steps"] == ["4H", "5H", "6H", "7H", "8H", "9H", "10H"]


def test_everybody_can_see_what_a_card_left_costs() -> None:
    """Number cards cost their number, except the 8; the joker costs most."""
    worth = Table().view["worth"]
    assert len(worth) == 14
    assert [worth[rank] for rank in ("2", "8", "10", "K", "A", "Joker")] == [2, 25, 10, 10, 15, 40]


def test_the_other_prompts_of_a_hand() -> None:
    """They are those of the deal, the card turned up, playing on a 3, and stacked 2s."""
    table = Table(two_stacks=True)
    assert table.prompts["deal"] == (2, {"min": 4, "max": 9, "hand": 1})
    table.do("deal", size=7)
    assert table.prompts["turn_up"] == (2, {})
    table.say("9♥ is turned up", "Ana plays 3♥")
    assert table.prompts["stack"] == (0, {"must": True})
    table.say("Ana plays 2♥")
    assert table.prompts["two"] == (1, {"cards": 2})


def test_full_rules_deal_card_by_card_from_the_dealers_left() -> None:
    """Every card of the stock is equally likely, a joker twice as likely."""
    table = Table(cards="full", hand_size=4).do("deal", size=4)
    draws: list[Any] = [*GAME.possible_draws(table.state)]
    assert Counter(draw.card for draw in draws) == Counter(PACK)
    assert table.prompts["take"] == (0, {"cards": 4})
    assert len(table.offered("take")[0]["card"]["one_of"]) == 53
    table.say("Ana takes joker", "Ben takes joker", "Cleo takes 2♠", "Ana takes 3♠")
    assert len(GAME.possible_draws(table.state)) == 50
    for _ in range(8):
        table.state = GAME.play(table.state, GAME.possible_draws(table.state)[0]).state
    assert table.view["phase"] == "turn_up"
    assert len(GAME.possible_draws(table.state)) == 54 - 12
    table.say("9♥ is turned up")
    assert not GAME.possible_draws(table.state)


def test_a_scorer_leaves_nothing_to_chance() -> None:
    """The scorer doesn't know which cards are left in the stock."""
    table = Table().do("deal", size=7)
    assert not GAME.possible_draws(table.state)
    assert table.offered("turn_up")[0]["card"]["one_of"] == [*CARD_FACES, "Joker"]


@pytest.mark.parametrize(
    ("code", "action"),
    [
        ("unknown_action", {"type": "bid", "seat": 0, "amount": 1}),
        ("malformed", {"type": "play", "seat": 0, "card": "1H"}),
        ("malformed", {"type": "play", "seat": 0}),
        ("malformed", {"type": "play", "seat": True, "card": "9H"}),
        ("malformed", {"type": "play", "seat": 0, "card": "Joker", "face": "Joker"}),
        ("malformed", {"type": "name_suit", "suit": "♥"}),
        ("malformed", {"type": "fine", "seat": 0, "fault": "cheating"}),
        ("not_your_turn", {"type": "draw_cards", "seat": 1}),
        ("no_such_seat", {"type": "play", "seat": 3, "card": "5H"}),
        ("no_such_seat", {"type": "fine", "seat": -1, "fault": "error"}),
        ("not_your_turn", {"type": "play", "seat": 1, "card": "5H"}),
        ("card_gone", {"type": "play", "seat": 0, "card": "9H"}),
        ("no_joker", {"type": "play", "seat": 0, "card": "5H", "face": "6H"}),
        ("no_eight", {"type": "play", "seat": 0, "card": "5H", "suit": "hearts"}),
        ("name_suit", {"type": "play", "seat": 0, "card": "8H"}),
        ("wrong_phase", {"type": "deal", "size": 7}),
        ("wrong_phase", {"type": "turn_up", "card": "5H"}),
        ("wrong_phase", {"type": "declare", "face": "5H"}),
        ("wrong_phase", {"type": "name_suit", "suit": "hearts"}),
        ("wrong_phase", {"type": "pass"}),
        ("wrong_phase", {"type": "end_melee"}),
        ("wrong_phase", {"type": "show", "seat": 0, "card": "5H"}),
        ("wrong_phase", {"type": "score", "seat": 0, "points": 5}),
        ("nothing_to_take", {"type": "take", "card": "5H"}),
        ("no_open_call", {"type": "close_call"}),
    ],
)
def test_refusals(code: str, action: dict[str, object]) -> None:
    """Each wrong action is refused with its code and changes nothing."""
    table = Table().open("9♥")
    kind = str(action["type"])
    assert table.code(kind, **{k: v for k, v in action.items() if k != "type"}) == code


def test_an_action_of_another_game_is_refused() -> None:
    """This holds even if it did not come as JSON."""

    class Cheat(Action):
        type = "cheat"

    with pytest.raises(BadAction) as refusal:
        GAME.play(Table().state, Cheat())
    assert refusal.value.code == "unknown_action"


def test_others_see_who_took_a_card_but_not_which() -> None:
    """With full rules, a card from the stock is its player's secret."""
    table = Table(cards="full", hand_size=4).do("deal", size=4).say("Ana takes 9♥")
    (taken,) = table.plays[-1].events
    assert taken.to_json() == {"type": "card_taken", "seat": 0, "card": "9H"}
    assert taken.public().to_json() == {"type": "card_taken", "seat": 0, "card": None}
