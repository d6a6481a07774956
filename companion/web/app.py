"""The web application of one table: the page, the API, and errors in JSON."""

import logging
from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

from flask import Flask, Response, abort, current_app, jsonify, redirect, render_template, request
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as BaseResponse

from companion import words
from companion.access.callers import Caller
from companion.access.control import AccessControl
from companion.access.errors import HTTPProblem
from companion.address import address_towards, page_url
from companion.budget import MAX_BODY_BYTES
from companion.files import FileError
from companion.table.event_broadcaster import TooManyStreams
from companion.table.table import StaleVersion, Table
from companion.table.views import TABLE_NAME
from companion.web import first_load, security
from companion.web.access_routes import add_access_routes
from companion.web.callers import identify_caller, renew_cookie
from companion.web.camera_routes import add_camera_routes
from companion.web.eye_routes import add_eye_routes, add_phone_routes
from companion.web.game_box_routes import add_game_box_routes
from companion.web.openapi import describe_routes
from companion.web.played_game_routes import add_played_game_routes
from companion.web.routes import JSON, PUBLIC_ENDPOINTS, Routes, TableRoutes
from companion.web.table_routes import add_table_routes
from companion.web.taught_routes import add_taught_routes
from companion.web.upkeep_routes import add_upkeep_routes
from engine.core.refusals import BadAction, Json, Refusal

log = logging.getLogger(__name__)

_CODES = {
    400: "malformed",
    404: "not_found",
    405: "method_not_allowed",
    413: "too_large",
    415: "not_json",
}


def create_app(
    table: Table,
    access: AccessControl | None = None,
    *,
    ask_everywhere: bool = False,
    public_address: str = "",
    tls: bool = False,
    host: str = "0.0.0.0",
) -> Flask:
    """Return the application that serves `table` to the devices that `access` admits.

    Without `access` it makes one that stores nothing. With `ask_everywhere` a browser on this
    machine needs the code like any other. `public_address` is where a proxy serves the table. With
    `tls`, phones are sent to https. It listens on `host`.
    """
    access = AccessControl(table) if access is None else access
    app = new_app(MAX_BODY_BYTES, public_address, tls=tls, host=host)
    routes = app.extensions["routes"] = TableRoutes(app, "banker", TABLE_NAME)
    add_access_routes(routes, access, ask_everywhere=ask_everywhere)
    app.extensions["identify"] = partial(
        _identify, routes, partial(identify_caller, access, ask_everywhere=ask_everywhere)
    )
    app.before_request(partial(reject_wrong_mime_type, routes))
    add_table_routes(routes, table, access)
    add_eye_routes(routes, table, access)
    add_phone_routes(routes, table)
    add_camera_routes(routes, table)
    add_played_game_routes(routes, table)
    add_taught_routes(routes, table)
    add_game_box_routes(routes, table)
    add_upkeep_routes(routes, table)
    _add_page(routes, access)
    return app


def new_app(
    max_body: int, public_address: str = "", *, tls: bool = False, host: str = "0.0.0.0"
) -> Flask:
    """Return an application that accepts bodies of up to `max_body` bytes.

    It answers only our own pages (`check_origin`), and reports every error in JSON. A proxy may
    serve it at `public_address`, too.
    """
    app = Flask("companion")
    app.config["MAX_CONTENT_LENGTH"] = max_body
    app.config["PUBLIC_ADDRESS"] = public_address
    app.config["SCHEME"] = "https" if tls else "http"
    app.config["HOST"] = host
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.jinja_env.globals["first_script"] = security.FIRST_SCRIPT
    app.before_request(check_origin)
    app.after_request(security.add_headers)
    first_load.serve_typeface(app)
    first_load.compress_texts(app)
    _answer_errors(app)
    return app


def _add_page(routes: TableRoutes, access: AccessControl) -> None:
    @routes.app.get("/")
    @routes.app.get("/table")  # for a television: it shows the table and has no controls
    def page() -> str:
        renew_cookie(access)
        values = {
            "modules": first_load.page_scripts(),
            "languages": words.language_names(),
            "version": first_load.page_version(),
            "styles": first_load.page_styles(),
        }
        view = "room" if request.path == "/table" else "hand"
        return render_template("index.html", view=view, **values)

    @routes.get("/words/{language}.json", "anyone", refusals={404: "not_found"})
    def sentences(language: str) -> Response:
        """Return the sentences of the page by key."""
        if language not in words.LANGUAGES:
            abort(404, "Unknown language.")
        return _lasting(words.catalogue(language))

    @routes.get("/words/{language}/{game}.json", "inside", refusals={404: "not_found"})
    def rules(language: str, game: str) -> Response:
        """Return the sentences that explain a game, by key."""
        try:
            return _lasting(words.rules_sentences(language, game))
        except KeyError:
            abort(404, "Unknown language or game.")

    @routes.get("/api/openapi.json", "inside")
    @cache
    def openapi() -> dict[str, Any]:
        """Return this description of the API."""
        return describe_routes(routes.known.values())


def _lasting(sentences: Mapping[str, words.Sentence]) -> Response:
    """Return `sentences` as an answer that a browser caches until they change."""
    response = jsonify(sentences)
    response.headers["Cache-Control"] = "no-cache"
    response.add_etag()
    response.make_conditional(request)
    return response


def _identify(
    routes: TableRoutes, identify_caller: Callable[[], Caller], environ: dict[str, Any]
) -> tuple[str, str | None, int]:
    """Return who sends a request (id and role), and how many bytes its body may have."""
    with routes.app.request_context(environ):
        caller, route = identify_caller(), routes.known.get(request.endpoint or "")
        body = caller.budget.body
        most = body if route is None else caller.budget.files.get(route.takes, body)
        return caller.id, caller.role, most


def check_origin() -> BaseResponse | tuple[Response, int] | None:
    """Return an error or a redirect if this request must not be answered, otherwise None.

    Other sites may only link to the `PUBLIC_ENDPOINTS`. A page requested from an unknown host name
    redirects to the table's page: phones check a new Wi-Fi network for a sign-in page that way, and
    show the page they get. Links to pages that do not exist redirect there, too.
    """
    public_address = current_app.config["PUBLIC_ADDRESS"]
    if not security.is_trusted_host(request.headers.get("Host", ""), public_address):
        own = address_towards(request.remote_addr or "")
        if own and request.method == "GET" and request.endpoint in (None, "page"):
            return redirect(page_url(own, int(request.environ["SERVER_PORT"])))
        return _error("untrusted_host", "This table does not answer to that name.", 400)
    same_origin = security.is_same_origin(request, public_address)
    if request.endpoint not in PUBLIC_ENDPOINTS and not same_origin:
        if _is_stale_link():
            return redirect("/")
        return _error("cross_origin", "Pages of other sites cannot act here.", 403)
    return None


def reject_wrong_mime_type(routes: Routes[Any]) -> tuple[Response, int] | None:
    """Return an error unless the body has the MIME type that its route takes."""
    route = routes.known.get(request.endpoint or "")
    # A form on another site cannot send any of these types.
    if route is not None and route.takes and request.mimetype != route.takes:
        return _error("not_json", f"The body should be {route.takes}.", 415)
    return None


def _error(
    code: str, message: str, status: int, figures: Mapping[str, Json] | None = None
) -> tuple[Response, int]:
    return jsonify({"code": code, "message": message, **(figures or {})}), status


def _is_stale_link() -> bool:
    """Return whether a browser asks for a page that does not exist: an old link or a typo."""
    wants_page = request.accept_mimetypes["text/html"] > request.accept_mimetypes[JSON]
    return request.method == "GET" and request.url_rule is None and wants_page


def _answer_http_error(error: HTTPException) -> tuple[Response | BaseResponse, int]:
    status = error.code or 500
    if status < 400:
        return _error("redirect", error.description or "", status)
    if status in (401, 404) and _is_stale_link():
        return redirect("/"), 302
    message = error.description or error.name
    if isinstance(error, HTTPProblem):
        return _error(error.word, message, status, error.figures)
    return _error(_CODES.get(status, "http_error"), message, status)


def _answer_errors(app: Flask) -> None:
    app.register_error_handler(HTTPException, _answer_http_error)

    @app.errorhandler(Refusal)
    def refused(refusal: Refusal) -> tuple[Response, int]:
        malformed = isinstance(refusal, BadAction) and refusal.code == "malformed"
        return jsonify(refusal.to_json()), 400 if malformed else 422

    @app.errorhandler(StaleVersion)
    def stale(error: StaleVersion) -> tuple[Response, int]:
        message = "The table has moved on."
        return jsonify(code="stale", message=message, snapshot=error.snapshot), 409

    @app.errorhandler(FileError)
    def unusable_file(error: FileError) -> tuple[Response, int]:
        return _error(error.code, error.message, 503)

    @app.errorhandler(TooManyStreams)
    def too_many(_: TooManyStreams) -> tuple[Response, int]:
        return _error("too_many_streams", "Too many screens are watching this table.", 503)

    @app.errorhandler(RecursionError)
    def too_deep(_: RecursionError) -> tuple[Response, int]:
        return _error("malformed", "The body is nested too deeply.", 400)

    @app.errorhandler(Exception)
    def broken(error: Exception) -> tuple[Response, int]:
        log.error("%s %s", request.method, request.path, exc_info=error)
        return _error("internal", "Croupier ran into an error. Nothing was changed.", 500)
