"""The HTTP interface of the door: join, sit down, hand the bank on, show out."""

import io
from dataclasses import dataclass

import segno
from flask import Flask, Response, g, jsonify, request

from companion.access.denied import BankerOnly
from companion.access.door import OWN, STRANGER, Caller, Door
from companion.access.party import IDLE, Role
from companion.access.rights import check_route
from companion.web import guard, wire
from companion.web.address import at_home
from engine.core.codec import from_json
from engine.core.refusals import NotAllowed

COOKIE = "croupier_device"
_BEARER = "Bearer "


@dataclass(frozen=True, slots=True)
class _Join:
    code: str
    eye: bool = False


@dataclass(frozen=True, slots=True)
class _Seat:
    seat: int | None
    device: str | None = None


@dataclass(frozen=True, slots=True)
class _Role:
    role: Role
    device: str | None = None  # that which asks


@dataclass(frozen=True, slots=True)
class _Named:
    device: str


@dataclass(frozen=True, slots=True)
class _Nothing:
    pass


def caller() -> Caller:
    """Return who asks, as `open_door` found out."""
    found: Caller = g.caller
    return found


def find_caller(door: Door, *, ask_everywhere: bool) -> Caller:
    """Return who sends the present request.

    With `ask_everywhere` a browser on the machine itself needs the code like any other.
    """
    bearer = request.headers.get("Authorization", "")
    if bearer.startswith(_BEARER):
        return door.caller(bearer.removeprefix(_BEARER))
    if not ask_everywhere and guard.own_display(request):
        return Caller(OWN, "banker")
    known = door.caller(request.cookies.get(COOKIE, ""))
    # A cookie says which person's device it is; an eye shows its key.
    return STRANGER if known.role == "eye" else known


def open_door(app: Flask, door: Door, *, ask_everywhere: bool) -> None:
    """Let nobody ask `app` for what is not his to ask, and serve the routes of `door`."""

    @app.before_request
    def look_who_asks() -> None:
        g.caller = find_caller(door, ask_everywhere=ask_everywhere)
        check_route(request.endpoint, g.caller)

    _add_coming(app, door)
    _add_seats(app, door)
    _add_keys(app, door)


def _add_coming(app: Flask, door: Door) -> None:
    @app.get("/api/me")
    def me() -> Response:
        return with_cookie(_you(door), door)

    @app.post("/api/access/join")
    def join() -> Response:
        asked = from_json(_Join, wire.load(request.get_data()), "join")
        if caller().role not in (None, "eye") and not asked.eye:
            return _you(door)  # in already; whatever was typed
        g.caller = door.join(asked.code, request.remote_addr or "", eye=asked.eye)
        if asked.eye:
            return jsonify(key=door.token(caller().id))
        return with_cookie(_you(door), door)

    @app.post("/api/access/leave")
    def leave() -> Response:
        from_json(_Nothing, wire.load(request.get_data()), "leave")
        door.remove(_own_device())
        g.caller = STRANGER
        answer = _you(door)
        answer.delete_cookie(COOKIE, httponly=True, samesite="Strict")
        return answer


def _add_seats(app: Flask, door: Door) -> None:
    @app.post("/api/access/seat")
    def seat() -> Response:
        asked = from_json(_Seat, wire.load(request.get_data()), "seat")
        banker = caller().role == "banker"
        if asked.device is not None and not banker and asked.device != caller().id:
            raise BankerOnly
        door.sit(asked.device or _own_device(), asked.seat, force=banker)
        return _you_now(door)

    @app.post("/api/access/role")
    def role() -> Response:
        asked = from_json(_Role, wire.load(request.get_data()), "role")
        device = asked.device or _own_device()
        if caller().role != "banker" and device != caller().id:
            raise BankerOnly
        if caller().role != "banker" and asked.role == "banker":
            door.take_bank(caller())
        else:
            door.set_role(device, asked.role)
        return _you_now(door)


def _add_keys(app: Flask, door: Door) -> None:
    @app.get("/api/access/devices")
    def devices() -> Response:
        return jsonify(door.door_view(caller().id, join_url()) | {"seen": door.last_seen()})

    @app.get("/api/access/qr.svg")
    def qr() -> Response:
        code = door.code
        out = io.BytesIO()
        segno.make(f"{join_url()}#{code}", error="m", micro=False).save(
            out, kind="svg", border=2, xmldecl=False, dark="#000", light="#fff"
        )
        return Response(out.getvalue(), mimetype="image/svg+xml")

    @app.post("/api/access/revoke")
    def revoke() -> Response:
        door.remove(from_json(_Named, wire.load(request.get_data()), "revoke").device)
        return _you_now(door)

    @app.post("/api/access/logout_all")
    def logout_all() -> Response:
        from_json(_Nothing, wire.load(request.get_data()), "logout_all")
        door.log_out_all(but=caller().id)
        return _you_now(door)

    @app.post("/api/access/new_code")
    def new_code() -> Response:
        from_json(_Nothing, wire.load(request.get_data()), "new_code")
        door.make_code()
        return _you_now(door)


def with_cookie(answer: Response, door: Door) -> Response:
    """Give the caller's device a fresh cookie, if it is one that joined."""
    if caller().role is not None and caller().id != OWN:
        answer.set_cookie(
            *(COOKIE, door.token(caller().id), int(IDLE)), httponly=True, samesite="Strict"
        )
    return answer


def join_url() -> str:
    """Return the address at which a phone reaches this table."""
    return at_home(request.host)


def _own_device() -> str:
    if caller().id == OWN:
        raise NotAllowed("no_device", "The table's own display cannot sit down or leave.")
    return caller().id


def _you(door: Door) -> Response:
    return jsonify(door.you(caller(), join_url()))


def _you_now(door: Door) -> Response:
    g.caller = door.again(caller())
    return _you(door)
