"""What people do at a table of Den Letzten beißen die Hunde, and all that is known at one moment.

The state is the fold of the actions. Helpers here only read it; `rules` say what may happen.

Faces of dice are words: ``"dog"`` and ``"1"`` … ``"9"``. Spaces count clockwise from 1, seats
clockwise from 0. The `seat` of an action says who acts, so that a phone acts for its own player
only; since the state knows whose turn it is, it may be left out.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from engine.core import refusals
from engine.core.action import Action
from engine.core.codec import replace
from engine.core.ledger import Ledger
from engine.core.people import Seated
from engine.core.places import shared_places
from engine.core.refusals import RequirePhase
from engine.den_letzten.board import Positions
from engine.den_letzten.options import Face, Options, count_dogs, sum_of_faces


class PlaceDog(Action):
    """Put the white dog on `space`, looking clockwise."""

    space: int
    seat: int | None = None


class ThrowWhite(Action):
    """Roll both white dice; they show `faces`, in any order."""

    faces: tuple[Face, ...]
    seat: int | None = None


class ThrowBlack(Action):
    """Roll both black dice as well; they show `faces`, in any order."""

    faces: tuple[Face, ...]
    seat: int | None = None


class Stop(Action):
    """Roll no black dice, and move by the white ones."""

    seat: int | None = None


class StepDog(Action):
    """Move the white dog one space forward, as the new first player."""

    seat: int | None = None


Phase: TypeAlias = Literal["place_dog", "throw", "choose", "step_dog", "over"]

require_phase: RequirePhase[Phase] = refusals.require_phase

BOX_ACCOUNT = "box"
ALL_BONES = 30
"""All bones there are, in the bowls and in the box."""

BONES_PER_PLAYER = {3: 8, 4: 6, 5: 5, 6: 5}
"""Bones in each bowl at the start, by the number of players (Rules §2.1)."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A player at the end: `place` from 1 and `bones` in their bowl."""

    seat: int
    place: int
    bones: int


@dataclass(frozen=True)
class State(Seated):
    """One moment of a game.

    `first_player` is the seat that has the dark dog, `turn` the seat that acts. `dog_space` is the
    space of the white dog (1…N, 0 before it is placed), `ahead_of_dog` how far each seat's
    character is in front of it (see `board`). `white_faces` and `black_faces` are the dice of the
    last roll as they lie. `round_number` counts from 1; `last_round` is set once a bowl was empty
    and the round is still to be played out. `ending` is the word for why the game is over, empty
    before. `gone` are the seats that have left; one of them may keep the dark dog until the round
    is over.
    """

    options: Options
    names: tuple[str, ...]
    bones: Ledger
    first_player: int
    turn: int
    ahead_of_dog: Positions
    phase: Phase
    dog_space: int = 0
    round_number: int = 1
    white_faces: tuple[Face, ...] = ()
    black_faces: tuple[Face, ...] = ()
    last_round: bool = False
    ending: str = ""
    gone: tuple[int, ...] = ()

    @property
    def sum_of_dice(self) -> int:
        """The sum of the dice as they lie; dogs count 0."""
        return sum_of_faces((*self.white_faces, *self.black_faces))

    @property
    def dogs_rolled(self) -> int:
        """The number of dogs on the dice as they lie."""
        return count_dogs((*self.white_faces, *self.black_faces))

    @property
    def bowls(self) -> tuple[int, ...]:
        """How many bones lie in each bowl, by seat."""
        return tuple(map(self.bones_of, range(len(self.names))))

    def bones_of(self, seat: int) -> int:
        """Return how many bones lie in the bowl of `seat`."""
        return self.bones[bowl_account(seat)]

    @property
    def ranking(self) -> tuple[Standing, ...]:
        """All players, most bones first; equal places are shared, and who has left is last."""
        worth = {seat: (seat not in self.gone, bones) for seat, bones in enumerate(self.bowls)}
        return tuple(
            Standing(seat, place, self.bones_of(seat))
            for seat, place in shared_places(worth).items()
        )

    def ends_round(self, seat: int) -> bool:
        """Return whether the turn of `seat` is the last one of the round."""
        players, first = len(self.names), self.first_player
        return (self.seat_after(seat) - first) % players <= (seat - first) % players

    def with_turn(self, seat: int) -> "State":
        """Return this state with `seat` next to roll."""
        return replace(self, turn=seat, phase="throw")

    def space_in_front(self, ahead: int) -> int:
        """Return the space (1…N) that lies `ahead_of_dog` spaces in front of the white dog."""
        return (self.dog_space - 1 + ahead) % self.options.spaces + 1


def bowl_account(seat: int) -> str:
    """Return the name of the account of the bowl of `seat`."""
    return f"bowl:{seat}"
