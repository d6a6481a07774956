"""docs/rules.md has every section cited as Rules §…, and every house rule."""

import re
from typing import Any

import pytest

from engine.core.options import describe_options
from engine.games import GAMES
from tests.conftest import ROOT

MOST_QUESTIONS = 3
"""So many house rules are asked about, at most, before a game begins."""

RULES = (ROOT / "docs" / "rules.md").read_text()
SECTIONS = re.findall(r'^#+ <a id="([\d.]+)"></a>§([\d.]+) ', RULES, re.MULTILINE)
CITING = [
    path for room in ("engine", "tests/engine") for path in sorted((ROOT / room).rglob("*.py"))
]


def section(number: str) -> str:
    """Return the text of the section `number`, up to the next one."""
    return RULES.split(f"</a>§{number} ", 1)[1].split("\n### <a id=", 1)[0]


def as_written(default: Any) -> str:
    """Return the value of a house rule as the tables say it."""
    match default:
        case bool():
            return "on" if default else "off"
        case int():
            return str(default)
        case str():
            return f"`{default}`"
        case _:
            return " ".join(default)


def test_each_section_has_its_own_anchor() -> None:
    """A link to a number leads to the section of that number, once; the contents name all."""
    numbers = [number for _, number in SECTIONS]
    assert [anchor for anchor, _ in SECTIONS] == numbers == sorted(set(numbers))
    assert set(re.findall(r"\(#([\d.]+)\)", RULES)) == set(numbers)


def test_every_section_that_is_cited_is_there() -> None:
    """A reader who follows a docstring to the rules finds the section."""
    known = {number for _, number in SECTIONS}
    cited = {
        (path.name, number)
        for path in CITING
        for number in re.findall(r"§(\d+(?:\.\d+)*)", path.read_text())
    }
    assert len(cited) > 40
    assert {(name, number) for name, number in cited if number not in known} == set()
    assert set(re.findall(r"§(\d+(?:\.\d+)*)", RULES)) <= known


@pytest.mark.parametrize("game", GAMES)
def test_every_house_rule_is_documented(game: str) -> None:
    """Each option has all its values, the default first; each edition is there, too."""
    chapter = re.search(rf"</a>§(\d+) {GAMES[game].title}", RULES)
    assert chapter, GAMES[game].title
    rules = re.search(rf"</a>§({chapter[1]}\.\d+) House rules", RULES)
    assert rules, f"§{chapter[1]} has no house rules"
    text = section(rules[1])
    cells = [line.split("|") for line in text.splitlines() if line.startswith("| `")]
    rows: list[Any] = describe_options(GAMES[game].options)
    assert sum(row.get("asked", False) for row in rows) <= MOST_QUESTIONS
    for row in rows:
        name, told, why = next(cell[1:4] for cell in cells if f"`{row['id']}`" in cell[1])
        values = [f"`{value}`" for value in row.get("values", ())]
        assert set(values) <= set(re.findall("`[^`]+`", told)), name
        assert told.strip().startswith(as_written(row["default"])), name
        assert ("asked" in why) == row.get("asked", False), name
    assert all(f"| `{preset}`" in text or f"`{preset}`." in text for preset in GAMES[game].presets)
