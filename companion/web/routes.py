"""The routes of an application: each declares in one place who may use it, and its types.

A route is a function. Its parameter `body` is the body of a POST, `query` the query string, both a
`msgspec.Struct`; other parameters come from the path. It returns the answer, and its docstring is
its description. Requests are validated against these types, and `companion.web.openapi` describes
them.
"""

import io
import re
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Annotated, Any, Generic, Literal, TypeAlias, TypeVar, get_type_hints

import msgspec
import segno
from flask import Flask, Response, abort, jsonify, request

from companion.access.callers import Caller, Right
from companion.access.errors import HTTPProblem
from companion.budget import JPEG
from companion.fields import RequestBody
from companion.web.callers import current_caller
from engine.core.codec import bad_field_error, malformed_error

JSON = "application/json"
SVG = "image/svg+xml"
RowNumber: TypeAlias = Annotated[int, msgspec.Meta(ge=0, lt=10**9)]

F = TypeVar("F", bound=Callable[..., Any])
R = TypeVar("R")  # the type of an application's rights

PUBLIC_ENDPOINTS = ("page", "static", "typeface")
"""The empty page and what it needs to ask for the code; not part of the API."""


class EmptyBody(RequestBody, frozen=True):
    """An empty object."""


class Query(msgspec.Struct, frozen=True):
    """A query string."""


class UnknownTable(HTTPProblem):
    """There is no such table here."""

    code = 404


class TooManyAtOnce(HTTPProblem):
    """One thing at a time, please."""

    code = 503


Long: TypeAlias = Literal["", "computed", "awaited"]
"""Whether an answer is short; long ones are computed, one at a time, or wait for an eye."""


class LongAnswerLimit:
    """Limits how many threads long answers take, so that actions do not wait; thread-safe."""

    def __init__(self) -> None:
        self._turn, self._counting = threading.Lock(), threading.Lock()
        self._asking: list[Caller] = []

    @contextmanager
    def reserve(self, caller: Caller, long: Long) -> Iterator[None]:
        """Reserve a thread for a `long` answer to `caller` in the block; raises `TooManyAtOnce`."""
        budget = caller.budget
        with self._counting:
            alike = [other.id for other in self._asking if other.budget is budget]
            if alike.count(caller.id) >= budget.answers or len(alike) >= budget.places:
                raise TooManyAtOnce
            self._asking.append(caller)
        try:
            with self._turn if long == "computed" else nullcontext():
                yield
        finally:
            with self._counting:
                self._asking.remove(caller)


@dataclass(frozen=True)
class Route(Generic[R]):
    """One route: `view` answers those who have the `right`.

    The body that it `takes` and the answer that it `gives` have these MIME types. `refusals` are
    its error codes by status, in addition to those of every route.
    """

    method: str
    path: str
    view: Callable[..., Any]
    right: R
    takes: str
    gives: str
    refusals: Mapping[int, str]
    long: Long = ""

    @cached_property
    def type_hints(self) -> dict[str, Any]:
        """The types of the parameters, and of the answer (``return``)."""
        return get_type_hints(self.view, include_extras=True)

    @property
    def name(self) -> str:
        """The name of `view`."""
        return self.view.__name__

    @property
    def path_parameters(self) -> dict[str, type]:
        """The types of the parameters in the path."""
        names = re.findall(r"{(\w+)}", self.path)
        return {name: self.type_hints.get(name, str) for name in names}

    def read_arguments(self) -> dict[str, object]:
        """Return the body and the query of this request; raises `BadAction` ``malformed``."""
        found: dict[str, object] = {}
        if "body" in self.type_hints:
            found["body"] = read_body(request.get_data(), self.type_hints["body"])
        if "query" in self.type_hints:
            found["query"] = read_query(request.args, self.type_hints["query"])
        return found


@dataclass(frozen=True)
class Routes(Generic[R]):
    """The routes of `app`; a route that names no right needs the `default`.

    With a `table_name`, the parameter ``table`` in a path must have that value.
    """

    app: Flask
    default: R
    table_name: str | None = None
    known: dict[str, Route[R]] = field(default_factory=dict)
    long_answers: LongAnswerLimit = field(default_factory=LongAnswerLimit)

    def right_of(self, endpoint: str) -> R | Literal["anyone"]:
        """Return the right that the route called `endpoint` needs."""
        if endpoint in PUBLIC_ENDPOINTS:
            return "anyone"
        return self.known[endpoint].right if endpoint in self.known else self.default

    def get(
        self,
        path: str,
        right: R | None = None,
        *,
        gives: str = JSON,
        refusals: Mapping[int, str] = MappingProxyType({}),
        long: Long = "",
    ) -> Callable[[F], F]:
        """Return a decorator: the function answers a GET of `path`."""
        return lambda view: self._add(
            Route("GET", path, view, right or self.default, "", gives, refusals, long)
        )

    def post(
        self,
        path: str,
        right: R | None = None,
        *,
        takes: str = JSON,
        refusals: Mapping[int, str] = MappingProxyType({}),
        long: Long = "",
    ) -> Callable[[F], F]:
        """Return a decorator: the function answers a POST to `path`."""
        return lambda view: self._add(
            Route("POST", path, view, right or self.default, takes, JSON, refusals, long)
        )

    def _add(self, route: Route[R]) -> Any:
        def answer(**path_parameters: object) -> Response:
            if self.table_name and path_parameters.pop("table", self.table_name) != self.table_name:
                raise UnknownTable
            if route.takes not in ("", JSON):
                request.max_content_length = current_caller().budget.files.get(route.takes, 0)
            arguments = {**path_parameters, **route.read_arguments()}
            limit = self.long_answers
            with limit.reserve(current_caller(), route.long) if route.long else nullcontext():
                found = route.view(**arguments)
                return found if isinstance(found, Response) else jsonify(found)

        rule = route.path
        for name, kind in route.path_parameters.items():
            rule = rule.replace(f"{{{name}}}", f"<{'int:' if kind is int else ''}{name}>")
        self.known[route.name] = route
        self.app.add_url_rule(rule, route.name, answer, methods=[route.method])
        return route.view


TableRoutes: TypeAlias = Routes[Right]


def read_body(data: bytes, kind: type[Any]) -> Any:
    """Decode the JSON in `data` as a `kind`; raises `BadAction` ``malformed``."""
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.ValidationError as error:
        raise malformed_error(error, "body") from None
    except (msgspec.DecodeError, RecursionError) as error:
        raise bad_field_error("body", "JSON", str(error)) from None


def read_query(args: Mapping[str, str], kind: type[Any]) -> Any:
    """Convert the query `args` to a `kind`; raises `BadAction` ``malformed``."""
    try:
        return msgspec.convert(dict(args), kind, strict=False)
    except msgspec.ValidationError as error:
        raise malformed_error(error, "query") from None


def jpeg_response(picture: bytes | None) -> Response:
    """Return `picture` as an answer, or 404 if there is none."""
    if picture is None:
        abort(404, "Picture not found.")
    return Response(picture, mimetype=JPEG)


def qr_code_response(text: str, error: str = "m") -> Response:
    """Return a QR code of `text` as SVG; `error` is the level of error correction."""
    out = io.BytesIO()
    code = segno.make(text, error=error, micro=False)
    code.save(out, kind="svg", border=2, xmldecl=False, dark="#000", light="#fff")
    return Response(out.getvalue(), mimetype=SVG)


def download_response(data: str | bytes, name: str, kind: str) -> Response:
    """Return `data` as a download called `name`, of the MIME type `kind`."""
    answer = Response(data, mimetype=kind)
    answer.headers.set("Content-Disposition", "attachment", filename=name)
    return answer
