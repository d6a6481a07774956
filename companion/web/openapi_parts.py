"""The small parts of which the description of the HTTP interface is made (OpenAPI 3.1)."""

from collections.abc import Mapping
from typing import Any

_NOTHING: Mapping[str, str] = {}
TABLE = {"name": "table", "in": "path", "required": True, "schema": {"type": "string"}}
TURNED_AWAY = {  # what may be answered to any request
    "400": "malformed, untrusted_host",
    "401": "code_needed: a stranger asks",
    "403": "cross_origin, banker_only, only_watching, not_your_seat",
}
NOT_TAKEN = {  # what may be answered to any POST, too
    "413": "too_large",
    "415": "not_json",
    "503": "log_unwritable: the disk is full or read-only; nothing was changed",
}


def record(properties: Mapping[str, Any], *required: str) -> dict[str, Any]:
    """Return the schema of an object with `properties`, of which those named are `required`."""
    return {"type": "object", "properties": dict(properties), "required": list(required)}


def listing(items: Mapping[str, Any]) -> dict[str, Any]:
    """Return the schema of an array of `items`."""
    return {"type": "array", "items": dict(items)}


def ref(name: str) -> dict[str, Any]:
    """Return a reference to the schema `name`."""
    return {"$ref": f"#/components/schemas/{name}"}


def json_answer(schema: Mapping[str, Any], about: str) -> dict[str, Any]:
    """Return the description of an answer in JSON."""
    return {"description": about, "content": {"application/json": {"schema": dict(schema)}}}


def errors(words: Mapping[str, str]) -> dict[str, Any]:
    """Return the descriptions of the answers that say no, out of their codes by status."""
    return {status: json_answer(ref("Error"), codes) for status, codes in words.items()}


WORD = {"type": "string"}
WHOLE = {"type": "integer"}
NUMBER = {"type": "number"}
FLAG = {"type": "boolean"}
ANY = {"type": "object"}


def operation(
    about: str, answer: Mapping[str, Any], refused: Mapping[str, str] = _NOTHING, **more: Any
) -> dict[str, Any]:
    """Return the operation that is described by `about` and gives `answer`.

    `refused` has the codes of the answers that say no, by status, beside those of any request.
    """
    answers = {"200": dict(answer), **errors(TURNED_AWAY | dict(refused))}
    return {"summary": about, "responses": answers, **more}


def for_anyone(told: dict[str, Any]) -> dict[str, Any]:
    """Return `told`, an operation that strangers may ask for too."""
    told["responses"] |= errors({"403": "cross_origin"})
    del told["responses"]["401"]
    return told


def on_table(told: dict[str, Any], *parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Return `told`, an operation on one table, with its `parameters`."""
    told["parameters"] = [TABLE, *parameters]
    told["responses"] |= errors({"404": "unknown_table, not_found"})
    return told


def post(
    about: str,
    body: Mapping[str, Any],
    answer: Mapping[str, Any],
    refused: Mapping[str, str] = _NOTHING,
) -> dict[str, Any]:
    """Return the path item of a POST of `body` to one table; `refused` as of an `operation`."""
    return {"post": on_table(sent(about, body, answer, refused))}


def sent(
    about: str, body: Mapping[str, Any], answer: Mapping[str, Any], refused: Mapping[str, str]
) -> dict[str, Any]:
    """Return the operation that is a POST of `body`; `refused` as of any `operation`."""
    content = {"application/json": {"schema": dict(body)}}
    told = {"required": True, "content": content}
    return operation(about, answer, NOT_TAKEN | dict(refused), requestBody=told)


def query(name: str, about: str, *, required: bool) -> dict[str, Any]:
    """Return the description of a parameter in the query."""
    return {
        "name": name,
        "in": "query",
        "required": required,
        "description": about,
        "schema": WORD,
    }
