"""Answers that take long to work out: one after the other, so that acts never wait for many."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from companion.access.errors import HTTPProblem

MOST_OF_ONE = 6  # that are asked for at once from one address, as a browser does at most


class TooManyAtOnce(HTTPProblem):
    """One thing after the other, please."""

    code = 503


class LongAnswers:
    """Lets one after the other be worked out; may be used from any thread."""

    def __init__(self) -> None:
        self._turn = threading.Lock()
        self._asking: list[str] = []

    @contextmanager
    def turn(self, address: str) -> Iterator[None]:
        """Wait for the turn of who asks from `address`; raises `TooManyAtOnce`."""
        if self._asking.count(address) >= MOST_OF_ONE:
            raise TooManyAtOnce
        self._asking.append(address)
        try:
            with self._turn:
                yield
        finally:
            self._asking.remove(address)
