"""Tells a table the rolls of an eye, in order, each until the table has it."""

import logging
import queue
import threading
import time
from dataclasses import dataclass, replace

from companion.eye import messages
from companion.eye.table_client import CodeNeeded, PostJson, Rejected
from engine.core.refusals import Json
from vision.events import Confirmation, Roll

log = logging.getLogger(__name__)
GIVE_UP_AFTER_SECONDS = 30.0  # seconds; a roll that old holds up the next no longer
RETRY_SECONDS = 0.5  # seconds


@dataclass(frozen=True, slots=True)
class _Told:
    """A roll that was `seen` then, and the time after which it is told no more (monotonic)."""

    roll: Roll
    seen: float
    until: float
    confirms: int | None = None


class RollSender:
    """Tells the rolls of the eye `run_id`; one thread sends them, any may put more."""

    def __init__(self, run_id: str, post: PostJson) -> None:
        self._run_id, self._post = run_id, post
        self._table_run: Json = None  # the life of the table that was heard last, if one was
        self._waiting: queue.SimpleQueue[_Told | None] = queue.SimpleQueue()
        self._last: _Told | None = None  # the newest roll that was told, or was to be
        self._gave_up = False
        self._closed = threading.Event()

    @property
    def has_begun(self) -> bool:
        """Whether a roll was told, or was to be."""
        return self._last is not None

    def put(self, event: Roll | Confirmation) -> None:
        """Tell this after what was put before."""
        roll, confirms = (event, None) if isinstance(event, Roll) else (event.roll, event.confirms)
        now = time.monotonic()
        self._waiting.put(_Told(roll, now, now + GIVE_UP_AFTER_SECONDS, confirms))

    def run(self) -> None:
        """Tell what is put until `close`; raises `CodeNeeded` if the table does not let it in."""
        while (told := self._waiting.get()) is not None:
            # One that is told again may stand in line behind a newer one.
            if self._last is None or told.roll.number >= self._last.roll.number:
                self._last = told
            self._send(told)

    def heed(self, run: Json) -> None:
        """Tell the last roll again to a table that has begun a new `run`: it may be a question.

        And to one that is heard again after a roll was given up: it sees by the number of the last
        one whether others are missing, and by its age whether somebody has told it by hand. That is
        tried once with each heartbeat, since newer rolls stand in line behind it.
        """
        anew = self._table_run not in (None, run)
        if self._last is not None and (self._gave_up or anew):
            self._gave_up = False
            until = time.monotonic() + (GIVE_UP_AFTER_SECONDS if anew else RETRY_SECONDS)
            self._waiting.put(replace(self._last, until=until))
        self._table_run = run

    def close(self) -> None:
        """Try each roll that is left once more, and end."""
        self._closed.set()
        self._waiting.put(None)

    def _send(self, told: _Told) -> None:
        # The table knows a reading by its number, so that asking again is never a second roll.
        number = told.roll.number
        reading = messages.reading_message(self._run_id, told.roll, told.confirms)
        while (now := time.monotonic()) < told.until:
            rested = told.roll.after_rest_ms + (now - told.seen) * 1000
            try:
                answer = self._post("readings", {**reading, "after_rest_ms": rested})
                log.info("roll %s: %s", number, answer)
                return
            except CodeNeeded:
                raise
            except Rejected as refused:
                log.error("the table refused roll %s: %s", number, refused)
                return
            except OSError as error:
                log.warning("the table cannot be reached: %s", error)
            if self._closed.wait(RETRY_SECONDS):
                return
        log.error("roll %s was never told", number)
        self._gave_up = True
