"""The code that lets a device in, the limit on wrong guesses, and the signed tokens of devices.

The code has eight digits, which a child can read aloud and type. With `GUESSES` guesses in ten
minutes, from however many addresses, trying half of all codes takes years.
"""

import hmac
import ipaddress
import re
import secrets
import time
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from itsdangerous import BadSignature, TimestampSigner

from companion.access.errors import TooManyGuesses, WrongCode
from companion.budget import GUESSES, GUESSES_OF_ADDRESS, GUESSES_OF_NETWORK

CODE_DIGITS = 8


class JoinCode:
    """The present `code`, and how many were `made` since the program began."""

    def __init__(self, code: str) -> None:
        self.code, self.made = code, 0
        self._rate_limit = RateLimit()

    def check(self, guess: str, address: str, now: float) -> None:
        """Check a `guess` from `address`; raises `WrongCode`, `TooManyGuesses`."""
        wait = self._rate_limit.seconds_to_wait(address, now)
        if wait > 0:
            raise TooManyGuesses(wait)
        if not matches_code(guess, self.code):
            self._rate_limit.count_wrong_code(address, now)
            raise WrongCode

    def renewed(self) -> "JoinCode":
        """Return a new code; guesses at the old one no longer count."""
        other = JoinCode(new_code())
        other.made = self.made + 1
        return other


def new_code() -> str:
    """Return a random code."""
    return "".join(secrets.choice("0123456789") for _ in range(CODE_DIGITS))


def grouped_digits(code: str) -> str:
    """Return `code` in two groups, to be read aloud.

    >>> grouped_digits("48217730")
    '4821 7730'
    """
    return f"{code[:4]} {code[4:]}"


def matches_code(guess: str, code: str) -> bool:
    """Return, in constant time, whether `guess` is `code`, ignoring spaces and dashes."""
    return hmac.compare_digest(re.sub(r"[\s-]", "", guess).encode(), code.encode())


GUESS_WINDOW_SECONDS = 600.0


class RateLimit:
    """Limits wrong guesses, so that guessing is hopeless and locks out only the guesser.

    Only wrong ones count: a whole family can join within a minute. One address gets few guesses; a
    network, whose devices choose their addresses, and everybody together get many more, or one
    guesser could lock out all. A network that has not guessed may try, whatever others do. Times
    are seconds on any clock; if it is set back, all wrong guesses are forgotten.
    """

    def __init__(self) -> None:
        self._wrong: deque[tuple[float, str, str]] = deque()

    def seconds_to_wait(self, address: str, now: float) -> float:
        """Return the seconds until `address` may guess again, or 0 if it may guess now."""
        while self._wrong and not 0 <= now - self._wrong[0][0] < GUESS_WINDOW_SECONDS:
            self._wrong.popleft()
        own, network = _plain(address), network_prefix(address)
        at_address = [at for at, other, _ in self._wrong if other == own]
        in_network = [at for at, _, other in self._wrong if other == network]
        in_all = [at for at, _, _ in self._wrong]
        waits = [
            times[-most] + GUESS_WINDOW_SECONDS - now
            for times, most in (
                (at_address, GUESSES_OF_ADDRESS),
                (in_network, GUESSES_OF_NETWORK),
                (in_all if in_network else [], GUESSES),
            )
            if len(times) >= most
        ]
        return max(waits, default=0.0)

    def count_wrong_code(self, address: str, now: float) -> None:
        """Count a wrong guess from `address`."""
        own = _plain(address)
        self._wrong.append((now, own, network_prefix(own)))


def network_prefix(address: str) -> str:
    """Return the part of `address` that a device cannot choose: of IPv6 the first 64 bits.

    >>> network_prefix("2001:db8::1:2"), network_prefix("::ffff:192.0.2.7")
    ('2001:db8::', '192.0.2.7')
    """
    plain = _plain(address)
    if ":" not in plain:
        return plain
    return str(ipaddress.IPv6Network(f"{plain}/64", strict=False).network_address)


def _plain(address: str) -> str:
    """Return the canonical form of `address`, without a zone."""
    try:
        known = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address.replace(":", ".")  # not an address
    mapped = known.ipv4_mapped if isinstance(known, ipaddress.IPv6Address) else None
    return str(mapped or known)


Clock: TypeAlias = Callable[[], float]
# On Linux, CLOCK_BOOTTIME goes on while a laptop sleeps.
UPTIME: Clock = partial(time.clock_gettime, getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


class TokenSigner(TimestampSigner):
    """Signs and reads tokens (a device's id and a time) with `key`.

    `now` is the wall clock (seconds since 1970), `up` a monotonic clock (seconds).
    """

    def __init__(self, key: str, now: Clock, up: Clock) -> None:
        super().__init__(key, salt="croupier device")
        self._now, self._up = now, up
        self._began = now() - up()

    def get_timestamp(self) -> int:
        """Return the time for `TimestampSigner`, which accepts none before 1970."""
        return max(0, int(self._now()))

    def make_token(self, id_: str) -> str:
        """Return a new token for the device `id_`."""
        return self.sign(id_).decode()

    def read(self, token: str, max_age: float) -> str | None:
        """Return the device id in `token`; None if it is forged or older than `max_age` seconds."""
        try:
            id_, signed = self.unsign(token, return_timestamp=True)
        except BadSignature:
            return None
        # A token made before the clock was set forward looks older by that much. One from the
        # future is valid, too: a small machine without a battery for its clock starts in the past.
        set_forward = max(0.0, self._now() - self._up() - self._began)
        old = self._now() - signed.timestamp() - set_forward > max_age
        return None if old else id_.decode()
