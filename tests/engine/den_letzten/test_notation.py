"""Every action is one short line, and the line gives the action back."""

import random

import pytest

from engine.core.action import Action
from engine.core.game import Setup
from engine.core.refusals import BadAction
from engine.den_letzten.actions import PlaceDog, StepDog, Stop, ThrowBlack, ThrowWhite
from engine.den_letzten.notation import line, parse_line
from tests.engine.den_letzten.table import GAME, Table
from tests.engine.playing import play_out


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
    """The line of each action, allowed now or not, and the way back."""
    state = Table(3).white("3 4").state
    assert line(state, action) == text
    assert parse_line(state, text) == action
    assert parse_line(state, f"  {text}\n") == action


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Ben stops at 7",
        "Ana stops at 8",
        "Ana stops",
        "Ana throws white: 3 10",
        "Ana throws white: cat 3",
        "Ana throws red: 3 3",
        "Ana moves the white dog to space 3",
        "The white dog starts on space two",
        "The white dog starts on space 05",
        "Ana bids 210 000",
    ],
)
def test_a_line_that_says_something_else_is_refused(text: str) -> None:
    """A wrong name, total or space is no small matter: nothing is read into a line."""
    with pytest.raises(BadAction) as refusal:
        parse_line(Table(3).white("3 4").state, text)
    assert refusal.value.code == "unreadable"


@pytest.mark.parametrize(
    "names",
    [
        ("Ana", "Ben", "Cy"),
        ("throws white: 1 1", "stops at 4", "The white dog starts on"),
        ("a  b", "a b c", ": "),
        ("dog", "dog dog", "dog throws black: 2"),
    ],
)
def test_whole_games_read_back(names: tuple[str, ...]) -> None:
    """Random games of people with the oddest names: every line gives its action back."""
    for seed in range(10):
        played = play_out(GAME, Setup(names), random.Random(seed), 5000)
        for state, data in zip(played.states, played.log, strict=False):
            action = GAME.actions.parse(data)
            text = GAME.line(state, action)
            assert "\n" not in text
            assert parse_line(state, text) == action


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
        line(Table(3).state, Bid())
