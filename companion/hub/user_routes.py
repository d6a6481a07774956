"""The routes of the hub's users: log in and out, list, change."""

from functools import partial
from typing import Any

from flask import Request, Response, after_this_request, g, request

from companion.access.errors import AccessDenied
from companion.budget import BUDGETS
from companion.fields import RequestBody
from companion.hub.access import ROLES, SESSION_SECONDS, HubRole, User
from companion.hub.hub import Hub, HubRoutes
from companion.web.callers import caller_address

COOKIE = "croupier_hub"


class LogInNeeded(AccessDenied):
    """Please log in."""

    code = 401


class NotYourRole(AccessDenied):
    """Your role does not allow that."""


class UserNameBody(RequestBody, frozen=True):
    """The name of a person who can log in."""

    name: str


class LogInBody(UserNameBody, frozen=True):
    """Their name and password."""

    password: str


class UserBody(LogInBody, frozen=True):
    """Their name, password and role."""

    role: HubRole


def add_user_routes(routes: HubRoutes, hub: Hub) -> None:
    """Check the role of every request, and add the routes to log in, log out and change users."""
    routes.app.extensions["identify"] = partial(_identify, hub)
    routes.app.before_request(partial(_check_role, hub, routes))

    @routes.get("/api/me", "anyone")
    def me() -> Any:
        return _status(hub, g.user)

    @routes.post("/api/log_in", "anyone")
    def log_in(body: LogInBody) -> Any:
        token = hub.access.log_in(body.name, body.password, caller_address())
        _set_cookie(token)
        return _status(hub, hub.access.user_of(token))

    @routes.post("/api/log_out", "anyone")
    def log_out() -> Any:
        hub.access.log_out(request.cookies.get(COOKIE, ""))
        _set_cookie("")
        return _status(hub, None)

    @routes.get("/api/users", "admin")
    def users() -> Any:
        return {"users": [{"name": one.name, "role": one.role} for one in hub.access.users]}

    @routes.post("/api/users", "admin")
    def set_user(body: UserBody) -> Any:
        hub.access.set_user(body.name, body.role, body.password)
        return {}

    @routes.post("/api/users/remove", "admin")
    def remove_user(body: UserNameBody) -> Any:
        hub.access.remove_user(body.name)
        return {}


def _identify(hub: Hub, environ: dict[str, Any]) -> tuple[str, str | None, int]:
    """Return who sends a request, and the largest body (`companion.web.connections.Identify`)."""
    user, most = hub.access.user_of(Request(environ).cookies.get(COOKIE, "")), BUDGETS[None].body
    return ("", None, most) if user is None else (user.name, "banker", most)


def _check_role(hub: Hub, routes: HubRoutes) -> None:
    """Set `g.user` to the person who sends this request; raises `LogInNeeded`, `NotYourRole`."""
    user = g.user = hub.access.user_of(request.cookies.get(COOKIE, ""))
    least = routes.right_of(request.endpoint) if request.endpoint else "anyone"
    if least == "anyone":
        return
    if user is None:
        raise LogInNeeded
    if ROLES.index(user.role) < ROLES.index(least):
        raise NotYourRole


def _status(hub: Hub, user: User | None) -> dict[str, Any]:
    if user is None:
        return {"name": None, "role": None}
    return {"name": user.name, "role": user.role, "cafe": hub.access.cafe}


def _set_cookie(token: str) -> None:
    @after_this_request
    def set_cookie(answer: Response) -> Response:
        seconds = int(SESSION_SECONDS) if token else 0
        answer.set_cookie(COOKIE, token, seconds, httponly=True, samesite="Strict")
        return answer
