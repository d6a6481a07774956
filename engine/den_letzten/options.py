"""The house rules of Den Letzten beißen die Hunde (Rules §2.4), and its dice.

The two white and two black dice have dogs and numbers on their sides. Nobody has published what is
printed on those in the box, so the sides of each die are a house rule too.
"""

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from engine.core.options import OptionsWithOdds, asked_option, number_option
from engine.core.refusals import BadSetup

DogDieFace: TypeAlias = Literal["dog", "1", "2", "3", "4", "5", "6", "7", "8", "9"]
DieSides: TypeAlias = tuple[DogDieFace, ...]
"""The sides of one die, each equally likely; a face may be on several sides."""

DOG: DogDieFace = "dog"
DOG_DIE_FACES: tuple[DogDieFace, ...] = (DOG, "1", "2", "3", "4", "5", "6", "7", "8", "9")
"""All faces that a die may have."""

ORDINARY_DIE: DieSides = (DOG, "1", "2", "3", "4", "5")
FACE_FOR_DOG: DogDieFace = "6"
"""The side of an ordinary die that is a dog, if such dice are rolled (option `dog_is`)."""

INVENTED_DIE: DieSides = (DOG, "1", "2", "3", "4", "5")
"""A die that we made up for tables without the box, **not** the printed one."""

MIN_SIDES, MAX_SIDES = 2, 20
DICE_PER_COLOUR = 2


def sum_of_faces(faces: Sequence[DogDieFace]) -> int:
    """Return the sum of `faces`; a dog counts 0 (Rules §2.3).

    >>> sum_of_faces(["3", "dog", "2"])
    5
    """
    return sum(int(face) for face in faces if face != DOG)


def count_dogs(faces: Sequence[DogDieFace]) -> int:
    """Return how many dogs are among `faces`.

    >>> count_dogs(["3", "dog", "2"])
    1
    """
    return sum(face == DOG for face in faces)


def _sides() -> Any:
    """Declare an option that is the list of a die's sides."""
    metadata = {"list_of": DOG_DIE_FACES, "min": MIN_SIDES, "max": MAX_SIDES}
    return dataclasses.field(default=INVENTED_DIE, metadata=metadata)


@dataclass(frozen=True, slots=True)
class Options(OptionsWithOdds):
    """All house rules."""

    spaces: int = number_option(16, low=8, high=60)
    bump: Literal["hop", "chain", "variant"] = asked_option("hop")
    two_dogs: Literal["one_bone", "may_throw_black", "bone_per_pair"] = "one_bone"
    land_on_dog: Literal["caught", "stand_with_dog"] = asked_option("caught")
    nearest_metric: Literal["forward", "shortest_way"] = "forward"
    centre_in_evaluation: Literal["ignored", "counts_as_nearest"] = "ignored"
    end_timing: Literal["immediate", "end_of_round"] = "immediate"
    dog_start: Literal["random", "first_space"] = "random"
    dog_is: Literal["dog", "six"] = "dog"
    sides_known: bool = False
    white_1: tuple[DogDieFace, ...] = _sides()
    white_2: tuple[DogDieFace, ...] = _sides()
    black_1: tuple[DogDieFace, ...] = _sides()
    black_2: tuple[DogDieFace, ...] = _sides()

    @property
    def white_dice(self) -> tuple[DieSides, DieSides]:
        """The two white dice."""
        return self._rolled(self.white_1, self.white_2)

    @property
    def black_dice(self) -> tuple[DieSides, DieSides]:
        """The two black dice."""
        return self._rolled(self.black_1, self.black_2)

    def _rolled(self, first: DieSides, second: DieSides) -> tuple[DieSides, DieSides]:
        return (ORDINARY_DIE, ORDINARY_DIE) if self.dog_is == "six" else (first, second)

    @property
    def has_invented_die(self) -> bool:
        """Whether any die is invented, so that chances are not those of the box."""
        return any(map(self._is_invented, (*self.white_dice, *self.black_dice)))

    def possible_faces(self, die: DieSides) -> DieSides:
        """Return the faces that `die` may show on the table: any face, if it is invented."""
        return DOG_DIE_FACES if self._is_invented(die) else die

    def _is_invented(self, die: DieSides) -> bool:
        return self.dog_is == "dog" and not self.sides_known and die == INVENTED_DIE


PRESETS: Mapping[str, Options] = {
    "klee_1994": Options(),
    "klee_1994_variant": Options(bump="variant"),
    "ordinary_dice": Options(dog_is="six"),
}
"""The rules of the box, those with the variant on its rule sheet, and those without its dice."""

GROUPS: Mapping[str, tuple[str, ...]] = {
    "ring": (
        *("tell_odds", "spaces", "bump", "two_dogs", "land_on_dog", "nearest_metric"),
        *("centre_in_evaluation", "end_timing", "dog_start"),
    ),
    "dice": ("dog_is", "sides_known", "white_1", "white_2", "black_1", "black_2"),
}
"""The house rules by their groups on the page."""


def check_sides_of_dice(options: Options) -> None:
    """Refuse dice with too few or too many sides, or only dogs: `BadSetup` ``bad_option``."""
    low, high = MIN_SIDES, MAX_SIDES
    dice = {name: getattr(options, name) for name in ("white_1", "white_2", "black_1", "black_2")}
    for name, sides in dice.items():
        if not low <= (count := len(sides)) <= high:
            said = f"A die has {low} to {high} sides, not {count}."
            raise BadSetup("bad_option", said, option=name, min=low, max=high, sides=count)
    if {face for sides in dice.values() for face in sides} == {DOG}:
        said = "With only dogs on all dice, no one could ever move."
        raise BadSetup("bad_option", said, option="white_1")
