"""The routes of the eye: its readings, its heartbeat, and throws in the demo camera's tray."""

from typing import Annotated, NotRequired, TypedDict

import msgspec
from flask import Response
from msgspec import Meta

from companion.access.control import AccessControl
from companion.access.device import TABLE_DISPLAY
from companion.access.errors import NotYourSeat
from companion.fields import Body, Border, Box, Id, Jpeg, check_jpeg
from companion.table.camera import name_of_camera
from companion.table.eyes import EyeReport
from companion.table.table import Table
from companion.table.views.eye import AskedThrow, ReadingOutcome
from companion.throws.reading import MOST_DICE, Reading
from companion.throws.verdict import OWN_EYE
from companion.web.callers import caller
from companion.web.routes import JPEG, Routes, jpeg


class ReadingBody(Reading, frozen=True):
    """A reading with its picture."""

    evidence: Jpeg | None = None

    def __post_init__(self) -> None:
        Reading.__post_init__(self)
        check_jpeg(self.evidence)


class TrayThrow(Body, frozen=True):
    """A throw of all dice but those in the boxes `keep`; the same `id` again is no second one."""

    keep: Annotated[tuple[Box, ...], Meta(max_length=MOST_DICE)] = ()
    id: Id | None = None


class Throws(TypedDict):
    """The throws to make, and the run of the table."""

    throws: list[AskedThrow]
    run: str
    still: NotRequired[Annotated[bool, Meta(description="true: somebody waits for one")]]
    inspection: NotRequired[Annotated[bool, Meta(description="true: and for one of these")]]
    border: NotRequired[
        Annotated[Border, Meta(description="what lies outside is no die; absent: nothing does")]
    ]
    approved: NotRequired[
        Annotated[bool, Meta(description="false: this eye is heard when a banker approved of it")]
    ]


class ThrowNumber(TypedDict):
    """The number of the request."""

    n: int


def add_eye_routes(routes: Routes, table: Table, access: AccessControl) -> None:
    """Add what the eye of `table` tells."""

    @routes.post(
        "/api/tables/{table}/readings", "eye", refusals={403: "cross_origin, banker_only, new_eye"}
    )
    def readings(body: ReadingBody) -> ReadingOutcome:
        """Take in a reading of the eye."""
        reading = msgspec.convert(body, Reading, from_attributes=True)
        return table.take_reading(reading, body.evidence, _eye())

    @routes.post("/api/tables/{table}/eye", "any_eye")
    def eye(body: EyeReport) -> Throws:
        """Take in the eye's heartbeat, and tell what is asked of it."""
        run = table.store.run_id
        if caller().role == "new_eye":
            access.show(caller().id, body)
            return {"throws": [], "run": run, "approved": False}
        told: Throws = {"throws": table.take_report(body, _eye()), "run": run}
        if (border := table.camera.border(name_of_camera(_eye(), body.camera))) is not None:
            told["border"] = border
        if table.eyes.stills.wanted:
            told["still"] = True
        if table.eyes.inspections.wanted:
            told["inspection"] = True
        return told

    @routes.get("/api/tables/{table}/eye/still.jpg", gives=JPEG)
    def still() -> Response:
        """Wait for a picture from the eye as sharp as its camera gives it, and return that."""
        return jpeg(table.eyes.stills.wait())

    @routes.post("/api/tables/{table}/tray", "seated", refusals={422: "no_demo"})
    def tray(body: TrayThrow) -> ThrowNumber:
        """Throw in the demo camera's tray: the banker, or the player whose turn it is."""
        if caller().role != "banker" and caller().seat != table.state.turn:
            raise NotYourSeat
        return {"n": table.ask_throw(body.keep, body.id or "")}


def _eye() -> str:
    """Return who tells: this machine itself needs no key, and has one name."""
    return OWN_EYE if caller().id == TABLE_DISPLAY else caller().id
