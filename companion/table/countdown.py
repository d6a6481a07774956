"""What happens by itself when nobody acts: an auction is counted, and a count can be held."""

from companion.table.views.table import ClockView
from engine.core.action import Action
from engine.core.game_rules import Timer
from engine.core.refusals import NotNow


class Countdown:
    """The clock of one table. Times are seconds of a monotonic clock, given by the caller.

    An act of the players begins it anew. After an undo, a correction or a restart it is *held*,
    with its full time, until somebody lets it run or acts: nobody is sold a card by a power cut.
    But a span of time that is the same after an act, an undo or a correction goes on as it was,
    running or held.
    """

    def __init__(self) -> None:
        self._timer: Timer | None = None
        self._span: tuple[int, ...] = ()
        self._left = 0.0
        self._ends: float | None = None

    def reset(self, timer: Timer | None, now: float, *, run: bool) -> None:
        """Begin anew with the game's `timer`, running or held; the same span of time runs on."""
        paused = self._timer is None
        self._timer = timer
        if timer is not None and timer.span and timer.span == self._span:
            if paused and run:
                self.resume(now)
            return
        self._span = timer.span if timer else ()
        self._left = timer.seconds if timer else 0.0
        self._ends = now + self._left if run and timer else None

    def clear(self, now: float) -> None:
        """Count nothing until the next `reset`."""
        self.pause(now)
        self._timer = None

    def set_running(self, running: bool, now: float) -> None:
        """Let it run on, or hold it; raises `NotNow` ``no_clock`` if nothing is being counted."""
        if running and not self.is_counting:
            raise NotNow("no_clock", "Nothing is being counted.")
        self.resume(now) if running else self.pause(now)

    def pause(self, now: float) -> None:
        """Stop, and keep the time that is left."""
        self._left, self._ends = self.seconds_left(now), None

    def resume(self, now: float) -> None:
        """Run on with the time that is left."""
        if self._timer is not None and self._ends is None:
            self._ends = now + self._left

    def seconds_left(self, now: float) -> float:
        """Return the seconds that are left."""
        return self._left if self._ends is None else max(0.0, self._ends - now)

    def due_action(self, now: float) -> Action | None:
        """Return the action that is to be played now, if its time has come."""
        if self._timer is None or self._ends is None or now < self._ends:
            return None
        return self._timer.action

    @property
    def has_span(self) -> bool:
        """Whether the time runs on over several acts, as that of a turn, and not after one."""
        return bool(self._span)

    @property
    def is_counting(self) -> bool:
        """Whether something is being counted."""
        return self._timer is not None

    @property
    def is_running(self) -> bool:
        """Whether the time is running out."""
        return self._ends is not None

    def view(self, now: float) -> ClockView | None:
        """Return the clock as the page sees it."""
        if self._timer is None:
            return None
        return {"seconds": round(self.seconds_left(now), 3), "running": self.is_running}
