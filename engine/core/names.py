"""The names of players: how they are normalised, and when two of them are the same.

Names that look the same are the same, even if they use letters of different alphabets.
"""

import unicodedata
from collections.abc import Sequence

from engine.core.refusals import BadSetup

MAX_NAME_LENGTH = 24
"""The most characters of a name."""

# Unicode calls them letters or symbols, but they are invisible: Hangul fillers and Braille's blank.
_BLANK = dict.fromkeys(map(ord, "\u115f\u1160\u3164\uffa0\u2800"), " ")

# Zero-width joiner and non-joiner: some scripts and emoji need them; they are invisible.
_JOINERS = dict.fromkeys(map(ord, "\u200c\u200d"))

_LIKE_LATIN = str.maketrans(
    "АВЕКМНОРСТУХІЅЈаеорсухіѕјһΑΒΕΖΗΙΚΜΝΟΡΤΥΧο",
    "ABEKMHOPCTYXISJaeopcyxisjhABEZHIKMNOPTYXo",
)

# The categories of visible characters: letters, numbers, punctuation, symbols (also emoji). An
# accent alone is not visible.
_SEEN = "LNPS"


def entered_names(entered: Sequence[str], others: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the names that people `entered`, normalised; `others` are the players they join.

    Raises `BadSetup`: ``bad_name``, ``duplicate_name``. A replay checks less, since old logs were
    written when less was refused: see `normalised_names`.

    >>> entered_names([" Ana  Maria", "Ben"])
    ('Ana Maria', 'Ben')
    """
    taken = normalised_names(entered)
    for name in taken:
        if not any(unicodedata.category(sign)[0] in _SEEN for sign in name):
            raise _bad(name)
    looks = [_shown(name).translate(_LIKE_LATIN).casefold() for name in (*taken, *others)]
    for name, look in zip(taken, looks, strict=False):
        if looks.count(look) > 1:
            raise _duplicate(name)
    return taken


def normalised_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return `names` as a game stores them; raises what `check_names` raises."""
    taken = tuple(map(with_single_spaces, names))
    check_names(taken)
    return taken


def check_names(names: Sequence[str]) -> None:
    """Raise `BadSetup`: ``bad_name``, ``duplicate_name``."""
    folded = [_shown(name).casefold() for name in names]
    for name, same in zip(names, folded, strict=True):
        if not 1 <= len(name) <= MAX_NAME_LENGTH or not _shown(name).isprintable():
            raise _bad(name)
        if folded.count(same) > 1:
            raise _duplicate(name)


def person_key(name: str) -> str:
    """Return the key that identifies a person across games; it ignores case and spacing.

    >>> person_key("ANA  Maria") == person_key("Ana Maria")
    True
    """
    return _shown(with_single_spaces(name)).casefold()


def _shown(name: str) -> str:
    return name.translate(_JOINERS)


def with_single_spaces(name: str) -> str:
    """Return `name` with single spaces between its words and none around it."""
    return unicodedata.normalize("NFC", " ".join(name.translate(_BLANK).split()))


def _duplicate(name: str) -> BadSetup:
    return BadSetup("duplicate_name", f"Two players are called {name}.", name=name)


def _bad(name: str) -> BadSetup:
    return BadSetup("bad_name", f"A name has 1 to {MAX_NAME_LENGTH} characters.", name=name)
