"""Actions: what somebody at the table does, as data.

Each game declares its actions as frozen dataclasses with a class word `type`; an `ActionSet` reads
them from JSON. Dice, cards and counts are fields of an action, never computed here: chance is what
the table saw.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar, TypeVar

from engine.core.codec import from_json, to_json
from engine.core.refusals import BadAction, Json

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Action:
    """The base of every action. `type` is the stable word in JSON and in the log."""

    type: ClassVar[str]

    def to_json(self) -> dict[str, Json]:
        """Return `{"type": …, …fields}`."""
        fields = to_json(self)
        assert isinstance(fields, Mapping)
        return {"type": self.type, **fields}


class ActionSet:
    """The actions of one game: `kinds` by their `type`."""

    def __init__(self, kinds: Iterable[type[Action]]) -> None:
        self.kinds: Mapping[str, type[Action]] = MappingProxyType({k.type: k for k in kinds})

    def parse(self, data: object) -> Action:
        """Return the action that `data` (`{"type": …, …fields}`) says.

        Raises `BadAction`: ``malformed`` (not an object, a wrong field), ``unknown_action``.
        """
        if not isinstance(data, Mapping):
            raise BadAction("malformed", "An action is an object with a type.", field="action")
        name = data.get("type")
        kind = self.kinds.get(name) if isinstance(name, str) else None
        if kind is None:
            raise BadAction(
                "unknown_action", f"There is no action {name!r} here.", known=sorted(self.kinds)
            )
        return from_json(kind, {key: data[key] for key in data if key != "type"}, kind.type)


def rule_for(
    action: Action, rules: Mapping[type[Action], Callable[[S, Any], S]]
) -> Callable[[S, Any], S]:
    """Return what plays such an `action`, of a game's `rules` by kind of action.

    Raises `BadAction` ``unknown_action``.
    """
    rule = rules.get(type(action))
    if rule is None:
        raise BadAction("unknown_action", f"This game knows no {type(action).__name__}.")
    return rule
