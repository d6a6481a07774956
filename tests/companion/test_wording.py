"""The sentences that people read use one word for one thing, and are short and idiomatic."""

import doctest
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import words
from companion.words import LANGUAGES, read_po_file
from engine.games import GAMES
from tests.companion.test_words import FOLDER, spoken

SCRIPTS = Path(words.__file__).parents[1] / "static" / "js"

# Patterns that must not come back, and what replaces them.
UNWANTED = {
    "en": {
        r"\b[Ww]ho(m|so)?ever\b": "you, the player who",
        r"\banew\b|\b[Ss]hall\b|\bunasked\b|\brightly\b|\bwrongly\b|\bbesides?\b": "plain English",
        r"\b[Ee]yes?\b": "camera",
        r"\b([Tt]hrow(s|n|ing)?|[Tt]hrew)\b": "roll",
        r"\b([Bb]egin(s|ning)?|[Bb]egan|[Bb]egun)\b": "start",
        r"\b([Ss]ome|[Ee]very|[Aa]ny|[Nn]o)body\b": "someone, everyone, anyone, no one",
        r"\b[Cc]rackers?\b": "the player",
        r"\b[Ff]orget\b(?! and)": "delete",
        r"\b[Tt]ake \S+ back\b|\bput back\b": "undo, remove, restore",
        r"(?<!There )\b(is|are) no (?!longer|one\b)": "isn't, not",
        r"\bmachine\b": "computer, tablet, phone",
        r"\b[Tt]he table (knows|tells|says|counts|draws|turns)\b": "Croupier",
        r"\b([Cc]annot|(do|does|did|is|are|was|were|has|have|will) not)\b": "a contraction",
        r"\bbrings?\b(?! \S+ back)": "score",
        r"\btoward\b|[Cc]ounter-clockwise|pictures per second": "British English, frames",
        r"\b[Oo]nly \{\} (risk|chance)|risk of only": "at a risk of",
        r"\ba \{\} (risk|chance)\b": "a risk of, a chance of (an 8% chance)",
        r"\bnewer Croupier\b": "a newer version of Croupier",
        r"\b[Rr]eplace the card\b|\bthe card has become\b": "the memory card",
        r"\bplay(ing)? for \{\}": "play as",
        r"\bThe (most|fewest) (points|bones) wins\b|\bdelivers\b": "Most points wins, sends",
        r"\bReally\?": "what the button will do",
        r"^May \w+": "Can, or Show",
    },
    "de": {
        r"\b([Dd]u|[Dd]ich|[Dd]ir|[Dd]ein\w*)\b": "ihr",
        r"\b(Halten|Melden|Entfernen|Zeigen|Nehmen|Tippen) Sie\b|\bwenn Sie\b": "ihr",
        r"\bAuge\b": "Kamera",
        r"\b([Ww]erft?|[Ww]irft?|[Ww]erfen|[Gg]eworfene?n?)\b": "würfeln",
        r"\bCrack\b": "wer die Karte gewonnen hat",
        r"\bfestgehalten\b": "gespeichert",
        r"\bPlatte\b": "Datenträger",
        r"\b([Nn]och ein|[Ww]eiterer|[Ww]eiteren) Yacht\b": "die Yacht",
        r"\bMitnehmen\b": "Exportieren",
        r"\bBerichtig|\bberichtig": "korrigieren",
        r"\bWas, wenn\b": "Was passiert, wenn",
        r"\bmisslungen\b|\bWertungsblatt\b|\b[Uu]nbeendet": "fehlgeschlagen, Punkteblatt, offen",
        r"\bProbeschale\b|\bVorführung\b": "Demo",
        r"\bbei \{\} (Chance|Risiko)\b": "bei einer Chance von, bei einem Risiko von",
        r"[Gg]utschreib|gutgeschrieben": "sichern",
        r"\b[Ww]echselt( bald)? die Karte\b|\bKarte kaputt": "Speicherkarte",
        r"\b[Ii]m Mittel\b|\ban der Reihe\b|\b[Gg]eschieht\b": "im Schnitt, dran, passiert",
        r"\b([Nn]och einmal|neu|wieder|mehr) rollen\b|\brollen soll\b": "würfeln",
    },
    "fr": {
        r"\b([Tt]u|[Tt]oi|[Tt]on|[Tt]a|[Tt]es)\b": "vous",
        r"\b[Œœ]il\b": "caméra",
        r"\b[Pp]lateau\b": "piste",
        r"\b[Jj]et(te|tes|tez|er|é|és)\b": "lancer",
        r"\b[Cc]hampion": "gagnant, joueur",
        r"\b[Dd]és justes\b": "équilibrés",
        r"\bpas de \d": "paliers",
        r"\brègle de la maison\b": "règle maison",
        r"\bquitte le jeu\b|\bsort du jeu\b": "est éliminé",
        r"\b[Mm]achine\b": "ordinateur, appareil",
        r"\b[Aa]bîmé": "endommagé",
        r"\b[Mm]inuterie\b|\bminutés\b|\bà table$": "chronomètre, à la table",
        r"\bse joindre\b|\byacht suivant\b|\ben tout\b": "rejoindre, supplémentaire, au total",
        r"\bemporter\b": "exporter",
        r"\bégaux\b|\bdé égal\b": "identiques",
        r"\bde risque\b|[Ss]ans de quoi payer": "risque : …, un acheteur qui ne peut pas payer",
        r"\b[Rr]emplacez( bientôt)? la carte\b(?! mémoire)": "la carte mémoire",
        r"\ben vue\b|\bne donne \S+ ?d.image": "sous la caméra, n’envoie aucune image",
        r"\bles? plus (près|loin)\b|\b(mon|ma|mes)\b": "le plus proche, le plus éloigné, votre",
    },
}
# How the language groups thousands: with a sign or a non-breaking space.
GROUPS = {"en": ",", "de": ".", "fr": "\u202f"}
LONGEST, LONGEST_RULE, LONGEST_NOTICE = 120, 130, 90
# Messages at the foot of the page, which go after six seconds.
NOTICE = re.compile(r"(hub_)?refusal_|stale$|unreachable$|still_sending$|bet_without_amount$")


def sentences(language: str) -> Iterator[tuple[Path, str, str]]:
    """Yield each text of `language` with its catalogue and its key."""
    for path in sorted((FOLDER / language).glob("**/*.po")):
        for key, sentence in read_po_file(path).items():
            for text in spoken(sentence):
                yield path.relative_to(FOLDER), key, re.sub(r"\{\w+\}", "{}", text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_word_for_one_thing(language: str) -> None:
    """Retired words do not come back."""
    for path, key, text in sentences(language):
        for unwanted, instead in UNWANTED[language].items():
            assert not re.search(unwanted, text), f"{path} {key}: {text!r}; say {instead}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_short(language: str) -> None:
    """A sentence can be read in the time it is shown."""
    rules = {key for game in GAMES for key in words.rules_sentences(language, game)}
    for path, key, text in sentences(language):
        longest = LONGEST_RULE if key in rules else LONGEST
        longest = LONGEST_NOTICE if NOTICE.match(key) else longest
        assert len(text) <= longest, f"{path} {key}: {len(text)} characters"


@pytest.mark.parametrize("language", LANGUAGES)
def test_figures_as_the_language_writes_them(language: str) -> None:
    """This covers thousands, percent, quotation marks and dots, and spaces that must not break."""
    for path, key, text in sentences(language):
        told = f"{path} {key}: {text!r}"
        groups = re.findall(r"(?<=\d)[ \u00a0\u202f.,](?=\d{3}\b)", text)
        assert set(groups) <= {GROUPS[language]}, told
        percent = re.findall(r"(.)%", text)
        assert all((sign in "}0123456789") == (language == "en") for sign in percent), told
        assert not re.search(r"[\d}] (%|°C|s|min|mm|cm|dBm)(?![\w’])", text), told
        assert "..." not in text, told
        assert '"' not in text.split("sudo date")[0], told
        if language == "de":
            assert not re.search(r"[^\u00a0]…", text), told
        if language == "fr":
            assert not re.search(r"«(?!\u202f)|(?<!\u202f)»", text), told


def labels() -> set[str]:
    """Return the keys of the sentences on the buttons and titles of the page."""
    opened = re.compile(r'\b(?:b|actionB)utton\(|\bh\(\s*"(?:button|h1|h2|h3|h4|summary|legend)",')
    found = set()
    for script in SCRIPTS.rglob("*.js"):
        text = script.read_text()
        for match in opened.finditer(text):
            depth, end = 0, match.end()
            while depth or text[end] not in ",)":  # skip the look or the attributes
                depth += {"{": 1, "(": 1, "}": -1, ")": -1}.get(text[end], 0)
                end += 1
            said = re.match(r',\s*\[?t\("(\w+)"', text[end:])
            found |= {said[1]} if said else set()
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_buttons_and_titles_have_no_full_stop(language: str) -> None:
    """They are not sentences."""
    all_labels = labels()
    assert len(all_labels) > 100
    for path, key, text in sentences(language):
        if key in all_labels:
            assert not text.endswith("."), f"{path} {key}: {text!r}"
            assert len(text) <= 60, f"{path} {key}: {text!r}"


def test_only_one_helper_per_side_formats_figures_and_times() -> None:
    """Scripts and modules that format them by themselves would ignore the language."""
    for script in SCRIPTS.rglob("*.js"):
        found = re.search(r"\bIntl\.|\.toLocale\w*String", script.read_text())
        assert found is None or script.name == "words.js", script
    for path in sorted((SCRIPTS.parents[1] / "words").glob("*.py")):
        assert path.name == "__init__.py" or ":,}" not in path.read_text(), path
    assert doctest.testmod(words) == (0, 2)
