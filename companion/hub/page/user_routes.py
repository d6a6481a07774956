"""Logging in and out, and who may."""

from typing import Any

from flask import Response, after_this_request, g, request

from companion.fields import RequestBody
from companion.hub.access import SESSION_SECONDS, Role, User
from companion.hub.page.hub import Hub
from companion.hub.page.routes import COOKIE, HubRoutes
from companion.web.callers import caller_address


class LogInBody(RequestBody, frozen=True):
    """Who wants to come in."""

    name: str
    password: str


class UserBody(RequestBody, frozen=True):
    """Somebody who may log in."""

    name: str
    role: Role
    password: str


class UserNameBody(RequestBody, frozen=True):
    """Somebody who may log in."""

    name: str


def add_log_in_routes(routes: HubRoutes, hub: Hub) -> None:
    """Add the routes by which somebody logs in and out."""

    @routes.get("/api/me", None)
    def me() -> Any:
        return _you(hub, g.user)

    @routes.post("/api/log_in", None)
    def log_in(body: LogInBody) -> Any:
        token = hub.access.log_in(body.name, body.password, caller_address())
        _set_cookie(token)
        return _you(hub, hub.access.user_of(token))

    @routes.post("/api/log_out", None)
    def log_out() -> Any:
        hub.access.log_out(request.cookies.get(COOKIE, ""))
        _set_cookie("")
        return _you(hub, None)


def _you(hub: Hub, user: User | None) -> dict[str, Any]:
    if user is None:
        return {"name": None, "role": None}
    return {"name": user.name, "role": user.role, "cafe": hub.cafe}


def _set_cookie(token: str) -> None:
    @after_this_request
    def set_cookie(answer: Response) -> Response:
        seconds = int(SESSION_SECONDS) if token else 0
        answer.set_cookie(COOKIE, token, seconds, httponly=True, samesite="Strict")
        return answer


def add_user_routes(routes: HubRoutes, hub: Hub) -> None:
    """Add who may log in."""

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
