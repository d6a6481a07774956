"""The stable codes of refusals, for every game."""

from importlib import import_module
from inspect import getsource
from pathlib import Path
from re import MULTILINE, findall
from typing import Any

import pytest

from engine import GAMES
from engine.core import checks
from engine.core.game import Game


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_code_is_described(game: Game[Any]) -> None:
    """The list of codes in the rules' docstring is complete, and nothing in it is invented."""
    rules = import_module(f"engine.{game.id}.rules")
    folder = Path(str(rules.__file__)).parent
    source = "".join(path.read_text("utf-8") for path in folder.glob("*.py"))
    shared = [check for name, check in vars(checks).items() if f"{name}(" in source]
    source += "".join(map(getsource, shared))
    raised = findall(r'(?:NotNow|NotAllowed)\(\s*"(\w+)"', source)
    raised += findall(r'checks\.in_steps\(.*"(\w+)"\)', source)  # who asks says the code
    described = findall(r"^``(\w+)``|likewise ``(\w+)``", rules.__doc__ or "", flags=MULTILINE)
    assert raised
    assert set(raised) == {one or other for one, other in described}
