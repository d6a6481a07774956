"""The seconds after which a throw that is likely is played, unless somebody objects."""

from companion.table.views.eye import DelayView


class LikelyThrowDelay:
    """Runs for one question. Times are seconds of a monotonic clock, given by the caller.

    What interrupts it, an answer, another throw, a tap or the end of this process, ends it for
    good: then the throw is asked about. `stopped` is the row of the question whose delay somebody
    stopped last.
    """

    def __init__(self) -> None:
        self.stopped = 0
        self._row, self._seconds, self._ends = 0, 0.0, 0.0

    def begin(self, row: int, seconds: float, now: float) -> None:
        """Run for the question of `row`."""
        self._row, self._seconds, self._ends = row, seconds, now + seconds

    def stop(self) -> None:
        """End it because somebody objects."""
        self.stopped, self._row = self._row or self.stopped, 0

    def stop_unless_for(self, row: int | None) -> None:
        """End it unless the likely question that is asked now, of `row`, is the one it is for."""
        if row != self._row:
            self._row = 0

    def seconds_left(self, now: float) -> float | None:
        """Return the seconds that are left; None while it does not run."""
        return max(0.0, self._ends - now) if self._row else None

    def view(self, row: int) -> DelayView | None:
        """Return what is shown of it with the question of `row`, if it runs for that."""
        return {"seconds": self._seconds} if row == self._row else None
