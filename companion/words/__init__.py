"""All sentences that people read, by language: gettext catalogues, one file for each domain.

``words/fr/page.po`` holds the French sentences of the page, ``words/fr/last_one.po`` those of that
game and its rules, which are loaded on demand, and ``words/fr/hub/page.po`` those that only the
page of a hub needs. The `msgid` is a key; the page fills in the placeholders of a sentence,
like `{name}`. A new language is a new folder; a new game adds one file to each language.

Figures are formatted as each language writes them; the page does the same in
companion/static/js/words.js.
"""

import re
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import TypeAlias

import polib

Sentence: TypeAlias = str | dict[str, str]
"""One sentence, or its plural forms by CLDR category (`one`, `other`)."""

_FOLDER = Path(__file__).parent
_OF_RULES = re.compile(r"aim|setup_\d|(now|word|means)_\w+")
# CLDR's categories in the order of gettext's plural forms; all our languages have these two.
_FORMS = ("one", "other")
_SIGNS = {"de": (".", ","), "en": (",", "."), "fr": ("\u202f", ",")}  # thousands, decimal
_BYTES = {"fr": ("ko", "Mo", "Go")}

LANGUAGES = tuple(sorted(folder.name for folder in _FOLDER.iterdir() if any(folder.glob("*.po"))))
"""The available languages, as two letters (ISO 639-1)."""


@cache
def catalogue(language: str) -> dict[str, Sentence]:
    """Return all sentences of `language` by key, except the rules of games.

    Raises `KeyError` if there is no such language, `ValueError` if two files define one key.
    """
    if language not in LANGUAGES:
        raise KeyError(language)
    found: dict[str, Sentence] = {}
    for path in sorted((_FOLDER / language).glob("*.po")):
        for key, sentence in read_po_file(path).items():
            if key in found:
                raise ValueError(f"{path}: {key} is in another file too")
            if not _OF_RULES.fullmatch(key):
                found[key] = sentence
    return found


@cache
def rules_sentences(language: str, game: str) -> dict[str, Sentence]:
    """Return the sentences that explain `game` in `language`, by key, in the order of the file.

    Keys are ``aim``, ``setup_1`` and so on, ``now_PHASE``, and for each term of the game
    ``word_NAME`` and ``means_NAME``. Raises `KeyError` if there is no such language or game.
    """
    path = _FOLDER / language / f"{game}.po"
    if language not in LANGUAGES or path not in path.parent.glob("*.po"):
        raise KeyError(f"{language}/{game}")
    sentences = read_po_file(path).items()
    rules = {key: sentence for key, sentence in sentences if _OF_RULES.fullmatch(key)}
    if not rules:
        raise KeyError(f"{language}/{game}")
    return rules


@cache
def hub_sentences(language: str) -> dict[str, Sentence]:
    """Return the sentences that only the hub's page needs; see `catalogue`."""
    return read_po_file(_FOLDER / language / "hub" / "page.po")


@cache
def language_names() -> dict[str, str]:
    """Return the available languages, each with its own name for itself."""
    return {language: str(catalogue(language)["language_itself"]) for language in LANGUAGES}


def read_po_file(path: Path) -> dict[str, Sentence]:
    """Return the translated sentences of the catalogue at `path` by key.

    Raises `ValueError` if a key is repeated, `OSError` if the file is not a catalogue.
    """
    found: dict[str, Sentence] = {}
    for entry in polib.pofile(str(path)):  # its own search for repeated keys is quadratic
        if entry.msgid in found:
            raise ValueError(f"{path}: {entry.msgid} is repeated")
        if entry.translated():
            found[entry.msgid] = _forms(entry) if entry.msgid_plural else entry.msgstr
    return found


def _forms(entry: polib.POEntry) -> Sentence:
    return {_FORMS[number]: text for number, text in sorted(entry.msgstr_plural.items())}


def format_number(language: str, value: float) -> str:
    """Format `value`, with one decimal at most.

    >>> format_number("en", 800_000), format_number("de", 1234.56), format_number("fr", -84.0)
    ('800,000', '1.234,6', '−84')
    """
    group, point = _SIGNS[language]
    written = f"{value:,.1f}".removesuffix(".0")
    return written.translate({ord(","): group, ord("."): point, ord("-"): "−"})


def format_bytes(language: str, count: int) -> str:
    r"""Format a number of bytes with its unit.

    >>> format_bytes("en", 900), format_bytes("de", 1_500_000), format_bytes("fr", 32_000_000_000)
    ('0.9\xa0kB', '1,5\xa0MB', '32\xa0Go')
    """
    value, units = count / 1000, list(_BYTES.get(language, ("kB", "MB", "GB")))
    while value >= 1000 and len(units) > 1:
        value /= 1000
        units.pop(0)
    return f"{format_number(language, value)}\u00a0{units[0]}"


def format_local_time(text: str) -> str:
    """Format the time `text` (ISO 8601) in the time zone of this computer, to the minute."""
    return f"{datetime.fromisoformat(text).astimezone():%Y-%m-%d %H:%M}"
