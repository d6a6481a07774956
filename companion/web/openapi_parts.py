"""The small parts of which the description of the HTTP interface is made (OpenAPI 3.1)."""

from collections.abc import Mapping
from typing import Any

TABLE = {"name": "table", "in": "path", "required": True, "schema": {"type": "string"}}
REFUSED = {
    "400": "malformed, untrusted_host",
    "401": "code_needed: a stranger asks",
    "403": "cross_origin, banker_only, only_watching, not_your_seat",
    "404": "unknown_table",
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


WORD = {"type": "string"}
WHOLE = {"type": "integer"}
NUMBER = {"type": "number"}
FLAG = {"type": "boolean"}
ANY = {"type": "object"}


def operation(about: str, answer: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    """Return the operation that is described by `about` and gives `answer`."""
    return {"summary": about, "responses": {"200": dict(answer)}, **more}


def on_table(told: dict[str, Any], *parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Return `told`, an operation on one table, with its `parameters`."""
    told["parameters"] = [TABLE, *parameters]
    told["responses"]["404"] = json_answer(ref("Error"), "unknown_table, not_found")
    return told


def post(about: str, body: Mapping[str, Any], answer: Mapping[str, Any]) -> dict[str, Any]:
    """Return the path item of a POST of `body` to one table."""
    content = {"application/json": {"schema": dict(body)}}
    told = operation(about, answer, requestBody={"required": True, "content": content})
    errors = {status: json_answer(ref("Error"), words) for status, words in REFUSED.items()}
    told["responses"] |= errors
    return {"post": on_table(told)}


def query(name: str, about: str, *, required: bool) -> dict[str, Any]:
    """Return the description of a parameter in the query."""
    return {
        "name": name,
        "in": "query",
        "required": required,
        "description": about,
        "schema": WORD,
    }
