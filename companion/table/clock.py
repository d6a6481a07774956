"""The clock of a table, which counts an auction or a turn, and the displays that make it wait.

Times are seconds of a monotonic clock, given by the caller.
"""

from companion.table.views import ClockView, HoldView
from engine.core.action import Action
from engine.core.game_rules import Timer
from engine.core.refusals import NotNow


class Countdown:
    """The clock of one table.

    Every act of a player restarts it. After an undo, a correction or a restart of the program it is
    *held* with its full time until somebody resumes it or acts: a power cut must not sell a card.
    But if the `Timer.span` is the same after an act, an undo or a correction, its time goes on,
    running or held.

    A count also waits for a question that a display has open, and for the banker's display
    (`apply_hold`).
    """

    def __init__(self) -> None:
        self._timer: Timer | None = None
        self._span: tuple[int, ...] = ()
        self._left = 0.0
        self._ends: float | None = None
        self._waits_for: HoldView | None = None

    def reset(self, timer: Timer | None, now: float, *, run: bool) -> None:
        """Restart with the game's `timer`, running or held; the time of the same span goes on."""
        paused = self._timer is None
        self._timer, self._waits_for = timer, None
        if timer is not None and timer.span and timer.span == self._span:
            if paused and run:
                self.resume(now)
            return
        self._span = timer.span if timer else ()
        self._left = timer.seconds if timer else 0.0
        self._ends = now + self._left if run and timer else None

    def clear(self, now: float) -> None:
        """Disarm the clock until the next `reset`."""
        self.pause(now)
        self._timer = None

    def set_running(self, running: bool, now: float) -> None:
        """Resume or pause; resuming raises `NotNow` ``no_clock`` if there is nothing to count."""
        if running and not self.is_armed:
            raise NotNow("no_clock", "Nothing is being counted now.")
        self.resume(now) if running else self.pause(now)

    def pause(self, now: float) -> None:
        """Stop, keeping the time that is left."""
        self._left, self._ends, self._waits_for = self.seconds_left(now), None, None

    def resume(self, now: float) -> None:
        """Go on with the time that is left."""
        self._waits_for = None
        if self._timer is not None and self._ends is None:
            self._ends = now + self._left

    def apply_hold(self, hold: HoldView | None, now: float) -> bool:
        """Let a count wait as `hold` says, or go on with its full time; return whether it changed.

        A count that somebody paused, and a time that spans several acts, stay as they are.
        """
        if hold == self._waits_for:
            return False
        if hold is not None and (self._waits_for or (self.is_running and not self.spans_acts)):
            self.pause(now)
            self._waits_for = hold
            return True
        if self._waits_for is None or self._timer is None:
            return False
        self._left = self._timer.seconds
        self.resume(now)
        return True

    def seconds_left(self, now: float) -> float:
        """Return the seconds that are left."""
        return self._left if self._ends is None else max(0.0, self._ends - now)

    def due_action(self, now: float) -> Action | None:
        """Return the timer's action if its time is over."""
        if self._timer is None or self._ends is None or now < self._ends:
            return None
        return self._timer.action

    @property
    def spans_acts(self) -> bool:
        """Whether the time goes on over several acts, as in a turn."""
        return bool(self._span)

    @property
    def is_armed(self) -> bool:
        """Whether there is something to count, running or held."""
        return self._timer is not None

    @property
    def may_be_held(self) -> bool:
        """Whether a question can hold it, or does: it was not paused and spans only one act."""
        return not self.spans_acts and (self.is_running or self._waits_for is not None)

    @property
    def is_running(self) -> bool:
        """Whether the time runs and is not held."""
        return self._ends is not None

    def view(self, now: float) -> ClockView | None:
        """Return the clock as the page sees it."""
        if self._timer is None:
            return None
        return {
            "seconds": round(self.seconds_left(now), 3),
            "running": self.is_running,
            "waits_for": self._waits_for,
        }


QUESTION_SECONDS = 20.0  # how long a question may hold a count
SILENT_SECONDS = 4.0  # a display that watches a count reports every second and a half


class Watchers:
    """The displays that watch a count: the banker's, and those on which a question is open.

    Each reports while something is counted. A table whose banker never did, such as one that is
    played over the API alone, waits for nobody.
    """

    def __init__(self) -> None:
        self._bankers: dict[str, float] = {}
        self._asking: dict[str, tuple[float, int | None]] = {}
        self._asked_since: dict[str, float] = {}
        self._version = 0

    def note_device(
        self, device: str, now: float, *, banks: bool, asks: bool, seat: int | None
    ) -> float:
        """Note that `device` is there; return for how many seconds its question may stay open.

        `banks`: it is the banker's. `asks`: a question is open there, for `seat`.
        """
        if banks:
            self._bankers[device] = now
        else:
            self._bankers.pop(device, None)
        if not asks:
            self._asking.pop(device, None)
            return QUESTION_SECONDS
        self._asking[device] = now, seat
        return max(0.0, self._asked_since.setdefault(device, now) + QUESTION_SECONDS - now)

    def release(self) -> None:
        """Release all that holds the count now: somebody resumes it."""
        self._asked_since = dict.fromkeys([*self._asked_since, *self._asking], float("-inf"))
        self._bankers.clear()

    def renew_question_time(self, version: int, now: float, *, counts: bool) -> None:
        """Give questions their full time again at a new `version`.

        `counts`: a count runs, or waits for a display. If not, questions may stay open without
        end, and the displays of bankers report nothing.
        """
        if not counts:
            self._asked_since.clear()
            self._bankers = dict.fromkeys(self._bankers, now)
        if version != self._version:
            self._version = version
            since = self._asked_since.items()
            self._asked_since = {device: at for device, at in since if device in self._asking}

    def current_hold(self, now: float) -> HoldView | None:
        """Return what a count has to wait for now, if anything."""
        for device, (heard, seat) in self._asking.items():
            since = self._asked_since.get(device, now)
            if now < heard + SILENT_SECONDS and now < since + QUESTION_SECONDS:
                return {"what": "question", "seat": seat}
        heard = max(self._bankers.values(), default=now)
        return {"what": "banker", "seat": None} if now >= heard + SILENT_SECONDS else None
