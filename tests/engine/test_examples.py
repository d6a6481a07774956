"""The worked examples in the engine's docstrings are correct."""

import doctest
import importlib
import pkgutil

import pytest

import engine
from engine.games import GAMES

MODULES = [module.name for module in pkgutil.walk_packages(engine.__path__, "engine.")]


@pytest.mark.parametrize("name", MODULES)
def test_every_example_gives_what_it_says(name: str) -> None:
    """The examples in a module's docstrings run as written."""
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.mark.parametrize("game_id", GAMES)
def test_every_game_shows_how_it_is_played_from_outside(game_id: str) -> None:
    """Each game's class has a worked example."""
    assert doctest.testmod(importlib.import_module(f"engine.{game_id}")).attempted
