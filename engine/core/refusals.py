"""Why a game says no.

A refusal changes nothing: the state before it is still the state. The tree is small, because a
caller needs to know only what kind of "no" it is; the exact reason is the stable `code`, and the
numbers a banker would name are in `figures`.

::

    Refusal (ValueError)
    ├── BadSetup      the game cannot be started like this
    ├── BadAction     this is no action of this game, or its fields are malformed
    ├── NotNow        a good action at the wrong moment (phase, turn, end of the game)
    └── NotAllowed    the rules forbid it (too low, not enough cash, locked die, …)
"""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

Json: TypeAlias = bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"] | None
"""Anything that JSON can say."""


class Refusal(ValueError):
    """The base of every refusal.

    `code` is stable and made for programs, `message` is one English sentence for people,
    `figures` holds the numbers and names that the sentence speaks of.
    """

    def __init__(self, code: str, message: str, **figures: Json) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.figures = figures

    def to_json(self) -> dict[str, Json]:
        """Return `{"code", "message", …figures}`, the body of an HTTP refusal."""
        return {**self.figures, "code": self.code, "message": self.message}


class BadSetup(Refusal):
    """The game cannot be started with these players or options."""


class BadAction(Refusal):
    """The data is not an action of this game."""


class NotNow(Refusal):
    """The action exists, but not in this phase, turn or after the end."""


class NotAllowed(Refusal):
    """The rules forbid this action in this position."""
