"""The eyes of a table: what they see and do, and what people have to answer.

Nothing here is stored: an eye sends it all again with its next heartbeat.
"""

import math
import threading
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Annotated, Generic, TypeVar

from msgspec import Meta
from msgspec.structs import replace

from companion import fields
from companion.log.readings import MAX_REPORTED_DICE, DieReport, ReadingReport, Verdict
from companion.rolls.earlier_rolls import faces_of_still_dice
from companion.rolls.verdict import (
    IN_DEMO,
    OF_OTHER_EYE,
    OWN_EYE,
    indices_of_awaited_dice,
    keep_only_awaited_dice,
    likely_answers,
)
from companion.table.settings import border_key_of_camera
from companion.table.state import TableState
from companion.table.views import (
    DelayView,
    DemoRoll,
    DieView,
    EyeFigures,
    EyeStatus,
    InspectionView,
    LastReadingView,
    QuestionView,
    ReadingView,
)
from engine.core.awaited_dice import AwaitedDice
from engine.core.refusals import NotNow
from vision.protocol import (
    MAX_CAMERA_NAME_LENGTH,
    MAX_TAUGHT_STILLS,
    MAX_TROUBLE_LENGTH,
    PICTURE_FAULTS,
    RESTING_STATES,
    EyeState,
    Light,
    PictureFault,
)

SILENCE_SECONDS = 3.0  # without a heartbeat, after which an eye is lost
MAX_REMEMBERED_TAPS = 64  # that may still be repeated
EYE_TIMEOUT_SECONDS = 5.0  # for an eye that sends something every second
PHOTOGRAPH_SECONDS = 10.0  # that a photograph waits for its lesson
SECONDS_BETWEEN_STILLS = 2.0  # after a still, in which a lesson that goes on asks for the next one
MAX_STILLS = 4  # attempts, if something moves
FRAME_TIMEOUT_SECONDS = 0.2  # that an eye waits for the next live picture
UNFINISHED_STATES: tuple[EyeState, ...] = ("moving", "reading", "lost")
"""States in which an eye needs further live pictures, even if nothing moves."""

T = TypeVar("T")


class NextValue(Generic[T]):
    """Keeps the `newest` value of one kind; any thread can wait for the next one."""

    def __init__(self) -> None:
        self.newest: T | None = None
        self._came = threading.Condition()
        self._waiting = 0
        self._count = 0

    @property
    def is_waited_for(self) -> bool:
        """Whether a thread waits."""
        return self._waiting > 0

    def put(self, value: T) -> None:
        """Store `value`, and give it to all threads that wait."""
        with self._came:
            self.newest = value
            self._count += 1
            self._came.notify_all()

    def wait_for_next(self) -> T | None:
        """Return the next value; None if none comes within `EYE_TIMEOUT_SECONDS`."""
        with self._came:
            before = self._count
            self._waiting += 1
            try:
                came = self._came.wait_for(lambda: self._count > before, EYE_TIMEOUT_SECONDS)
            finally:
                self._waiting -= 1
            return self.newest if came else None


class DieInPicture(fields.RequestBody, frozen=True):
    """A die as it lies there now: its likeliest face, and its box in shares of the picture."""

    face: fields.Word
    box: tuple[float, float, float, float]


class CameraInspection(fields.RequestBody, frozen=True):
    """The whole picture of a camera and its quality (see `vision.picture_quality.Inspection`)."""

    jpeg: fields.Still
    sharpness: float | None
    light: Light
    dice: Annotated[tuple[DieInPicture, ...], Meta(max_length=MAX_REPORTED_DICE)]
    tray: fields.Border | None

    def __post_init__(self) -> None:
        fields.check_jpeg(self.jpeg)

    def view(self) -> InspectionView:
        """Return the inspection as JSON, without the picture."""
        return {
            "sharpness": self.sharpness,
            "light": self.light,
            "dice": [{"face": die.face, "box": list(die.box)} for die in self.dice],
            "found": None if self.tray is None else list(self.tray),
        }


class EyeReport(fields.RequestBody, frozen=True):
    """A heartbeat of the eye `eye` (the id of its run).

    A `phone` shows `photographs`, or else a live picture from a stand. `done` is the last requested
    roll that a demo camera has made, `faults` are those of its pictures, `trouble` is why there are
    none of a real camera, and `faces` are the taught faces that it knows.
    """

    eye: fields.Id
    state: EyeState
    fps: float = 0.0
    camera: Annotated[str, Meta(max_length=MAX_CAMERA_NAME_LENGTH)] = ""
    demo: bool = False
    phone: bool = False
    photographs: bool = False
    done: fields.NonNegativeInt = 0
    faults: Annotated[tuple[PictureFault, ...], Meta(max_length=len(PICTURE_FAULTS))] = ()
    trouble: Annotated[str, Meta(max_length=MAX_TROUBLE_LENGTH)] = ""
    faces: Annotated[tuple[fields.Word, ...], Meta(max_length=MAX_TAUGHT_STILLS)] = ()
    preview: fields.Jpeg | None = None
    still: fields.Still | None = None
    inspection: CameraInspection | None = None

    def __post_init__(self) -> None:
        fields.check_jpeg(self.preview)
        fields.check_jpeg(self.still)


@dataclass(frozen=True, slots=True)
class LastReading:
    """The newest `reading` and its `verdict` at the time `at`, when `awaited` were awaited."""

    reading: ReadingReport
    verdict: Verdict
    awaited: AwaitedDice | None
    at: float

    @property
    def was_played(self) -> bool:
        """Whether it was played without asking: then its faces are sure."""
        return self.verdict.outcome == "played"

    def view(self, *, moved_since: bool) -> LastReadingView:
        """Return the reading as JSON, and whether something has `moved_since`."""
        meant = indices_of_awaited_dice(self.reading, self.awaited)
        reading = keep_only_awaited_dice(self.reading, self.awaited)
        beside = [die for i, die in enumerate(self.reading.dice) if i not in meant]
        return {
            **_reading_view(reading, self.verdict.why),
            "dice": _dice_view(reading, played=self.was_played),
            "outcome": self.verdict.outcome,
            "moved_since": moved_since,
            "beside": [{"box": _box(die), "body": die.body} for die in beside],
        }


def question_view(state: TableState, delay: DelayView | None) -> QuestionView | None:
    """Return the open question of `state` as JSON, if there is one, with its `delay`."""
    asked, awaited = state.question, state.awaited_dice
    if asked is None or awaited is None:
        return None
    question, verdict = asked
    known = faces_of_still_dice(state.history, question.reading, question.row)
    reading = keep_only_awaited_dice(question.reading, awaited, known)
    return {
        **_reading_view(reading, verdict.why),
        "dice": _dice_view(reading),
        "picture": state.history.rows[question.row - 1].picture in state.pictures,
        "likely": verdict.outcome == "likely",
        "delay": delay,
        "faces": list(verdict.faces),
        "answers": [list(faces) for faces in likely_answers(reading.dice, awaited)],
        "kept": list(verdict.kept),
    }


def _dice_view(reading: ReadingReport, *, played: bool = False) -> list[DieView]:
    return [
        {"face": die.face, "sure": die.sure or played, "box": _box(die), "body": die.body}
        for die in reading.dice
    ]


def _box(die: DieReport) -> list[float]:
    return [round(side) for side in die.box]


def _reading_view(reading: ReadingReport, why: tuple[str, ...]) -> ReadingView:
    return {
        "number": reading.number,
        "thrown": reading.thrown,
        "size": list(reading.size),
        "why": list(why),
    }


@dataclass(frozen=True, slots=True)
class _Heard:
    """A run of an eye of `who`, last heard `at`; the dice of a `demo` are virtual."""

    who: str
    demo: bool
    at: float

    @property
    def rank(self) -> tuple[bool, bool]:
        """The eye with the higher rank is used."""
        return not self.demo, self.who != OWN_EYE


class Eyes:
    """The newest reports of all eyes, and the `last` reading.

    Times are seconds of a monotonic clock, given by the caller.
    """

    def __init__(self) -> None:
        self.stills: NextValue[bytes] = NextValue()
        self.inspections: NextValue[CameraInspection] = NextValue()
        self._frame_came = threading.Event()
        self.failure = ""  # why there is no picture, or why this machine's own eye ended
        self.forget()

    def forget(self) -> None:
        """Forget all eyes."""
        self.preview: bytes | None = None
        self.last: LastReading | None = None
        self._moved_since: LastReading | None = None  # the last one when something moved
        self._report: EyeReport | None = None
        self._eyes: dict[str, _Heard] = {}
        self._active = ""
        self._demo_rolls: list[tuple[str, DemoRoll]] = []  # with the eye that makes them
        self._last_demo_roll = 0
        self._last_roll_read = 0
        self._taps: dict[str, int] = {}
        self._photograph: bytes | None = None
        self._last_photograph = b""  # its digest
        self._frame: bytes | None = None
        self._previews = 0

    def take_report(self, report: EyeReport, who: str, now: float) -> list[DemoRoll]:
        """Handle a heartbeat of `who`; return the rolls that this eye still has to make."""
        eye = _Heard(who, report.demo, now)
        goes_before, camera = self._goes_before(report.eye, eye, now), self.camera_key
        self._eyes[report.eye] = eye
        if goes_before:
            restarted = report.eye != self._active
            self._active, self._report = report.eye, report
            self.failure = report.trouble
            if self.camera_key != camera:
                self._forget_tray()
            elif restarted:
                self.preview = self.inspections.newest = None
            self._show(report)
        # An eye on another machine may outlive this program, and goes on counting.
        self._last_demo_roll = max(self._last_demo_roll, report.done)
        self._demo_rolls = [
            (eye, roll)
            for eye, roll in self._demo_rolls
            if (roll["n"] > report.done if eye == report.eye else not self._silent(eye, now))
        ]
        return [roll for eye, roll in self._demo_rolls if eye == report.eye]

    def forget_eyes_of(self, who: str) -> None:
        """Forget the eyes of `who`, which have ended."""
        self._eyes = {eye: heard for eye, heard in self._eyes.items() if heard.who != who}
        if self._active not in self._eyes:
            self._active, self._report, self._frame = "", None, None
            self._forget_tray()

    def _forget_tray(self) -> None:
        """Forget what was seen: another camera shows another tray and other dice.

        The newest frame stays: a phone sends none while nothing moves.
        """
        self.preview = self.inspections.newest = self.last = self._photograph = None
        self._last_photograph = b""

    def _show(self, report: EyeReport) -> None:
        if report.state in ("moving", "hand"):
            self._moved_since = self.last
        if report.preview is not None:
            self.preview = report.preview
            self._previews += 1
        if report.still is not None:
            self.stills.put(report.still)
        if report.inspection is not None:
            self.inspections.put(report.inspection)

    def _silent(self, eye: str, now: float) -> bool:
        return eye not in self._eyes or now - self._eyes[eye].at > SILENCE_SECONDS

    @property
    def active_eye_owner(self) -> str:
        """The owner of the eye in use; "" before the first heartbeat."""
        heard = self._eyes.get(self._active)
        return "" if heard is None else heard.who

    @property
    def camera_key(self) -> str:
        """The key of the camera in use (see `border_key_of_camera`); "" before any heartbeat."""
        report = self._report
        return "" if report is None else border_key_of_camera(self.active_eye_owner, report.camera)

    def verdict_if_inactive(self, eye: str, who: str, now: float) -> Verdict | None:
        """Return the verdict on a reading of `eye`, sent by `who`, if another eye is in use."""
        heard = self._eyes.get(eye, _Heard(who, False, now))
        if self._goes_before(eye, heard, now):
            return None
        return IN_DEMO if heard.demo else OF_OTHER_EYE

    def is_first_reading_of_demo(self, reading: ReadingReport) -> bool:
        """Return whether `reading` only shows what lay on a demo tray at its start."""
        heard = self._eyes.get(reading.eye)
        return heard is not None and heard.demo and reading.is_first_look

    def as_requested_demo_roll(self, reading: ReadingReport) -> ReadingReport:
        """Return `reading`, as a roll if it shows one that was requested of its demo tray.

        No hand can have pushed virtual dice, even if the eye missed how they moved.
        """
        heard = self._eyes.get(reading.eye)
        if heard is None or not heard.demo or reading.is_first_look:
            return reading
        requested = self._last_demo_roll > self._last_roll_read
        self._last_roll_read = self._last_demo_roll
        return replace(reading, thrown=True) if requested else reading

    def _goes_before(self, eye: str, heard: "_Heard", now: float) -> bool:
        """Return whether `eye` is in use, or takes the place of the one that is.

        Real dice come before virtual ones, then an approved eye before this machine's own.
        Otherwise the eye in use stays, unless it is silent or was restarted.
        """
        if eye == self._active or self._silent(self._active, now):
            return True
        other = self._eyes[self._active]
        restarted = eye not in self._eyes and heard.who == other.who
        return heard.rank > other.rank or (restarted and heard.rank == other.rank)

    def request_demo_roll(
        self,
        keep: tuple[fields.BoundingBox, ...],
        tap: str,
        face: str = "",
        awaited: AwaitedDice | None = None,
        card: str = "",
    ) -> int:
        """Ask the demo tray to roll all dice outside the boxes `keep`; return the request number.

        The dice will show `face`, if it is given, and be as many as are `awaited`, unless only dice
        of one colour are. A `card` is put there instead of dice. Repeating a `tap` (the id of a
        POST, or "") makes no second roll. Raises `NotNow` ``no_demo`` without a demo camera.
        """
        if self._report is None or not self.is_demo:
            raise NotNow("no_demo", "There is no demo tray.")
        if tap in self._taps:
            return self._taps[tap]
        self._last_demo_roll += 1
        roll: DemoRoll = {"n": self._last_demo_roll, "keep": [list(box) for box in keep]}
        if face:
            roll["face"] = face
        if awaited is not None and not awaited.body:
            roll["count"] = awaited.count
        if card:
            roll["card"] = card
        self._demo_rolls.append((self._report.eye, roll))
        if tap:
            self._taps[tap] = self._last_demo_roll
        if len(self._taps) > MAX_REMEMBERED_TAPS:
            del self._taps[next(iter(self._taps))]
        return self._last_demo_roll

    @property
    def reads_photographs(self) -> bool:
        """Whether the eye in use reads photographs that people take."""
        return self._report is not None and self._report.photographs

    def put_photograph(self, jpeg: bytes) -> None:
        """Keep a photograph for the eye; one that a phone sends twice has no effect.

        Raises `NotNow` ``no_photographs`` if the eye reads none.
        """
        _check_phone(self.reads_photographs)
        digest = sha256(jpeg).digest()
        if digest != self._last_photograph:
            self._photograph, self._last_photograph = jpeg, digest

    def put_frame(self, jpeg: bytes) -> bool:
        """Keep a live picture for the eye; no bytes mean that nothing has changed.

        Return whether the eye needs more pictures, even of a scene where nothing moves: one that
        has just begun has seen none, and comes to rest only after several.

        Raises `NotNow` ``no_photographs`` if the camera is not a phone.
        """
        _check_phone(self._report is not None and self._report.phone)
        self._frame = jpeg or self._frame or b""
        self._frame_came.set()
        return self.reads_photographs or self._reported_state in UNFINISHED_STATES

    def wait_for_frame(self) -> None:
        """Wait for a live picture that the eye has not seen yet, for a moment."""
        self._frame_came.wait(FRAME_TIMEOUT_SECONDS)

    def take_pictures(self) -> dict[str, bytes]:
        """Return the newest photograph and the newest frame that the eye has not seen yet."""
        new = {"photograph": self._photograph, "frame": self._frame}
        self._photograph = self._frame = None
        self._frame_came.clear()
        return {kind: jpeg for kind, jpeg in new.items() if jpeg is not None}

    @property
    def is_demo(self) -> bool:
        """Whether the dice of the eye in use are virtual."""
        return self._report is not None and self._report.demo

    @property
    def faults(self) -> tuple[PictureFault, ...]:
        """The faults of the pictures of the eye in use."""
        return () if self._report is None else self._report.faults

    def view(self, state: TableState, delay: DelayView | None, now: float) -> EyeStatus:
        """Return the eye's status with the question of `state` and its `delay`."""
        report, last, question = self._report, self.last, question_view(state, delay)
        seen = self.state(now)
        if seen == "unsure" and last is not None and question is None:
            # A doubt that was settled, or one about what came after a sure roll.
            seen = "sure" if last.was_played and not last.reading.sure else "still"
        return {
            "state": seen,
            "camera": report.camera if report else "",
            "demo": self.is_demo,
            "photographs": self.reads_photographs,
            "faces": list(report.faces) if report else [],
            "preview_count": self._previews if self.preview else 0,
            "roll": None
            if last is None or question is not None
            else last.view(moved_since=last is self._moved_since),
            "question": question,
        }

    def figures(self, now: float) -> EyeFigures:
        """Return the `EyeFigures` of the eye in use."""
        report, last, heard = self._report, self.last, self._eyes.get(self._active)
        return {
            "fps": report.fps if report else 0.0,
            "age_ms": None if heard is None else round((now - heard.at) * 1000),
            "roll_age_ms": None if last is None else round((now - last.at) * 1000),
        }

    def state(self, now: float) -> EyeState:
        """Return the state of the eye in use."""
        state = self._reported_state
        return "lost" if state != "ended" and self._silent(self._active, now) else state

    @property
    def _reported_state(self) -> EyeState:
        return "lost" if self._report is None else self._report.state


def _check_phone(takes_pictures: bool) -> None:
    if not takes_pictures:
        raise NotNow("no_photographs", "The camera of this table is not a phone.")


class DiceLesson:
    """A lesson that takes stills from `eyes`; meanwhile, readings are not rolls.

    Where the camera is a phone that photographs, the stills are photographs that people take of
    what they show. `now` is a monotonic clock in seconds.
    """

    def __init__(self, eyes: Eyes, now: Callable[[], float]) -> None:
        self._eyes, self._now = eyes, now
        self._until = -math.inf
        self._photograph = (-math.inf, b"")  # when it came
        self._photographed = threading.Event()

    @property
    def is_going_on(self) -> bool:
        """Whether somebody waits for a still, or has just received one."""
        return self._now() < self._until

    def put_photograph(self, jpeg: bytes) -> None:
        """Keep a photograph for the lesson that goes on, or soon begins.

        Raises `NotNow` ``no_photographs`` if the camera takes none.
        """
        _check_phone(self._eyes.reads_photographs)
        self._photograph = self._now(), jpeg
        self._photographed.set()

    def wait_for_still(self) -> bytes | None:
        """Return a JPEG of dice at rest without a hand; None if no eye has seen that."""
        try:
            if self._eyes.reads_photographs:
                self._until = self._now() + EYE_TIMEOUT_SECONDS + SECONDS_BETWEEN_STILLS
                while self._photographed.wait(EYE_TIMEOUT_SECONDS):
                    self._photographed.clear()
                    at, jpeg = self._photograph
                    if self._now() < at + PHOTOGRAPH_SECONDS:
                        return jpeg
                return None
            for _ in range(MAX_STILLS):
                self._until = self._now() + EYE_TIMEOUT_SECONDS + SECONDS_BETWEEN_STILLS
                picture = self._eyes.stills.wait_for_next()
                if picture is None or self._eyes.state(self._now()) in RESTING_STATES:
                    return picture
            return None
        finally:
            self._until = self._now() + SECONDS_BETWEEN_STILLS
