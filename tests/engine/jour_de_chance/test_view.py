"""The table's side of Jour de Chance: view, prompts, legal choices, draws, balances."""

from typing import Any

import pytest

from engine.core.choice import Choice
from engine.core.codec import to_json
from engine.jour_de_chance.cards import DECK
from tests.engine.jour_de_chance.table import GAME, Table


def choices(table: Table) -> list[Any]:
    """Return the legal choices as (type, seat, fields)."""
    return [
        (choice.type, choice.seat, to_json(choice)["fields"])
        for choice in GAME.legal_choices(table.state)
    ]


def test_the_deck_has_55_cards_worth_385() -> None:
    """It has one 1, two 2s and so on up to ten 10s."""
    assert sum(DECK) == 55
    assert sum(card * count for card, count in enumerate(DECK, 1)) == 385


def test_seats_show_what_a_banker_would_say() -> None:
    """They show the row, the banked cards, the points, and how many are missing to 21."""
    table = Table(3).set(("3 7", "10 4"), ("", "9"), ("2", ""), turn=1)
    assert table.view["seats"][0] == {
        "seat": 0,
        "name": "Ana",
        "row": [3, 7],
        "banked": [10, 4],
        "total": 14,
        "to_21": 7,
        "playing": True,
    }
    assert table.view["deck"][9] == {"card": 10, "count": 10, "left": 9}
    assert [table.view[key] for key in ("ranking", "tie_break")] == [None] * 2


def test_legal_choices_of_each_phase() -> None:
    """They are to deal what is left, to name the oldest, to draw, or to bank from any row."""
    table = Table(3).deal(1)
    cards = {"card": {"one_of": [2, 3, 4, 5, 6, 7, 8, 9, 10]}}
    assert choices(table) == [("deal_card", 1, cards)]
    tied = Table(3).deal(2, 5, 2)
    assert choices(tied) == [("oldest", 0, {}), ("oldest", 2, {})]
    turn = Table(3).set(("7 3", ""), ("9", ""), ("", ""))
    assert choices(turn)[1:] == [
        ("bank_card", 0, {"owner": {"one_of": [0]}, "card": {"one_of": [3, 7]}}),
        ("bank_card", 0, {"owner": {"one_of": [1]}, "card": {"one_of": [9]}}),
    ]
    assert [choice[0] for choice in choices(turn.draw(7).draw(2))] == ["draw_card"]


def test_every_card_of_the_draw_pile_is_a_possible_draw() -> None:
    """Each card left is one equally likely action; chance never names the oldest player."""
    table = Table().deal(10)
    kinds = [(action.type, to_json(action)) for action in GAME.possible_draws(table.state)]
    assert len(kinds) == 54
    assert kinds.count(("deal_card", {"card": 10, "seat": 1})) == 9
    table.deal(10)
    assert GAME.possible_draws(table.state) == ()
    table.do("oldest", seat=0)
    assert {action.type for action in GAME.possible_draws(table.state)} == {"draw_card"}
    assert len(GAME.possible_draws(table.state)) == 53


def test_balances_count_every_card() -> None:
    """Draw pile, discards, rows and banks hold 55 cards."""
    table = Table().set(("3 7", ""), ("9", "5")).draw(7)
    assert GAME.balances(table.state) == {
        "pile": 50,
        "discards": 2,
        "row:0": 0,
        "bank:0": 1,
        "row:1": 1,
        "bank:1": 1,
    }


def test_prompts_while_cards_are_dealt() -> None:
    """They say who gets the next card, and ask which player with a smallest card is the oldest."""
    table = Table(first=1)
    assert table.prompts == {"deal_card": (1, {})}
    table.deal(6, 6)
    assert table.prompts == {"who_is_oldest": (None, {"seats": [1, 0], "card": 6})}


def test_prompts_of_a_turn() -> None:
    """Players draw or bank; a player without a row must draw."""
    table = Table().set(("3 7", "4"), ("", "9"))
    assert table.prompts == {"draw_or_bank": (0, {"total": 4, "to_21": 17})}
    assert table.draw(7).prompts == {"must_draw": (1, {"total": 9, "to_21": 12})}
    assert table.draw(2).prompts == {"must_draw": (0, {"total": 11, "to_21": 10})}


def test_events_of_the_deal() -> None:
    """They name each first card, and the oldest player."""
    table = Table().deal(6)
    assert table.events == [{"type": "card_dealt", "seat": 0, "card": 6}]
    table.deal(6).do("oldest", seat=1)
    assert table.events == [{"type": "oldest_named", "seat": 1}]


def test_events_of_a_turn() -> None:
    """A card is only drawn, or it makes a pair: then it is banked and the row discarded."""
    table = Table().set(("3 7", "4"), ("", "9")).draw(7)
    assert table.events == [
        {"type": "pair_drawn", "seat": 0, "card": 7, "total": 11},
        {"type": "cards_discarded", "seat": 0, "cards": [3, 7]},
    ]
    assert table.draw(2).events == [{"type": "card_drawn", "seat": 1, "card": 2}]


def test_events_of_banking_ones_own_card() -> None:
    """This has its own sentence, and no other card is left to discard."""
    table = Table().set(("3", ""), ("9", "")).bank(0, 3)
    banked = {"type": "card_banked", "sentence": "card_banked_own", "seat": 0, "card": 3}
    assert table.events == [{**banked, "owner_seat": 0, "total": 3}]


def test_events_of_the_end() -> None:
    """A banked card takes Ana over 21: she loses, and the game is over."""
    table = Table().set(("3", "10 4"), ("9", "6")).bank(1, 9)
    assert table.events == [
        {"type": "card_banked", "seat": 0, "card": 9, "owner_seat": 1, "total": 23},
        {"type": "cards_discarded", "seat": 0, "cards": [3]},
        {"type": "game_decided", "sentence": "decided_over_21", "seat": 0, "reason": "over_21"},
        {"type": "game_over", "seats": [1], "count": 1},
    ]
    assert table.prompts == {
        "game_over": (None, {"winners": [1], "total": 6, "tie_break": "total"})
    }
    assert GAME.legal_choices(table.state) == ()


def test_events_of_a_tie() -> None:
    """Ana goes over 21, so the tied players go into a playoff."""
    tied = ("", "10 10")
    table = Table(3, final_tie="playoff").set(("8", "10 8"), tied, tied).draw(8)
    assert [event["type"] for event in table.events] == [
        "pair_drawn",
        "cards_discarded",
        "game_decided",
        "playoff_started",
    ]
    assert table.happened["pair_drawn"]["total"] == 26
    assert table.happened["playoff_started"]["seats"] == [1, 2]
    assert table.said == [("deal_card", 1, {})]


def test_events_when_the_draw_pile_ends_the_game() -> None:
    """No player is named as the cause; a tied player's pair counts for the game that it ended."""
    rules = {"final_tie": "playoff", "draw_pile_empty": "end"}
    table = Table(3, **rules).set(("9", "10"), ("", "10 9"), ("", "4"), left="9").draw(9)
    assert table.happened["pair_drawn"]["total"] == 19
    assert table.happened["game_decided"]["seat"] is None
    assert table.happened["game_decided"]["reason"] == "pile_empty"
    assert table.happened["playoff_started"]["seats"] == [0, 1]


def test_events_when_somebody_leaves() -> None:
    """Their row and bank are discarded; when one player is left, the game ends."""
    table = Table().set(("3", "4"), ("9", "6")).do("leave", seat=0)
    assert table.discarded == [3, 4]
    assert table.happened["game_decided"]["reason"] == "one_left"


@pytest.mark.parametrize("phase", ["deal", "oldest", "turn", "over"])
def test_every_phase_has_a_word_and_a_prompt(phase: str) -> None:
    """The most urgent prompt says what must be done now."""
    tables = {
        "deal": Table(),
        "oldest": Table().deal(4, 4),
        "turn": Table().deal(4, 5),
        "over": Table().set(("8", "10 4"), ("2", "")).draw(8),
    }
    codes = {
        "deal": "deal_card",
        "oldest": "who_is_oldest",
        "turn": "draw_or_bank",
        "over": "game_over",
    }
    state = tables[phase].state
    assert GAME.phase(state) == phase
    assert GAME.banker_prompts(state)[0].code == codes[phase]
    assert GAME.is_over(state) == (phase == "over")
    assert all(isinstance(choice, Choice) for choice in GAME.legal_choices(state))


def test_describe_lists_the_house_rules() -> None:
    """A page learns how to offer the game: players, editions, and one line for each option."""
    described = GAME.description_for_page()
    assert (described["min_players"], described["max_players"]) == (2, 8)
    options = described["options"]
    assert isinstance(options, list)
    ids = [option["id"] for option in options]
    assert ids == ["tell_odds", "stop_at_21", "draw_pile_empty", "final_tie"]
