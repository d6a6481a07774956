"""How many wrong codes may be told, so that guessing is hopeless and locks out the guesser alone.

Only wrong ones count: a whole family can join in the same minute. Few are heard from one address;
those of one network, whose devices choose their addresses, and all together may tell many more, or
one of them would lock out the others. Times are seconds of any clock, given by the caller; where it
is set back, what was counted is forgotten.
"""

import ipaddress
from collections import deque

MAX_PER_ADDRESS = 5
MAX_PER_NETWORK = 50
MAX_IN_ALL = 250
WINDOW_SECONDS = 600.0  # seconds


class RateLimit:
    """The wrong codes of the last `WINDOW_SECONDS`; it never remembers more than `MAX_IN_ALL`."""

    def __init__(self) -> None:
        self._wrong: deque[tuple[float, str, str]] = deque()

    def seconds_to_wait(self, address: str, now: float) -> float:
        """Return the seconds until somebody at `address` may try a code; 0 is now."""
        while self._wrong and not 0 <= now - self._wrong[0][0] < WINDOW_SECONDS:
            self._wrong.popleft()
        own, network = _plain(address), network_of_address(address)
        at_address = [at for at, other, _ in self._wrong if other == own]
        in_network = [at for at, _, other in self._wrong if other == network]
        in_all = [at for at, _, _ in self._wrong]
        waits = [
            times[-most] + WINDOW_SECONDS - now
            for times, most in (
                (at_address, MAX_PER_ADDRESS),
                (in_network, MAX_PER_NETWORK),
                (in_all, MAX_IN_ALL),
            )
            if len(times) >= most
        ]
        return max(waits, default=0.0)

    def count_wrong_code(self, address: str, now: float) -> None:
        """Count a wrong code from `address`."""
        own = _plain(address)
        self._wrong.append((now, own, network_of_address(own)))


def network_of_address(address: str) -> str:
    """Return what one machine cannot change about its `address`: of IPv6 the first half.

    >>> network_of_address("2001:db8::1:2"), network_of_address("::ffff:192.0.2.7")
    ('2001:db8::', '192.0.2.7')
    """
    plain = _plain(address)
    if ":" not in plain:
        return plain
    return str(ipaddress.IPv6Address(int(ipaddress.IPv6Address(plain)) >> 64 << 64))


def _plain(address: str) -> str:
    """Return `address` as it is written once, without the device at which it was heard."""
    try:
        known = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address.replace(":", ".")  # none that we know
    mapped = known.ipv4_mapped if isinstance(known, ipaddress.IPv6Address) else None
    return str(mapped or known)
