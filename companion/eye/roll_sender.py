"""Sends the rolls of an eye to a table, in order, each until the table has it."""

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
GIVE_UP_AFTER_SECONDS = 30.0  # after that a roll no longer delays the next one
RETRY_SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class _Queued:
    """A roll that was `seen` at a time, and is sent `until` a time (monotonic seconds)."""

    roll: Roll
    seen: float
    until: float
    confirms: int | None = None


class RollSender:
    """Sends the rolls of the eye `run_id`; one thread sends them, any may add more."""

    def __init__(self, run_id: str, post: PostJson) -> None:
        self._run_id, self._post = run_id, post
        self._table_run: Json = None  # of the table, when it last answered
        self._waiting: queue.SimpleQueue[_Queued | None] = queue.SimpleQueue()
        self._last: _Queued | None = None  # the newest roll taken from the queue
        self._gave_up = False
        self._closed = threading.Event()

    @property
    def has_begun(self) -> bool:
        """Whether it has begun to send a roll."""
        return self._last is not None

    def put(self, event: Roll | Confirmation) -> None:
        """Add a roll to the end of the queue."""
        roll, confirms = (event, None) if isinstance(event, Roll) else (event.roll, event.confirms)
        now = time.monotonic()
        self._waiting.put(_Queued(roll, now, now + GIVE_UP_AFTER_SECONDS, confirms))

    def run(self) -> None:
        """Send rolls until `close`; raises `CodeNeeded` if the table does not let the eye in."""
        while (queued := self._waiting.get()) is not None:
            # A repeated roll may wait behind a newer one.
            if self._last is None or queued.roll.number >= self._last.roll.number:
                self._last = queued
            self._send(queued)

    def handle_table_run(self, run: Json) -> None:
        """Send the last roll again if the table has a new `run`, or if a roll was given up.

        A restarted table may have to ask about it. After others were given up, the table sees by
        its number that some are missing, and by its age whether somebody entered it by hand; that
        is tried once with each heartbeat, since newer rolls wait behind it.
        """
        restarted = self._table_run not in (None, run)
        if self._last is not None and (self._gave_up or restarted):
            self._gave_up = False
            until = time.monotonic() + (GIVE_UP_AFTER_SECONDS if restarted else RETRY_SECONDS)
            self._waiting.put(replace(self._last, until=until))
        self._table_run = run

    def close(self) -> None:
        """Try each waiting roll once more, and end."""
        self._closed.set()
        self._waiting.put(None)

    def _send(self, queued: _Queued) -> None:
        # The table knows a reading by its number, so a repeat is never a second roll.
        number = queued.roll.number
        reading = messages.reading_message(self._run_id, queued.roll, queued.confirms)
        while (now := time.monotonic()) < queued.until:
            rested = queued.roll.after_rest_ms + (now - queued.seen) * 1000
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
        log.error("roll %s could not be sent", number)
        self._gave_up = True
