"""The web application of one table: the page, the API, and an answer in JSON to every mistake."""

import logging
from collections.abc import Callable, Container, Mapping
from functools import cache, partial
from typing import Any

from flask import Flask, Response, abort, jsonify, redirect, render_template, request
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as BaseResponse

from companion import words
from companion.access.callers import Caller
from companion.access.control import AccessControl
from companion.access.errors import HTTPProblem
from companion.files import FileError
from companion.table.backup.check import MAX_BACKUP_BYTES
from companion.table.event_broadcaster import TooManyStreams
from companion.table.table import StaleVersion, Table
from companion.web import first_load, security
from companion.web.access_routes import add_access_routes
from companion.web.address import address_towards, page_url
from companion.web.callers import identify_caller, renew_cookie
from companion.web.camera_routes import add_camera_routes
from companion.web.connections import SMALL_BODY
from companion.web.eye_routes import add_eye_routes
from companion.web.game_box_routes import add_game_box_routes
from companion.web.openapi import describe_routes
from companion.web.played_game_routes import add_played_game_routes
from companion.web.routes import JSON, PUBLIC_ENDPOINTS, Routes
from companion.web.table_routes import add_table_routes
from companion.web.taught_routes import add_taught_routes
from companion.web.upkeep_routes import add_upkeep_routes
from engine.core.refusals import BadAction, Json, Refusal

log = logging.getLogger(__name__)

MAX_BODY_BYTES = 256 * 1024  # of a body; the largest honest one is a picture in base64

_CODES = {
    400: "malformed",
    404: "not_found",
    405: "method_not_allowed",
    413: "too_large",
    415: "not_json",
}


def create_app(
    table: Table, access: AccessControl | None = None, *, ask_everywhere: bool = False
) -> Flask:
    """Return the application that serves `table` to whom `access` lets in.

    Without `access` it gets one that remembers nobody. With `ask_everywhere` a browser on this very
    machine needs the code like any other.
    """
    access = AccessControl(table) if access is None else access
    app = Flask("companion")
    app.config["MAX_CONTENT_LENGTH"] = MAX_BODY_BYTES
    app.json.sort_keys = False  # type: ignore[attr-defined]
    routes = app.extensions["routes"] = Routes(app, table.name)
    app.before_request(partial(check_origin, PUBLIC_ENDPOINTS))
    app.after_request(security.add_headers)
    first_load.compress_texts(app)
    answer_mistakes(app)
    add_access_routes(routes, access, ask_everywhere=ask_everywhere)
    app.extensions["body_limit"] = partial(
        _body_limit, routes, partial(identify_caller, access, ask_everywhere=ask_everywhere)
    )
    app.before_request(partial(_check_body, routes))
    add_table_routes(routes, table, access)
    add_eye_routes(routes, table, access)
    add_camera_routes(routes, table)
    add_played_game_routes(routes, table)
    add_taught_routes(routes, table)
    add_game_box_routes(routes, table)
    add_upkeep_routes(routes, table)
    _add_page(routes, access)
    return app


def _add_page(routes: Routes, access: AccessControl) -> None:
    @routes.app.get("/")
    @routes.app.get("/table")  # the same for a television: it shows the table and does nothing
    def page() -> str:
        renew_cookie(access)
        told = {
            "modules": first_load.page_scripts(),
            "languages": words.language_names(),
            "version": first_load.page_version(),
        }
        view = "room" if request.path == "/table" else "hand"
        return render_template("index.html", view=view, **told)

    @routes.get("/words/{language}.json", "anyone", refusals={404: "not_found"})
    def sentences(language: str) -> Response:
        """Return the page's sentences by key."""
        if language not in words.LANGUAGES:
            abort(404, "There is no such language here.")
        return _lasting(words.catalogue(language))

    @routes.get("/words/{language}/{game}.json", "inside", refusals={404: "not_found"})
    def rules(language: str, game: str) -> Response:
        """Return the sentences that explain a game, by key."""
        try:
            return _lasting(words.rules_sentences(language, game))
        except KeyError:
            abort(404, "There is no such language or game here.")

    @routes.get("/api/openapi.json", "inside")
    @cache
    def openapi() -> dict[str, Any]:
        """Return this description."""
        return describe_routes(routes.known.values())


def _lasting(sentences: Mapping[str, words.Sentence]) -> Response:
    """Return `sentences` in an answer that a browser keeps until they change."""
    response = jsonify(sentences)
    response.headers["Cache-Control"] = "no-cache"
    response.add_etag()
    response.make_conditional(request)
    return response


def _body_limit(
    routes: Routes, identify_caller: Callable[[], Caller], environ: dict[str, Any]
) -> int:
    """Return how many bytes the body of a request may have, before it is read."""
    with routes.app.request_context(environ):
        role, route = identify_caller().role, routes.known.get(request.endpoint or "")
        if role is None:
            return SMALL_BODY
        upload = route is not None and route.takes not in ("", JSON) and role == "banker"
        return MAX_BACKUP_BYTES if upload else MAX_BODY_BYTES


def check_origin(public: Container[str | None]) -> BaseResponse | tuple[Response, int] | None:
    """Return why the present request may not be answered: none of our pages sent it.

    A link from elsewhere may open what is `public` (endpoints), and nothing but that. Who asks for
    a page of some other name is led to ours: a phone that joins the table's own Wi-Fi does so, and
    shows its person what it finds. An old link leads to the page, wherever it stands.
    """
    if not security.is_trusted_host(request.headers.get("Host", "")):
        own = address_towards(request.remote_addr or "")
        if own and request.method == "GET" and request.endpoint in (None, "page"):
            return redirect(page_url(own, int(request.environ["SERVER_PORT"])))
        return _mistake("untrusted_host", "This table is not reached by that name.", 400)
    if request.endpoint not in public and not security.is_same_origin(request):
        if _is_stale_link():
            return redirect("/")
        return _mistake("cross_origin", "Another site's page may not act here.", 403)
    return None


def _check_body(routes: Routes) -> tuple[Response, int] | None:
    route = routes.known.get(request.endpoint or "")
    # None of these is what a form on another site can send.
    if route is not None and route.takes and request.mimetype != route.takes:
        return _mistake("not_json", f"The body should be {route.takes}.", 415)
    return None


def _mistake(
    code: str, message: str, status: int, figures: Mapping[str, Json] | None = None
) -> tuple[Response, int]:
    return jsonify({"code": code, "message": message, **(figures or {})}), status


def _is_stale_link() -> bool:
    """Tell whether somebody looks for a page that there is not: an old link, a slip of the pen."""
    wants_page = request.accept_mimetypes["text/html"] > request.accept_mimetypes[JSON]
    return request.method == "GET" and request.url_rule is None and wants_page


def _answer_http_error(error: HTTPException) -> tuple[Response | BaseResponse, int]:
    status = error.code or 500
    if status < 400:
        return _mistake("redirect", error.description or "", status)
    if status in (401, 404) and _is_stale_link():
        return redirect("/"), 302
    message = error.description or error.name
    if isinstance(error, HTTPProblem):
        return _mistake(error.word, message, status, error.figures)
    return _mistake(_CODES.get(status, "http_error"), message, status)


def answer_mistakes(app: Flask) -> None:
    """Let `app` answer every mistake in JSON, with a code."""

    @app.errorhandler(Refusal)
    def refused(refusal: Refusal) -> tuple[Response, int]:
        malformed = isinstance(refusal, BadAction) and refusal.code == "malformed"
        return jsonify(refusal.to_json()), 400 if malformed else 422

    @app.errorhandler(StaleVersion)
    def stale(error: StaleVersion) -> tuple[Response, int]:
        message = "The table has moved on."
        return jsonify(code="stale", message=message, snapshot=error.snapshot), 409

    @app.errorhandler(FileError)
    def not_kept(error: FileError) -> tuple[Response, int]:
        return _mistake(error.code, error.message, 503)

    @app.errorhandler(TooManyStreams)
    def too_many(_: TooManyStreams) -> tuple[Response, int]:
        return _mistake("too_many_streams", "Too many screens are watching this table.", 503)

    app.register_error_handler(HTTPException, _answer_http_error)

    @app.errorhandler(RecursionError)
    def too_deep(_: RecursionError) -> tuple[Response, int]:
        return _mistake("malformed", "The body is nested too deeply.", 400)

    @app.errorhandler(Exception)
    def broken(error: Exception) -> tuple[Response, int]:
        log.error("%s %s", request.method, request.path, exc_info=error)
        return _mistake("internal", "Something is wrong in the program; nothing was changed.", 500)
