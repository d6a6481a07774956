"""The catalogue and the page's content, checked without a browser."""

import re
from pathlib import Path

from companion.words import LANGUAGES, catalogue, hub_sentences

STATIC = Path(__file__).resolve().parents[3] / "companion" / "static"
SCRIPTS = sorted(set(STATIC.glob("js/**/*.js")) - set(STATIC.glob("js/hub/*.js")))
HUB_SCRIPTS = sorted(STATIC.glob("js/hub/*.js"))
# Sentences chosen by a word of the server: `t(\`outcome_${kind}\`)` and the like.
MADE = re.compile(r"`(\w+?)_?\$\{")


def test_every_sentence_that_scripts_use_exists() -> None:
    """The catalogue has all their keys."""
    asked = {key for path in SCRIPTS for key in re.findall(r'\bt\(\s*"(\w+)"', path.read_text())}
    assert asked
    assert asked - set(catalogue("en")) == set()


def test_every_sentence_of_the_catalogue_is_used() -> None:
    """None is left over from a removed feature."""
    text = "\n".join(path.read_text() for path in SCRIPTS)
    # Of the template, and of `inBox`.
    prefixes = ("rescue_", "button_", *(f"{prefix}_" for prefix in MADE.findall(text)))
    calls = {"all_in"}  # `money.call` of the edition
    faces = {f"face_{word}" for word in ("L", "C", "J")}
    calls |= faces | {"language_itself"}  # the page brings it along, for every language
    unused = {
        key
        for key in set(catalogue("en")) - calls
        if f'"{key.removesuffix("_sure")}"' not in text and not key.startswith(prefixes)
    }
    assert unused == set()


def test_every_sentence_of_the_hub_exists_and_is_used() -> None:
    """Its page uses its own and those of the table's page, in every language."""
    text = "\n".join(path.read_text() for path in HUB_SCRIPTS)
    own = set(hub_sentences("en"))
    assert set(re.findall(r'\bt\(\s*"(\w+)"', text)) - own - set(catalogue("en")) == set()
    prefixes = ("hub_tables", *(f"{prefix}_" for prefix in MADE.findall(text) if prefix != "hub"))
    places = {f"hub_{word}" for word in re.findall(r'^  (\w+): \["', text, re.MULTILINE)}
    named = {key for key in own if f'"{key}"' in text or key.startswith(prefixes)}
    assert own - named - places == set()
    for language in LANGUAGES:
        assert set(hub_sentences(language)) == own
        assert own & set(catalogue(language)) == set()


def test_all_codes_of_the_table_have_sentences() -> None:
    """They are states and doubts of the eye, ends, and reasons of transfers and remarks."""
    states = "empty moving hand still reading sure unsure covered dark moved_camera lost none"
    doubts = "cocked stacked touching off_the_tray blurred glare covered too_few too_many"
    doubts += " unknown_face hardly_visible unsure thrown_unclear kept_unclear fixed_die_gone"
    doubts += " too_early unheard earlier_throw_unanswered"
    reasons = "deal stake bet stake_back prize stake_lost bet_back bet_won bet_lost"
    wanted = {f"eye_{word}" for word in states.split()}
    wanted |= {f"doubt_{word}" for word in doubts.split()}
    wanted |= {f"reason_{word}" for word in f"{reasons} bet_to_cracker eliminated".split()}
    assert wanted - set(catalogue("en")) == set()


def test_a_game_without_a_picture_of_its_own_shows_dice() -> None:
    """For an unknown name, the file of pictures shows the tray of dice."""
    boxes = (STATIC / "svg" / "boxes.svg").read_text()
    seen = dict(
        re.findall(r'<(svg xmlns|view id="tray")[^>]* (viewBox="[\d ]+" pre\w+="[^"]+")', boxes)
    )
    assert seen["svg xmlns"] == seen['view id="tray"']


def test_nothing_comes_from_elsewhere() -> None:
    """Scripts, styles and pictures contain no address elsewhere."""
    for path in (path for path in STATIC.rglob("*") if path.is_file() and path.suffix != ".md"):
        text = path.read_text("latin-1").replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"https?://\w", text), path


def test_nothing_is_written_as_html() -> None:
    """Names and lines from outside become text nodes, never markup."""
    for path in (*SCRIPTS, *HUB_SCRIPTS):
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|eval\(", path.read_text()), (
            path
        )
