"""The web application of a hub."""

import logging
from typing import Any

import psycopg
from flask import Flask, Response, abort, jsonify, render_template

from companion import words
from companion.hub.page.archive_routes import add_archive_routes, add_export_routes
from companion.hub.page.hub import Hub
from companion.hub.page.joining_routes import add_joining_routes
from companion.hub.page.routes import ArchiveAway, HubRoutes, look_who_asks
from companion.hub.page.table_routes import add_live_routes, add_table_routes
from companion.hub.page.user_routes import add_log_in_routes, add_user_routes
from companion.web import first_load, security
from companion.web.app import answer_mistakes, check_origin
from companion.web.connections import SMALL_BODY

log = logging.getLogger(__name__)


def create_hub_app(hub: Hub) -> Flask:
    """Return the application that serves the page of `hub`."""
    app = Flask("companion")
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.config["MAX_CONTENT_LENGTH"] = SMALL_BODY
    app.extensions["body_limit"] = lambda environ: SMALL_BODY
    app.after_request(security.add_headers)
    first_load.compress_texts(app)
    answer_mistakes(app)
    app.register_error_handler(psycopg.Error, _archive_away)
    routes = HubRoutes(app)
    app.before_request(lambda: check_origin(routes.public))
    app.before_request(lambda: look_who_asks(hub, routes))
    _add_page(routes, hub)
    add_log_in_routes(routes, hub)
    add_live_routes(routes, hub)
    add_table_routes(routes, hub)
    add_archive_routes(routes, hub)
    add_export_routes(routes, hub)
    add_joining_routes(routes, hub)
    add_user_routes(routes, hub)
    return app


def _archive_away(error: Exception) -> tuple[Response, int]:
    if isinstance(error, psycopg.DataError):  # a NUL in what was asked for
        return jsonify(code="not_found", message="There is no such thing here."), 404
    log.warning("The archive does not answer: %s", error)
    return jsonify(code=ArchiveAway.word, message=ArchiveAway.description), 503


def _add_page(routes: HubRoutes, hub: Hub) -> None:
    @routes.get("/", None)
    def page() -> str:
        told = {"languages": words.language_names(), "version": first_load.page_version()}
        return render_template("hub.html", **told)

    routes.app.add_url_rule("/join", "page")  # what a phone opens that reads the QR of a new table

    @routes.get("/words/<language>.json", None)
    def sentences(language: str) -> Any:
        if language not in words.LANGUAGES:
            abort(404, "There is no such language here.")
        return {**words.catalogue(language), **words.hub_sentences(language)}

    @routes.get("/health", None)
    def health() -> Any:
        return {"status": "ok"}
