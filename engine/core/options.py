"""House rules: each game's options are one frozen dataclass.

A rule with named values is a `Literal`, the default first; a number is a `number_option`; one that
is on or off is a `bool`. docs/rules.md says exactly what each means; the catalogues hold its text
for the page (``option_GAME_RULE``, ``option_GAME_RULE_VALUE``).
"""

import dataclasses
from collections.abc import Mapping
from typing import Any, Literal, TypeAlias, TypeVar, cast, get_args, get_origin, get_type_hints

from engine.core.codec import from_json
from engine.core.refusals import BadAction, BadSetup, Json

OptionValue: TypeAlias = bool | int | str | tuple[str, ...]

T = TypeVar("T")


def number_option(default: int, *, low: int, high: int, step: int = 1) -> Any:
    """Declare an option that is a whole number from `low` to `high` in steps of `step`."""
    return dataclasses.field(default=default, metadata={"low": low, "high": high, "step": step})


def asked_option(default: T) -> T:
    """Declare an option that people are asked about when they set a game up.

    The printed rules leave it open, and people would argue about it in the middle of a game.
    `default` is a value, or what `number_option` returned.
    """
    field: Any = default
    if not isinstance(default, dataclasses.Field):
        field = dataclasses.field(default=default)
    metadata = {**field.metadata, "asked": True}
    return cast(T, dataclasses.field(default=field.default, metadata=metadata))


@dataclasses.dataclass(frozen=True, slots=True)
class OptionsWithOdds:
    """The base of the options of a game that can show chances."""

    tell_odds: bool = True


def describe_options(kind: type) -> list[dict[str, Json]]:
    """Return the options of `kind` for a page, each with id, default, limits or values."""
    types = get_type_hints(kind)
    rows: list[dict[str, Json]] = []
    for field in dataclasses.fields(kind):
        row: dict[str, Any] = {"id": field.name, "default": field.default, **field.metadata}
        if get_origin(types[field.name]) is Literal:
            row["values"] = list(get_args(types[field.name]))
        rows.append(row)
    return rows


def changed_options(options: object, base: object) -> dict[str, Json]:
    """Return the options in which `options` differs from `base`, by name."""
    names = [field.name for field in dataclasses.fields(base)]  # type: ignore[arg-type]
    return {
        name: getattr(options, name)
        for name in names
        if getattr(options, name) != getattr(base, name)
    }


def options_with_changes(kind: type[T], base: T, changes: Mapping[str, Json]) -> T:
    """Return `base` (a preset) with `changes`.

    Raises `BadSetup`: ``unknown_option`` or ``bad_option``, with the option's name.
    """
    rules: dict[str, dict[str, Any]] = {str(row["id"]): row for row in describe_options(kind)}
    for name, value in changes.items():
        if name not in rules:
            said = f"Unknown house rule {name!r}."
            raise BadSetup("unknown_option", said, option=name, known=sorted(rules))
        values = rules[name].get("values")
        if values and value not in values:
            said = f"{name} must be one of {', '.join(values)}, not {value}."
            raise BadSetup("bad_option", said, option=name, values=values)
    try:
        options = from_json(kind, {**{name: getattr(base, name) for name in rules}, **changes})
    except BadAction as bad:
        raise BadSetup("bad_option", bad.message, **bad.figures) from None
    for name, rule in rules.items():
        if "low" in rule:
            _check_range(name, getattr(options, name), rule["low"], rule["high"], rule["step"])
    return options


def _check_range(name: str, value: int, low: int, high: int, step: int) -> None:
    if not low <= value <= high or (value - low) % step:
        said = f"{name} must be {low} to {high} in steps of {step}, not {value}."
        raise BadSetup("bad_option", said, option=name, low=low, high=high, step=step)
