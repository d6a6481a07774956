"""What the table may see of Jour de Chance: view, prompts, legal choices, chances, balances."""

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
    """One 1, two 2s, … ten 10s."""
    assert sum(DECK) == 55
    assert sum(card * count for card, count in enumerate(DECK, 1)) == 385


def test_seats_show_all_that_a_banker_would_say() -> None:
    """Row, banked cards, points, and what is missing to 21."""
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
    assert [table.view[key] for key in ("ranking", "ending", "tie_break")] == [None] * 3


def test_legal_choices_of_each_phase() -> None:
    """Deal what is left, name one of the oldest, draw, or bank from any row."""
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


def test_chances_are_all_cards_of_the_draw_pile() -> None:
    """Each card that may still come is one equally likely action; no chance names the oldest."""
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
    """Who gets the next card; who of those with the smallest is the oldest."""
    table = Table(first=1)
    assert table.prompts == {"deal_card": (1, {})}
    table.deal(6, 6)
    assert table.prompts == {"who_is_oldest": (None, {"seats": [1, 0], "card": 6})}


def test_prompts_of_a_turn() -> None:
    """Draw or bank; bank the pair; discard; who has no row must draw."""
    table = Table().set(("3 7", "4"), ("", "9"))
    assert table.prompts == {"draw_or_bank": (0, {"total": 4, "to_21": 17})}
    table.draw(7)
    assert table.prompts == {
        "must_draw": (1, {"total": 9, "to_21": 12}),
        "bank_pair": (0, {"card": 7, "total": 11}),
        "discard": (0, {"cards": [3, 7]}),
    }
    assert table.draw(2).prompts == {"must_draw": (0, {"total": 11, "to_21": 10})}


def test_prompts_of_a_banking_and_the_end() -> None:
    """Bank the chosen card, discard the row; over 21 the game is over."""
    table = Table().set(("3", "10 4"), ("9", "6")).bank(1, 9)
    assert table.prompts == {
        "game_over": (None, {"winners": [1], "total": 6, "tie_break": "total"}),
        "bank_it": (0, {"card": 9, "total": 23}),
        "over_21": (0, {"total": 23}),
        "discard": (0, {"cards": [3]}),
    }
    assert GAME.legal_choices(table.state) == ()
    assert (table.view["ending"], table.view["outcome"]["seat"]) == ("over_21", 0)


def test_prompts_of_a_banking_that_leads_to_a_playoff() -> None:
    """Who went over 21 is told it as ever, though his cards are on the draw pile again by now."""
    tied = ("", "10 10")
    chosen = Table(3, final_tie="playoff").set(("9", "10 6"), tied, tied).bank(0, 9)
    assert chosen.prompts["bank_it"] == (0, {"card": 9, "total": 25})
    table = Table(3, final_tie="playoff").set(("8", "10 8"), tied, tied).draw(8)
    assert table.said == [
        ("deal_card", 1, {}),
        ("playoff", None, {"seats": [1, 2]}),
        ("bank_pair", 0, {"card": 8, "total": 26}),
        ("over_21", 0, {"total": 26}),
    ]
    assert table.deal(5).prompts == {
        "deal_card": (2, {}),
        "playoff": (None, {"seats": [1, 2]}),
    }


def test_prompts_of_a_tied_player_who_ends_the_game() -> None:
    """His total is that of the game which his card ended; a card that is only drawn tells none."""
    rules = {"final_tie": "playoff", "draw_pile_empty": "end"}
    table = Table(3, **rules).set(("9", "10"), ("", "10 9"), ("", "4"), left="9").draw(9)
    assert table.prompts == {
        "deal_card": (0, {}),
        "playoff": (None, {"seats": [0, 1]}),
        "bank_pair": (0, {"card": 9, "total": 19}),
    }
    table = Table(**rules).set(("9", "10"), ("", "10"), left="8").draw(8)
    assert table.prompts.keys() == {"deal_card", "playoff"}


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
    """A page can offer the game: players, editions, options with one line each."""
    described = GAME.description_for_page()
    assert (described["min_players"], described["max_players"]) == (2, 8)
    options = described["options"]
    assert isinstance(options, list)
    ids = [option["id"] for option in options]
    assert ids == ["tell_odds", "stop_at_21", "draw_pile_empty", "final_tie"]
