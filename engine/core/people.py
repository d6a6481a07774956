"""What people do whatever the game: somebody comes late, leaves early, is renamed; all pause.

These are actions of every game and rows of its log, so that an undo takes them back like any other.
Which of them a game allows now, and what becomes of money, cards or bones, the game decides (see
`engine.core.game_rules.GameRules`, `may_join` and the methods next to it).
"""

from typing import Any

from engine.core.action import Action
from engine.core.codec import replace


class PeopleAction(Action):
    """The base of the actions that every game has."""


class Join(PeopleAction):
    """`name` joins the game and sits down between the last player and the first."""

    name: str


class Leave(PeopleAction):
    """`seat` leaves the game for good."""

    seat: int


class Rename(PeopleAction):
    """`seat` is called `name` from now on."""

    seat: int
    name: str


class Pause(PeopleAction):
    """All pause: nothing is counted and no dice are awaited until somebody acts."""


class Resume(PeopleAction):
    """The game goes on after a pause."""


ACTIONS: tuple[type[PeopleAction], ...] = (Join, Leave, Rename, Pause, Resume)


class Seated:
    """What states share whose `names` are the players by seat, and `gone` those who have left."""

    names: tuple[str, ...]
    gone: tuple[int, ...]

    @property
    def active_seats(self) -> tuple[int, ...]:
        """The seats that have not left."""
        return tuple(seat for seat in range(len(self.names)) if seat not in self.gone)

    def seat_after(self, seat: int) -> int:
        """Return the next of them clockwise."""
        others = range(seat + 1, seat + 1 + len(self.names))
        return next(at for at in (one % len(self.names) for one in others) if at not in self.gone)


def rename_seats(state: Any, names: tuple[str, ...]) -> Any:
    """Return `state`, each of whose `seats` has a `name`, with those `names`."""
    seats = zip(state.seats, names, strict=True)
    return replace(state, seats=tuple(replace(seat, name=name) for seat, name in seats))
