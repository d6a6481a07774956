"""What all games share on the page knows none of them."""

import re
from pathlib import Path

import pytest

import companion
from engine import GAMES

ROOM = Path(str(companion.__file__)).parent
JS = ROOM / "static" / "js"
SHEETS = sorted((ROOM / "static" / "css").glob("*.css"))
SHARED = sorted([*JS.glob("*.js"), *(JS / "parts").glob("*.js")])
QUOTED = re.compile(r'["`](\w+)["`]')
SENTENCE = re.compile(r'^msgid "(\w+)"', re.MULTILINE)


@pytest.mark.parametrize("path", SHARED, ids=[path.name for path in SHARED])
def test_a_part_speaks_of_no_game(path: Path) -> None:
    """It names none, asks for no sentence that is one game's own, and imports nothing of one."""
    text = path.read_text(encoding="utf-8")
    for game in GAMES:
        own = set(SENTENCE.findall((ROOM / "words" / "en" / f"{game}.po").read_text()))
        assert own, f"{game} has no sentences"
        assert set(QUOTED.findall(text)) & own == set()
        assert game not in text
    imported = re.findall(r'from "\.*/games/([^"]+)"', text)
    assert imported == []


@pytest.mark.parametrize("path", SHEETS, ids=[path.name for path in SHEETS])
def test_a_sheet_is_whole(path: Path) -> None:
    """What is opened is closed: a browser says nothing of what it leaves out for that."""
    text = path.read_text(encoding="utf-8")
    assert text.count("{") == text.count("}")


def test_each_motion_is_described_once() -> None:
    """The styles of two games may be loaded at once, and then the later motion would be both's."""
    text = "\n".join(path.read_text() for path in SHEETS)
    described = re.findall(r"@keyframes ([\w-]+)", text)
    assert len(set(described)) == len(described)
    assert set(re.findall(r"animation: ([\w-]+)", text)) - {"none"} == set(described)
