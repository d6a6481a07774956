"""Everything that the server's own words name has a sentence: rules, lines of the log, refusals."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import companion
import engine
from companion.words import LANGUAGES, catalogue
from engine import GAMES
from engine.core import people
from engine.core.game import Game
from engine.core.options import describe_options

ROOMS = [Path(str(room.__file__)).parent for room in (engine, companion)]
# Not `BadAction`: only a program that is wrong itself sends what is no action at all.
REFUSALS = {"BadSetup", "NotAllowed", "NotNow", "require_range"}


def refusals() -> Iterator[str]:
    """Yield the codes of all refusals that the program can raise."""
    for path in sorted(path for room in ROOMS for path in room.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                code = node.args[0] if node.func.id in REFUSALS and node.args else None
                if isinstance(code, ast.Constant):
                    yield str(code.value)


def of_game(game: Game[Any]) -> Iterator[str]:
    """Yield the keys of the sentences that `game` needs."""
    for option in describe_options(game.options):
        yield f"option_{game.id}_{option['id']}"
        values: Any = option.get("values", ())
        yield from (f"option_{game.id}_{option['id']}_{value}" for value in values)
    for preset in game.presets:
        yield from (f"preset_{game.id}_{preset}", f"about_preset_{game.id}_{preset}")


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_rules_and_lines_of_a_game(game: Game[Any]) -> None:
    """Each house rule, its values, each edition, and each act in the log have a sentence."""
    for language in LANGUAGES:
        assert set(of_game(game)) - set(catalogue(language)) == set()
    own = {kind.type for kind in game.rules}
    assert game.line_templates.keys() == own
    for language in set(LANGUAGES) - {"en"}:
        lines = {f"line_{game.id}_{action}" for action in own}
        lines |= {f"line_{kind.type}" for kind in people.ACTIONS}
        assert lines - set(catalogue(language)) == set()


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_a_house_rule_is_one_short_question(game: Game[Any]) -> None:
    """A family reads one line for each house rule and for each of its values."""
    for option in describe_options(game.options):
        key = f"option_{game.id}_{option['id']}"
        values: Any = option.get("values", ())
        sentences = [catalogue("en")[f"{key}_{value}"] for value in values]
        assert str(catalogue("en")[key]).endswith(("?", ")")), key
        assert all(2 <= len(line) <= 90 for line in (catalogue("en")[key], *sentences)), key


def test_every_refusal_has_a_sentence() -> None:
    """Whatever the table says no to, it says why in the language of the device."""
    wanted = {f"refusal_{code}" for code in refusals()}
    assert len(wanted) > 50
    assert wanted - set(catalogue("en")) == set()


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_house_rules_stand_in_groups_that_have_names(game: Game[Any]) -> None:
    """Where a game has groups each rule is in one of them; and each game says what it takes."""
    groups = game.option_groups
    grouped = [option for ids in groups.values() for option in ids]
    rules = [option["id"] for option in describe_options(game.options)]
    assert sorted(grouped) == (sorted(map(str, rules)) if groups else [])
    wanted = {f"rules_group_{game.id}_{name}" for name in groups} | {f"tile_{game.id}"}
    assert wanted - set(catalogue("en")) == set()
