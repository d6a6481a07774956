"""The routes of taught dice and cards: list, teach, forget, download, upload."""

import threading
from functools import cache
from typing import TYPE_CHECKING

from flask import Response, abort, request

from companion.budget import JPEG, TAUGHT_SET
from companion.fields import NonNegativeInt, RequestBody, Word
from companion.table.table import Table
from companion.taught.folder import SUFFIX, taught_set_names
from companion.taught.views import CapturedCardView, CardView, LessonView, TaughtView
from companion.web.routes import EmptyBody, Query, TableRoutes, download_response, jpeg_response

if TYPE_CHECKING:
    from companion.taught.teacher import DiceTeacher

PNG = "image/png"
_MAKING_TEACHER = threading.Lock()


class TeachFaceBody(RequestBody, frozen=True):
    """The dice in the tray show `face` of the set `set`."""

    set: Word
    face: Word


class ForgetSetBody(RequestBody, frozen=True):
    """A set to forget, or only a part of it, or only a still of that part."""

    set: Word
    part: Word = ""
    still: Word = ""


class LearnCardBody(RequestBody, frozen=True):
    """The picture `number` shows the card that was just turned over."""

    number: NonNegativeInt


class TeachCardBody(RequestBody, frozen=True):
    """The card in the tray is `card` of the deck `set`; `again`: take another still of it."""

    set: Word
    card: Word
    again: bool = False


class SetQuery(Query, frozen=True):
    """The name of a set."""

    set: Word


class StillQuery(SetQuery, frozen=True):
    """A still of a part of a set."""

    part: Word
    still: Word


def add_taught_routes(routes: TableRoutes, table: Table) -> None:
    """Add the routes of the sets that `table` is taught."""

    @routes.get("/api/tables/{table}/taught")
    def taught_sets() -> TaughtView:
        """Return all taught sets."""
        return _teacher(table).view() if taught_set_names(table.folder) else {"sets": []}

    @routes.post(
        "/api/tables/{table}/taught/dice",
        refusals={422: "no_still, looks_alike, …"},
        long="awaited",
    )
    def teach_dice(body: TeachFaceBody) -> LessonView:
        """Take stills of all dice in the tray: they show one face."""
        return _teacher(table).capture_face(body.set, body.face)

    @routes.post("/api/tables/{table}/taught/forget", "settled", refusals={422: "no_such_set"})
    def forget_taught(body: ForgetSetBody) -> TaughtView:
        """Forget a set, a part of it, or a bad still."""
        return _teacher(table).forget(body.set, body.part, body.still)

    @routes.get("/api/tables/{table}/taught/still.png", gives=PNG, refusals={422: "no_such_set"})
    def taught_still(query: StillQuery) -> Response:
        """Return a still."""
        png = _teacher(table).picture(query.set, query.part, query.still)
        if png is None:
            abort(404, "Picture not found.")
        return Response(png, mimetype=PNG, headers={"Cache-Control": "max-age=600"})

    @routes.get("/api/tables/{table}/taught/file", gives=TAUGHT_SET, refusals={422: "no_such_set"})
    def download_set(query: SetQuery) -> Response:
        """Download a set."""
        data = _teacher(table).store.read_file(query.set)
        return download_response(data, f"{query.set}{SUFFIX}", TAUGHT_SET)

    @routes.post(
        "/api/tables/{table}/taught/file",
        takes=TAUGHT_SET,
        refusals={422: "set_damaged, set_exists, bad_name"},
        long="awaited",
    )
    def upload_set(query: SetQuery) -> TaughtView:
        """Upload a set that was downloaded elsewhere."""
        _teacher(table).store.import_bytes(request.get_data(), query.set)
        return _teacher(table).view()

    _add_cards(routes, table)


def _add_cards(routes: TableRoutes, table: Table) -> None:
    @routes.post(
        "/api/tables/{table}/taught/cards",
        refusals={422: "no_card, dice_in_tray, …"},
        long="awaited",
    )
    def teach_card(body: TeachCardBody) -> CapturedCardView:
        """Take a still of the card in the tray, unless it is the same as before."""
        return _teacher(table).cards.capture_card(body.set, body.card, again=body.again)

    @routes.post(
        "/api/tables/{table}/taught/card",
        refusals={422: "no_still, no_card, many_cards"},
        long="awaited",
    )
    def look_at_card(body: EmptyBody) -> CardView:
        """Recognise the card in the tray."""
        return _teacher(table).cards.look_at_card()

    @routes.get("/api/tables/{table}/taught/card.jpg", gives=JPEG)
    def seen_card() -> Response:
        """Return the picture of the last card that was seen."""
        return jpeg_response(_teacher(table).cards.picture())

    @routes.post("/api/tables/{table}/taught/card/learn", refusals={422: "no_card"})
    def learn_card(body: LearnCardBody) -> TaughtView:
        """Learn the content of the last card that was seen."""
        _teacher(table).cards.learn_card(body.number)
        return _teacher(table).view()


def _teacher(table: Table) -> "DiceTeacher":
    with _MAKING_TEACHER:  # a second teacher would not know the card that the first one has seen
        return _make_teacher(table)


@cache
def _make_teacher(table: Table) -> "DiceTeacher":
    # Imported here: it loads OpenCV and the networks, which most tables never need.
    from companion.taught.teacher import DiceTeacher

    return DiceTeacher(table)
