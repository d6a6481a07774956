"""The house rules of Den Letzten beißen die Hunde (Rules §2.4).

Who begins is drawn by the table and given as `Setup.first_seat`, as in every game. The sides of
the dice are house rules too, because only who owns the box knows them.
"""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal

from engine.core.options import TellsOdds, choice, number, switch
from engine.core.refusals import BadSetup
from engine.den_letzten.dice import (
    FACES,
    FEWEST_SIDES,
    INVENTED_DIE,
    MOST_SIDES,
    ORDINARY_DIE,
    Die,
    Face,
)


def _sides(about: str) -> Any:
    """Declare an option that is the list of a die's sides."""
    metadata = {"about": about, "list_of": FACES, "min": FEWEST_SIDES, "max": MOST_SIDES}
    return dataclasses.field(default=INVENTED_DIE, metadata=metadata)


@dataclass(frozen=True, slots=True)
class Options(TellsOdds):
    """Every house rule, each explained in one line for the family at the table."""

    spaces: int = number("How many spaces has the ring?", default=16, low=8, high=60)
    bump: Literal["hop", "chain", "variant"] = choice(
        "What happens to a character on whose space another one lands?",
        hop="It goes back, past others, to the first free space",
        chain="It goes back one space, and pushes back whoever stands there in turn",
        variant="It goes to the space behind the last character in front of the dog",
    )
    two_dogs: Literal["one_bone", "may_throw_black", "bone_per_pair"] = choice(
        "What if the dice show two dogs?",
        one_bone="One bone into the box, no move; two white dogs end the turn at once",
        may_throw_black="One bone, no move; but after two white dogs he may throw the black dice",
        bone_per_pair="One bone for each pair of dogs, no move; he may throw the black dice",
    )
    land_on_dog: Literal["caught", "stand_with_dog"] = choice(
        "What if a character lands on the dog's space?",
        caught="It is caught: one bone into the box, and the character goes to the centre",
        stand_with_dog="It stands there, with the dog, until one of them moves on",
    )
    nearest_metric: Literal["forward", "shortest_way"] = choice(
        "How far is a character from the dog?",
        forward="As many spaces as lie in front of the dog's nose, around the ring",
        shortest_way="The shorter way, forwards or backwards; if equal, in front is nearer",
    )
    centre_in_evaluation: Literal["ignored", "counts_as_nearest"] = choice(
        "Does a character in the centre count at the end of a round?",
        ignored="No",
        counts_as_nearest="Yes: nobody is nearer, and each of them gives a bone",
    )
    end_timing: Literal["immediate", "end_of_round"] = choice(
        "When is the game over?",
        immediate="As soon as a bowl is empty",
        end_of_round="At the end of the round in which a bowl is empty",
    )
    dog_start: Literal["random", "first_space"] = choice(
        "Where does the white dog start?",
        random="Anywhere: put it down, or let the table draw a space",
        first_space="On the first space",
    )
    dog_is: Literal["dog", "six"] = choice(
        "What shows a dog on the dice?",
        dog="A dog, as on the dice of the box",
        six="A six: ordinary dice are thrown, and the lists of sides below do not count",
    )
    sides_known: bool = switch("Have your dice the sides that are listed below?")
    white_1: tuple[Face, ...] = _sides(
        "What is on the first white die? (the list given is invented)"
    )
    white_2: tuple[Face, ...] = _sides(
        "What is on the second white die? (the list given is invented)"
    )
    black_1: tuple[Face, ...] = _sides(
        "What is on the first black die? (the list given is invented)"
    )
    black_2: tuple[Face, ...] = _sides(
        "What is on the second black die? (the list given is invented)"
    )

    @property
    def white(self) -> tuple[Die, Die]:
        """The two white dice."""
        return self._thrown(self.white_1, self.white_2)

    @property
    def black(self) -> tuple[Die, Die]:
        """The two black dice."""
        return self._thrown(self.black_1, self.black_2)

    def _thrown(self, first: Die, second: Die) -> tuple[Die, Die]:
        return (ORDINARY_DIE, ORDINARY_DIE) if self.dog_is == "six" else (first, second)

    @property
    def invented(self) -> bool:
        """Whether some die is still the invented one, so that chances are not the box's."""
        return any(map(self._is_invented, (*self.white, *self.black)))

    def may_show(self, die: Die) -> Die:
        """Return the faces that `die` may show on the table: any, while its sides are invented."""
        return FACES if self._is_invented(die) else die

    def _is_invented(self, die: Die) -> bool:
        return self.dog_is == "dog" and not self.sides_known and die == INVENTED_DIE


PRESETS: Mapping[str, Options] = MappingProxyType(
    {
        "klee_1994": Options(),
        "klee_1994_variant": Options(bump="variant"),
        "ordinary_dice": Options(dog_is="six"),
    }
)
"""The rules of the box, the same with the variant of its rule sheet, and without its dice."""


def check_dice(options: Options) -> None:
    """Refuse with `BadSetup` ``bad_option`` unless every die has a sensible number of sides."""
    for field in dataclasses.fields(options):
        sides = getattr(options, field.name)
        if "list_of" in field.metadata and not FEWEST_SIDES <= len(sides) <= MOST_SIDES:
            raise BadSetup(
                "bad_option",
                f"A die has {FEWEST_SIDES} to {MOST_SIDES} sides, not {len(sides)}.",
                option=field.name,
                min=FEWEST_SIDES,
                max=MOST_SIDES,
                sides=len(sides),
            )
