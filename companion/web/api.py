"""The HTTP interface of a table; `companion.web.openapi` describes it."""

from collections.abc import Callable
from importlib.metadata import version

from flask import Flask, Response, abort, jsonify, request
from werkzeug.exceptions import HTTPException

from companion.access.door import Caller, Door
from companion.access.rights import check_action
from companion.access.watched import Watched
from companion.table.history import Games
from companion.table.table import Table
from companion.web import wire
from companion.web.access import caller, join_url
from companion.web.openapi import describe
from engine.core.refusals import Json


class UnknownTable(HTTPException):
    """404: there is no table of that name."""

    code = 404
    word = "unknown_table"
    description = "There is no such table here."


def add_routes(app: Flask, table: Table, door: Door) -> None:
    """Let `app` serve `table`."""
    app.add_url_rule("/health", "health", lambda: jsonify(_health(table)))
    app.add_url_rule("/api/openapi.json", "openapi", lambda: jsonify(describe()))
    app.add_url_rule("/api/games", "games", lambda: jsonify(_games(table.games)))
    _add_reads(app, table, door)
    _add_writes(app, table)


def check_table(table: Table, name: str) -> None:
    """Raise `UnknownTable` unless `table` has this `name`."""
    if name != table.name:
        raise UnknownTable


def _teller(door: Door, who: Caller, url: str) -> Callable[[], dict[str, Json] | None]:
    """Return what tells `who` is listening what he is now; None when he was shown out."""

    def tell() -> dict[str, Json] | None:
        now = door.again(who)
        return None if now.role is None else door.you(now, url)

    return tell


def _add_reads(app: Flask, table: Table, door: Door) -> None:
    @app.get("/api/tables/<name>")
    def snapshot(name: str) -> Response:
        check_table(table, name)
        return jsonify(table.snapshot())

    @app.get("/api/tables/<name>/log")
    def log(name: str) -> Response:
        check_table(table, name)
        return jsonify(table.store.newest_rows(wire.whole(request.args.get("after", "0"), "after")))

    @app.get("/api/tables/<name>/events")
    def events(name: str) -> Response:
        check_table(table, name)
        headers = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}
        if request.method == "HEAD":
            return Response(mimetype="text/event-stream", headers=headers)
        stream = Watched(table.listen(caller().id), _teller(door, caller(), join_url()))
        return Response(stream, mimetype="text/event-stream", headers=headers)

    @app.get("/api/tables/<name>/preview")
    def preview(name: str) -> Response:
        check_table(table, name)
        return jsonify(wire.correction(request.args).preview(table.state))

    @app.get("/api/tables/<name>/eye.jpg")
    def eye_picture(name: str) -> Response:
        check_table(table, name)
        return _jpeg(table.eyes.preview)

    @app.get("/api/tables/<name>/readings/<int:number>.jpg")
    def reading_picture(name: str, number: int) -> Response:
        check_table(table, name)
        return _jpeg(None if (row := table.state.row_of(number)) is None else table.picture(row))

    @app.get("/api/tables/<name>/evidence/<int:row>.jpg")
    def evidence(name: str, row: int) -> Response:
        check_table(table, name)
        return _jpeg(table.picture(row))


def _add_writes(app: Flask, table: Table) -> None:
    @app.post("/api/tables/<name>/actions")
    def actions(name: str) -> Response:
        check_table(table, name)
        asked = wire.request(wire.load(request.get_data()), caller().id)
        check_action(asked.action, caller())
        return jsonify(table.submit(asked))

    @app.post("/api/tables/<name>/readings")
    def readings(name: str) -> Response:
        check_table(table, name)
        reading, evidence = wire.reading(wire.load(request.get_data()))
        return jsonify(table.take_reading(reading, evidence, caller().id))

    @app.post("/api/tables/<name>/eye")
    def eye(name: str) -> Response:
        check_table(table, name)
        throws = table.take_report(wire.report(wire.load(request.get_data())))
        return jsonify(throws=throws, run=table.store.run_id)

    @app.post("/api/tables/<name>/tray")
    def tray(name: str) -> Response:
        check_table(table, name)
        return jsonify(n=table.ask_throw(*wire.tray(wire.load(request.get_data()))))


def _jpeg(picture: bytes | None) -> Response:
    if picture is None:
        abort(404, "There is no such picture.")
    return Response(picture, mimetype="image/jpeg")


def _games(games: Games) -> dict[str, object]:
    return {"games": [game.describe() for game in games.values()]}


def _health(table: Table) -> dict[str, object]:
    if caller().role is None:
        return {"status": "ok"}  # a stranger is told no more than that the table lives
    shown = table.snapshot()
    return {
        "status": "ok" if shown["trouble"] is None else "trouble",
        "trouble": shown["trouble"],
        "version": shown["version"],
        "eye": shown["eye"]["state"],  # type: ignore[index, call-overload]
        "screens": table.screens.hub.listening,
        "program": version("croupier"),
    }
