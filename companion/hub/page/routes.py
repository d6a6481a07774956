"""The routes of the page, each with who may ask."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from flask import Flask, Response, abort, g, jsonify, request

from companion.access.errors import AccessDenied, HTTPProblem
from companion.hub.access import ROLES, Role
from companion.hub.page.hub import Hub
from companion.web.connections import SET_KNOWN_KEY
from companion.web.routes import read_body

COOKIE = "croupier_hub"
F = TypeVar("F", bound=Callable[..., Any])


class LogInNeeded(AccessDenied):
    """Please log in."""

    code = 401


class NotYourRole(AccessDenied):
    """That is for others to do."""


class ArchiveAway(HTTPProblem):
    """The archive does not answer; what is live is shown all the same."""

    code = 503


@dataclass
class HubRoutes:
    """The routes of `app`, each with the least role that may ask; None: anybody."""

    app: Flask
    roles: dict[str, Role | None] = field(default_factory=lambda: {"static": None})
    public = ("page", "static")

    def get(self, path: str, role: Role | None) -> Callable[[F], F]:
        """Return what makes a function the route that answers a GET of `path` by `role`."""
        return self._add("GET", path, role)

    def post(self, path: str, role: Role | None) -> Callable[[F], F]:
        """Return what makes a function the route that answers a POST to `path` by `role`."""
        return self._add("POST", path, role)

    def _add(self, method: str, path: str, role: Role | None) -> Callable[[F], F]:
        def add(view: F) -> F:
            body = view.__annotations__.get("body")

            def answer(**parameters: object) -> Any:
                if body is not None:
                    parameters["body"] = read_body(request.get_data(), body)
                found = view(**parameters)
                return found if isinstance(found, (Response, str)) else jsonify(found)

            self.roles[view.__name__] = role
            self.app.add_url_rule(path, view.__name__, answer, methods=[method])
            return view

        return add


def look_who_asks(hub: Hub, routes: HubRoutes) -> None:
    """Find out who asks (`g.user`); raises `LogInNeeded`, `NotYourRole`."""
    user = g.user = hub.access.user_of(request.cookies.get(COOKIE, ""))
    if SET_KNOWN_KEY in request.environ:
        request.environ[SET_KNOWN_KEY](user is not None)
    if request.method == "POST" and request.mimetype != "application/json":
        abort(415, "The body should be application/json.")
    endpoint = request.endpoint
    if endpoint is None or (least := routes.roles.get(endpoint, "admin")) is None:
        return
    if user is None:
        raise LogInNeeded
    if ROLES.index(user.role) < ROLES.index(least):
        raise NotYourRole
