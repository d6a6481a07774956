"""The routes of the eye: its readings, its heartbeat, and the demo camera's tray."""

import base64
from typing import Annotated, NotRequired, TypedDict

import msgspec
from flask import request
from msgspec import Meta

from companion.access.control import AccessControl
from companion.access.device import TABLE_DISPLAY
from companion.access.errors import NotTheCamera, NotYourSeat
from companion.budget import JPEG
from companion.fields import (
    SMALL_JPEG,
    Border,
    BoundingBox,
    Id,
    Jpeg,
    RequestBody,
    Word,
    check_jpeg,
)
from companion.log.readings import MAX_REPORTED_DICE, ReadingReport
from companion.rolls.verdict import OWN_EYE
from companion.table.eyes import EyeReport
from companion.table.settings import border_key_of_camera
from companion.table.table import Table
from companion.table.views import DemoRoll, InspectionView, ReadingOutcome
from companion.taught import TaughtSetRefusal
from companion.taught.folder import CONFIRMED_SET_NAME, existing_set_path, taught_set_path
from companion.web.callers import current_caller, require_right
from companion.web.routes import TableRoutes
from engine.core.codec import bad_field_error
from vision.protocol import is_small_jpeg


class ReadingRequestBody(ReadingReport, frozen=True):
    """A reading with its picture."""

    evidence: Jpeg | None = None

    def __post_init__(self) -> None:
        ReadingReport.__post_init__(self)
        check_jpeg(self.evidence)


class RollRequestBody(RequestBody, frozen=True):
    """A roll of all dice outside the boxes `keep`; repeating the `id` makes no second one.

    If a `face` is given, they show it; a `card` is laid down in place of dice.
    """

    keep: Annotated[tuple[BoundingBox, ...], Meta(max_length=MAX_REPORTED_DICE)] = ()
    id: Id | None = None
    face: Word = ""
    card: Word = ""


class NamedSet(TypedDict):
    """A set of dice that the table knows."""

    name: str
    version: str


class EyeInstructions(TypedDict):
    """The instructions for an eye: rolls to make, pictures to send, and what it has to know."""

    throws: list[DemoRoll]
    run: str
    still: NotRequired[Annotated[bool, Meta(description="true: send a still")]]
    inspection: NotRequired[Annotated[bool, Meta(description="true: send an inspection")]]
    photograph: NotRequired[Annotated[str, Meta(description="a JPEG in base64, taken by a phone")]]
    frame: NotRequired[
        Annotated[str, Meta(description="the same, from a phone on a stand; empty: no change")]
    ]
    border: NotRequired[
        Annotated[Border, Meta(description="nothing outside is a die; absent: no border")]
    ]
    approved: NotRequired[
        Annotated[bool, Meta(description="false: a banker has to approve this eye first")]
    ]
    dice: NotRequired[Annotated[NamedSet, Meta(description="the set of the game")]]
    confirmed: NotRequired[Annotated[NamedSet, Meta(description="dice confirmed in play")]]


class DiceSetBody(RequestBody, frozen=True):
    """The name of a set of dice."""

    name: Word


class DiceSetFile(TypedDict):
    """A set of dice in base64."""

    file: str


class RollNumberAnswer(TypedDict):
    """The number of the requested roll."""

    n: int


class PictureSize(TypedDict):
    """The size of the picture that arrived."""

    bytes: int


class FrameAnswer(TypedDict):
    """The answer to a live picture."""

    more: Annotated[bool, Meta(description="true: send pictures even if nothing moves")]


class AimView(TypedDict):
    """How well the camera sees; null: it gives no picture."""

    seen: InspectionView | None


def add_eye_routes(routes: TableRoutes, table: Table, access: AccessControl) -> None:
    """Add the routes of the eye of `table`."""

    @routes.post(
        "/api/tables/{table}/readings", "eye", refusals={403: "cross_origin, banker_only, new_eye"}
    )
    def readings(body: ReadingRequestBody) -> ReadingOutcome:
        """Accept a reading from the eye."""
        reading = msgspec.convert(body, ReadingReport, from_attributes=True)
        return table.take_reading(reading, body.evidence, _eye())

    @routes.post("/api/tables/{table}/eye", "any_eye")
    def eye(body: EyeReport) -> EyeInstructions:
        """Accept the heartbeat of an eye; return its instructions."""
        run = table.store.run_id
        if current_caller().role == "new_eye":
            access.keep_report_of_new_eye(current_caller().id, body)
            return {"throws": [], "run": run, "approved": False}
        return _instructions(table, body)

    @routes.post("/api/tables/{table}/tray", "seated", refusals={422: "no_demo"})
    def tray(body: RollRequestBody) -> RollNumberAnswer:
        """Roll in the demo camera's tray: for bankers and the player whose turn it is."""
        _check_turn(table)
        return {"n": table.request_demo_roll(body.keep, body.id or "", body.face, body.card)}

    @routes.post("/api/tables/{table}/eye/dice", "eye", refusals={422: "no_such_set"})
    def dice_for_eye(body: DiceSetBody) -> DiceSetFile:
        """Return a set of dice for an eye."""
        path = existing_set_path(table.folder, body.name)
        return {"file": base64.b64encode(path.read_bytes()).decode()}


_ONLY_THE_CAMERA = {403: "cross_origin, banker_only, not_the_camera"}


def add_phone_routes(routes: TableRoutes, table: Table) -> None:
    """Add the routes of a phone whose pictures the eye of `table` reads."""

    @routes.post(
        "/api/tables/{table}/photograph", "inside", takes=JPEG, refusals={422: "no_photographs"}
    )
    def photograph() -> PictureSize:
        """Accept a photograph, from the camera, bankers and the player whose turn it is."""
        camera = current_caller().camera
        if not camera:
            require_right("seated")
            _check_turn(table)
        return _keep(table, lesson=camera and table.lesson.is_going_on)

    @routes.post(
        "/api/tables/{table}/taught/photograph", takes=JPEG, refusals={422: "no_photographs"}
    )
    def photograph_lesson() -> PictureSize:
        """Accept a photograph of dice or a card that the table is taught."""
        return _keep(table, lesson=True)

    @routes.post(
        "/api/tables/{table}/frame",
        "inside",
        takes=JPEG,
        refusals=_ONLY_THE_CAMERA | {422: "no_photographs"},
    )
    def frame() -> FrameAnswer:
        """Accept a live picture from the phone that is the camera; empty: nothing has changed."""
        _check_camera()
        jpeg = _picture(may_be_empty=True)
        with table.lock:
            return {"more": table.eyes.put_frame(jpeg)}

    @routes.get("/api/tables/{table}/aim", "inside", refusals=_ONLY_THE_CAMERA, long="awaited")
    def aim() -> AimView:
        """Wait until the phone's live picture is looked at; return what was seen there."""
        _check_camera()
        seen = table.eyes.inspections.wait_for_next()
        return {"seen": None if seen is None else seen.view()}


def _keep(table: Table, *, lesson: bool) -> PictureSize:
    """Keep the photograph of this request for the eye, or for a lesson."""
    jpeg = _picture()
    with table.lock:
        (table.lesson if lesson else table.eyes).put_photograph(jpeg)
    return {"bytes": len(jpeg)}


def _check_camera() -> None:
    """Raise `NotTheCamera` unless a banker has chosen the caller as the camera."""
    if not current_caller().camera:
        raise NotTheCamera


def _picture(*, may_be_empty: bool = False) -> bytes:
    """Return the JPEG in this request; raises `BadAction` ``malformed``."""
    jpeg = request.get_data()
    if not (is_small_jpeg(jpeg) or (may_be_empty and not jpeg)):
        raise bad_field_error("body", SMALL_JPEG, f"Expected {SMALL_JPEG}")
    return jpeg


def _check_turn(table: Table) -> None:
    """Raise `NotYourSeat` unless the caller is a banker or the player whose turn it is."""
    if current_caller().role != "banker" and current_caller().seat != table.state.seat_to_act:
        raise NotYourSeat


def _instructions(table: Table, report: EyeReport) -> EyeInstructions:
    """Return the instructions for the eye that sent `report`."""
    throws, key = table.take_report(report, _eye()), border_key_of_camera(_eye(), report.camera)
    instructions: EyeInstructions = {"throws": throws, "run": table.store.run_id}
    if (border := table.settings.border_of_camera(key)) is not None:
        instructions["border"] = border
    if table.eyes.stills.is_waited_for:
        instructions["still"] = True
    if report.phone:
        if not report.photographs:
            table.eyes.wait_for_frame()
        with table.lock:
            pictures = table.eyes.take_pictures()
        for kind, jpeg in pictures.items():
            instructions[kind] = base64.b64encode(jpeg).decode()  # type: ignore[literal-required]
    if table.eyes.inspections.is_waited_for:
        instructions["inspection"] = True
    if (dice := _named_set(table, table.state.dice_set)) is not None:
        instructions["dice"] = dice
    if (confirmed := _named_set(table, CONFIRMED_SET_NAME)) is not None:
        instructions["confirmed"] = confirmed
    return instructions


def _named_set(table: Table, name: str) -> NamedSet | None:
    """Return the name and version of the set `name`; None if it does not exist any more."""
    try:
        found = taught_set_path(table.folder, name).stat()
    except (TaughtSetRefusal, OSError):
        return None
    return {"name": name, "version": f"{found.st_mtime_ns}-{found.st_size}"}


def _eye() -> str:
    """Return the id of the eye that sends this request; this machine's own has a fixed one."""
    return OWN_EYE if current_caller().id == TABLE_DISPLAY else current_caller().id
