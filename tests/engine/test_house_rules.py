"""The house rules of every game, as their dataclasses declare them."""

from dataclasses import fields
from typing import Any, get_args, get_type_hints

import pytest

from engine import GAMES
from engine.core.game import Game


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_the_type_of_a_house_rule_names_its_values(game: Game[Any]) -> None:
    """So that the type checker finds whoever asks for a value that a page never offers."""
    types = get_type_hints(game.options)
    named = {
        f.name: tuple(f.metadata["values"]) for f in fields(game.options) if "values" in f.metadata
    }
    assert named
    assert {name: get_args(types[name]) for name in named} == named
