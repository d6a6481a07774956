"""How many wrong codes may be told, from each address and in all, so that guessing is hopeless.

Only wrong ones count: a whole family can join in the same minute. Times are seconds of any clock,
given by the caller; where it is set back, what was counted is forgotten.
"""

import ipaddress
from collections import deque

MAX_PER_ADDRESS = 5
MAX_IN_ALL = 50
WINDOW = 600.0  # seconds


class RateLimit:
    """The wrong codes of the last `WINDOW` seconds; it never remembers more than `MAX_IN_ALL`."""

    def __init__(self) -> None:
        self._wrong: deque[tuple[float, str]] = deque()

    def wait(self, address: str, now: float) -> float:
        """Return the seconds until somebody at `address` may try a code; 0 is now."""
        while self._wrong and not 0 <= now - self._wrong[0][0] < WINDOW:
            self._wrong.popleft()
        own = home(address)
        here = [at for at, other in self._wrong if other == own]
        waits = [0.0]
        if len(here) >= MAX_PER_ADDRESS:
            waits.append(here[-MAX_PER_ADDRESS] + WINDOW - now)
        if len(self._wrong) >= MAX_IN_ALL:
            waits.append(self._wrong[-MAX_IN_ALL][0] + WINDOW - now)
        return max(waits)

    def count(self, address: str, now: float) -> None:
        """Count a wrong code from `address`."""
        self._wrong.append((now, home(address)))


def home(address: str) -> str:
    """Return what one machine cannot change about its `address`: of IPv6 the first half.

    >>> home("2001:db8::1:2"), home("::ffff:192.0.2.7")
    ('2001:db8::', '192.0.2.7')
    """
    try:
        known = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(known, ipaddress.IPv4Address):
        return str(known)
    if known.ipv4_mapped is not None:
        return str(known.ipv4_mapped)
    return str(ipaddress.IPv6Address(int(known) >> 64 << 64))
