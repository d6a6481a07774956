"""Frozen dataclasses to JSON and back, strictly.

Actions, options, setups and states are frozen dataclasses of plain fields. This module is the one
place that turns them into JSON, and that checks JSON from outside field by field, so that nothing
malformed reaches a rule. Understood field types: ``bool int float str None``, ``Literal``, enums,
``tuple[T, ...]``, ``tuple[A, B]``, ``frozenset[T]``, ``Mapping[str, T]``, unions with ``None``,
and dataclasses of these.
"""

import dataclasses
import types
from collections.abc import Mapping
from enum import Enum
from functools import cache
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from engine.core.refusals import BadAction, Json

T = TypeVar("T")


def to_json(value: object) -> Json:
    """Return `value` (a dataclass or a plain value of the understood types) as JSON."""
    if isinstance(value, Enum):
        return cast(Json, value.value)
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
    return cast(T, _read(kind, data, where or kind.__name__))


def _bad(where: str, expected: str, data: object) -> BadAction:
    shown = repr(data)
    if len(shown) > 60:
        shown = shown[:57] + "…"
    return BadAction(
        "malformed", f"{where} should be {expected}, not {shown}.", field=where, expected=expected
    )


def _read(kind: Any, data: object, where: str) -> object:
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        return _read_union(kind, data, where)
    if origin is Literal:
        return _read_literal(kind, data, where)
    if origin in (tuple, frozenset) or kind is tuple:
        return _read_sequence(kind, data, where)
    if origin is not None and issubclass(origin, Mapping):
        return _read_mapping(kind, data, where)
    if dataclasses.is_dataclass(kind):
        return _read_dataclass(cast(type, kind), data, where)
    if isinstance(kind, type) and issubclass(kind, Enum):
        try:
            return kind(data)
        except ValueError:
            names = ", ".join(str(item.value) for item in kind)
            raise _bad(where, f"one of {names}", data) from None
    return _read_plain(kind, data, where)


def _read_plain(kind: Any, data: object, where: str) -> object:
    names = {bool: "true or false", int: "a whole number", float: "a number", str: "a text"}
    if kind is float and type(data) is int:
        return float(data)
    # `type() is` and not isinstance: True must not pass for the number 1.
    if type(data) is kind:
        return data
    raise _bad(where, names.get(kind, kind.__name__), data)


def _read_union(kind: Any, data: object, where: str) -> object:
    parts = [part for part in get_args(kind) if part is not type(None)]
    if data is None:
        if len(parts) == len(get_args(kind)):
            raise _bad(where, "a value", data)
        return None
    for part in parts[:-1]:
        try:
            return _read(part, data, where)
        except BadAction:
            continue
    return _read(parts[-1], data, where)


def _read_literal(kind: Any, data: object, where: str) -> object:
    for value in get_args(kind):
        if type(data) is type(value) and data == value:
            return data
    raise _bad(where, "one of " + ", ".join(str(v) for v in get_args(kind)), data)


def _read_sequence(kind: Any, data: object, where: str) -> object:
    if not isinstance(data, list | tuple):
        raise _bad(where, "a list", data)
    parts = get_args(kind)
    if get_origin(kind) is tuple and parts[-1:] != (Ellipsis,):
        if len(data) != len(parts):
            raise _bad(where, f"a list of {len(parts)}", data)
    else:
        parts = (parts[0],) * len(data)
    items = (
        _read(part, item, f"{where}[{i}]")
        for i, (part, item) in enumerate(zip(parts, data, strict=True))
    )
    return frozenset(items) if get_origin(kind) is frozenset else tuple(items)


def _read_mapping(kind: Any, data: object, where: str) -> object:
    if not isinstance(data, Mapping) or not all(isinstance(key, str) for key in data):
        raise _bad(where, "an object", data)
    part = get_args(kind)[1]
    return types.MappingProxyType(
        {key: _read(part, item, f"{where}.{key}") for key, item in data.items()}
    )


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _read_dataclass(kind: type, data: object, where: str) -> object:
    if not isinstance(data, Mapping):
        raise _bad(where, "an object", data)
    hints = _hints(kind)
    fields = {field.name: field for field in dataclasses.fields(kind) if field.init}
    for name in data:
        if name not in fields:
            raise _bad(f"{where}.{name}", "left out (no such field)", data[name])
    values = {}
    for name, field in fields.items():
        if name in data:
            values[name] = _read(hints[name], data[name], f"{where}.{name}")
        elif field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING:
            raise _bad(f"{where}.{name}", "given", None)
    return kind(**values)
