"""What every game's rules ask before they let an action through."""

from collections import Counter
from collections.abc import Sequence
from typing import Protocol, TypeVar

from engine.core.refusals import NotAllowed, NotNow


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
