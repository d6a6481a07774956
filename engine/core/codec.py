"""Frozen dataclasses to JSON and back, strictly.

Actions, options, setups and states are frozen dataclasses of plain fields. This module is the one
place that turns them into JSON, and that checks JSON from outside field by field, so that nothing
malformed reaches a rule. Understood field types: ``bool int str None``, ``Literal``,
``tuple[T, ...]``, ``frozenset[T]``, ``Mapping[str, T]``, unions, `Json` itself, and dataclasses of
these.
"""

import dataclasses
import types
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import (
    Any,
    ForwardRef,
    Literal,
    TypeAlias,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from engine.core.refusals import BadAction, Json

T = TypeVar("T")

_Reader: TypeAlias = Callable[[object, str], object]
"""Returns JSON data as a value of one type, or raises `BadAction`, naming where the data stands."""


def to_json(value: object) -> Json:
    """Return `value` (a dataclass or a plain value of the understood types) as JSON."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {
            field.name: to_json(getattr(value, field.name)) for field in dataclasses.fields(value)
        }
    if isinstance(value, Mapping):
        return {str(key): to_json(item) for key, item in value.items()}
    if isinstance(value, frozenset):
        return [to_json(item) for item in sorted(value)]
    if isinstance(value, tuple | list):
        return [to_json(item) for item in value]
    return cast(Json, value)


def from_json(kind: type[T], data: object, where: str = "") -> T:
    """Return `data` as a `kind`.

    Raises `BadAction` with code ``malformed`` and the path of the field that is wrong.
    """
    where = where or kind.__name__
    try:
        return cast(T, _reader(cast(Any, kind))(data, where))
    except RecursionError:
        raise _bad(where, "less deeply nested", "…") from None


def _bad(where: str, expected: str, data: object) -> BadAction:
    shown = repr(data)
    if len(shown) > 60:
        shown = shown[:57] + "…"
    return BadAction(
        "malformed", f"{where} should be {expected}, not {shown}.", field=where, expected=expected
    )


@cache
def _reader(kind: Any) -> _Reader:
    """Return what reads a `kind`: every type is looked at once, however much is read."""
    if isinstance(kind, ForwardRef):
        return _json
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        return _union(get_args(kind))
    if origin is Literal:
        return _literal(get_args(kind))
    if origin in (tuple, frozenset, Sequence):
        made = frozenset if origin is frozenset else tuple
        return _list(made, _reader(get_args(kind)[0]))
    if origin is not None and issubclass(origin, Mapping):
        return _mapping(_reader(get_args(kind)[1]))
    if dataclasses.is_dataclass(kind):
        return _dataclass(cast(type, kind))
    return _plain(kind)


def _plain(kind: type) -> _Reader:
    names = {bool: "true or false", int: "a whole number", str: "a text", type(None): "null"}
    expected = names.get(kind, kind.__name__)

    def read(data: object, where: str) -> object:
        # `type() is` and not isinstance: True must not pass for the number 1.
        if type(data) is kind:
            return data
        raise _bad(where, expected, data)

    return read


def _union(kinds: tuple[Any, ...]) -> _Reader:
    # None comes first, so that what is refused is told of the last of the other types.
    *others, last = map(_reader, sorted(kinds, key=lambda kind: kind is not type(None)))

    def read(data: object, where: str) -> object:
        for other in others:
            try:
                return other(data, where)
            except BadAction:
                continue
        return last(data, where)

    return read


def _literal(values: tuple[Any, ...]) -> _Reader:
    known = frozenset((type(value), value) for value in values)

    def read(data: object, where: str) -> object:
        if isinstance(data, str | int) and (type(data), data) in known:
            return data
        raise _bad(where, "one of " + ", ".join(map(str, values)), data)

    return read


def _list(made: Callable[[Iterable[object]], object], item: _Reader) -> _Reader:
    def read(data: object, where: str) -> object:
        if not isinstance(data, list | tuple):
            raise _bad(where, "a list", data)
        return made(item(part, f"{where}[{i}]") for i, part in enumerate(data))

    return read


def _mapping(item: _Reader) -> _Reader:
    def read(data: object, where: str) -> object:
        if not isinstance(data, Mapping) or not all(isinstance(key, str) for key in data):
            raise _bad(where, "an object", data)
        return types.MappingProxyType(
            {key: item(part, f"{where}.{key}") for key, part in data.items()}
        )

    return read


def _json(data: object, where: str) -> object:
    """Read what stands within a `Json`, the one type that speaks of itself."""
    if isinstance(data, list | tuple):
        return _list(tuple, _json)(data, where)
    if isinstance(data, Mapping):
        return _mapping(_json)(data, where)
    if data is None or type(data) in (bool, int, float, str):
        return data
    raise _bad(where, "a value of JSON", data)


def _dataclass(kind: type) -> _Reader:
    hints = get_type_hints(kind)
    fields = {f.name: _reader(hints[f.name]) for f in dataclasses.fields(kind) if f.init}
    needed = [
        f.name
        for f in dataclasses.fields(kind)
        if f.init and f.default is f.default_factory is dataclasses.MISSING
    ]

    def read(data: object, where: str) -> object:
        if not isinstance(data, Mapping):
            raise _bad(where, "an object", data)
        for name in data:
            if name not in fields:
                raise _bad(f"{where}.{name}", "left out (no such field)", data[name])
        for name in needed:
            if name not in data:
                raise _bad(f"{where}.{name}", "given", None)
        values = {name: fields[name](data[name], f"{where}.{name}") for name in data}
        try:
            return kind(**values)
        except ValueError as error:  # what a dataclass says of fields that do not fit together
            raise _bad(where, f"such that {error}", data) from error

    return read
