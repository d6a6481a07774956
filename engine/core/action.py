"""Actions: what somebody at the table does, as data.

Each kind is derived from `Action`, and so a frozen dataclass; `ActionTypes` reads them from JSON.
Dice, cards and counts are fields of an action, never computed here: chance is what the table saw.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from engine.core.codec import Tagged, from_json
from engine.core.refusals import BadAction


class Action(Tagged):
    """The base of every action; its `type` is the stable word in JSON and in the log."""


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
