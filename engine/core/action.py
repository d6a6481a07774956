"""Actions: what somebody at the table does, as data.

Dice, cards and counts are fields of an action: they come from the table, never from the engine.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from engine.core.codec import Tagged, from_json
from engine.core.refusals import BadAction


class Action(Tagged):
    """The base of every action; its `type` names it in JSON and in the log, and never changes."""


class ActionTypes:
    """The action classes of one game, `kinds`, by their `type`."""

    def __init__(self, kinds: Iterable[type[Action]]) -> None:
        self.kinds: Mapping[str, type[Action]] = MappingProxyType({k.type: k for k in kinds})

    def parse(self, data: object) -> Action:
        """Return the action for the JSON `data`: `{"type": …, …fields}`.

        Raises `BadAction`: ``malformed`` (not an object, a wrong field), ``unknown_action``.
        """
        if not isinstance(data, Mapping):
            raise BadAction("malformed", "An action must be an object with a type.", field="action")
        name = data.get("type")
        kind = self.kinds.get(name) if isinstance(name, str) else None
        if kind is None:
            raise BadAction("unknown_action", f"Unknown action {name!r}.", known=sorted(self.kinds))
        return from_json(kind, {key: data[key] for key in data if key != "type"}, kind.type)
