"""`croupier eye`: sends what the eye sees to a table.

There are three threads. The eye looks at frames; one sends rolls, in order, each until the table
has it; one sends the heartbeat with the newest state and picture, and receives the rolls that the
demo tray has to make and the taught dice. A slow or absent table never slows the eye.
"""

import base64
import logging
import os
import secrets
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, TypeAlias

from companion.eye import messages
from companion.eye.roll_sender import RETRY_SECONDS, RollSender
from companion.eye.table_client import TIMEOUT_SECONDS, CodeNeeded, PostJson, Rejected
from companion.eye.taught import TaughtDice
from engine.core.refusals import Json
from vision.cameras.base import VirtualCamera
from vision.cameras.phone import PhoneCamera
from vision.events import Confirmation, EyeEvent, Roll, StateChange
from vision.eye import Eye
from vision.protocol import MAX_CAMERA_NAME_LENGTH

log = logging.getLogger(__name__)
HEARTBEAT_SECONDS = 1.0  # seconds between heartbeats
HASTY_HEARTBEAT_SECONDS = 0.2  # people wait for the rolls of a demo tray, and for a photograph
HANGS_AFTER_SECONDS = (
    15.0  # without a frame or an attempt to open the camera; then the heartbeat stops
)
ENDS_AFTER_SECONDS = (
    60.0  # without either; then the process ends, and its supervisor starts another
)
_NOT_APPROVED = (
    "This camera is not approved yet: a banker has to do that on the tablet, under Players."
)
_APPROVED = "This camera is approved."


End: TypeAlias = Callable[[int], object]


class EyePoster:
    """Sends the events of one run of an eye; `end` ends the process if it hangs or fails."""

    def __init__(
        self, eye: Eye, post: PostJson, taught: TaughtDice | None = None, end: End = os._exit
    ) -> None:
        self.run_id = secrets.token_hex(8)
        self._end = end
        self._eye, self._post, self._taught = eye, post, taught
        self._rolls = RollSender(self.run_id, post)
        self._news = threading.Event()
        self._closed = threading.Event()
        self._state = "moving"
        self._preview: bytes | None = None
        self._is_known = False  # the table has accepted the last report
        self._asked: dict[str, Any] = {}  # the table's last answer
        self._blind = False  # there was no picture when one was requested
        self._done = 0
        self._approved = True
        self._turned_away: CodeNeeded | None = None

    def run(self) -> None:
        """Send until the eye's events end; raises `CodeNeeded` if the table does not let it in."""
        self._begin()
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
                worker.join(TIMEOUT_SECONDS)
        if ended:
            self._say_ended()
        if self._turned_away is not None:
            raise self._turned_away

    def _begin(self) -> None:
        """Learn where the tray lies before any die is read; raises `CodeNeeded`."""
        try:
            self._tell()
        except CodeNeeded:
            self._eye.close()
            raise
        except (OSError, Rejected) as error:
            log.info("the table cannot be reached yet: %s", error)

    def _say_ended(self) -> None:
        """Report that a recording is over, so that the table looks for no broken cable."""
        self._state = "ended"
        with suppress(OSError, Rejected):
            self._post("eye", self._report(None))

    @property
    def _is_demo(self) -> bool:
        return isinstance(self._eye.camera, VirtualCamera)

    @property
    def _takes_photographs(self) -> bool:
        return isinstance(self._eye.camera, PhoneCamera)

    def _work(self, work: Callable[[], None]) -> None:
        try:
            work()
        except CodeNeeded as refused:
            self._turned_away = refused
            self._eye.close()  # nobody may see what it sees
        except Exception:  # the other threads would look alive to the supervisor
            log.exception("The eye failed, and ends.")
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
            hurries = self._is_demo or self._takes_photographs
            self._news.wait(HASTY_HEARTBEAT_SECONDS if hurries else HEARTBEAT_SECONDS)
            self._news.clear()
            silent = time.monotonic() - self._eye.last_activity
            if silent > ENDS_AFTER_SECONDS:
                log.error("The eye hangs, and ends.")
                self._end(1)  # an orderly end would wait for what hangs
                return
            if silent > HANGS_AFTER_SECONDS:
                continue  # a hanging driver must not look alive; it may recover
            try:
                self._tell()
            except CodeNeeded:
                raise
            except (OSError, Rejected) as error:
                if isinstance(error, Rejected):
                    self._is_known = False
                log.warning("the table cannot be reached: %s", error)
                self._closed.wait(RETRY_SECONDS)

    def _tell(self) -> None:
        """Send a heartbeat, and follow the table's answer; raises as `PostJson` does."""
        preview, self._preview = self._preview, None
        answer = self._post("eye", self._report(preview))
        self._is_known = True
        self._rolls.handle_table_run(answer.get("run"))
        self._take_wishes(answer)
        self._say_approved(bool(answer.get("approved", True)))
        self._do_rolls(answer)
        if self._taught is not None:
            self._taught.learn_named_sets(answer.get("dice"), answer.get("confirmed"), self._post)

    def _take_wishes(self, answer: dict[str, Any]) -> None:
        """Use the tray's border, and hurry if somebody waits for a picture."""
        border = answer.get("border")
        self._eye.border = None if border is None else tuple(border)
        if isinstance(self._eye.camera, PhoneCamera) and "photograph" in answer:
            self._eye.camera.show(base64.b64decode(answer["photograph"]))
        self._asked = answer
        if _is_picture_asked(answer) and not self._blind:
            self._news.set()

    def _say_approved(self, approved: bool) -> None:
        if approved != self._approved:
            log.warning(_APPROVED if approved else _NOT_APPROVED)
        self._approved = approved

    def _report(self, preview: bytes | None) -> dict[str, Json]:
        report: dict[str, Json] = {
            "eye": self.run_id,
            "state": self._state,
            "fps": round(float(self._eye.fps), 1),
            "camera": self._eye.camera.name[:MAX_CAMERA_NAME_LENGTH],
            "demo": self._is_demo,
            "photographs": self._takes_photographs,
            "faults": list(self._eye.faults),
            "done": self._done,
        }
        if not self._is_known:  # then a table only reads a small body
            return report
        report["faces"] = messages.faces_message(self._taught.faces if self._taught else ())
        # One picture at a time: a table's limit is the size of the largest.
        picture = _picture_asked_for(self._eye, self._asked)
        self._blind = _is_picture_asked(self._asked) and not picture
        if not picture and preview is not None:
            picture = {"preview": messages.in_base64(preview)}
        return report | picture

    def _do_rolls(self, answer: dict[str, Any]) -> None:
        """Make the requested rolls, once the eye has read what lay there at the start."""
        camera = self._eye.camera
        if not isinstance(camera, VirtualCamera) or not self._rolls.has_begun:
            return
        for request in answer.get("throws", []):
            if request["n"] > self._done:
                kept = [self._eye.box_in_picture(box) for box in request["keep"]]
                how = {key: request[key] for key in ("face", "count", "card") if key in request}
                camera.roll(kept, **how)
                self._done = request["n"]


def _is_picture_asked(asked: Mapping[str, Any]) -> bool:
    return bool(asked.get("still") or asked.get("inspection"))


def _picture_asked_for(eye: Eye, asked: Mapping[str, Any]) -> dict[str, Json]:
    """Return the requested still or inspection; nothing without a picture."""
    if asked.get("still") and (still := eye.still_jpeg()):
        return {"still": messages.in_base64(still)}
    if asked.get("inspection") and (found := eye.inspect()) is not None:
        return {"inspection": messages.inspection_message(found)}
    return {}


def end_with_stdin() -> None:
    """From now on, end this process when its standard input ends: then its parent is gone."""

    def watch() -> None:
        # Not sys.stdin: a daemon thread that holds its lock makes the interpreter abort at exit.
        while os.read(0, 1024):
            pass
        os._exit(0)

    threading.Thread(target=watch, name="parent", daemon=True).start()
