"""The part of the HTTP interface that `companion.web.access` serves."""

from collections.abc import Mapping
from typing import Any, get_args

from companion.access.party import Role
from companion.web.openapi_parts import (
    FLAG,
    WHOLE,
    WORD,
    errors,
    for_anyone,
    json_answer,
    listing,
    operation,
    record,
    ref,
    sent,
)

_SEAT = {"type": ["integer", "null"], "description": "from 0, clockwise"}
_ROLE = {"enum": list(get_args(Role))}
_DEVICE = {**WORD, "description": "the id of a device"}

ACCESS_SCHEMAS: dict[str, Any] = {
    "You": record(
        {
            "role": {"enum": [*_ROLE["enum"], "eye", None], "description": "null: a stranger"},
            "seat": _SEAT,
            "taken": listing(WHOLE) | {"description": "the seats that devices play for"},
            "own": {"type": "object", "description": "what only your seat may know of the game"},
            "bank_left": {**FLAG, "description": "to no banker: he may make himself one"},
            "door": {**ref("Door"), "description": "to a banker"},
        },
        *("role", "seat", "taken", "own"),
    ),
    "Door": record(
        {
            "code": {**WORD, "description": "eight figures; spaces do not count"},
            "url": {**WORD, "description": "where phones find the table"},
            "codes_made": {**WHOLE, "description": "grows with each new code"},
            "devices": listing(
                record(
                    {
                        "device": _DEVICE,
                        "number": {**WHOLE, "description": "what people call it"},
                        "role": {"enum": [*_ROLE["enum"], "eye"]},
                        "seat": _SEAT,
                        "here": {**FLAG, "description": "it follows the table now"},
                        "you": FLAG,
                    },
                    *("device", "number", "role", "seat", "here", "you"),
                )
            ),
            "seen": {
                "type": "object",
                "additionalProperties": {"type": "number"},
                "description": "when each device was last seen, in seconds since 1970",
            },
        },
        *("code", "url", "codes_made", "devices"),
    ),
}

_YOU = json_answer(ref("You"), "what this device is now")
_REFUSED = {
    "403": "cross_origin, banker_only",
    "422": "no_such_device, no_such_seat, seat_taken, no_seat, no_device, eye_has_no_seat",
    "503": "access_unwritable: the disk is full or read-only",
}


def _post(about: str, body: Mapping[str, Any]) -> dict[str, Any]:
    return {"post": sent(about, body, _YOU, _REFUSED)}


def _join() -> dict[str, Any]:
    eye = {**FLAG, "description": "an eye: it may tell readings, and gets a `key` to show"}
    told = _post("Come in", record({"code": WORD, "eye": eye}, "code"))
    answer = {"anyOf": [ref("You"), record({"key": WORD}, "key")]}
    for_anyone(told["post"])["responses"] |= {
        "200": json_answer(answer, "in, with a cookie; or the eye's key (Authorization: Bearer …)"),
        **errors({"403": "cross_origin, wrong_code", "429": "too_many_guesses: `seconds` to wait"}),
    }
    return told


def access_paths() -> dict[str, Any]:
    """Return the paths."""
    nothing = record({})
    role = record({"role": _ROLE, "device": _DEVICE}, "role")
    seat = record({"seat": _SEAT, "device": _DEVICE}, "seat")
    picture = {"description": "an SVG of address and code", "content": {"image/svg+xml": {}}}
    door = json_answer(ref("Door"), "code, address and devices, with `seen`")
    return {
        "/api/me": {"get": for_anyone(operation("What this device is", _YOU))},
        "/api/access/join": _join(),
        "/api/access/seat": _post("Sit down, or stand up (null)", seat),
        "/api/access/leave": _post("Leave the table for good", nothing),
        "/api/access/role": _post("Hand the bank on, or take it back", role),
        "/api/access/revoke": _post("Show a device out", record({"device": _DEVICE}, "device")),
        "/api/access/logout_all": _post("Show all others out, with a new code", nothing),
        "/api/access/new_code": _post("Make a new code", nothing),
        "/api/access/devices": {"get": operation("Who is here", door)},
        "/api/access/qr.svg": {"get": operation("The way in, to be scanned", picture)},
    }
