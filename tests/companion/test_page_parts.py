"""What all games share on the page knows none of them."""

import re
from pathlib import Path

import pytest

import companion
from engine import GAMES

ROOM = Path(str(companion.__file__)).parent
JS = ROOM / "static" / "js"
SHARED = sorted([*JS.glob("*.js"), *(JS / "parts").glob("*.js")])
QUOTED = re.compile(r'["`](\w+)["`]')
SENTENCE = re.compile(r'^msgid "(\w+)"', re.MULTILINE)


@pytest.mark.parametrize("path", SHARED, ids=[path.name for path in SHARED])
def test_a_part_speaks_of_no_game(path: Path) -> None:
    """It names none, asks for no sentence that is one game's own, and imports nothing of one."""
    text = path.read_text()
    for game in GAMES:
        own = set(SENTENCE.findall((ROOM / "words" / "en" / f"{game}.po").read_text()))
        assert own, f"{game} has no sentences"
        assert set(QUOTED.findall(text)) & own == set()
        assert game not in text
    imported = set(re.findall(r'from "\.*/games/([^"]+)"', text))
    assert imported <= {"index.js"}
