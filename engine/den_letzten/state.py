"""The state of a game of Den Letzten beißen die Hunde, and its actions.

Spaces are 1…N clockwise. The `seat` of an action is who does it, so that a phone can act only for
its own player. It may be left out, since the state knows whose turn it is.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from engine.core.action import Action
from engine.core.codec import replace
from engine.core.ledger import Ledger
from engine.core.people import StateWithNames
from engine.core.places import rank_totals
from engine.den_letzten.board import Positions
from engine.den_letzten.options import DogDieFace, Options, count_dogs, sum_of_faces


class PlaceDog(Action):
    """Put the white dog on `space`, facing clockwise."""

    space: int
    seat: int | None = None


class ThrowWhite(Action):
    """Roll both white dice; they show `faces`, in any order."""

    faces: tuple[DogDieFace, ...]
    seat: int | None = None


class ThrowBlack(Action):
    """Roll both black dice too; they show `faces`, in any order."""

    faces: tuple[DogDieFace, ...]
    seat: int | None = None


class StopAtWhite(Action, type_name="stop"):
    """Move by the white dice, without rolling the black ones."""

    seat: int | None = None


class StepDog(Action):
    """Move the white dog one space forward, as the new first player does."""

    seat: int | None = None


Phase: TypeAlias = Literal["place_dog", "throw", "choose", "step_dog", "over"]

BOX_ACCOUNT = "box"
ALL_BONES = 30

BONES_PER_PLAYER = {3: 8, 4: 6, 5: 5, 6: 5}
"""The bones in each bowl at the start, by the number of players (Rules §2.1)."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A player: `place` from 1 and `bones` in their bowl."""

    seat: int
    place: int
    bones: int


@dataclass(frozen=True)
class State(StateWithNames[Phase]):
    """The state of a game.

    `first_player` is the seat with the dark dog, `turn` the seat that acts. `dog_space` is the
    space of the white dog (0 before it is placed), `ahead_of_dog` the position of each seat's
    character (see `board`). `white_faces` and `black_faces` are the dice as they lie.
    `round_number` counts from 1. `last_round` is set once a bowl is empty, if the round is played
    to its end. `ending` is the reason why the game is over, empty before that. `gone` are the seats
    that have left; one of them may have the dark dog until the round is over.
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
    white_faces: tuple[DogDieFace, ...] = ()
    black_faces: tuple[DogDieFace, ...] = ()
    last_round: bool = False
    ending: str = ""
    gone: tuple[int, ...] = ()

    @property
    def sum_of_dice(self) -> int:
        """The sum of the dice; dogs count 0."""
        return sum_of_faces((*self.white_faces, *self.black_faces))

    @property
    def dogs_rolled(self) -> int:
        """The number of dogs on the dice."""
        return count_dogs((*self.white_faces, *self.black_faces))

    @property
    def bowls(self) -> tuple[int, ...]:
        """The bones in each bowl, by seat."""
        return tuple(map(self.bones_of, range(len(self.names))))

    def bones_of(self, seat: int) -> int:
        """Return how many bones are in the bowl of `seat`."""
        return self.bones[bowl_account(seat)]

    @property
    def ranking(self) -> tuple[Standing, ...]:
        """All players, most bones first; equal places are shared. Those who have left are last."""
        ranked = rank_totals(self.bowls, self.gone)
        return tuple(Standing(one.seat, one.place, one.total) for one in ranked)

    def is_last_of_round(self, seat: int) -> bool:
        """Return whether the turn of `seat` is the last one of the round."""
        players, first = len(self.names), self.first_player
        return (self.seat_after(seat) - first) % players <= (seat - first) % players

    def with_turn(self, seat: int) -> "State":
        """Return this state with `seat` as the next to roll."""
        return replace(self, turn=seat, phase="throw")

    def space_ahead_of_dog(self, ahead: int) -> int:
        """Return the space (1…N) that is `ahead` spaces in front of the white dog."""
        return (self.dog_space - 1 + ahead) % self.options.spaces + 1


def bowl_account(seat: int) -> str:
    """Return the account name of the bowl of `seat`."""
    return f"bowl:{seat}"
