"""The stable codes that docstrings list for every game: refusals, prompts, keys of the view."""

from importlib import import_module
from inspect import getsource
from pathlib import Path
from pkgutil import walk_packages
from re import DOTALL, MULTILINE, findall
from typing import Any

import pytest

import engine
from engine.core import dice, refusals
from engine.core.game import Game
from engine.core.offered_game import Setup
from engine.core.people import BaseState
from engine.games import GAMES

MODULES = {module.name for module in walk_packages(engine.__path__, "engine.")}
LISTED = [f"engine.{game}.rules" for game in GAMES if f"engine.{game}.rules" in MODULES]
RAISED = r'(?:NotNow|NotAllowed|require_range)\(\s*"(\w+)"'


@pytest.mark.parametrize("name", LISTED)
def test_every_code_is_described(name: str) -> None:
    """The docstring of the rules lists all codes of refusals, and no others."""
    rules = import_module(name)
    folder = Path(str(rules.__file__)).parent
    source = "".join(path.read_text("utf-8") for path in folder.glob("*.py"))
    raised = findall(RAISED, source)
    # Callers of these checks pass the code.
    raised += findall(r'require_multiple_\w+\(.*"(\w+)"\)', source)
    described = findall(r"^``(\w+)`` [ (]|likewise ``(\w+)``", rules.__doc__ or "", flags=MULTILINE)
    assert raised
    assert set(raised) == {one or other for one, other in described}


def test_the_codes_that_games_share_are_described() -> None:
    """The checks that use them describe them, and no game's list repeats them."""
    places = (refusals, dice, BaseState, Game)
    names = [(place, name) for place in places for name in dir(place)]
    shared = [getattr(place, name) for place, name in names if name.startswith("require_")]
    docs = "".join(one.__doc__ or "" for one in (refusals, *shared))
    raised = findall(RAISED, "".join(map(getsource, shared)))
    assert len(raised) > 5
    assert set(raised) <= set(findall(r"``(\w+)``", docs))


@pytest.mark.parametrize("name", GAMES)
def test_every_prompt_is_described(name: str) -> None:
    """The docstring lists all codes of prompts, and no others."""
    game = f"engine.{name}"
    own = (one for one in MODULES if one == game or one.startswith(f"{game}."))
    source = "".join(map(getsource, map(import_module, own)))
    said = findall(r'BankerPrompt\(\s*"(\w+)"', source)
    described = findall(r"``(\w+)``", _docs(name, "prompts", GAMES[name].banker_prompts))
    assert said or "def banker_prompts(" not in source
    assert set(said) <= set(described)
    assert set(described) <= set(findall(r'"(\w+)"', source))


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_key_of_a_view_is_described(game: Game[Any]) -> None:
    """The view's docstrings list the keys for the table and for each seat."""
    state = game.start(Setup(("Ana", "Ben", "Cy"))).state
    package = import_module(f"engine.{game.id}")
    docs = _docs(game.id, "view", package, game.table_view, game.public_seat_view)
    listed = findall(r"``(.+?)``", docs, DOTALL)
    told = {**game.table_view(state), **game.public_seat_view(state, 0)}
    assert set(told) <= set(findall(r"\w+", " ".join(listed)))


def _docs(game: str, module: str, *others: Any) -> str:
    """Return the docstrings of a game's `module`, if it has one, and of `others`."""
    names = {f"engine.{game}.{module}"} & MODULES
    documented = (*map(import_module, names), *others)
    return "\n".join(one.__doc__ or "" for one in documented)
