"""Describes the HTTP API as OpenAPI 3.1, for programs that other people write."""

import inspect
from collections.abc import Iterable
from importlib.metadata import version
from typing import Any

import msgspec
from flask import Response

from companion.table.views import Error
from companion.web.routes import JSON, Route

_TURNED_AWAY = {  # possible answers to any request
    400: "malformed, untrusted_host",
    401: "code_needed: this device has not joined",
    403: "cross_origin, banker_only, only_watching, not_your_seat, new_banker: `seconds` to wait",
}
_STRING = {"type": "string"}
_NO_TABLE = {404: "unknown_table, not_found"}
_NOT_TAKEN = {  # answers to any POST
    413: "too_large",
    415: "not_json",
    503: "log_unwritable: the disk is full or read-only; nothing was changed",
}


def describe_routes(routes: Iterable[Route[Any]]) -> dict[str, Any]:
    """Return the OpenAPI description of `routes`."""
    known = list(routes)
    hints = [(r.name, name, kind) for r in known for name, kind in r.type_hints.items()]
    kinds = {(of, name): kind for of, name, kind in hints if kind is not Response}
    found, components = msgspec.json.schema_components(
        [*kinds.values(), Error], ref_template="#/components/schemas/{name}"
    )
    schemas = dict(zip(kinds, found, strict=False))
    paths: dict[str, Any] = {}
    for route in known:
        own = {name: schema for (of, name), schema in schemas.items() if of == route.name}
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, own, components)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Croupier", "version": version("croupier")},
        "paths": paths,
        "components": {"schemas": components},
    }


def _operation(
    route: Route[Any], schemas: dict[str, Any], components: dict[str, Any]
) -> dict[str, Any]:
    """Return the description of `route`; `schemas` are those of its parameters and result."""
    summary, _, more = (inspect.getdoc(route.view) or "").partition("\n\n")
    content = {} if "return" not in schemas else {"schema": schemas["return"]}
    answer = {"description": more or summary, "content": {route.gives: content}}
    path = [
        {"name": name, "in": "path", "required": True, "schema": schemas.get(name, _STRING)}
        for name in route.path_parameters
    ]
    operation: dict[str, Any] = {
        "operationId": route.name,
        "summary": summary,
        "parameters": [*path, *_in_query(route, components)],
        "responses": {"200": answer, **_refusals(route)},
    }
    if route.takes:
        body = {"schema": schemas["body"]} if "body" in schemas else {}
        operation["requestBody"] = {"required": True, "content": {route.takes: body}}
    return operation


def _in_query(route: Route[Any], components: dict[str, Any]) -> list[dict[str, Any]]:
    if "query" not in route.type_hints:
        return []
    described = components[route.type_hints["query"].__name__]
    return [
        {"name": name, "in": "query", "required": name in described["required"], "schema": schema}
        for name, schema in described["properties"].items()
    ]


def _refusals(route: Route[Any]) -> dict[str, Any]:
    refusals = _TURNED_AWAY | (_NO_TABLE if "table" in route.path_parameters else {})
    refusals |= (_NOT_TAKEN if route.takes else {}) | dict(route.refusals)
    if route.long:
        refusals[503] = ", ".join(filter(None, ("too_many_at_once", refusals.get(503))))
    if route.right == "anyone":
        del refusals[401]
        refusals[403] = route.refusals.get(403, "cross_origin")
    error = {"schema": {"$ref": "#/components/schemas/Error"}}
    return {
        str(status): {"description": codes, "content": {JSON: error}}
        for status, codes in refusals.items()
    }
