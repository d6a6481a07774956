"""Frozen dataclasses: to JSON and back, strictly, and copied with a change.

Actions, options, setups and states are frozen dataclasses of plain fields. This module is the one
place that turns them into JSON, and that checks JSON from outside, so that nothing malformed
reaches a rule.

Every action copies a state, so a game's speed hangs on `replace`. It is that of `dataclasses` for
classes without slots, more than ten times as quick: it copies all fields at once, instead of
calling the constructor with each of them by name. That is why states and what lies in them have no
slots, while all that is never changed has.
"""

import dataclasses
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast, dataclass_transform

import msgspec

from engine.core.refusals import BadAction, Json

T = TypeVar("T")

_NO_SUCH_FIELD = "left out (no such field)"
_FIELD = re.compile(r"Object (missing required|contains unknown) field `(.*)`")


@dataclass_transform(frozen_default=True, field_specifiers=(dataclasses.field,))
@dataclasses.dataclass(frozen=True)
class Tagged:
    """The base of what is known in JSON by its `type`; each subclass is a frozen dataclass.

    `type` is the name of the class, as in ``step_dog`` of `StepDog`.
    """

    type: ClassVar[str]

    def __init_subclass__(cls) -> None:
        cls.type = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", cls.__name__).lower()
        dataclasses.dataclass(frozen=True)(cls)

    def to_json(self) -> dict[str, Json]:
        """Return `{"type": …, …fields}`."""
        fields = to_json(self)
        assert isinstance(fields, Mapping)
        return {"type": self.type, **fields}


def to_json(value: object) -> Json:
    """Return `value` (a dataclass or a plain value) as JSON."""
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
    """Return `data` as a `kind`, which takes no field that it does not have.

    Raises `BadAction` with code ``malformed`` and the path of the field that is wrong.
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
    """Return the refusal for `error`, which was raised while reading the data at `where`."""
    said, _, path = str(error).partition(" - at `$")
    where += path.rstrip("`")
    if found := _FIELD.fullmatch(said):
        missing = found[1] == "missing required"
        return bad_field_error(f"{where}.{found[2]}", "given" if missing else _NO_SUCH_FIELD, said)
    return bad_field_error(where, said.removeprefix("Expected ").partition(", got")[0], said)


def bad_field_error(where: str, expected: str, said: str) -> BadAction:
    """Return the refusal ``malformed`` for the field `where`."""
    return BadAction("malformed", f"{where}: {said[:100]}.", field=where, expected=expected)


def _replace(value: Any, /, **changes: object) -> Any:
    """Return a copy of `value` in which the fields named in `changes` are others.

    `value` is of a frozen dataclass without slots and ``__post_init__``. Raises `TypeError` if it
    has no such field.
    """
    fields = vars(value) | changes
    if len(fields) != len(vars(value)):
        unknown = ", ".join(changes.keys() - vars(value).keys())
        raise TypeError(f"{type(value).__name__} has no field {unknown}")
    copy = object.__new__(type(value))
    object.__setattr__(copy, "__dict__", fields)
    return copy


if TYPE_CHECKING:  # so that a wrong field or type is found before the program runs
    from dataclasses import replace as replace
else:
    replace = _replace


def with_item(values: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    """Return `values` with another `item` at the index `at`."""
    return (*values[:at], item, *values[at + 1 :])
