"""Each action of Jour de Chance as one line, and back."""

from random import Random

import pytest

from engine.core.game import Setup
from engine.core.refusals import BadAction
from engine.jour_de_chance.actions import BankCard, DealCard, DrawCard, Oldest
from engine.jour_de_chance.notation import line, parse_line
from tests.engine.jour_de_chance.table import GAME, NAMES, Table
from tests.engine.playing import play_out


def test_the_lines() -> None:
    """One short sentence for each action."""
    assert line(Table().state, DealCard(3)) == "Ana gets 3"
    assert line(Table().deal(4, 4).state, Oldest(1)) == "Ben is the oldest"
    state = Table().set(("4", ""), ("9", "")).state
    assert line(state, DrawCard(7)) == "Ana draws 7"
    assert line(state, BankCard(1, 9)) == "Ana banks 9 from Ben"
    assert line(state, BankCard(0, 4)) == "Ana banks own 4"


def test_every_line_of_random_games_parses_back() -> None:
    """A game written as lines can be read again, whatever the players are called."""
    names = ("banks own 4", "Ana is the oldest", "Ana", "from Ana", "Ana draws 7")
    for seed in range(100):
        rng = Random(seed)
        who = names if seed % 2 else NAMES[: rng.randint(2, 8)]
        played = play_out(GAME, Setup(who), rng, 10_000)
        for state, data in zip(played.states, played.log, strict=False):
            action = GAME.actions.parse(data)
            assert parse_line(state, GAME.line(state, action)) == action


def test_whose_act_it_was_is_told_as_in_its_line() -> None:
    """Also where the action itself does not say who does it."""
    for seed in range(20):
        played = play_out(GAME, Setup(NAMES[:3]), Random(seed), 10_000)
        for state, data in zip(played.states, played.log, strict=False):
            action = GAME.actions.parse(
                {**data, "seat": None} if data["type"] != "oldest" else data
            )
            seat = GAME.public_action(state, action)["seat"]
            assert isinstance(seat, int)
            assert GAME.line(state, action).startswith(f"{NAMES[seat]} ")


@pytest.mark.parametrize("text", ["", "Ana draws 11", "Zoe draws 7", "Ana bids 10 000"])
def test_unreadable_lines_are_refused(text: str) -> None:
    """A line that says no action is named in the refusal."""
    with pytest.raises(BadAction) as refusal:
        parse_line(Table().deal(1, 2).state, text)
    assert refusal.value.code == "unreadable"
    assert refusal.value.figures == {"line": text}


def test_the_line_of_another_games_action_is_refused() -> None:
    """Only actions of this game have a line."""

    class Cheat(DrawCard):
        type = "cheat"

    with pytest.raises(BadAction):
        GAME.play(Table().deal(1, 2).state, Cheat(3))
