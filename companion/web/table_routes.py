"""The routes of a table and its game: get it, follow it, act."""

import json
from collections.abc import Iterator
from importlib.metadata import version
from typing import Annotated, Any, Literal, NotRequired, TypeAlias, TypedDict

from flask import Response, request
from msgspec import Meta

from companion.access.callers import Caller, check_action
from companion.access.control import AccessControl
from companion.access.device import DeviceStatus
from companion.budget import JPEG
from companion.fields import Id, RequestBody
from companion.log.views import LogRows
from companion.table.acts import TABLE_ACT_NAMES, Correct, Rematch, Start, parse_act
from companion.table.event_broadcaster import ServerSentEvent, Stream
from companion.table.screens import CafeNote
from companion.table.table import ActionRequest, Table
from companion.table.views import CorrectionPreview, Error, Snapshot, SnapshotAfterAction
from companion.web import first_load
from companion.web.callers import current_caller, join_url
from companion.web.routes import Query, RowNumber, TableRoutes, jpeg_response

Indices: TypeAlias = Annotated[str, Meta(pattern="^([0-9]{1,3}(,[0-9]{1,3})*)?$")]


class ActionRequestBody(RequestBody, frozen=True):
    """An action at a table."""

    id: Annotated[
        Id,
        Meta(
            description="unique; repeating an action with the same id has no effect, except for"
            " `ask`, `clock` and `set`, which make no row and are tried each time"
        ),
    ]
    version: Annotated[int, Meta(description="the version that the page saw")]
    action: Annotated[
        dict[str, Any],
        Meta(
            description="{type, …}: out of `legal`, with its fields, or one of the table's own: "
            + ", ".join(sorted(TABLE_ACT_NAMES))
        ),
    ]


class WatchBody(RequestBody, frozen=True):
    """A display's report during a countdown."""

    asks: Annotated[bool, Meta(description="whether a question is open on it")] = False
    seat: Annotated[int | None, Meta(description="the player whom a banker's display asks")] = None


class KeepDiceBody(RequestBody, frozen=True):
    """The dice that stay for the next roll."""

    version: Annotated[int, Meta(description="the version that the page saw")]
    seat: Annotated[int | None, Meta(description="the player who keeps them")]
    dice: Annotated[list[Annotated[int, Meta(ge=0, lt=100)]], Meta(max_length=100)]


class AskCafeBody(RequestBody, frozen=True):
    """A request to the café: that help is needed (or no longer), or a bug report."""

    help: Annotated[bool | None, Meta(description="whether help is needed")] = None
    report: Annotated[bool, Meta(description="whether to send a bug report, without names")] = False


class LogQuery(Query, frozen=True):
    """The choice of rows of the log."""

    after: Annotated[
        RowNumber, Meta(description="only rows that are new or changed since this version")
    ] = 0


class CorrectionQuery(Query, frozen=True):
    """A correction to preview."""

    row: Annotated[RowNumber, Meta(description="the row whose dice were wrong")]
    faces: Annotated[str, Meta(description="what they showed: 1,2,3,4,5")]
    kept: Annotated[Indices | None, Meta(description="indices of dice not rolled: 0,2")] = None


class HoldTimeView(TypedDict):
    """The seconds for which an open question on this display can still hold the countdown."""

    seconds: float


class GamesView(TypedDict):
    """The games on offer, each with its house rules and editions."""

    games: list[dict[str, Any]]


class HealthView(TypedDict):
    """Whether the table works; strangers only see the status."""

    status: Literal["ok", "trouble"]
    trouble: NotRequired[Error | None]
    version: NotRequired[int]
    eye: NotRequired[str]
    screens: NotRequired[int]
    program: NotRequired[str]


def add_table_routes(routes: TableRoutes, table: Table, access: AccessControl) -> None:
    """Add the routes of `table`."""
    _add_views(routes, table)
    _add_events(routes, table, access)
    _add_pictures(routes, table)

    @routes.post("/api/tables/{table}/cafe", "seated", refusals={422: "no_cafe"})
    def ask_cafe(body: AskCafeBody) -> Snapshot:
        """Ask the café for help, take that back, or send it a bug report."""
        return table.update_cafe(CafeNote(body.help, body.report))

    @routes.get("/api/games", "inside")
    def games() -> GamesView:
        """Return the games and their house rules."""
        return {"games": [dict(game.description_for_page()) for game in table.games.values()]}

    @routes.get("/health", "anyone")
    def health() -> HealthView:
        """Return whether the table works."""
        if current_caller().role is None:
            return {"status": "ok"}
        shown = table.snapshot()
        return {
            "status": "ok" if shown["trouble"] is None else "trouble",
            "trouble": shown["trouble"],
            "version": shown["version"],
            "eye": shown["eye"]["state"],
            "screens": table.screens.broadcaster.stream_count,
            "program": version("croupier"),
        }


def _add_views(routes: TableRoutes, table: Table) -> None:
    @routes.get("/api/tables/{table}", "inside")
    def snapshot() -> Snapshot:
        """Return everything that the page shows except the log."""
        return table.snapshot()

    @routes.get("/api/tables/{table}/log", "inside")
    def log(query: LogQuery) -> LogRows:
        """Return the newest rows of the log."""
        return table.store.newest_rows(query.after)

    @routes.get(
        "/api/tables/{table}/preview",
        refusals={422: "refused as the correction would be: not_correctable, …"},
    )
    def preview(query: CorrectionQuery) -> CorrectionPreview:
        """Return what a correction would change."""
        kept = None if query.kept is None else tuple(map(int, filter(None, query.kept.split(","))))
        return Correct(query.row, tuple(query.faces.split(",")), kept).preview(table.state)

    @routes.post(
        "/api/tables/{table}/actions",
        "inside",
        refusals={
            409: "stale: `snapshot` holds the newest",
            422: "refused by the rules; the figures are further fields",
        },
    )
    def actions(body: ActionRequestBody) -> SnapshotAfterAction:
        """Do an action of the game or of the table."""
        check_action(body.action, current_caller())
        if body.action.get("type") in (Start.type, Rematch.type):
            _check_dice(table, body.action)
        return table.submit(ActionRequest(body.id, body.version, body.action, current_caller().id))

    @routes.post("/api/tables/{table}/watch", "seated")
    def watch(body: WatchBody) -> HoldTimeView:
        """Report that this display is there: at once, then every 1.5 s during a countdown.

        The countdown waits for an open question, and for the banker's display.
        """
        caller = current_caller()
        banks = caller.role == "banker"
        seat = body.seat if banks else caller.seat
        return {"seconds": table.report_watcher(caller.id, banks=banks, asks=body.asks, seat=seat)}

    @routes.post(
        "/api/tables/{table}/keep",
        "seated",
        refusals={409: "stale: `snapshot` holds the newest", 422: "no_dice"},
    )
    def keep(body: KeepDiceBody) -> Snapshot:
        """Show on every display which dice stay for the next roll."""
        check_action({"type": "throw", "seat": body.seat}, current_caller())
        return table.keep_dice(body.dice, body.seat, body.version)


def _check_dice(table: Table, start: dict[str, Any]) -> None:
    """Raise `TaughtSetRefusal` if a game would start with an absent set, or one not of dice.

    The table itself does not check sets, since a log may name one that was forgotten later.
    """
    act = parse_act(start, table.state)
    act = act.start(table.state) if isinstance(act, Rematch) else act
    if isinstance(act, Start) and (dice := act.dice_set(table.state)):
        # Imported here: it loads OpenCV, which most tables never need.
        from companion.taught.store import TaughtStore

        TaughtStore(table.folder).load(dice, "dice")


def _add_events(routes: TableRoutes, table: Table, access: AccessControl) -> None:
    @routes.get(
        "/api/tables/{table}/events",
        "inside",
        gives="text/event-stream",
        refusals={503: "too_many_streams"},
    )
    def events() -> Response:
        """Follow the table by live events.

        Event `snapshot` (id: the version; data: a Snapshot), event `you` (data: a DeviceStatus, at
        first and whenever it changes; the stream of a removed device ends), event `eye` (data: the
        snapshot's `eye`), event `page` (data: a JSON string, at first: the version of this server's
        page); a comment every 5 s. Each snapshot is whole, so nothing is missed after a break.
        """
        headers = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}
        if request.method == "HEAD":
            return Response(mimetype="text/event-stream", headers=headers)
        listening = table.listen(current_caller().id, access.roles())
        stream = _with_own_status(listening, access, current_caller(), join_url())
        answer = Response(stream, mimetype="text/event-stream", headers=headers)
        answer.call_on_close(listening.close)
        return answer


def _with_own_status(
    listening: Stream, access: AccessControl, caller: Caller, url: str
) -> Iterator[str]:
    """Yield what `listening` yields, with an event ``you`` whenever the status of `caller` changes.

    It ends when the device of `caller` is removed.
    """
    page: ServerSentEvent | None = ServerSentEvent("page", json.dumps(first_load.page_version()))
    sent: DeviceStatus | None = None
    for chunk in listening:
        # Checked before every chunk: a device that was removed meanwhile gets no more events.
        caller = access.callers.with_current_role(caller)
        if caller.role is None:
            listening.close()
            return
        if page is not None:  # the first chunk only says that the stream is open
            yield chunk + page.encode()
            page = None
        elif (status := access.status(caller, url)) == sent:
            yield chunk
        else:
            sent = status
            data = json.dumps(status, separators=(",", ":"), allow_nan=False)
            yield chunk + ServerSentEvent("you", data).encode()


def _add_pictures(routes: TableRoutes, table: Table) -> None:
    # Not for spectators: pictures show somebody's home.
    @routes.get("/api/tables/{table}/eye.jpg", "seated", gives=JPEG)
    def eye_picture() -> Response:
        """Return the eye's preview."""
        return jpeg_response(table.eyes.preview)

    @routes.get("/api/tables/{table}/readings/{number}.jpg", "seated", gives=JPEG)
    def reading_picture(number: int) -> Response:
        """Return the picture of the reading that is asked about, or of the last one."""
        row = table.state.row_of_reading(number)
        return jpeg_response(None if row is None else table.picture_of_row(row))

    @routes.get("/api/tables/{table}/evidence/{row}.jpg", "seated", gives=JPEG)
    def evidence(row: int) -> Response:
        """Return the picture in which the dice of a row were read."""
        return jpeg_response(table.picture_of_row(row))
