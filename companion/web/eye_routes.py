"""The routes of the eye: its readings, its heartbeat, and throws in the demo camera's tray."""

from typing import Annotated, TypedDict

import msgspec
from msgspec import Meta

from companion.fields import Body, Box, Id, Jpeg, check_jpeg
from companion.table.eyes import EyeReport
from companion.table.table import Table
from companion.table.views.eye import AskedThrow, ReadingOutcome
from companion.throws.reading import MOST_DICE, Reading
from companion.web.callers import caller
from companion.web.routes import Routes


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


class ThrowNumber(TypedDict):
    """The number of the request."""

    n: int


def add_eye_routes(routes: Routes, table: Table) -> None:
    """Add what the eye of `table` tells."""

    @routes.post("/api/tables/{table}/readings", "eye")
    def readings(body: ReadingBody) -> ReadingOutcome:
        """Take in a reading of the eye."""
        reading = msgspec.convert(body, Reading, from_attributes=True)
        return table.take_reading(reading, body.evidence, caller().id)

    @routes.post("/api/tables/{table}/eye", "eye")
    def eye(body: EyeReport) -> Throws:
        """Take in the eye's heartbeat, and tell what is asked of it."""
        return {"throws": table.take_report(body), "run": table.store.run_id}

    @routes.post("/api/tables/{table}/tray", refusals={422: "no_demo"})
    def tray(body: TrayThrow) -> ThrowNumber:
        """Throw in the demo camera's tray."""
        return {"n": table.ask_throw(body.keep, body.id or "")}
