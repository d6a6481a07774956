"""The routes of the application: each says in one place who may ask, what for, and what he gets.

A route is a function. Its parameter `body` is what a POST holds and `query` what stands behind the
question mark, both `msgspec.Struct`s; its other parameters stand in the path, what it returns is
the answer, and its docstring says what it is for. Requests are held to that, and
`companion.web.openapi` describes the same.
"""

import re
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Any, TypeAlias, TypeVar, get_type_hints

import msgspec
from flask import Flask, Response, abort, jsonify, request

from companion.access.callers import Right
from companion.access.errors import HTTPProblem
from companion.fields import RequestBody
from companion.web.callers import caller_address
from companion.web.long_answers import LongAnswers
from engine.core.codec import bad_field_error, malformed_error

JSON = "application/json"
JPEG = "image/jpeg"
RowNumber: TypeAlias = Annotated[int, msgspec.Meta(ge=0, lt=10**9)]

F = TypeVar("F", bound=Callable[..., Any])

PUBLIC_ENDPOINTS = ("page", "static")
"""The page without anything on it, and what it needs to ask for the code; no part of the API."""


class EmptyBody(RequestBody, frozen=True):
    """A POST that says all by its address."""


class Query(msgspec.Struct, frozen=True):
    """What stands behind the question mark."""


class UnknownTable(HTTPProblem):
    """There is no such table here."""

    code = 404


@dataclass(frozen=True)
class Route:
    """One route: `view` answers who has the `right`.

    It `takes` a body and `gives` an answer of these MIME types; `refusals` are the codes, by
    status, of what may be refused beside what may be refused to any request. A `long` answer waits
    for its turn.
    """

    method: str
    path: str
    view: Callable[..., Any]
    right: Right
    takes: str
    gives: str
    refusals: Mapping[int, str]
    long: bool = False

    @cached_property
    def type_hints(self) -> dict[str, Any]:
        """The types of the parameters, and that of the answer as ``return``."""
        return get_type_hints(self.view, include_extras=True)

    @property
    def function_name(self) -> str:
        """The name of the function that answers it."""
        return self.view.__name__

    @property
    def path_parameters(self) -> dict[str, type]:
        """The parameters in the path."""
        names = re.findall(r"{(\w+)}", self.path)
        return {name: self.type_hints.get(name, str) for name in names}

    def read_arguments(self) -> dict[str, object]:
        """Return body and query of the present request; raises `BadAction` ``malformed``."""
        found: dict[str, object] = {}
        if "body" in self.type_hints:
            found["body"] = read_body(request.get_data(), self.type_hints["body"])
        if "query" in self.type_hints:
            found["query"] = read_query(request.args, self.type_hints["query"])
        return found


@dataclass(frozen=True)
class Routes:
    """The routes of `app`, which serves the table called `table_name`."""

    app: Flask
    table_name: str
    known: dict[str, Route] = field(default_factory=dict)
    long_answers: LongAnswers = field(default_factory=LongAnswers)

    def right_of(self, name: str | None) -> Right:
        """Return the right that the route called `name` asks for; ``banker`` where none is said.

        None: there is no such route, or not by that method.
        """
        if name in PUBLIC_ENDPOINTS:
            return "anyone"
        if name is None:
            return "inside"
        return self.known[name].right if name in self.known else "banker"

    def get(
        self,
        path: str,
        right: Right = "banker",
        *,
        gives: str = JSON,
        refusals: Mapping[int, str] | None = None,
        long: bool = False,
    ) -> Callable[[F], F]:
        """Return what makes a function the route that answers a GET of `path`."""
        return lambda view: self._add(
            Route("GET", path, view, right, "", gives, refusals or {}, long)
        )

    def post(
        self,
        path: str,
        right: Right = "banker",
        *,
        takes: str = JSON,
        refusals: Mapping[int, str] | None = None,
    ) -> Callable[[F], F]:
        """Return what makes a function the route that answers a POST to `path`."""
        return lambda view: self._add(Route("POST", path, view, right, takes, JSON, refusals or {}))

    def _add(self, route: Route) -> Any:
        def answer(**path_parameters: object) -> Response:
            if path_parameters.pop("table", self.table_name) != self.table_name:
                raise UnknownTable
            arguments = {**path_parameters, **route.read_arguments()}
            turn = self.long_answers.turn(caller_address()) if route.long else nullcontext()
            with turn:
                found = route.view(**arguments)
                return found if isinstance(found, Response) else jsonify(found)

        rule = route.path
        for name, kind in route.path_parameters.items():
            rule = rule.replace(f"{{{name}}}", f"<{'int:' if kind is int else ''}{name}>")
        self.known[route.function_name] = route
        self.app.add_url_rule(rule, route.function_name, answer, methods=[route.method])
        return route.view


def read_body(data: bytes, kind: type[Any]) -> Any:
    """Return the JSON in `data` as a `kind`; raises `BadAction` ``malformed``."""
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.ValidationError as error:
        raise malformed_error(error, "body") from None
    except (msgspec.DecodeError, RecursionError) as error:
        raise bad_field_error("body", "JSON", str(error)) from None


def read_query(args: Mapping[str, str], kind: type[Any]) -> Any:
    """Return the fields of `kind` out of the query `args`; raises `BadAction` ``malformed``."""
    try:
        return msgspec.convert(dict(args), kind, strict=False)
    except msgspec.ValidationError as error:
        raise malformed_error(error, "query") from None


def jpeg_response(picture: bytes | None) -> Response:
    """Return `picture` as an answer, or that there is none."""
    if picture is None:
        abort(404, "There is no such picture.")
    return Response(picture, mimetype=JPEG)


def file_answer(data: str | bytes, name: str, kind: str) -> Response:
    """Return `data` as a file to be kept, called `name`, of the MIME type `kind`."""
    answer = Response(data, mimetype=kind)
    answer.headers.set("Content-Disposition", "attachment", filename=name)
    return answer
