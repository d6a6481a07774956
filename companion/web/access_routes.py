"""The routes of people and devices: join, take a seat, hand over the bank, remove a device."""

from typing import Annotated, TypeAlias

from flask import Response, after_this_request, g, request
from msgspec import Meta

from companion.access.callers import STRANGER
from companion.access.control import AccessControl
from companion.access.device import TABLE_DISPLAY, DeviceStatus, PersonsRole
from companion.budget import JPEG
from companion.fields import RequestBody
from companion.web.callers import (
    COOKIE,
    caller_address,
    current_caller,
    identify_caller,
    join_url,
    renew_cookie,
    require_right,
)
from companion.web.routes import SVG, EmptyBody, TableRoutes, jpeg_response, qr_code_response
from engine.core.refusals import NotAllowed

_REFUSALS = {
    422: "no_such_device, no_such_seat, seat_taken, no_seat, no_device, eye_has_no_seat,"
    " too_many_devices",
    503: "access_unwritable: the disk is full or read-only",
}

DeviceId: TypeAlias = Annotated[
    str | None, Meta(description="the id of a device; without it, the one that asks")
]


class JoinBody(RequestBody, frozen=True):
    """A device or an eye that joins with the code."""

    code: Annotated[str, Meta(description="the code; empty: the first device, if it needs none")]
    eye: Annotated[
        bool,
        Meta(description="an eye: it gets a `key`; its readings count once a banker approved it"),
    ] = False


class SeatBody(RequestBody, frozen=True):
    """A seat, counted clockwise from 0; null to stand up."""

    seat: int | None
    device: DeviceId = None


class PlayerNameBody(RequestBody, frozen=True):
    """The name of the person who plays with this device."""

    name: Annotated[str, Meta(max_length=100)]


class RoleBody(RequestBody, frozen=True):
    """The new role of a device."""

    role: PersonsRole
    device: DeviceId = None


class DeviceBody(RequestBody, frozen=True):
    """A device, by its id."""

    device: str


class ApproveBody(DeviceBody, frozen=True):
    """A device, and whether it may be the camera."""

    approved: bool = True


def add_access_routes(routes: TableRoutes, access: AccessControl, *, ask_everywhere: bool) -> None:
    """Check the right of every request, and add the routes of `access`."""

    @routes.app.before_request
    def check_caller() -> None:
        g.caller = identify_caller(access, ask_everywhere=ask_everywhere)
        if g.caller.role:
            access.store_when_seen()
        g.seconds_left_as_new_banker = access.seconds_left_as_new_banker(g.caller)
        require_right(routes.right_of(request.endpoint) if request.endpoint else "inside")

    _add_joining(routes, access)
    _add_seats(routes, access)
    _add_devices(routes, access)


def _add_joining(routes: TableRoutes, access: AccessControl) -> None:
    @routes.get("/api/me", "anyone")
    def me() -> DeviceStatus:
        """Return the role and the seat of this device."""
        renew_cookie(access)
        return _status(access)

    @routes.post(
        "/api/access/join",
        "anyone",
        refusals={
            **_REFUSALS,
            403: "cross_origin, wrong_code",
            429: "too_many_guesses: `seconds` to wait",
        },
    )
    def join(body: JoinBody) -> DeviceStatus:
        """Join: a device gets a cookie, an eye a key."""
        if current_caller().role not in (None, "eye") and not body.eye:
            return _status(access)  # it has joined already, so the code does not matter
        g.caller = access.join(body.code, caller_address(), eye=body.eye)
        if body.eye:
            return {**_status(access), "key": access.callers.make_token(current_caller().id)}
        renew_cookie(access)
        return _status(access)

    @routes.post("/api/access/leave", "inside", refusals=_REFUSALS)
    def leave(body: EmptyBody) -> DeviceStatus:
        """Leave the table for good."""
        access.remove(_own_device())
        g.caller = STRANGER

        @after_this_request
        def forget(answer: Response) -> Response:
            answer.delete_cookie(COOKIE, httponly=True, samesite="Strict")
            return answer

        return _status(access)


def _add_seats(routes: TableRoutes, access: AccessControl) -> None:
    @routes.post("/api/access/seat", "inside", refusals=_REFUSALS)
    def seat(body: SeatBody) -> DeviceStatus:
        """Take a seat, or give it up (null); during a game, guests ask a banker for one."""
        device = body.device or _own_device()
        _check_own(device)
        banker = current_caller().role == "banker"
        force = banker and not g.seconds_left_as_new_banker
        access.sit(device, body.seat, force=force, ask=not banker)
        return _new_status(access)

    @routes.post("/api/access/name", "inside", refusals=_REFUSALS)
    def name(body: PlayerNameBody) -> DeviceStatus:
        """Play under a name, now or in a future game."""
        access.claim_name(_own_device(), body.name)
        return _new_status(access)

    @routes.post("/api/access/role", "inside", refusals=_REFUSALS)
    def role(body: RoleBody) -> DeviceStatus:
        """Hand over the bank, or take it back."""
        device = body.device or _own_device()
        _check_own(device)
        if current_caller().role != "banker" and body.role == "banker":
            access.take_bank(current_caller())
        else:
            access.set_role(device, body.role)
        return _new_status(access)


def _add_devices(routes: TableRoutes, access: AccessControl) -> None:
    @routes.get("/api/access/qr.svg", gives=SVG)
    def qr() -> Response:
        """Return the address and the code as a QR code."""
        return qr_code_response(f"{join_url()}#{access.code}")

    @routes.get("/api/access/eyes/{device}.jpg", gives=JPEG, refusals={404: "not_found"})
    def new_eye_picture(device: str) -> Response:
        """Return the newest picture of an eye that waits for approval."""
        return jpeg_response(access.picture_of_new_eye(device))

    @routes.post("/api/access/approve", "settled", refusals=_REFUSALS)
    def approve(body: ApproveBody) -> DeviceStatus:
        """Approve an eye or a phone as the camera, in place of any other."""
        access.approve(body.device, approved=body.approved)
        return _new_status(access)

    @routes.post("/api/access/revoke", "settled", refusals=_REFUSALS)
    def revoke(body: DeviceBody) -> DeviceStatus:
        """Remove a device."""
        access.remove(body.device)
        return _new_status(access)

    @routes.post("/api/access/logout_all", "settled", refusals=_REFUSALS)
    def logout_all(body: EmptyBody) -> DeviceStatus:
        """Remove all other devices, and make a new code."""
        access.remove_all_except(current_caller().id)
        return _new_status(access)

    @routes.post("/api/access/new_code", "settled", refusals=_REFUSALS)
    def new_code(body: EmptyBody) -> DeviceStatus:
        """Make a new code."""
        access.renew_code()
        return _new_status(access)


def _check_own(device: str) -> None:
    """Raise an `AccessDenied` unless the caller may decide about `device`."""
    if device != current_caller().id:
        require_right("settled")


def _own_device() -> str:
    if current_caller().id == TABLE_DISPLAY:
        raise NotAllowed("no_device", "The tablet cannot take or leave a seat.")
    return current_caller().id


def _status(access: AccessControl) -> DeviceStatus:
    return access.status(current_caller(), join_url())


def _new_status(access: AccessControl) -> DeviceStatus:
    g.caller = access.callers.with_current_role(current_caller())
    return _status(access)
