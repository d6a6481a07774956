"""While dice are laid to be taught stills are wanted, and what is read is no throw."""

import math
from collections.abc import Callable

from companion.table.eyes import Eyes
from companion.table.next_value import WAIT_SECONDS
from vision.protocol import RESTING_STATES

PAUSE_SECONDS = 2.0  # after a still; who goes on asks for the next one by then
MAX_STILLS = 4  # that may show something that moves


class DiceLesson:
    """The lesson before the `eyes` of a table; `now` is a monotonic clock in seconds."""

    def __init__(self, eyes: Eyes, now: Callable[[], float]) -> None:
        self._eyes, self._now = eyes, now
        self._until = -math.inf

    @property
    def is_going_on(self) -> bool:
        """Whether somebody has just asked for a still, or waits for one."""
        return self._now() < self._until

    def wait_for_still(self) -> bytes | None:
        """Return a JPEG of dice at rest and nobody's hand; None where no eye has seen that."""
        try:
            for _ in range(MAX_STILLS):
                self._until = self._now() + WAIT_SECONDS + PAUSE_SECONDS
                picture = self._eyes.stills.wait_for_next()
                if picture is None or self._eyes.state(self._now()) in RESTING_STATES:
                    return picture
            return None
        finally:
            self._until = self._now() + PAUSE_SECONDS
