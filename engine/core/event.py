"""Events: what a banker saw happen in an action, in order.

A rule is a generator: it yields each event as it happens and returns the state after the action.
Whatever reports an action (log, voice, turning points, flying money, settlement) reads its events
and never compares states.
"""

from collections.abc import Generator
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeAlias, TypeVar

from engine.core.codec import Tagged
from engine.core.ledger import Transfer
from engine.core.refusals import Json, Refusal

S_co = TypeVar("S_co", covariant=True)
T = TypeVar("T")


class Event(Tagged):
    """The base of every event; its `type` names it in JSON and never changes.

    A field called ``seat`` or ending in ``_seat`` holds a seat, ``seats`` a tuple of them; a
    sentence names the players there as ``{name}``, ``{other}`` (of ``other_seat``) and ``{names}``.
    A field ``count`` chooses between singular and plural.
    """

    opens_scene: ClassVar[bool] = False
    """Whether the page shows the events of this action until the next event with this flag.

    A small action, such as a bid after a card was cracked, doesn't end what is shown.
    """

    def __init_subclass__(cls, *, opens_scene: bool = False, type_name: str = "") -> None:
        super().__init_subclass__(type_name=type_name)
        cls.opens_scene = opens_scene

    def _sentence_key(self) -> str:
        """Return the key of its sentence in the catalogues, without ``event_``; "" without one."""
        return self.type

    def public(self) -> "Event":
        """Return the event as everybody may see it."""
        return self

    def to_json(self) -> dict[str, Json]:
        """Return `{"type", …fields}`, and `sentence` where its key differs from the type."""
        key = self._sentence_key()
        return {**super().to_json(), **({} if key == self.type else {"sentence": key})}


@dataclass(frozen=True, slots=True)
class Played(Generic[S_co]):
    """What an action led to: the state after it, and its events in order."""

    state: S_co
    events: tuple[Event, ...] = ()


Steps: TypeAlias = Generator[Event, None, T]
"""What a rule returns: a generator that yields events and returns the state after the action."""


def run_steps(steps: Steps[T]) -> Played[T]:
    """Return what `steps` yield and return; raises what they raise."""
    events: list[Event] = []
    while True:
        try:
            events.append(next(steps))
        except StopIteration as end:
            return Played(end.value, tuple(events))


def is_accepted(steps: Steps[object]) -> bool:
    """Return whether the rule that returned `steps` accepts its action."""
    try:
        run_steps(steps)
    except Refusal:
        return False
    return True


class Paid(Event):
    """Money or bones changed hands. The settlement lists it.

    It has no sentence, since the event that caused it has one.
    """

    transfer: Transfer

    def _sentence_key(self) -> str:
        return ""


class GameStarted(Event, opens_scene=True):
    """The game began."""


class GameOver(Event, opens_scene=True):
    """The game ended, and `seats` have won."""

    seats: tuple[int, ...]
    count: int

    def _sentence_key(self) -> str:
        return self.type if self.seats else "game_over_without_winner"


class PlayerJoined(Event, opens_scene=True):
    """A player called `name` joined at the new last `seat`."""

    seat: int
    name: str


class PlayerLeft(Event, opens_scene=True):
    """The player at `seat` left for good."""

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
