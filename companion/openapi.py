"""The HTTP interface, described in the OpenAPI 3.1 way for programs that other people write."""

from collections.abc import Mapping
from importlib.metadata import version
from typing import Any

from companion.acts import TABLE_TYPES
from companion.eye_desk import STATES

_TABLE = {"name": "table", "in": "path", "required": True, "schema": {"type": "string"}}
_REFUSED = {
    "400": "malformed, untrusted_host",
    "403": "cross_origin",
    "404": "unknown_table",
    "413": "too_large",
    "415": "not_json",
    "503": "log_unwritable: the disk is full or read-only; nothing was changed",
}


def _object(properties: Mapping[str, Any], *required: str) -> dict[str, Any]:
    return {"type": "object", "properties": dict(properties), "required": list(required)}


def _list(items: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": dict(items)}


def _ref(name: str) -> dict[str, Any]:
    return {"$ref": f"#/components/schemas/{name}"}


def _json(schema: Mapping[str, Any], about: str) -> dict[str, Any]:
    return {"description": about, "content": {"application/json": {"schema": dict(schema)}}}


_WORD = {"type": "string"}
_WHOLE = {"type": "integer"}
_NUMBER = {"type": "number"}
_FLAG = {"type": "boolean"}
_BOX = {
    "type": "array",
    "items": _NUMBER,
    "minItems": 4,
    "maxItems": 4,
    "description": "x1, y1, x2, y2 in pixels of the frame",
}
_JPEG = {"type": "string", "contentEncoding": "base64", "contentMediaType": "image/jpeg"}
_MAYBE_FLAG = {"type": ["boolean", "null"]}
_DIE = _object(
    {
        "face": _WORD,
        "confidence": _NUMBER,
        "box": _BOX,
        "body": _WORD,
        "alternatives": _list({"type": "array", "prefixItems": [_WORD, _NUMBER]}),
    },
    *("face", "confidence", "box"),
)

SCHEMAS: dict[str, Any] = {
    "Error": _object({"code": _WORD, "message": _WORD}, "code", "message"),
    "Action": _object(
        {
            "id": {
                **_WORD,
                "pattern": "^[A-Za-z0-9._:-]{1,64}$",
                "description": "unique; again the same id is the same act and has no second effect",
            },
            "version": {**_WHOLE, "description": "the version that the page saw"},
            "action": {
                **_object({"type": _WORD}, "type"),
                "description": "one of the table's own types ("
                + ", ".join(sorted(TABLE_TYPES))
                + ") or a type out of `legal` with its fields",
            },
        },
        *("id", "version", "action"),
    ),
    "Reading": _object(
        {
            "eye": {**_WORD, "description": "id of this run of the eye"},
            "number": {**_WHOLE, "description": "counts the readings of this run"},
            "t": _NUMBER,
            "dice": _list(_DIE),
            "moved": _list(_FLAG),
            "thrown": {**_MAYBE_FLAG, "description": "null: cannot tell"},
            "sure": _FLAG,
            "doubts": _list(_WORD),
            "size": {"type": "array", "prefixItems": [_WHOLE, _WHOLE]},
            "after_rest_ms": _NUMBER,
            "evidence": _JPEG,
        },
        *("eye", "number", "dice", "moved", "thrown", "sure"),
    ),
    "Outcome": _object(
        {
            "outcome": {"enum": ["played", "asked", "ignored", "repeat"]},
            "why": _list(_WORD),
        },
        *("outcome", "why"),
    ),
    "EyeReport": _object(
        {
            "eye": _WORD,
            "state": {"enum": list(STATES)},
            "fps": _NUMBER,
            "camera": _WORD,
            "demo": _FLAG,
            "done": {**_WHOLE, "description": "the last throw request that was carried out"},
            "preview": _JPEG,
        },
        *("eye", "state"),
    ),
    "Throws": _object(
        {"throws": _list(_object({"n": _WHOLE, "keep": _list(_BOX)}, "n", "keep"))}, "throws"
    ),
    "Snapshot": {
        **_object(
            {
                "table": _WORD,
                "version": {**_WHOLE, "description": "number of the newest row; id of the event"},
                "game": {"type": ["string", "null"]},
                "title": _WORD,
                "phase": _WORD,
                "over": _FLAG,
                "seats": _list({"type": "object"}),
                "legal": _list({"type": "object"}),
                "prompts": _list({"type": "object"}),
                "awaited": {"type": ["object", "null"]},
                "can_draw": _FLAG,
                "odds": {
                    "type": ["object", "null"],
                    "description": "exact chances, with the game's own keys; null: none, or hidden",
                },
                "clock": {
                    "type": ["object", "null"],
                    "properties": {
                        "seconds": _NUMBER,
                        "running": _FLAG,
                        "ends_at_ms": {"type": ["integer", "null"]},
                    },
                },
                "can_undo": _FLAG,
                "undo_to": {"type": ["integer", "null"]},
                "redo_to": {"type": ["integer", "null"]},
                "log": _list({"type": "object"}),
                "eye": {"type": "object"},
                "trouble": {"anyOf": [_ref("Error"), {"type": "null"}]},
                "row": {
                    "type": ["integer", "null"],
                    "description": "only in the answer to an action: the row that it made",
                },
            },
            *("table", "version", "game", "phase", "seats", "legal", "log", "eye"),
        ),
        "description": "The game adds keys of its own: card, dice, attempts_left, bank …",
    },
}


def _operation(about: str, answer: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    return {"summary": about, "responses": {"200": dict(answer)}, **more}


def _on_table(operation: dict[str, Any], *query: Mapping[str, Any]) -> dict[str, Any]:
    operation["parameters"] = [_TABLE, *query]
    operation["responses"]["404"] = _json(_ref("Error"), "unknown_table, not_found")
    return operation


def _post(about: str, body: Mapping[str, Any], answer: Mapping[str, Any]) -> dict[str, Any]:
    content = {"application/json": {"schema": dict(body)}}
    operation = _operation(about, answer, requestBody={"required": True, "content": content})
    errors = {status: _json(_ref("Error"), words) for status, words in _REFUSED.items()}
    operation["responses"] |= errors
    return {"post": _on_table(operation)}


def _query(name: str, about: str, *, required: bool) -> dict[str, Any]:
    return {
        "name": name,
        "in": "query",
        "required": required,
        "description": about,
        "schema": _WORD,
    }


_ANY = {"type": "object"}
_PICTURE = {"description": "a JPEG", "content": {"image/jpeg": {}}}
_STREAM = {
    "description": "event `snapshot` (id: the version; data: a Snapshot) and event `eye`"
    " (data: the snapshot's `eye`); a comment every 10 s; each snapshot is whole, so nothing is"
    " missed after a break",
    "content": {"text/event-stream": {}},
}


def _paths() -> dict[str, Any]:
    one = "/api/tables/{table}"
    actions = _post("Do something, by hand", _ref("Action"), _json(_ref("Snapshot"), "done"))
    actions["post"]["responses"] |= {
        "409": _json(_ref("Error"), "stale: `snapshot` holds the newest"),
        "422": _json(_ref("Error"), "refused by the rules; the figures are further fields"),
    }
    tray = _object({"keep": _list(_BOX)})
    thrown = _json(_object({"n": _WHOLE}, "n"), "the number of the request")
    preview = (
        _query("row", "the row whose dice were wrong", required=True),
        _query("faces", "what they showed: 1,2,3,4,5", required=True),
        _query("kept", "indices of the dice that were not thrown", required=False),
    )
    shown = _operation("What a correction would change", _json(_ANY, "row, changes"))
    row, number = (
        {"name": name, "in": "path", "required": True, "schema": _WHOLE}
        for name in ("row", "number")
    )
    return {
        "/health": {"get": _operation("Is the table well?", _json(_ANY, "status"))},
        "/api/openapi.json": {"get": _operation("This description", _json(_ANY, "OpenAPI"))},
        "/api/games": {"get": _operation("The games and house rules", _json(_ANY, "games"))},
        one: {"get": _on_table(_operation("All of it", _json(_ref("Snapshot"), "now")))},
        f"{one}/actions": actions,
        f"{one}/preview": {"get": _on_table(shown, *preview)},
        f"{one}/readings": _post(
            "A reading of the eye", _ref("Reading"), _json(_ref("Outcome"), "what became of it")
        ),
        f"{one}/eye": _post(
            "The eye's heartbeat", _ref("EyeReport"), _json(_ref("Throws"), "throws to make")
        ),
        f"{one}/tray": _post("Throw in the demo camera's tray", tray, thrown),
        f"{one}/events": {"get": _on_table(_operation("Live events", _STREAM))},
        f"{one}/eye.jpg": {"get": _on_table(_operation("What the eye sees", _PICTURE))},
        f"{one}/readings/{{number}}.jpg": {
            "get": _on_table(_operation("What the asked or last reading saw", _PICTURE), number)
        },
        f"{one}/evidence/{{row}}.jpg": {
            "get": _on_table(_operation("What a row was read from", _PICTURE), row)
        },
    }


def describe() -> dict[str, Any]:
    """Return the whole description."""
    return {
        "openapi": "3.1.0",
        "info": {"title": "Croupier", "version": version("croupier")},
        "paths": _paths(),
        "components": {"schemas": SCHEMAS},
    }
