"""The parts of the page that all games share know no particular game."""

import re
from pathlib import Path

import pytest

import companion
from companion.words import catalogue, read_po_file
from engine.games import GAMES

ROOM = Path(str(companion.__file__)).parent
JS = ROOM / "static" / "js"
SHEETS = sorted((ROOM / "static" / "css").glob("*.css"))
SHARED = sorted([*JS.glob("*.js"), *(JS / "parts").glob("*.js")])
QUOTED = re.compile(r'["`](\w+)["`]')


@pytest.mark.parametrize("path", SHARED, ids=[path.name for path in SHARED])
def test_a_part_mentions_no_game(path: Path) -> None:
    """It contains no game's name, sentence or import."""
    text = path.read_text(encoding="utf-8")
    for game in GAMES:
        own = read_po_file(ROOM / "words" / "en" / f"{game}.po").keys() & catalogue("en").keys()
        assert own, f"{game} has no sentences"
        assert set(QUOTED.findall(text)) & own == set()
        assert game not in text
    imported = re.findall(r'from "\.*/games/([^"]+)"', text)
    assert imported == []


@pytest.mark.parametrize("path", SHEETS, ids=[path.name for path in SHEETS])
def test_style_sheets_close_all_blocks(path: Path) -> None:
    """After an unclosed block, browsers silently ignore the rest."""
    text = path.read_text(encoding="utf-8")
    assert text.count("{") == text.count("}")


def test_each_animation_is_defined_once() -> None:
    """The styles of two games may be loaded together; the later animation would apply to both."""
    text = "\n".join(path.read_text() for path in SHEETS)
    described = re.findall(r"@keyframes ([\w-]+)", text)
    assert len(set(described)) == len(described)
    assert set(re.findall(r"animation: ([\w-]+)", text)) - {"none"} == set(described)


def test_no_two_games_style_the_same_class() -> None:
    """The style sheets of all games played here stay in the page."""
    styled: dict[str, str] = {}
    for sheet in SHEETS:
        if sheet.stem not in GAMES:
            continue
        for name in set(re.findall(r"(?m)^ *\.([\w-]+)(?=[ ,{:]*[,{])", sheet.read_text())):
            assert styled.setdefault(name, sheet.stem) == sheet.stem, name


# Features that the README's oldest browsers (Safari 15.4, Chrome 92, Firefox 91) lack, by MDN's
# compatibility data.
UNKNOWN_STYLES = re.compile(
    r":has\(|@container|@layer|@scope|color-mix\(|color-contrast\(|oklch\(|light-dark\("
    r"|(?<![\w-])(?:translate|rotate|scale):|(?<!\w)\d+[dsl]v[hw]\b|\bsubgrid\b|&[:. ]"
    r"|overflow: clip|var\([\w-]+,\s*\)"
)
UNKNOWN_SCRIPT = re.compile(
    r"\(\?<[=!]|/[dgimsuy]*v[dgimsuy]*[;,)]|\bstructuredClone\(|\.findLast(?:Index)?\("
    r"|\.to(?:Sorted|Reversed|Spliced)\(|\.with\(|Object\.groupBy|Object\.hasOwn|Array\.fromAsync"
    r"|Promise\.withResolvers|crypto\.randomUUID\(|\.showModal\(|\.showPopover\(|static \{"
)


@pytest.mark.parametrize("path", SHEETS, ids=[path.name for path in SHEETS])
def test_the_oldest_browsers_understand_the_style_sheets(path: Path) -> None:
    """They would ignore an unknown rule, and the page would look broken."""
    text = path.read_text(encoding="utf-8")
    known = re.sub(r"/\*.*?\*/|@supports[^{]*{.*?}\s*}", "", text, flags=re.DOTALL)
    assert UNKNOWN_STYLES.findall(known) == []


@pytest.mark.parametrize("path", sorted(JS.rglob("*.js")), ids=lambda path: path.name)
def test_the_oldest_browsers_understand_the_scripts(path: Path) -> None:
    """One module that they cannot parse would break the whole page."""
    code = re.sub(r"/\*.*?\*/|//[^\n]*", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert UNKNOWN_SCRIPT.findall(code) == []


def test_every_browser_understands_the_first_script() -> None:
    """It uses nothing newer than ES5 (an iPad of 2013 has no `?.`)."""
    code = (JS / "first_script.js").read_text(encoding="utf-8")
    assert re.findall(r"=>|\?\.|\?\?|`|\b(?:const|let|class|async) |\.\.\.", code) == []
