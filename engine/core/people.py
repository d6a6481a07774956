"""The actions that every game has (join, leave, rename, pause, resume), and bases for its state.

A game decides who may join or leave now, and what happens to their money, cards or bones: see
`may_join` and the methods near it in `engine.core.game_rules.GameRules`.
"""

from typing import Any, Generic, Self, TypeVar

from engine.core.action import Action
from engine.core.codec import replace, with_item
from engine.core.refusals import NotNow, require_turn

PhaseT = TypeVar("PhaseT", bound=str)


class PeopleAction(Action):
    """The base of the actions that every game has."""


class Join(PeopleAction):
    """`name` joins the game and sits between the last player and the first."""

    name: str


class Leave(PeopleAction):
    """`seat` leaves the game for good."""

    seat: int


class Rename(PeopleAction):
    """`seat` is called `name` from now on."""

    seat: int
    name: str


class Pause(PeopleAction):
    """Everybody takes a break: nothing is counted and no dice are awaited until somebody acts."""


class Resume(PeopleAction):
    """The game goes on after a pause."""


ACTIONS: tuple[type[PeopleAction], ...] = (Join, Leave, Rename, Pause, Resume)


class BaseState(Generic[PhaseT]):
    """The base of the games' states. `PhaseT` are the words for their phases."""

    phase: PhaseT

    def require_phase(self, *phases: PhaseT) -> None:
        """Refuse with ``game_over`` or ``wrong_phase`` unless the game is in one of `phases`."""
        if self.phase in phases:
            return
        if self.phase == "over":
            raise NotNow("game_over", "The game is over.")
        said = f"Not now: the table is at {self.phase}."
        raise NotNow("wrong_phase", said, phase=self.phase, phases=list(phases))

    def require_turn(self, seat: int | None, turn: int | None, *phases: PhaseT) -> None:
        """Refuse as `require_phase` does, and with ``not_your_turn`` if `seat` is not `turn`."""
        self.require_phase(*phases)
        require_turn(seat, turn)


class StateWithNames(BaseState[PhaseT]):
    """A state with the `names` of the players by seat, and the seats that are `gone`."""

    names: tuple[str, ...]
    gone: tuple[int, ...]

    @property
    def active_seats(self) -> tuple[int, ...]:
        """The seats that have not left."""
        return tuple(seat for seat in range(len(self.names)) if seat not in self.gone)

    def seat_after(self, seat: int) -> int:
        """Return the next active seat clockwise from `seat`."""
        others = range(seat + 1, seat + 1 + len(self.names))
        return next(at for at in (one % len(self.names) for one in others) if at not in self.gone)


class StateWithSeats(BaseState[PhaseT]):
    """A state that holds a dataclass with a `name` for each player."""

    seats: tuple[Any, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The players by seat."""
        return tuple(seat.name for seat in self.seats)

    def with_seat(self, number: int, seat: object) -> Self:
        """Return this state with `seat` at `number`."""
        state: Any = self
        changed: Self = replace(state, seats=with_item(self.seats, number, seat))
        return changed


def rename_seats(state: Any, names: tuple[str, ...]) -> Any:
    """Return `state`, a `StateWithSeats`, in which the players are called `names`."""
    seats = zip(state.seats, names, strict=True)
    return replace(state, seats=tuple(replace(seat, name=name) for seat, name in seats))
