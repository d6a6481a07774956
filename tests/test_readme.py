"""The READMEs name every game, and the commands in them and on the page of all commands work."""

import re
import shlex
from typing import Any

import pytest

from companion.cli import main
from companion.words import LANGUAGES, catalogue
from engine.games import GAMES
from tests.conftest import ROOT
from tests.engine.last_chance.table import Table

COMMANDS_PAGE = (ROOT / "docs" / "commands.md").read_text()
COMMANDS = [
    shlex.split(command)
    for page in ((ROOT / "README.md").read_text(), COMMANDS_PAGE)
    for command in re.findall(r"`(?:\.venv/bin/)?croupier ([a-z][^`]*)`", page)
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_is_named(language: str) -> None:
    """Each README has the title of every game, in bold, as the page shows it in that language."""
    text = (ROOT / ("README.md" if language == "en" else f"README.{language}.md")).read_text()
    words = catalogue(language)
    titles = {str(words.get(f"title_{game.id}", game.title)) for game in GAMES.values()}
    assert {
        title for title in titles if not re.search(rf"\*\*\[?{re.escape(title)}[\]*]", text)
    } == set()


def test_every_command_there_is_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    """There are nineteen commands, and each has a help text."""
    assert len({name for name, *_ in COMMANDS}) == 19
    for name, *_ in COMMANDS:
        with pytest.raises(SystemExit) as ended:
            main([name, "--help"])
        assert ended.value.code == 0
        assert f"croupier {name}" in capsys.readouterr().out


def test_the_odds_of_the_example(capsys: pytest.CaptureFixture[str]) -> None:
    """With the option that the text adds, it prints everything in the text."""
    odds = next(command for command in COMMANDS if command[0] == "odds")
    assert "with `--prize 160000`, the fair bid" in COMMANDS_PAGE
    assert main([*odds, "--prize", "160000"]) == 0
    told = capsys.readouterr().out
    for word in ("chance 22.8111%", "keep 2 4", "or keep 2: -2.2745%", "fair bid 47,284"):
        assert word in told


def test_the_simulation_of_the_example(capsys: pytest.CaptureFixture[str]) -> None:
    """It uses the same house rules, in fewer games."""
    simulate = next(command for command in COMMANDS if command[0] == "simulate")
    simulate[simulate.index("--games") + 1] = "3"
    assert main(simulate) == 0
    assert "3 games of 4 players" in capsys.readouterr().out


def test_the_first_test_that_newcomers_read_passes() -> None:
    """It is the first example of tests/README."""
    example = (ROOT / "tests" / "README.md").read_text().split("```python")[1].split("```")[0]
    names: dict[str, Any] = {"Table": Table}
    exec(example, names)
    names["test_three_attempts_fail"]()
