"""The house rules of Den Letzten beißen die Hunde (Rules §2.4).

Who begins is drawn by the table and given as `Setup.first_seat`, as in every game. The sides of
the dice are house rules too, because only who owns the box knows them.
"""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from engine.core.options import TellsOdds, asked_option, number_option
from engine.core.refusals import BadSetup
from engine.den_letzten import dice


def _sides() -> Any:
    """Declare an option that is the list of a die's sides."""
    metadata = {"list_of": dice.FACES, "min": dice.FEWEST_SIDES, "max": dice.MOST_SIDES}
    return dataclasses.field(default=dice.INVENTED_DIE, metadata=metadata)


@dataclass(frozen=True, slots=True)
class Options(TellsOdds):
    """Every house rule."""

    spaces: int = number_option(16, low=8, high=60)
    bump: Literal["hop", "chain", "variant"] = "hop"
    two_dogs: Literal["one_bone", "may_throw_black", "bone_per_pair"] = "one_bone"
    land_on_dog: Literal["caught", "stand_with_dog"] = asked_option("caught")
    nearest_metric: Literal["forward", "shortest_way"] = "forward"
    centre_in_evaluation: Literal["ignored", "counts_as_nearest"] = "ignored"
    end_timing: Literal["immediate", "end_of_round"] = "immediate"
    dog_start: Literal["random", "first_space"] = "random"
    dog_is: Literal["dog", "six"] = "dog"
    sides_known: bool = False
    white_1: tuple[dice.Face, ...] = _sides()
    white_2: tuple[dice.Face, ...] = _sides()
    black_1: tuple[dice.Face, ...] = _sides()
    black_2: tuple[dice.Face, ...] = _sides()

    @property
    def white_dice(self) -> tuple[dice.Die, dice.Die]:
        """The two white dice."""
        return self._thrown(self.white_1, self.white_2)

    @property
    def black_dice(self) -> tuple[dice.Die, dice.Die]:
        """The two black dice."""
        return self._thrown(self.black_1, self.black_2)

    def _thrown(self, first: dice.Die, second: dice.Die) -> tuple[dice.Die, dice.Die]:
        return (dice.ORDINARY_DIE, dice.ORDINARY_DIE) if self.dog_is == "six" else (first, second)

    @property
    def has_invented_die(self) -> bool:
        """Whether some die is still the invented one, so that chances are not the box's."""
        return any(map(self._is_invented, (*self.white_dice, *self.black_dice)))

    def possible_faces(self, die: dice.Die) -> dice.Die:
        """Return the faces that `die` may show on the table: any, while its sides are invented."""
        return dice.FACES if self._is_invented(die) else die

    def _is_invented(self, die: dice.Die) -> bool:
        return self.dog_is == "dog" and not self.sides_known and die == dice.INVENTED_DIE


PRESETS: Mapping[str, Options] = {
    "klee_1994": Options(),
    "klee_1994_variant": Options(bump="variant"),
    "ordinary_dice": Options(dog_is="six"),
}
"""The rules of the box, the same with the variant of its rule sheet, and without its dice."""

GROUPS: Mapping[str, tuple[str, ...]] = {
    "ring": (
        *("tell_odds", "spaces", "bump", "two_dogs", "land_on_dog", "nearest_metric"),
        *("centre_in_evaluation", "end_timing", "dog_start"),
    ),
    "dice": ("dog_is", "sides_known", "white_1", "white_2", "black_1", "black_2"),
}
"""The house rules that belong together."""


def check_sides_of_dice(options: Options) -> None:
    """Refuse with `BadSetup` ``bad_option`` dice of too few or many sides, and of dogs alone."""
    for field in dataclasses.fields(options):
        sides = getattr(options, field.name)
        if "list_of" in field.metadata and not dice.FEWEST_SIDES <= len(sides) <= dice.MOST_SIDES:
            raise BadSetup(
                "bad_option",
                f"A die has {dice.FEWEST_SIDES} to {dice.MOST_SIDES} sides, not {len(sides)}.",
                option=field.name,
                min=dice.FEWEST_SIDES,
                max=dice.MOST_SIDES,
                sides=len(sides),
            )
    if set(options.white_1 + options.white_2 + options.black_1 + options.black_2) == {dice.DOG}:
        message = "With dogs alone on all dice nobody ever moves."
        raise BadSetup("bad_option", message, option="white_1")
