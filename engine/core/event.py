"""Events: what a banker saw happen in an act, in order.

A rule is a generator: it yields each event as it happens and returns the state after the act.
What reports an act (log, voice, turning points, flying money, settlement) reads its events and
never compares states.
"""

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from engine.core.codec import Tagged
from engine.core.ledger import Transfer
from engine.core.refusals import Json

S_co = TypeVar("S_co", covariant=True)
T = TypeVar("T")


class Event(Tagged):
    """The base of every event; its `type` is the stable word in JSON.

    A field called ``seat`` or ending in ``_seat`` holds a seat, ``seats`` a tuple of them; a
    sentence names the players there as ``{name}``, ``{other}`` (of ``other_seat``) and ``{names}``.
    A field ``count`` chooses between singular and plural.
    """

    opens_scene: ClassVar[bool] = False
    """Whether the page shows what this act brought until the next event of this kind.

    Smaller acts (a bid after a card was cracked) leave the scene standing.
    """

    @property
    def sentence(self) -> str:
        """The sentence that says it, as the catalogues know it; empty if nobody says it."""
        return self.type

    def seen_by(self, seat: int | None) -> "Event":
        """Return the event as the player at `seat` may see it; None is everybody."""
        return self

    def to_json(self) -> dict[str, Json]:
        """Return `{"type", …fields}`, and `sentence` where it differs from the type."""
        said = {} if self.sentence == self.type else {"sentence": self.sentence}
        return {**super().to_json(), **said}


@dataclass(frozen=True, slots=True)
class Played(Generic[S_co]):
    """What an act led to: the state after it, and its events in order."""

    state: S_co
    events: tuple[Event, ...] = ()


Steps: TypeAlias = Generator[Event, None, T]
"""What a rule returns: it yields the events of an act, and returns the state after it."""


def run_steps(steps: Steps[T]) -> Played[T]:
    """Run `steps` to their end; raises what they raise."""
    events: list[Event] = []
    while True:
        try:
            events.append(next(steps))
        except StopIteration as end:
            state: Any = end.value
            return Played(state, tuple(events))


class Paid(Event):
    """Money or bones changed hands. The settlement lists it; no sentence says it."""

    transfer: Transfer

    @property
    def sentence(self) -> str:
        """Nothing: the event that caused it has a sentence."""
        return ""


class GameStarted(Event):
    """The game began."""

    opens_scene = True


class GameOver(Event):
    """The game ended; `seats` have won."""

    opens_scene = True

    seats: tuple[int, ...]
    count: int

    @property
    def sentence(self) -> str:
        """Another one where nobody has won."""
        return self.type if self.seats else "game_over_without_winner"


class PlayerJoined(Event):
    """A player called `name` sat down at `seat`, the last one."""

    opens_scene = True

    seat: int
    name: str


class PlayerLeft(Event):
    """The player at `seat` left for good."""

    opens_scene = True

    seat: int


class PlayerRenamed(Event):
    """The player at `seat`, who was called `old_name`, is now called `name`."""

    seat: int
    old_name: str
    name: str


class GamePaused(Event):
    """Everybody takes a break: nothing is counted and no dice are awaited until somebody acts."""


class GameResumed(Event):
    """The game goes on after a pause."""
