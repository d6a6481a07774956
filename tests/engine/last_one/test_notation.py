"""Each action of Last One as one line."""

import pytest

from engine.core.action import Action
from engine.core.refusals import BadAction
from engine.last_one.actions import Deal, DrawCards, EndMelee, Pass, Play, Score, Take
from tests.engine.last_one.table import GAME, Table


def test_the_lines() -> None:
    """Short, readable, with the signs of the suits."""
    state = Table().open("9♥").state
    assert GAME.line(state, Play(0, "8S", suit="hearts")) == "Ana plays 8♠, hearts"
    assert GAME.line(state, Play(1, "Joker", "8C", "spades")) == "Ben plays joker as 8♣, spades"
    assert GAME.line(state, Play(2, "Joker", "10D")) == "Cleo plays joker as 10♦"
    assert (
        GAME.line(state, Score(1, 7, miscounted=True))
        == "Ben scores 7, with another number of cards"
    )


def test_everybody_hears_whose_act_it_was() -> None:
    """What the state alone knows is told too: who deals, who draws how many."""
    table = Table(two_stacks=True)
    assert GAME.public_action(table.state, Deal(7)) == {"type": "deal", "size": 7, "seat": 2}
    table.open("9♥")
    assert GAME.public_action(table.state, DrawCards()) == {
        "type": "draw_cards",
        "seat": 0,
        "cards": 1,
    }
    table.say("Ana plays 2♥")
    assert GAME.public_action(table.state, DrawCards())["cards"] == 2
    table = Table().open("9♥").say("Ana plays 4♥")
    assert GAME.public_action(table.state, EndMelee()) == {
        "type": "end_melee",
        "seat": 1,
        "cards": 4,
    }
    table.say("Nobody goes on with 5♥", "Ben plays 3♥")
    assert GAME.public_action(table.state, Pass()) == {"type": "pass", "seat": 1}


def test_everybody_hears_who_took_a_card_but_not_which() -> None:
    """With full rules the stock gives a card to whoever is next: it is his secret."""
    state = Table(cards="full", hand_size=4).do("deal", size=4).state
    assert GAME.public_action(state, Take("9H")) == {"type": "take", "seat": 0}
    assert GAME.line(state, Take("9H")) == "Ana takes a card"
    assert GAME.public_action(Table().state, Take("9H"))["seat"] is None


def test_an_action_of_another_game_has_no_line() -> None:
    """Only the actions of this game are written."""

    class Bid(Action):
        type = "bid"

    with pytest.raises(BadAction) as refusal:
        GAME.line(Table().state, Bid())
    assert refusal.value.code == "unknown_action"
