"""The names of players: how a new game writes them down, and when two of them are one.

What looks the same is the same name, but for letters of other alphabets: somebody who types those
does so on purpose.
"""

import unicodedata
from collections.abc import Sequence

from engine.core.refusals import BadSetup

MAX_NAME_LENGTH = 24
"""So many characters has the longest name."""

# They count as letters and as a symbol, but show nothing: four Hangul fillers, Braille's blank.
_BLANK = dict.fromkeys(map(ord, "\u115f\u1160\u3164\uffa0\u2800"), " ")

# They join signs or keep them apart in some scripts and pictures, and show nothing themselves.
_JOINERS = dict.fromkeys(map(ord, "\u200c\u200d"))

# Letters, numbers, punctuation and symbols, such as a dog; an accent is seen only on one of them.
_SEEN = "LNPS"


def normalised_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return `names` as a new game writes them down; raises what `check_names` does.

    >>> normalised_names([" Ana  Maria", "Ben"])
    ('Ana Maria', 'Ben')
    """
    taken = tuple(map(with_single_spaces, names))
    for name in taken:
        if not any(unicodedata.category(sign)[0] in _SEEN for sign in name):
            raise _bad(name)
    check_names(taken)
    return taken


def check_names(names: Sequence[str]) -> None:
    """Raise `BadSetup`: ``bad_name``, ``duplicate_name``.

    This is what games have always asked of names. Logs were written when it was all, so a replay
    must not ask for more.
    """
    folded = [_shown(name).casefold() for name in names]
    for name, same in zip(names, folded, strict=True):
        if not 1 <= len(name) <= MAX_NAME_LENGTH or not _shown(name).isprintable():
            raise _bad(name)
        if folded.count(same) > 1:
            raise BadSetup("duplicate_name", f"Two players are called {name}.", name=name)


def person_key(name: str) -> str:
    """Return the key that identifies a person across games, whatever the case of the name.

    >>> person_key("ANA  Maria") == person_key("Ana Maria")
    True
    """
    return _shown(with_single_spaces(name)).casefold()


def _shown(name: str) -> str:
    return name.translate(_JOINERS)


def with_single_spaces(name: str) -> str:
    """Return `name` with one space between its words and none around it."""
    return unicodedata.normalize("NFC", " ".join(name.translate(_BLANK).split()))


def _bad(name: str) -> BadSetup:
    return BadSetup("bad_name", f"A name has 1 to {MAX_NAME_LENGTH} characters.", name=name)
