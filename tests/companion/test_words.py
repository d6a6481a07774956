"""The catalogues are complete in every language and have the right placeholders."""

import json
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import polib
import pytest
from flask.testing import FlaskClient

from companion import words
from companion.words import LANGUAGES, Sentence, catalogue, read_po_file
from engine.games import GAMES

FOLDER = Path(words.__file__).parent
FILES = sorted(FOLDER.glob("**/*.po"))
# A plural form for the figure one may say "un", "one" or "ein" instead.
ONE_MAY_LACK = {"count"}


def forms(sentence: Sentence) -> dict[str, str]:
    """Return the forms of `sentence`, a plain one as its only form."""
    return {"other": sentence} if isinstance(sentence, str) else sentence


def spoken(sentence: Sentence) -> Iterator[str]:
    """Yield what `sentence` says to everybody and to its player (`[{name} rolls|You roll]`)."""
    for text in forms(sentence).values():
        for form in (r"\1", r"\2") if "[" in text else ("",):
            yield re.sub(r"\[([^|\]]*)\|([^\]]*)\]", form, text)


def places(text: str) -> set[str]:
    """Return the names of the placeholders in `text`."""
    return set(re.findall(r"\{(\w+)\}", text))


def test_three_languages() -> None:
    """French, English and German are spoken."""
    assert LANGUAGES == ("de", "en", "fr")


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_missing(language: str) -> None:
    """Each language has the sentences of all others, and nothing is fuzzy or empty."""
    assert set(catalogue(language)) == set(catalogue("en"))
    for path in FILES:
        entries = polib.pofile(str(path))
        assert [entry.msgid for entry in entries if not entry.translated()] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_languages_have_the_same_placeholders(language: str) -> None:
    """They have plural forms for the same counts, too."""
    for key, sentence in catalogue("en").items():
        here = catalogue(language)[key]
        assert forms(here).keys() == forms(sentence).keys(), key
        assert places(forms(here)["other"]) == places(forms(sentence)["other"]), key
        if "one" in forms(here):
            lacking = places(forms(here)["other"]) - places(forms(here)["one"])
            assert lacking <= ONE_MAY_LACK, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_forms_for_the_player_are_complete(language: str) -> None:
    """A form for the player at a device is in brackets, next to the form for all others."""
    assert list(spoken("[{name} rolls|You roll]!")) == ["{name} rolls!", "You roll!"]
    for key, sentence in catalogue(language).items():
        assert not re.search(r"[\[|\]]", "".join(spoken(sentence))), key


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(FOLDER)))
def test_a_file_says_its_language(path: Path) -> None:
    """The header of a file names the language of its folder and how it counts."""
    catalogue = polib.pofile(str(path))
    assert catalogue.metadata["Language"] == path.relative_to(FOLDER).parts[0]
    assert catalogue.metadata["Plural-Forms"].startswith("nplurals=2;")


def test_french_punctuation_follows_a_narrow_space() -> None:
    """The space before double signs never breaks."""
    explained = [words.rules_sentences("fr", game).items() for game in GAMES]
    for key, sentence in chain(catalogue("fr").items(), *explained):
        for text in spoken(sentence):
            assert not re.search(r"\w[;!?]|\w:(?!\S)|[ \u00a0][;:!?]", text), f"{key}: {text}"


def test_a_key_in_two_files_is_a_mistake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A key that two files define is refused, since one of them would be lost."""
    (tmp_path / "en").mkdir()
    for name in ("a", "b"):
        (tmp_path / "en" / f"{name}.po").write_text('msgid "word"\nmsgstr "x"\n')
    monkeypatch.setattr(words, "_FOLDER", tmp_path)
    with pytest.raises(ValueError, match="word is in another file"):
        catalogue.__wrapped__("en")


def test_a_key_twice_in_a_file_is_a_mistake(tmp_path: Path) -> None:
    """A key that comes twice in one file is refused."""
    path = tmp_path / "a.po"
    path.write_text('msgid "word"\nmsgstr "x"\n\nmsgid "word"\nmsgstr "y"\n')
    with pytest.raises(ValueError, match="word"):
        read_po_file(path)


def test_the_page_lists_the_languages(client: FlaskClient) -> None:
    """Each language is listed under its own name, so that everybody finds theirs."""
    page = client.get("/").get_data(as_text=True)
    found = re.search(r"data-languages='([^']+)'>", page)
    assert found is not None
    assert json.loads(found[1]) == {"de": "Deutsch", "en": "English", "fr": "Français"}


def test_the_page_gets_them(client: FlaskClient) -> None:
    """`/words/fr.json` is the French catalogue; a language that is not there is not found."""
    answer = client.get("/words/fr.json")
    assert answer.json == catalogue("fr")
    again = client.get("/words/fr.json", headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304
    assert client.get("/words/xx.json").status_code == 404
