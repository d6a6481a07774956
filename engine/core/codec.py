"""Frozen dataclasses to JSON and back, strictly checked, and a fast `replace`.

Actions, options, setups and states are frozen dataclasses of plain fields. Only this module turns
them into JSON and checks JSON from outside, so nothing malformed reaches a rule.

Every action copies a state, so a game's speed depends on `replace`. This one is more than ten times
as fast as that of `dataclasses`, since it copies all fields at once instead of calling the
constructor. It needs classes without slots: states and what they hold have none, other classes do.
"""

import dataclasses
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast, dataclass_transform

import msgspec

from engine.core.refusals import BadAction, Json

T = TypeVar("T")

_PLAIN = {str, int, float, bool, type(None)}  # most of what is turned into JSON
_NO_SUCH_FIELD = "left out (no such field)"  # as a value of ``expected``
_FIELD = re.compile(r"Object (missing required|contains unknown) field `(.*)`")


@dataclass_transform(frozen_default=True, field_specifiers=(dataclasses.field,))
@dataclasses.dataclass(frozen=True)
class Tagged:
    """The base of actions and events. Each subclass becomes a frozen dataclass.

    `type` names it in JSON: the class `StepDog` has the type ``step_dog``, unless it gives a
    `type_name`.
    """

    type: ClassVar[str]

    def __init_subclass__(cls, *, type_name: str = "") -> None:
        cls.type = type_name or re.sub(r"(?<=[a-z])(?=[A-Z])", "_", cls.__name__).lower()
        dataclasses.dataclass(frozen=True)(cls)

    def to_json(self) -> dict[str, Json]:
        """Return `{"type": …, …fields}`."""
        fields = to_json(self)
        assert isinstance(fields, Mapping)
        return {"type": self.type, **fields}


def to_json(value: object) -> Json:
    """Return `value`, a dataclass or a plain value, as JSON."""
    if type(value) in _PLAIN:
        return cast(Json, value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        names = (field.name for field in dataclasses.fields(value))
        return {name: to_json(getattr(value, name)) for name in names}
    if isinstance(value, Mapping):
        return {str(key): to_json(item) for key, item in value.items()}
    if isinstance(value, frozenset):
        return [to_json(item) for item in sorted(value)]
    if isinstance(value, tuple | list):
        return [to_json(item) for item in value]
    return cast(Json, value)


def from_json(kind: type[T], data: object, where: str = "") -> T:
    """Return the JSON `data` as a `kind`; `where` starts the path in an error.

    Raises `BadAction` ``malformed`` with the path of the field that is wrong or unknown.
    """
    where = where or kind.__name__
    if dataclasses.is_dataclass(kind) and isinstance(data, Mapping):
        for name in data.keys() - {field.name for field in dataclasses.fields(kind)}:
            raise bad_field_error(f"{where}.{name}", _NO_SUCH_FIELD, "no such field")
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise malformed_error(error, where) from None


def malformed_error(error: msgspec.ValidationError, where: str) -> BadAction:
    """Return the refusal for `error`, raised while the data at `where` was read."""
    said, _, path = str(error).partition(" - at `$")
    where += path.rstrip("`")
    if found := _FIELD.fullmatch(said):
        missing = found[1] == "missing required"
        return bad_field_error(f"{where}.{found[2]}", "given" if missing else _NO_SUCH_FIELD, said)
    return bad_field_error(where, said.removeprefix("Expected ").partition(", got")[0], said)


def bad_field_error(where: str, expected: str, said: str) -> BadAction:
    """Return the refusal ``malformed`` for the field at `where`."""
    return BadAction("malformed", f"{where}: {said[:100]}.", field=where, expected=expected)


def _replace(value: Any, /, **changes: object) -> Any:
    """Return a copy of `value` with `changes`; raises `TypeError` for a field that it lacks.

    `value` is a frozen dataclass without slots and without ``__post_init__``.
    """
    fields = vars(value) | changes
    if len(fields) != len(vars(value)):
        unknown = ", ".join(changes.keys() - vars(value).keys())
        raise TypeError(f"{type(value).__name__} has no field {unknown}")
    copy = object.__new__(type(value))
    object.__setattr__(copy, "__dict__", fields)
    return copy


if TYPE_CHECKING:  # mypy checks fields and types of this one
    from dataclasses import replace as replace
else:
    replace = _replace


def with_item(values: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    """Return `values` with `item` at the index `at`."""
    return (*values[:at], item, *values[at + 1 :])
