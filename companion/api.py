"""The HTTP interface of a table; `companion.openapi` describes it."""

import re
import secrets
from importlib.metadata import version

from flask import Flask, Response, abort, jsonify, request
from werkzeug.exceptions import HTTPException

from companion import wire
from companion.history import Games
from companion.openapi import describe
from companion.table import Table


def device() -> str:
    """Return the name of the device that asks: that of its cookie, or a new one."""
    known = request.cookies.get("croupier_device", "")
    return known if re.fullmatch(r"[A-Za-z0-9_-]{8,32}", known) else secrets.token_urlsafe(9)


def _who() -> str:
    return device() if "croupier_device" in request.cookies else request.remote_addr or ""


class UnknownTable(HTTPException):
    """404: there is no table of that name."""

    code = 404
    word = "unknown_table"
    description = "There is no such table here."


def add_routes(app: Flask, table: Table) -> None:
    """Let `app` serve `table`."""
    banker = {"role": "banker", "seat": None, "taken": [], "own": {}}
    app.add_url_rule("/api/me", "me", lambda: jsonify(banker))
    app.add_url_rule("/health", "health", lambda: jsonify(_health(table)))
    app.add_url_rule("/api/openapi.json", "openapi", lambda: jsonify(describe()))
    app.add_url_rule("/api/games", "games", lambda: jsonify(_games(table.games)))
    _add_reads(app, table)
    _add_writes(app, table)


def check_table(table: Table, name: str) -> None:
    """Raise `UnknownTable` unless `table` has this `name`."""
    if name != table.name:
        raise UnknownTable


def _add_reads(app: Flask, table: Table) -> None:
    @app.get("/api/tables/<name>")
    def snapshot(name: str) -> Response:
        check_table(table, name)
        return jsonify(table.snapshot())

    @app.get("/api/tables/<name>/events")
    def events(name: str) -> Response:
        check_table(table, name)
        headers = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}
        if request.method == "HEAD":
            return Response(mimetype="text/event-stream", headers=headers)
        stream = table.listen(_who())
        return Response(stream, mimetype="text/event-stream", headers=headers)

    @app.get("/api/tables/<name>/preview")
    def preview(name: str) -> Response:
        check_table(table, name)
        return jsonify(table.preview(wire.correction(request.args)))

    @app.get("/api/tables/<name>/eye.jpg")
    def eye_picture(name: str) -> Response:
        check_table(table, name)
        return _jpeg(table.picture())

    @app.get("/api/tables/<name>/readings/<int:number>.jpg")
    def reading_picture(name: str, number: int) -> Response:
        check_table(table, name)
        return _jpeg(table.reading_picture(number))

    @app.get("/api/tables/<name>/evidence/<int:row>.jpg")
    def evidence(name: str, row: int) -> Response:
        check_table(table, name)
        return _jpeg(table.evidence(row))


def _add_writes(app: Flask, table: Table) -> None:
    @app.post("/api/tables/<name>/actions")
    def actions(name: str) -> Response:
        check_table(table, name)
        return jsonify(table.submit(wire.request(wire.load(request.get_data()), _who())))

    @app.post("/api/tables/<name>/readings")
    def readings(name: str) -> Response:
        check_table(table, name)
        seen, evidence = wire.reading(wire.load(request.get_data()))
        return jsonify(table.reading(seen, evidence, _who()))

    @app.post("/api/tables/<name>/eye")
    def eye(name: str) -> Response:
        check_table(table, name)
        return jsonify(throws=table.eye_report(wire.report(wire.load(request.get_data()))))

    @app.post("/api/tables/<name>/tray")
    def tray(name: str) -> Response:
        check_table(table, name)
        return jsonify(n=table.throw_tray(wire.tray(wire.load(request.get_data()))))


def _jpeg(picture: bytes | None) -> Response:
    if picture is None:
        abort(404, "There is no such picture.")
    return Response(picture, mimetype="image/jpeg")


def _games(games: Games) -> dict[str, object]:
    return {"games": [game.describe() for game in games.values()]}


def _health(table: Table) -> dict[str, object]:
    shown = table.snapshot()
    return {
        "status": "ok" if shown["trouble"] is None else "trouble",
        "trouble": shown["trouble"],
        "version": shown["version"],
        "eye": table.eye_state(),
        "screens": table.hub.listening,
        "program": version("croupier"),
    }
