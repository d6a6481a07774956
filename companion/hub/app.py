"""The web application of a hub: what all tables are doing, and what the archive knows of games.

There are three roles (`companion.hub.access`), each with the rights of the one before. Live data
comes from the tables through the broker, so it is shown even while the database is away.
"""

import logging
from functools import partial
from typing import Any

import psycopg
from flask import Flask, Response, abort, jsonify, render_template

from companion import words
from companion.access.errors import HTTPProblem
from companion.budget import BUDGETS
from companion.hub.archive_routes import add_archive_routes, add_export_routes
from companion.hub.hub import Hub, HubRoutes
from companion.hub.table_routes import add_joining_routes, add_table_routes
from companion.hub.user_routes import add_user_routes
from companion.web import first_load
from companion.web.app import new_app, reject_wrong_mime_type

log = logging.getLogger(__name__)


class ArchiveAway(HTTPProblem):
    """The archive does not answer; live tables are shown all the same."""

    code = 503


def create_hub_app(hub: Hub, public_address: str = "") -> Flask:
    """Return the application that serves the page of `hub`, to a proxy at `public_address` too."""
    app = new_app(BUDGETS[None].body, public_address)
    app.register_error_handler(psycopg.Error, _archive_away)
    routes = HubRoutes(app, "admin")
    add_user_routes(routes, hub)
    app.before_request(partial(reject_wrong_mime_type, routes))
    add_table_routes(routes, hub)
    add_archive_routes(routes, hub)
    add_export_routes(routes, hub)
    add_joining_routes(routes, hub)
    _add_page(routes)
    return app


def _archive_away(error: Exception) -> tuple[Response, int]:
    if isinstance(error, psycopg.DataError):  # a NUL in a parameter
        return jsonify(code="not_found", message="Page not found."), 404
    log.warning("The archive isn't responding: %s", error)
    return jsonify(code=ArchiveAway.word, message=ArchiveAway.description), 503


def _add_page(routes: HubRoutes) -> None:
    @routes.app.get("/")
    @routes.app.get("/join")  # a phone that scans the QR code for new tables opens this
    def page() -> str:
        values = {"languages": words.language_names(), "version": first_load.page_version()}
        return render_template("hub.html", **values)

    @routes.get("/words/{language}.json", "anyone")
    def sentences(language: str) -> Any:
        if language not in words.LANGUAGES:
            abort(404, "Unknown language.")
        return {**words.catalogue(language), **words.hub_sentences(language)}

    @routes.get("/health", "anyone")
    def health() -> Any:
        return {"status": "ok"}
