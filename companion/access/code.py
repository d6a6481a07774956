"""The code that lets a device in: eight figures that a child can read aloud and type.

A guesser has `guesses.IN_ALL` tries in ten minutes, so that half of all codes take decades.
"""

import hmac
import re
import secrets

FIGURES = 8


def new_code() -> str:
    """Return a code drawn by chance."""
    return "".join(secrets.choice("0123456789") for _ in range(FIGURES))


def in_groups(code: str) -> str:
    """Return `code` as it is read aloud.

    >>> in_groups("48217730")
    '4821 7730'
    """
    return f"{code[:4]} {code[4:]}"


def is_code(guess: str, code: str) -> bool:
    """Tell whether `guess`, with or without spaces and dashes, is `code`.

    It takes the same time whichever figure is wrong.
    """
    return hmac.compare_digest(re.sub(r"[\s-]", "", guess).encode(), code.encode())
