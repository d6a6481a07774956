"""What a command could not do, and how it says how far it is."""

import sys
import time

EVERY = 0.2  # seconds, at most so often the line changes


class Failure(Exception):
    """The command could not do what was asked; the message is one clear line."""


class Progress:
    """How far long work is, on one line of standard error, if somebody is watching it."""

    def __init__(self) -> None:
        self._shown = sys.stderr.isatty()
        self._last = 0.0

    def say(self, text: str) -> None:
        """Show `text` in place of what stood there."""
        now = time.monotonic()
        if self._shown and now - self._last >= EVERY:
            self._last = now
            print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Leave no trace, so that a result can be printed."""
        if self._shown and self._last:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
