"""Actions: what somebody at the table does, as data.

Each kind is derived from `Action`, and so a frozen dataclass; `ActionTypes` reads them from JSON.
Dice, cards and counts are fields of an action, never computed here: chance is what the table saw.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import ClassVar, dataclass_transform

from engine.core.codec import from_json, to_json
from engine.core.refusals import BadAction, Json


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
@dataclass(frozen=True)
class Action:
    """The base of every action.

    `type` is the stable word in JSON and in the log: the name of the class, as in ``step_dog`` of
    `StepDog`.
    """

    type: ClassVar[str]

    def __init_subclass__(cls) -> None:
        cls.type = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", cls.__name__).lower()
        dataclass(frozen=True)(cls)

    def to_json(self) -> dict[str, Json]:
        """Return `{"type": …, …fields}`."""
        fields = to_json(self)
        assert isinstance(fields, Mapping)
        return {"type": self.type, **fields}


class ActionTypes:
    """The actions of one game: `kinds` by their `type`."""

    def __init__(self, kinds: Iterable[type[Action]]) -> None:
        self.kinds: Mapping[str, type[Action]] = MappingProxyType({k.type: k for k in kinds})

    def parse(self, data: object) -> Action:
        """Return the action that `data` (`{"type": …, …fields}`) says.

        Raises `BadAction`: ``malformed`` (not an object, a wrong field), ``unknown_action``.
        """
        if not isinstance(data, Mapping):
            raise BadAction("malformed", "An action must be an object with a type.", field="action")
        name = data.get("type")
        kind = self.kinds.get(name) if isinstance(name, str) else None
        if kind is None:
            raise BadAction("unknown_action", f"Unknown action {name!r}.", known=sorted(self.kinds))
        return from_json(kind, {key: data[key] for key in data if key != "type"}, kind.type)
