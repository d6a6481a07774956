"""The page explains each phase and each term of a game in every language."""

import re

import pytest
from flask.testing import FlaskClient

from companion import words
from companion.words import LANGUAGES, catalogue, read_po_file
from engine.core.options import describe_options
from engine.games import GAMES
from tests.companion.test_words import FOLDER, forms, places

# The games' own terms as the English display has them; for other games, the explained ones.
TERMS = {
    "last_chance": "card, prize, attempt, long drink, cocktail, joker, lucky flash, bid, bet,"
    " last chance, stake, bank, locked, chance",
    "den_letzten": "white dog, dark dog, bone, bowl, bites, centre, pushed back, nearest, farthest",
    "last_one": "2, 3, 4, 8, jack, ace, joker, suit, melee, stock, last card, penalty points,"
    " bankrupt",
    "jour_de_chance": "row, bank, pair, draw pile, over 21",
    "yacht": "three of a kind, four of a kind, full house, small straight, large straight, yacht,"
    " chance, bonus, joker",
    "ten_thousand": "of a kind, straight, three pairs, two triplets, bank, farkle, hot dice",
    "free_table": "game, bank, buttons, doubles, score sheet, hourglass, counters",
}
THING = re.compile("word_(.+)")


def shown(language: str, game: str) -> str:
    """Return all that the page of `game` may show in `language`, in small letters."""
    files = [FOLDER / language / f"{name}.po" for name in (game, "page")]
    sentences = [
        text
        for path in files
        for key in read_po_file(path).keys() & catalogue(language).keys()
        for text in forms(catalogue(language)[key]).values()
    ]
    return "\n".join(sentences).lower()


def forms_of(title: str) -> str:
    """Return the pattern by which the page finds `title` with any inflection."""
    return " ".join(part[:-2] if len(part) > 5 else part for part in title.split(" ")).replace(
        " ", r"\w{0,3} "
    )


@pytest.mark.parametrize("game", GAMES)
def test_each_term_on_the_display_is_explained(game: str) -> None:
    """Tapping any term of a game on the page explains it."""
    rules = words.rules_sentences("en", game)
    explained = {str(text).lower() for key, text in rules.items() if THING.match(key)}
    terms = TERMS[game].split(", ") if game in TERMS else explained
    on_display = {term for term in terms if term in shown("en", game)}
    assert len(on_display) >= min(5, len(explained))
    assert on_display - explained == set()
    assert {f"means_{found[1]}" for key in rules if (found := THING.match(key))} <= set(rules)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_explained_words_match_those_on_the_page(language: str, game: str) -> None:
    """The page finds words by their spelling."""
    page = shown(language, game)
    titles = [
        str(text) for key, text in words.rules_sentences(language, game).items() if THING.match(key)
    ]
    assert [title for title in titles if not re.search(forms_of(title.lower()), page)] == []


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_phase_and_the_set_up_are_explained(language: str, game: str) -> None:
    """Every language explains each phase, how to set up, and how to win."""
    rules, english = words.rules_sentences(language, game), words.rules_sentences("en", game)
    assert list(rules) == list(english)
    assert {key: places(str(text)) for key, text in rules.items()} == {
        key: places(str(text)) for key, text in english.items()
    }
    options = {str(option["id"]) for option in describe_options(GAMES[game].options)}
    assert set().union(*(places(str(text)) for text in rules.values())) <= options
    mark = f"phase_{game}_"
    phases = {key.removeprefix(mark) for key in catalogue("en") if key.startswith(mark)}
    needed = {f"now_{phase}" for phase in (*phases, "over")} | {"aim", "setup_1", "setup_2"}
    assert needed - set(rules) == set()


def test_the_page_fetches_them(client: FlaskClient) -> None:
    """It gets one game in one language at a time, and no other file on the disk."""
    answer = client.get("/words/fr/last_one.json")
    assert answer.json == words.rules_sentences("fr", "last_one")
    again = client.get("/words/fr/last_one.json", headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304
    for path in ("xx/last_one", "fr/poker", "fr/page", "fr/..%2Fpage", "..%2Ffr/page"):
        assert client.get(f"/words/{path}.json").status_code == 404, path
