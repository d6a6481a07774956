"""Prints what a table says as TypeScript: the page's scripts are checked against it.

`make check` writes it into `types/views.d.ts`. What no view describes is `unknown`, never `any`.
"""

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from companion.log.log import Log
from companion.table.table import Table
from companion.web.app import create_app
from companion.web.openapi import describe_routes
from engine.games import GAMES

_PLAIN = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}


def type_of(schema: dict[str, Any]) -> str:
    """Return the type of what `schema` describes."""
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if "anyOf" in schema:
        return " | ".join(type_of(one) for one in schema["anyOf"])
    if "enum" in schema:
        return " | ".join(_literal(value) for value in schema["enum"])
    if "const" in schema:
        return _literal(schema["const"])
    kind = schema.get("type")
    if kind == "array":
        if "prefixItems" in schema:
            return f"[{', '.join(map(type_of, schema['prefixItems']))}]"
        return f"({type_of(schema.get('items') or {})})[]"
    if kind == "object":
        if "properties" in schema:
            return "{ " + " ".join(_fields(schema)) + " }"
        return f"Record<string, {type_of(schema.get('additionalProperties') or {})}>"
    return _PLAIN.get(kind or "", "unknown")


def _literal(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value).lower()


def _fields(schema: dict[str, Any]) -> Iterator[str]:
    for name, field in schema["properties"].items():
        optional = "" if name in schema.get("required", ()) else "?"
        yield f"{name}{optional}: {type_of(field)};"


def declare(space: str, described: dict[str, Any]) -> str:
    """Return the views of an API as types in the namespace `space`."""
    types = [
        f"  type {name} = {type_of(schema)};"
        for name, schema in sorted(described["components"]["schemas"].items())
    ]
    return "\n".join([f"declare namespace {space} {{", *types, "}"])


def table_types() -> str:
    """Return the views of a table's API as types."""
    with tempfile.TemporaryDirectory() as folder:
        table = Table(Log(Path(folder)), GAMES)
        app = create_app(table)
        described = describe_routes(app.extensions["routes"].known.values())
        table.close()
    return declare("API", described)


if __name__ == "__main__":
    sys.stdout.write(table_types() + "\n")
