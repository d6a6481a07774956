"""Each action of Last One as one line, and back."""

from random import Random

import pytest

from engine.core.action import Action
from engine.core.game import Setup
from engine.core.refusals import BadAction
from engine.last_one.actions import Deal, Draw, EndMelee, Pass, Play, Take
from engine.last_one.cards import show
from engine.last_one.notation import line, parse_line
from tests.engine.last_one.table import GAME, NAMES, Table, house_rules, willing
from tests.engine.playing import play_out


def test_the_lines() -> None:
    """Short, readable, with the signs of the suits."""
    state = Table().open("9♥").state
    assert line(state, Play(0, "8S", suit="hearts")) == "Ana plays 8♠, hearts"
    assert line(state, Play(1, "Joker", "8C", "spades")) == "Ben plays joker as 8♣, spades"
    assert parse_line(state, "Cleo plays joker as 10♦") == Play(2, "Joker", "10D")


def test_everybody_hears_whose_act_it_was() -> None:
    """What the state alone knows is told too: who deals, who draws how many."""
    table = Table(two_stacks=True)
    assert GAME.public_action(table.state, Deal(7)) == {"type": "deal", "size": 7, "seat": 2}
    table.open("9♥")
    assert GAME.public_action(table.state, Draw()) == {"type": "draw_cards", "seat": 0, "cards": 1}
    table.say("Ana plays 2♥")
    assert GAME.public_action(table.state, Draw())["cards"] == 2
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
    assert parse_line(state, "Ana takes 9♥") == Take("9H")
    with pytest.raises(BadAction) as refusal:
        parse_line(state, "Ana takes a card")
    assert refusal.value.code == "unreadable"
    assert GAME.public_action(Table().state, Take("9H"))["seat"] is None


@pytest.mark.parametrize("cards", ["scorer", "full"])
def test_every_line_of_random_matches_parses_back(cards: str) -> None:
    """A match written as lines can be read again, whatever the players are called."""
    tricky = ("Nobody", "Ana", "Ana plays", "9♥ is", "draws 1", "joker")
    for seed in range(12):
        rng = Random(seed)
        names = tricky if seed % 2 else NAMES[: rng.randint(2, 6)]
        options = {**house_rules(rng), "cards": cards}
        played = play_out(GAME, Setup(names, options=options), rng, 30_000, willing)
        for state, data in zip(played.states, played.log, strict=False):
            action = GAME.actions.parse(data)
            said = GAME.line(state, action)
            if isinstance(action, Take):
                said = said.replace("a card", show(action.card))
            assert parse_line(state, said) == action


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Ana draws 7",
        "Ben draws 1",
        "Zoe draws 1",
        "Ana plays 11♠",
        "Ana plays 9♠, stars",
        "Ana bids 10 000",
        "Ana is fined for nothing",
        "Nobody goes on with 5♠",
        "Ana scores " + "9" * 5000,
    ],
)
def test_unreadable_lines_are_refused(text: str) -> None:
    """A line that says no action, or not of this moment, is named in the refusal."""
    with pytest.raises(BadAction) as refusal:
        parse_line(Table().open("9♥").state, text)
    assert refusal.value.code == "unreadable"
    assert refusal.value.figures["line"] == text


def test_an_action_of_another_game_has_no_line() -> None:
    """Only the actions of this game are written."""

    class Bid(Action):
        type = "bid"

    with pytest.raises(BadAction) as refusal:
        line(Table().state, Bid())
    assert refusal.value.code == "unknown_action"
