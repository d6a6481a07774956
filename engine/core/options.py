"""House rules: each game's options are one frozen dataclass, every field with its choices.

The dataclass gives the rules typed access (``options.lock == "free"``, where the type checker finds
a value that there is not); the metadata gives the page a list it can draw, each option and each
value explained in one line.
"""

import dataclasses
from collections.abc import Mapping
from typing import Any, TypeVar

from engine.core.codec import from_json
from engine.core.refusals import BadAction, BadSetup, Json

O = TypeVar("O")  # noqa: E741 -- an options dataclass


def choice(about: str, **values: str) -> Any:
    """Declare an option of named values; the first is the default, each with its one line.

    Its type is the `Literal` of the same values in the same order.
    """
    return dataclasses.field(
        default=next(iter(values)), metadata={"about": about, "values": values}
    )


def switch(about: str, *, default: bool = False) -> Any:
    """Declare an option that is on or off."""
    return dataclasses.field(default=default, metadata={"about": about})


def number(about: str, *, default: int, low: int, high: int, step: int = 1) -> Any:
    """Declare an option that is a whole number from `low` to `high` in steps of `step`."""
    return dataclasses.field(
        default=default, metadata={"about": about, "low": low, "high": high, "step": step}
    )


@dataclasses.dataclass(frozen=True, slots=True)
class TellsOdds:
    """The house rule of every game that can tell chances, first among its options."""

    tell_odds: bool = switch("May the table tell the exact chances?", default=True)


def describe(kind: type) -> list[dict[str, Json]]:
    """Return the options of `kind` for a page: id, about, default, and values or low/high/step."""
    rows: list[dict[str, Json]] = []
    for field in dataclasses.fields(kind):
        row: dict[str, Any] = {"id": field.name, "default": field.default, **field.metadata}
        if "values" in field.metadata:
            row["values"] = [
                {"value": value, "about": about}
                for value, about in field.metadata["values"].items()
            ]
        rows.append(row)
    return rows


def difference(options: object, base: object) -> dict[str, Json]:
    """Return the options in which `options` differs from `base`, by name."""
    names = [field.name for field in dataclasses.fields(base)]  # type: ignore[arg-type]
    return {
        name: getattr(options, name)
        for name in names
        if getattr(options, name) != getattr(base, name)
    }


def resolve(kind: type[O], base: O, changes: Mapping[str, Json]) -> O:
    """Return `base` (a preset) with `changes`.

    Raises `BadSetup`: ``unknown_option`` or ``bad_option``, with the option's name.
    """
    fields = {field.name: field for field in dataclasses.fields(kind)}  # type: ignore[arg-type]
    merged: dict[str, object] = {name: getattr(base, name) for name in fields}
    for name, value in changes.items():
        if name not in fields:
            raise BadSetup(
                "unknown_option",
                f"There is no house rule {name!r}.",
                option=name,
                known=sorted(fields),
            )
        _check_named(name, value, fields[name].metadata)
        merged[name] = value
    try:
        options = from_json(kind, merged)
    except BadAction as bad:
        raise BadSetup("bad_option", bad.message, **bad.figures) from None
    for name, field in fields.items():
        rule = field.metadata
        if "low" in rule:
            _check_range(name, getattr(options, name), rule["low"], rule["high"], rule["step"])
    return options


def _check_named(name: str, value: object, metadata: Mapping[str, Any]) -> None:
    values = list(metadata.get("values", ()))
    if values and value not in values:
        raise BadSetup(
            "bad_option",
            f"{name} is one of {', '.join(values)}, not {value}.",
            option=name,
            values=values,
        )


def _check_range(name: str, value: int, low: int, high: int, step: int) -> None:
    if not low <= value <= high or (value - low) % step:
        raise BadSetup(
            "bad_option",
            f"{name} goes from {low} to {high} in steps of {step}, not {value}.",
            option=name,
            low=low,
            high=high,
            step=step,
        )
