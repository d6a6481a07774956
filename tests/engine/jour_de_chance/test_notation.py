"""Each action of Jour de Chance as one line."""

from random import Random

import pytest

from engine.core.offered_game import Setup
from engine.core.refusals import BadAction
from engine.jour_de_chance.actions import BankCard, DealCard, DrawCard, Oldest
from tests.engine.jour_de_chance.table import GAME, NAMES, Table
from tests.engine.playing import play_out


def test_the_lines() -> None:
    """One short sentence for each action."""
    assert GAME.line(Table().state, DealCard(3)) == "Ana gets 3"
    assert GAME.line(Table().deal(4, 4).state, Oldest(1)) == "Ben is the oldest"
    state = Table().set(("4", ""), ("9", "")).state
    assert GAME.line(state, DrawCard(7)) == "Ana draws 7"
    assert GAME.line(state, BankCard(1, 9)) == "Ana banks 9 from Ben"
    assert GAME.line(state, BankCard(0, 4)) == "Ana banks own 4"


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


def test_the_line_of_another_games_action_is_refused() -> None:
    """Only actions of this game have a line."""

    class Cheat(DrawCard):
        type = "cheat"

    with pytest.raises(BadAction):
        GAME.line(Table().deal(1, 2).state, Cheat(3))
