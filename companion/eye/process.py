"""`croupier eye`: sends what the eye sees to a table.

There are three threads. One looks at frames. One sends rolls, in order, each until the table has
it. One sends the heartbeat with the newest state and picture, and follows the table's answer:
taught dice to learn, rolls to make in the demo tray. A slow or absent table never slows the eye.
"""

import base64
import logging
import os
import queue
import secrets
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from companion.eye import messages
from companion.eye.table_client import REQUEST_TIMEOUT_SECONDS, EyeCodeNeeded, PostJson, Rejected
from companion.eye.taught import TaughtDiceLearner
from engine.core.refusals import Json
from vision.cameras.demo import DemoCamera
from vision.cameras.phone import PhoneCamera
from vision.events import Confirmation, EyeEvent, Roll, StateChange
from vision.eye import Eye
from vision.protocol import MAX_CAMERA_NAME_LENGTH, MAX_TROUBLE_LENGTH

log = logging.getLogger(__name__)
HEARTBEAT_SECONDS = 1.0  # between heartbeats
HASTY_HEARTBEAT_SECONDS = 0.2  # where the answer brings a roll of the demo tray or a picture
LIVE_HEARTBEAT_SECONDS = 0.02  # where the table waits for the next live picture
# Without a frame or an attempt to open the camera, first the heartbeat stops; later the process
# ends, and its supervisor starts another.
HANGS_AFTER_SECONDS, ENDS_AFTER_SECONDS = 15.0, 60.0
GIVE_UP_AFTER_SECONDS = 30.0  # after that a roll no longer delays the next one
RETRY_SECONDS = 0.5
_NOT_APPROVED = (
    "This camera is not approved yet: a banker has to do that on the tablet, under Players."
)
_APPROVED = "This camera is approved."


class EyeEventSender:
    """Sends the events of one run of `eye`; calls `end` if it hangs or fails."""

    def __init__(
        self,
        eye: Eye,
        post: PostJson,
        taught: TaughtDiceLearner | None = None,
        end: Callable[[int], object] = os._exit,
    ) -> None:
        self.run_id = secrets.token_hex(8)
        self._end = end
        self._eye, self._post, self._taught = eye, post, taught
        self._rolls = RollSender(self.run_id, post)
        self._news = threading.Event()
        self._closed = threading.Event()
        self._state = "moving"
        self._preview: bytes | None = None
        self._is_known = False  # whether the table accepted the last report
        self._answer: dict[str, Any] = {}  # the table's last answer
        self._blind = False  # whether there was no picture when the table requested one
        self._done = 0  # the number of the last roll in the demo tray
        self._approved = True
        self._turned_away: EyeCodeNeeded | None = None

    def run(self) -> None:
        """Send until the events of the eye end; raises `EyeCodeNeeded` if the table refuses it."""
        try:
            self._send_heartbeat()  # the answer says where the tray lies, before any die is read
        except EyeCodeNeeded:
            self._eye.close()
            raise
        except (OSError, Rejected) as error:
            log.info("the table cannot be reached yet: %s", error)
        workers = [
            threading.Thread(target=self._work, args=(work,), daemon=True)
            for work in (self._rolls.run, self._beat)
        ]
        for worker in workers:
            worker.start()
        try:
            for event in self._eye.events():
                self._take(event)
            ended = not self._eye.camera.live
        finally:
            self._closed.set()
            self._news.set()
            self._rolls.close()
            for worker in workers:
                worker.join(REQUEST_TIMEOUT_SECONDS)
        if ended:  # a recording is over: the table must not suspect a broken cable
            self._state = "ended"
            with suppress(OSError, Rejected):
                self._post("eye", self._report(None))
        if self._turned_away is not None:
            raise self._turned_away

    @property
    def _is_demo(self) -> bool:
        return isinstance(self._eye.camera, DemoCamera)

    @property
    def _is_phone(self) -> bool:
        return isinstance(self._eye.camera, PhoneCamera)

    @property
    def _pause(self) -> float:
        """The longest time to the next heartbeat, in seconds."""
        if isinstance(self._eye.camera, PhoneCamera) and self._eye.camera.on_stand:
            return LIVE_HEARTBEAT_SECONDS
        hurries = self._is_demo or self._is_phone
        return HASTY_HEARTBEAT_SECONDS if hurries else HEARTBEAT_SECONDS

    def _work(self, work: Callable[[], None]) -> None:
        try:
            work()
        except EyeCodeNeeded as refused:
            self._turned_away = refused
            self._eye.close()
        except Exception:  # with the other threads running, the supervisor would notice nothing
            log.exception("The camera program failed and is stopping.")
            self._end(1)

    def _take(self, event: EyeEvent) -> None:
        if isinstance(event, Roll | Confirmation):
            self._rolls.put(event)
        elif isinstance(event, StateChange):
            self._state = event.state
            self._news.set()
        else:
            self._preview = event.jpeg
            self._news.set()

    def _beat(self) -> None:
        while not self._closed.is_set():
            self._news.wait(self._pause)
            self._news.clear()
            silent = time.monotonic() - self._eye.last_activity
            if silent > ENDS_AFTER_SECONDS:
                log.error("The camera program hangs and is stopping.")
                self._end(1)  # an orderly end would wait for the thread that hangs
                return
            if silent > HANGS_AFTER_SECONDS:
                continue  # a hanging driver must not look alive; it may recover
            try:
                self._send_heartbeat()
            except EyeCodeNeeded:
                raise
            except (OSError, Rejected) as error:
                if isinstance(error, Rejected):
                    self._is_known = False
                log.warning("the table cannot be reached: %s", error)
                self._closed.wait(RETRY_SECONDS)

    def _send_heartbeat(self) -> None:
        """Send a heartbeat, and follow the table's answer; raises as `PostJson` does."""
        preview, self._preview = self._preview, None
        self._answer = answer = self._post("eye", self._report(preview))
        self._is_known = True
        self._rolls.resend_last_roll_if_needed(answer.get("run"))
        border = answer.get("border")
        self._eye.border = None if border is None else tuple(border)
        for word in ("photograph", "frame"):
            if isinstance(self._eye.camera, PhoneCamera) and word in answer:
                self._eye.camera.put_picture(
                    base64.b64decode(answer[word]), on_stand=word == "frame"
                )
        if _wants_picture(answer) and not self._blind:
            self._news.set()  # send it at once
        self._log_approval(bool(answer.get("approved", True)))
        self._make_rolls(answer)
        if self._taught is not None:
            self._taught.learn_named_sets(answer.get("dice"), answer.get("confirmed"), self._post)

    def _log_approval(self, approved: bool) -> None:
        if approved != self._approved:
            log.warning(_APPROVED if approved else _NOT_APPROVED)
        self._approved = approved

    def _report(self, preview: bytes | None) -> dict[str, Json]:
        camera = self._eye.camera
        trouble = camera.why if isinstance(camera, DemoCamera) else self._eye.trouble
        report: dict[str, Json] = {
            "eye": self.run_id,
            "state": self._state,
            "fps": round(float(self._eye.fps), 1),
            "camera": camera.name[:MAX_CAMERA_NAME_LENGTH],
            "demo": self._is_demo,
            "phone": self._is_phone,
            "photographs": isinstance(camera, PhoneCamera) and not camera.on_stand,
            "faults": list(self._eye.faults),
            "trouble": trouble[:MAX_TROUBLE_LENGTH],
            "done": self._done,
        }
        if not self._is_known:  # a table only reads a small body of an unknown eye
            return report
        report["faces"] = messages.faces_message(self._taught.faces if self._taught else ())
        # One picture at a time: a table's limit is the size of the largest.
        picture = _wanted_picture(self._eye, self._answer)
        self._blind = _wants_picture(self._answer) and not picture
        if not picture and preview is not None:
            picture = {"preview": messages.in_base64(preview)}
        return report | picture

    def _make_rolls(self, answer: dict[str, Any]) -> None:
        """Make the requested rolls, once the eye has read the dice that lay there at the start."""
        camera = self._eye.camera
        if not isinstance(camera, DemoCamera) or not self._rolls.has_begun_sending:
            return
        for request in answer.get("throws", []):
            if request["n"] > self._done:
                kept = [self._eye.box_in_picture(box) for box in request["keep"]]
                how = {key: request[key] for key in ("face", "count", "card") if key in request}
                camera.roll(kept, **how)
                self._done = request["n"]


def _wants_picture(answer: Mapping[str, Any]) -> bool:
    return bool(answer.get("still") or answer.get("inspection"))


def _wanted_picture(eye: Eye, answer: Mapping[str, Any]) -> dict[str, Json]:
    """Return the still or inspection that the table requests; nothing without a picture."""
    if answer.get("still") and (still := eye.still_jpeg()):
        return {"still": messages.in_base64(still)}
    if answer.get("inspection") and (found := eye.inspect()) is not None:
        return {"inspection": messages.inspection_message(found)}
    return {}


@dataclass(frozen=True, slots=True)
class _Queued:
    """A roll to send: when it was `seen`, and `until` when to retry (monotonic seconds)."""

    roll: Roll
    seen: float
    until: float
    confirms: int | None = None


class RollSender:
    """Sends the rolls of the eye `run_id`; one thread sends them, any may add more."""

    def __init__(self, run_id: str, post: PostJson) -> None:
        self._run_id, self._post = run_id, post
        self._table_run: Json = None  # the `run` in the table's last answer
        self._waiting: queue.SimpleQueue[_Queued | None] = queue.SimpleQueue()
        self._last: _Queued | None = None  # the newest roll taken from the queue
        self._gave_up = False
        self._closed = threading.Event()

    @property
    def has_begun_sending(self) -> bool:
        """Whether it has taken a roll from the queue."""
        return self._last is not None

    def put(self, event: Roll | Confirmation) -> None:
        """Add a roll to the end of the queue."""
        roll, confirms = (event, None) if isinstance(event, Roll) else (event.roll, event.confirms)
        now = time.monotonic()
        self._waiting.put(_Queued(roll, now, now + GIVE_UP_AFTER_SECONDS, confirms))

    def run(self) -> None:
        """Send rolls until `close`; raises `EyeCodeNeeded` if the table does not let the eye in."""
        while (queued := self._waiting.get()) is not None:
            # A repeated roll may wait behind a newer one.
            if self._last is None or queued.roll.number >= self._last.roll.number:
                self._last = queued
            self._send(queued)

    def resend_last_roll_if_needed(self, run: Json) -> None:
        """Send the last roll again if the table has a new `run`, or if a roll was given up.

        A restarted table may have to ask about the roll. If a roll was given up, the number of this
        one shows the table whether others are missing, and its age whether somebody has entered it
        by hand. It is tried once with each heartbeat, since newer rolls wait behind it.
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
            except EyeCodeNeeded:
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


def exit_when_stdin_ends() -> None:
    """Watch standard input in the background, and exit when it ends: the parent is gone."""

    def watch() -> None:
        # Not sys.stdin: a daemon thread that holds its lock makes the interpreter abort at exit.
        while os.read(0, 1024):
            pass
        os._exit(0)

    threading.Thread(target=watch, name="parent", daemon=True).start()
