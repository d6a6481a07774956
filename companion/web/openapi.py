"""The HTTP interface, described in the OpenAPI 3.1 way for programs that other people write."""

from importlib.metadata import version
from typing import Any, get_args

from companion.table.acts import TABLE_TYPES
from companion.table.log import Kind, Source
from companion.throws.verdict import Outcome
from companion.web import wire
from companion.web.openapi_access import ACCESS_SCHEMAS, access_paths
from companion.web.openapi_looking_back import LOOKING_BACK_SCHEMAS, looking_back_paths
from companion.web.openapi_parts import (
    ANY,
    FLAG,
    NUMBER,
    WHOLE,
    WORD,
    for_anyone,
    json_answer,
    listing,
    on_table,
    operation,
    post,
    query,
    record,
    ref,
)
from companion.words import LANGUAGES
from vision.protocol import EYE_STATES

_BOX = {
    "type": "array",
    "items": NUMBER,
    "minItems": 4,
    "maxItems": 4,
    "description": "x1, y1, x2, y2 in pixels of the frame",
}
_JPEG = {"type": "string", "contentEncoding": "base64", "contentMediaType": "image/jpeg"}
_MAYBE_FLAG = {"type": ["boolean", "null"]}
_DIE = record(
    {
        "face": WORD,
        "confidence": NUMBER,
        "box": _BOX,
        "body": WORD,
        "alternatives": listing({"type": "array", "prefixItems": [WORD, NUMBER]}),
    },
    *("face", "confidence", "box"),
)

SCHEMAS: dict[str, Any] = {
    "Error": record({"code": WORD, "message": WORD}, "code", "message"),
    "Action": record(
        {
            "id": {
                **WORD,
                "pattern": f"^{wire.ID.pattern}$",
                "description": "unique; the same act again with the same id has no second effect,"
                " save for `clock`, which makes no row and is tried anew each time",
            },
            "version": {**WHOLE, "description": "the version that the page saw"},
            "action": {
                **record({"type": WORD}, "type"),
                "description": "one of the table's own types ("
                + ", ".join(sorted(TABLE_TYPES))
                + ") or a type out of `legal` with its fields",
            },
        },
        *("id", "version", "action"),
    ),
    "Reading": record(
        {
            "eye": {**WORD, "description": "id of this run of the eye"},
            "number": {
                **WHOLE,
                "description": "counts the readings of this run; where one is missing, it is asked",
            },
            "t": NUMBER,
            "dice": listing(_DIE),
            "moved": listing(FLAG),
            "thrown": {**_MAYBE_FLAG, "description": "null: cannot tell"},
            "sure": FLAG,
            "doubts": listing(WORD),
            "size": {"type": "array", "prefixItems": [WHOLE, WHOLE]},
            "after_rest_ms": NUMBER,
            "evidence": _JPEG,
        },
        *("eye", "number", "dice", "moved", "thrown", "sure"),
    ),
    "Outcome": record(
        {
            "outcome": {"enum": [*get_args(Outcome), "repeat"]},
            "why": listing(WORD),
        },
        *("outcome", "why"),
    ),
    "EyeReport": record(
        {
            "eye": WORD,
            "state": {"enum": list(EYE_STATES)},
            "fps": NUMBER,
            "camera": WORD,
            "demo": FLAG,
            "done": {**WHOLE, "description": "the last throw request that was carried out"},
            "preview": _JPEG,
        },
        *("eye", "state"),
    ),
    "Throws": record(
        {"throws": listing(record({"n": WHOLE, "keep": listing(_BOX)}, "n", "keep")), "run": WORD},
        *("throws", "run"),
    ),
    "Row": {
        **record(
            {
                "version": WHOLE,
                "kind": {"enum": list(get_args(Kind))},
                "line": {**WORD, "description": "what was done, in English"},
                "source": {"enum": list(get_args(Source))},
                "who": {**WORD, "description": "the device"},
                "at": {**WORD, "format": "date-time", "description": "UTC"},
                "evidence": {**FLAG, "description": "whether there is a picture"},
                "counts": {**FLAG, "description": "false: undone, or of an older game"},
                "game": WORD,
                "names": listing(WORD) | {"description": "by seat"},
                "action": {"type": "object", "description": "what everybody may know of the act"},
                "dice": {"type": "object", "description": "{faces, kept}, as corrected since"},
                "thrown": {"type": "object", "description": "{faces, body}: what they can show"},
                "row": {**WHOLE, "description": "which row was corrected"},
                "back": {"type": ["object", "null"], "description": "what an undo went back to"},
            },
            *("version", "kind", "line", "source", "who", "at", "evidence", "counts"),
        ),
        "description": "one act of the log",
    },
    "Log": record(
        {"run": WORD, "version": WHOLE, "rows": listing(ref("Row"))}, "run", "version", "rows"
    ),
    "Snapshot": {
        **record(
            {
                "table": WORD,
                "version": {**WHOLE, "description": "number of the newest row; id of the event"},
                "run": {**WORD, "description": "versions compare only within one run of a table"},
                "game": {"type": ["string", "null"]},
                "title": WORD,
                "phase": WORD,
                "over": FLAG,
                "seats": listing({"type": "object"}),
                "legal": listing({"type": "object"}),
                "prompts": listing({"type": "object"}),
                "awaited": {"type": ["object", "null"]},
                "can_draw": FLAG,
                "odds": {
                    "type": ["object", "null"],
                    "description": "exact chances, with the game's own keys; null: none, or hidden",
                },
                "clock": {
                    "type": ["object", "null"],
                    "properties": {
                        "seconds": NUMBER,
                        "running": FLAG,
                        "ends_at_ms": {"type": ["integer", "null"]},
                    },
                },
                "can_undo": FLAG,
                "undo_to": {"type": ["integer", "null"]},
                "redo_to": {"type": ["integer", "null"]},
                "last_row": {"anyOf": [ref("Row"), {"type": "null"}]},
                "last_roll": {
                    "type": ["object", "null"],
                    "description": "the newest act that says what dice show and still counts: its"
                    " `version` and `reading`, and `dice` and `thrown` as in a Row",
                },
                "eye": {
                    "type": "object",
                    "description": "what it does, its last `roll` and the open `question`; their"
                    " `dice` are as in a Reading, and `sure` where one alone would be believed",
                },
                "trouble": {"anyOf": [ref("Error"), {"type": "null"}]},
                "row": {
                    "type": ["integer", "null"],
                    "description": "only in the answer to an action: the row that it made",
                },
            },
            *("table", "version", "game", "phase", "seats", "legal", "last_row", "eye"),
        ),
        "description": "The game adds keys of its own: card, dice, attempts_left, bank …",
    },
}


_NOT_DONE = {
    "409": "stale: `snapshot` holds the newest",
    "422": "refused by the rules; the figures are further fields",
}
_PICTURE = {"description": "a JPEG", "content": {"image/jpeg": {}}}
_STREAM = {
    "description": "event `snapshot` (id: the version; data: a Snapshot), event `you` (data: a You,"
    " at first and whenever it changes; the stream of a device that is shown out ends), event `eye`"
    " (data: the snapshot's `eye`); a comment every 5 s; each snapshot is whole, so nothing is"
    " missed after a break",
    "content": {"text/event-stream": {}},
}


def _paths() -> dict[str, Any]:
    one = "/api/tables/{table}"
    done = json_answer(ref("Snapshot"), "done")
    preview = (
        query("row", "the row whose dice were wrong", required=True),
        query("faces", "what they showed: 1,2,3,4,5", required=True),
        query("kept", "indices of the dice that were not thrown", required=False),
    )
    shown = operation(
        "What a correction would change",
        json_answer(ANY, "row, changes"),
        {"422": "refused as the correction would be: not_correctable, …"},
    )
    tray = record({"keep": listing(_BOX), "id": WORD})
    thrown = json_answer(record({"n": WHOLE}, "n"), "the number of the request")
    live = operation("Live events", _STREAM, {"503": "too_many_streams"})
    row, number = (
        {"name": name, "in": "path", "required": True, "schema": WHOLE}
        for name in ("row", "number")
    )
    language = {"name": "language", "in": "path", "required": True, "schema": {"enum": LANGUAGES}}
    words = operation(
        *("The page's sentences", json_answer(ANY, "by key"), {"404": "not_found"}),
        parameters=[language],
    )
    well = operation("Is the table well?", json_answer(ANY, "status"))
    return {
        "/health": {"get": for_anyone(well)},
        "/api/openapi.json": {"get": operation("This description", json_answer(ANY, "OpenAPI"))},
        **access_paths(),
        "/api/games": {"get": operation("The games and house rules", json_answer(ANY, "games"))},
        "/words/{language}.json": {"get": for_anyone(words)},
        one: {"get": on_table(operation("All of it", json_answer(ref("Snapshot"), "now")))},
        f"{one}/log": {
            "get": on_table(
                operation("What was done", json_answer(ref("Log"), "newest rows, oldest first")),
                query("after", "only rows new or changed since this version", required=False),
            )
        },
        f"{one}/actions": post("Do something, by hand", ref("Action"), done, _NOT_DONE),
        f"{one}/preview": {"get": on_table(shown, *preview)},
        f"{one}/readings": post(
            "A reading of the eye", ref("Reading"), json_answer(ref("Outcome"), "what became of it")
        ),
        f"{one}/eye": post(
            "The eye's heartbeat", ref("EyeReport"), json_answer(ref("Throws"), "throws to make")
        ),
        f"{one}/tray": post("Throw in the demo camera's tray", tray, thrown, {"422": "no_demo"}),
        f"{one}/events": {"get": on_table(live)},
        f"{one}/eye.jpg": {"get": on_table(operation("What the eye sees", _PICTURE))},
        f"{one}/readings/{{number}}.jpg": {
            "get": on_table(operation("What the asked or last reading saw", _PICTURE), number)
        },
        f"{one}/evidence/{{row}}.jpg": {
            "get": on_table(operation("What a row was read from", _PICTURE), row)
        },
        **looking_back_paths(one),
    }


def describe() -> dict[str, Any]:
    """Return the whole description."""
    return {
        "openapi": "3.1.0",
        "info": {"title": "Croupier", "version": version("croupier")},
        "paths": _paths(),
        "components": {"schemas": SCHEMAS | LOOKING_BACK_SCHEMAS | ACCESS_SCHEMAS},
    }
