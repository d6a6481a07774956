"""The code that lets a device in: eight figures that a child can read aloud and type.

A guesser with ever so many addresses has `rate_limit.MAX_IN_ALL` tries in ten minutes, so that half
of all codes take years.
"""

import hmac
import re
import secrets

from companion.access.errors import TooManyGuesses, WrongCode
from companion.access.rate_limit import RateLimit

DIGITS = 8


class JoinCode:
    """The code that holds now, and how many were `made` since the program began."""

    def __init__(self, code: str) -> None:
        self.code, self.made = code, 0
        self._rate_limit = RateLimit()

    def check(self, guess: str, address: str, now: float) -> None:
        """Raise `WrongCode` or `TooManyGuesses` unless somebody at `address` told the code."""
        wait = self._rate_limit.seconds_to_wait(address, now)
        if wait > 0:
            raise TooManyGuesses(wait)
        if not matches_code(guess, self.code):
            self._rate_limit.count_wrong_code(address, now)
            raise WrongCode

    def renewed(self) -> "JoinCode":
        """Return a new code; what was guessed at the old one does not count."""
        other = JoinCode(new_code())
        other.made = self.made + 1
        return other


def new_code() -> str:
    """Return a code drawn by chance."""
    return "".join(secrets.choice("0123456789") for _ in range(DIGITS))


def digits_in_groups(code: str) -> str:
    """Return `code` as it is read aloud.

    >>> digits_in_groups("48217730")
    '4821 7730'
    """
    return f"{code[:4]} {code[4:]}"


def matches_code(guess: str, code: str) -> bool:
    """Tell whether `guess`, with or without spaces and dashes, is `code`.

    It takes the same time whichever figure is wrong.
    """
    return hmac.compare_digest(re.sub(r"[\s-]", "", guess).encode(), code.encode())
