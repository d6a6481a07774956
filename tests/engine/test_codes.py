"""The stable codes of refusals, for every game."""

from importlib import import_module
from inspect import getsource
from pathlib import Path
from pkgutil import walk_packages
from re import MULTILINE, findall

import pytest

import engine
from engine import GAMES
from engine.core import checks
from engine.core.game import Game

MODULES = {module.name for module in walk_packages(engine.__path__, "engine.")}
LISTED = [f"engine.{game}.rules" for game in GAMES if f"engine.{game}.rules" in MODULES]


@pytest.mark.parametrize("name", LISTED)
def test_every_code_is_described(name: str) -> None:
    """The list of codes in the rules' docstring is complete, and nothing in it is invented."""
    rules = import_module(name)
    folder = Path(str(rules.__file__)).parent
    source = "".join(path.read_text("utf-8") for path in folder.glob("*.py"))
    shared = [check for name, check in vars(checks).items() if f"{name}(" in source]
    shared += [Game.require_dice] if "self.require_dice(" in source else []
    source += "".join(map(getsource, shared))
    raised = findall(r'(?:NotNow|NotAllowed|require_range)\(\s*"(\w+)"', source)
    # Who asks for the check says the code.
    raised += findall(r'checks\.require_multiple_\w+\(.*"(\w+)"\)', source)
    described = findall(r"^``(\w+)``|likewise ``(\w+)``", rules.__doc__ or "", flags=MULTILINE)
    assert raised
    assert set(raised) == {one or other for one, other in described}
