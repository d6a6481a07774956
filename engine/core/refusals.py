"""Why a game refuses an action, and checks that games share.

A refusal changes nothing. The class is the kind of refusal; the exact reason is the stable `code`.

::

    Refusal (ValueError)
    ├── BadSetup      the game cannot be started like this
    ├── BadAction     this is not an action of this game, or its fields are malformed
    ├── NotNow        a good action at the wrong moment (phase, turn, end of the game)
    └── NotAllowed    the rules forbid it (too low, not enough cash, locked die, …)

Codes that games share, with their figures: ``game_over`` · ``wrong_phase``: `phase`, and `phases`
it belongs to · ``not_your_turn``: `seat`, `turn` · ``no_dice`` no dice are awaited: `phase`. Those
of rolls are in `engine.core.dice`.
"""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

Json: TypeAlias = bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"] | None
"""Any JSON value."""


class Refusal(ValueError):
    """The base of every refusal.

    `code` is stable and for programs, `message` is one English sentence for people, and `figures`
    are the numbers and names in it.
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
    """The action is not possible in this phase or turn, or the game is over."""


class NotAllowed(Refusal):
    """The rules forbid this action in this position."""


def require_range(code: str, message: str, low: int, high: int, **figure: int) -> None:
    """Refuse with `code` unless the `figure`, given by its name, is from `low` to `high`."""
    if not all(low <= value <= high for value in figure.values()):
        raise NotAllowed(code, message, **figure, min=low, max=high)


def require_turn(seat: int | None, turn: int | None) -> None:
    """Refuse with ``not_your_turn`` if the action has a `seat` and it is not `turn`."""
    if seat is not None and seat != turn:
        raise NotNow("not_your_turn", "It is another player's turn.", seat=seat, turn=turn)
