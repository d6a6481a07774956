"""Why a game says no, and what every game asks before it lets an action through.

A refusal changes nothing: the state before it is still the state. The tree is small, because a
caller needs to know only what kind of "no" it is; the exact reason is the stable `code`, and the
numbers a banker would name are in `figures`.

::

    Refusal (ValueError)
    ├── BadSetup      the game cannot be started like this
    ├── BadAction     this is not an action of this game, or its fields are malformed
    ├── NotNow        a good action at the wrong moment (phase, turn, end of the game)
    └── NotAllowed    the rules forbid it (too low, not enough cash, locked die, …)
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Protocol, TypeAlias, TypeVar

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


class HasPhase(Protocol):
    """A state that says by a word what is going on; ``over`` is the word for the end."""

    @property
    def phase(self) -> str:
        """The stable word."""


P = TypeVar("P", bound=str, contravariant=True)


class RequirePhase(Protocol[P]):
    """What `require_phase` is to a game whose phases are `P`: a word that is none of them is found.

    The type checker does, where a game says ``require_phase: RequirePhase[Phase] = …``.
    """

    def __call__(self, state: HasPhase, *phases: P) -> None:
        """Refuse as `require_phase` does."""


def require_phase(state: HasPhase, *phases: str) -> None:
    """Refuse with ``game_over`` or ``wrong_phase`` unless one of `phases` is going on."""
    if state.phase in phases:
        return
    if state.phase == "over":
        raise NotNow("game_over", "The game is over.")
    raise NotNow(
        "wrong_phase",
        f"Not now: the table is at {state.phase}.",
        phase=state.phase,
        phases=list(phases),
    )


def require_range(code: str, message: str, low: int, high: int, **figure: int) -> None:
    """Refuse with `code` unless the one `figure`, named as in the refusal, is in `low` … `high`."""
    if not all(low <= value <= high for value in figure.values()):
        raise NotAllowed(code, message, **figure, min=low, max=high)


def require_turn(seat: int | None, turn: int | None) -> None:
    """Refuse with ``not_your_turn`` if a `seat` is named and it is not `turn`, whose act it is."""
    if seat is not None and seat != turn:
        raise NotNow("not_your_turn", "It is another player's turn.", seat=seat, turn=turn)


def require_dice_count(
    kept: Sequence[str], thrown: Sequence[str], count: int, in_words: str
) -> None:
    """Refuse with ``dice_count`` unless `thrown` are some of `count` dice, the others `kept`."""
    if not thrown or len(kept) + len(thrown) != count:
        raise NotAllowed(
            "dice_count",
            f"At least one die is rolled; {in_words} dice are there afterwards.",
            kept=len(kept),
            thrown=len(thrown),
        )


def require_kept_among(kept: Sequence[str], dice: Sequence[str]) -> None:
    """Refuse with ``not_there`` unless the faces `kept` are among those that `dice` showed."""
    strangers = Counter(kept) - Counter(dice)
    if strangers:
        raise NotAllowed(
            "not_there",
            "Dice that were not rolled must show the same faces as before.",
            faces=sorted(strangers.elements()),
            dice=dice,
        )
