"""Every action is one short line."""

import pytest

from engine.core.action import Action
from engine.core.refusals import BadAction
from engine.den_letzten.actions import PlaceDog, StepDog, Stop, ThrowBlack, ThrowWhite
from tests.engine.den_letzten.table import GAME, Table


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (PlaceDog(5, 0), "The white dog starts on space 5"),
        (ThrowWhite(("3", "dog"), 0), "Ana throws white: 3 dog"),
        (ThrowBlack(("dog", "dog"), 0), "Ana throws black: dog dog"),
        (ThrowBlack((), 0), "Ana throws black: "),
        (ThrowWhite(("9",), 0), "Ana throws white: 9"),
        (Stop(0), "Ana stops at 7"),
        (StepDog(0), "Ana moves the white dog to space 2"),
    ],
)
def test_lines(action: Action, text: str) -> None:
    """The line of each action, allowed now or not."""
    assert GAME.line(Table(3).white("3 4").state, action) == text


def test_everybody_hears_who_acts() -> None:
    """What is told of an action names the player also where the action does not."""
    state = Table(3).white("3 4").state
    assert (
        GAME.public_action(state, Stop())
        == GAME.public_action(state, Stop(0))
        == {"type": "stop", "seat": 0}
    )


def test_an_action_of_another_game_has_no_line() -> None:
    """Only the actions of this game are written."""

    class Bid(Action):
        type = "bid"

    with pytest.raises(BadAction):
        GAME.line(Table(3).state, Bid())
