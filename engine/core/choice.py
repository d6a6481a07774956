"""Legal actions as data, from which a page draws its buttons.

A `Choice` is one kind of action that would be accepted now, with the values its open fields may
take. The action to send has its `type`, its `seat` if that is not null, and one value for each of
its `fields`; any such combination is accepted.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from engine.core.codec import to_json
from engine.core.refusals import Json


@dataclass(frozen=True, slots=True)
class IntRange:
    """A whole number from `min` to `max` in steps of `step`."""

    min: int
    max: int
    step: int = 1


@dataclass(frozen=True, slots=True)
class ClockSeconds(IntRange):
    """The whole seconds left on the table's clock at the time of the action."""

    clock: bool = True


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of these values."""

    one_of: tuple[Json, ...]


@dataclass(frozen=True, slots=True)
class ListOf:
    """A list of `min` to `max` values out of `list_of`, with repeats, but not all `not_only`."""

    list_of: tuple[str, ...]
    min: int
    max: int
    not_only: str | None = None


Pick: TypeAlias = Callable[[int], int]
"""A source of chance: ``pick(n)`` is a whole number from 0 to n-1, each equally likely."""

FieldSpec: TypeAlias = IntRange | OneOf | ListOf


@dataclass(frozen=True, slots=True)
class Choice:
    """An action of `type` that may be played now, by `seat` (None: it has no seat)."""

    type: str
    seat: int | None = None
    fields: Mapping[str, FieldSpec] = field(default_factory=dict)

    def to_json(self) -> dict[str, Json]:
        """Return `{"type", "seat", "fields": {name: spec}}`."""
        return {
            "type": self.type,
            "seat": self.seat,
            "fields": {name: to_json(spec) for name, spec in self.fields.items()},
        }

    def random_action(self, pick: Pick) -> dict[str, Json]:
        """Return one of these actions as JSON, at random."""
        seat: dict[str, Json] = {} if self.seat is None else {"seat": self.seat}
        fields = {name: _draw(spec, pick) for name, spec in self.fields.items()}
        return {"type": self.type, **seat, **fields}


def _draw(spec: FieldSpec, pick: Pick) -> Json:
    match spec:
        case IntRange(low, high, step):
            return low + step * pick((high - low) // step + 1)
        case OneOf(values):
            return values[pick(len(values))]
        case ListOf(values, fewest, most, not_only):
            while True:
                count = fewest + pick(most - fewest + 1)
                drawn = [values[pick(len(values))] for _ in range(count)]
                if set(drawn) != {not_only}:
                    return drawn
