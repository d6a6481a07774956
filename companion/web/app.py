"""The web application of one table: the page, the API, and an answer in JSON to every mistake."""

import logging
from collections.abc import Mapping

from flask import Flask, Response, abort, jsonify, render_template, request
from werkzeug.exceptions import HTTPException

from companion import words
from companion.access.denied import Denied
from companion.access.door import Door
from companion.table.backup import MIMETYPE
from companion.table.hub import TooManyStreams
from companion.table.log import LogError
from companion.table.table import Stale, Table
from companion.web import first_load, guard
from companion.web.access import open_door, with_cookie
from companion.web.api import add_routes
from companion.web.backups import UPLOAD, add_keeping_routes
from companion.web.looking_back import add_looking_back_routes
from companion.web.wire import MOST_BYTES
from engine.core.refusals import BadAction, Json, Refusal

log = logging.getLogger(__name__)

_CODES = {
    400: "malformed",
    404: "not_found",
    405: "method_not_allowed",
    413: "too_large",
    415: "not_json",
}


def create_app(table: Table, door: Door | None = None, *, ask_everywhere: bool = False) -> Flask:
    """Return the application that serves `table` to whom `door` lets in.

    Without a `door` it gets one that remembers nobody. With `ask_everywhere` a browser on this very
    machine needs the code like any other.
    """
    door = Door(table) if door is None else door
    app = Flask("companion")
    app.config["MAX_CONTENT_LENGTH"] = MOST_BYTES
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.before_request(_check_origin)
    app.after_request(guard.add_headers)
    first_load.pack_texts(app)
    _answer_mistakes(app)
    open_door(app, door, ask_everywhere=ask_everywhere)
    app.before_request(_check_body)
    add_routes(app, table, door)
    add_looking_back_routes(app, table)
    add_keeping_routes(app, table)

    @app.get("/")
    def page() -> Response:
        told = {"modules": first_load.modules(), "languages": words.own_names()}
        return with_cookie(Response(render_template("index.html", **told)), door)

    @app.get("/words/<language>.json")
    def sentences(language: str) -> Response:
        if language not in words.LANGUAGES:
            abort(404, "There is no such language here.")
        response = jsonify(words.catalogue(language))
        response.headers["Cache-Control"] = "no-cache"
        response.add_etag()
        response.make_conditional(request)
        return response

    return app


def _check_origin() -> tuple[Response, int] | None:
    if not guard.trusted_host(request.host):
        return _mistake("untrusted_host", "This table is not reached by that name.", 400)
    # A link from elsewhere may open the page, and nothing but the page.
    if request.endpoint not in ("page", "static") and not guard.same_origin(request):
        return _mistake("cross_origin", "Another site's page may not act here.", 403)
    return None


def _check_body() -> tuple[Response, int] | None:
    if request.method not in ("GET", "HEAD", "OPTIONS"):
        # Neither of these is what a form on another site can send.
        expected = MIMETYPE if request.endpoint == UPLOAD else "application/json"
        if request.mimetype != expected:
            return _mistake("not_json", f"The body should be {expected}.", 415)
    return None


def _mistake(
    code: str, message: str, status: int, figures: Mapping[str, Json] | None = None
) -> tuple[Response, int]:
    return jsonify({"code": code, "message": message, **(figures or {})}), status


def _answer_mistakes(app: Flask) -> None:
    @app.errorhandler(Refusal)
    def refused(refusal: Refusal) -> tuple[Response, int]:
        malformed = isinstance(refusal, BadAction) and refusal.code == "malformed"
        return jsonify(refusal.to_json()), 400 if malformed else 422

    @app.errorhandler(Stale)
    def stale(error: Stale) -> tuple[Response, int]:
        message = "The table has moved on."
        return jsonify(code="stale", message=message, snapshot=error.snapshot), 409

    @app.errorhandler(LogError)
    def not_kept(error: LogError) -> tuple[Response, int]:
        return _mistake(error.code, error.message, 503)

    @app.errorhandler(TooManyStreams)
    def too_many(_: TooManyStreams) -> tuple[Response, int]:
        return _mistake("too_many_streams", "Too many screens are watching this table.", 503)

    @app.errorhandler(HTTPException)
    def mistaken(error: HTTPException) -> tuple[Response, int]:
        status = error.code or 500
        if status < 400:
            return _mistake("redirect", error.description or "", status)
        code = getattr(error, "word", _CODES.get(status, "http_error"))
        figures = error.figures if isinstance(error, Denied) else {}
        return _mistake(code, error.description or error.name, status, figures)

    @app.errorhandler(RecursionError)
    def too_deep(_: RecursionError) -> tuple[Response, int]:
        return _mistake("malformed", "The body is nested too deeply.", 400)

    @app.errorhandler(Exception)
    def broken(error: Exception) -> tuple[Response, int]:
        log.error("%s %s", request.method, request.path, exc_info=error)
        return _mistake("internal", "Something is wrong in the program; nothing was changed.", 500)
