"""The caller who sends the present request, and the cookie that identifies their device."""

from flask import Response, after_this_request, current_app, g, request

from companion.access.callers import STRANGER, Caller, Right, check_right
from companion.access.control import AccessControl
from companion.access.device import TABLE_DISPLAY
from companion.access.devices import MAX_IDLE_SECONDS
from companion.address import is_loopback, is_loopback_host, url_for_other_devices
from companion.web import security

COOKIE = "croupier_device"
_BEARER = "Bearer "


def current_caller() -> Caller:
    """Return who sends this request, as `add_access_routes` has noted."""
    found: Caller = g.caller
    return found


def require_right(right: Right) -> None:
    """Raise an `AccessDenied` unless the caller has this `right`."""
    check_right(right, current_caller(), g.seconds_left_as_new_banker)


def identify_caller(access: AccessControl, *, ask_everywhere: bool) -> Caller:
    """Return who sends this request.

    With `ask_everywhere` a browser on the machine itself needs the code like any other.
    """
    bearer = request.headers.get("Authorization", "")
    if bearer.startswith(_BEARER):
        return access.callers.find(bearer.removeprefix(_BEARER))
    if not ask_everywhere and security.is_own_display(request):
        return Caller(TABLE_DISPLAY, "banker")
    known = access.callers.find(request.cookies.get(COOKIE, ""))
    # A cookie identifies a person's device; an eye must send its key as a header.
    return STRANGER if known.is_eye else known


def renew_cookie(access: AccessControl) -> None:
    """Give the caller's device a new cookie with the answer, if it has joined."""
    if current_caller().role is None or current_caller().id == TABLE_DISPLAY:
        return
    token = access.callers.make_token(current_caller().id)

    @after_this_request
    def set_cookie(answer: Response) -> Response:
        answer.set_cookie(COOKIE, token, int(MAX_IDLE_SECONDS), httponly=True, samesite="Strict")
        return answer


def caller_address() -> str:
    """Return the address of the sender of this request, for counting wrong guesses.

    A proxy on this machine names it last in X-Forwarded-For. No right depends on it.
    """
    own = request.remote_addr or ""
    return request.access_route[-1] if is_loopback(own) and request.access_route else own


def join_url() -> str:
    """Return the address at which a phone reaches this table; "" if only this machine does."""
    if public := current_app.config["PUBLIC_ADDRESS"]:
        return f"{public}/"
    scheme, host = current_app.config["SCHEME"], request.host
    if is_loopback_host(host) and is_loopback_host(current_app.config["HOST"]):
        return ""
    if scheme != request.scheme and not host.rpartition(":")[2].isdecimal():
        host += ":80"  # both schemes are served at port 80; without it, https means 443
    return url_for_other_devices(host, scheme)
