"""Exact chances of the dice, and of what they do to the player who rolls them (Rules §2.3).

Every side of a die is equally likely, so a chance is a count of sides. With invented dice
(`Options.has_invented_die`) the chances are those of these dice, not of the box's.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import prod

from engine.core.refusals import Json
from engine.den_letzten import board
from engine.den_letzten.options import Die, Face, Options, count_dogs, sum_of_faces
from engine.den_letzten.rules import TWO_DOGS, bones_lost_for_dogs
from engine.den_letzten.state import State


@dataclass(frozen=True, slots=True)
class RollResult:
    """What a roll is worth: the `total` of its numbers and how many `dogs` it shows."""

    total: int
    dogs: int


Distribution = Mapping[RollResult, Fraction]
"""The chance of each outcome; the chances sum to 1."""


@dataclass(frozen=True, slots=True)
class MoverOdds:
    """Chances (exact, 0 to 1) of the player who rolls, right after their move.

    `chance_of_landing_on_dog` and `chance_of_two_dogs` are the two ways to lose a bone by their own
    roll, `chance_of_losing_bone` is their sum. `chance_of_being_nearest` and
    `chance_of_being_farthest`: that they would give or get a bone if the round were scored then.
    """

    chance_of_landing_on_dog: Fraction
    chance_of_two_dogs: Fraction
    chance_of_being_nearest: Fraction
    chance_of_being_farthest: Fraction

    @property
    def chance_of_losing_bone(self) -> Fraction:
        """The chance to lose a bone by their own roll."""
        return self.chance_of_landing_on_dog + self.chance_of_two_dogs


def roll_distribution(pair: Sequence[Die], lying: Sequence[Face] = ()) -> Distribution:
    """Return the distribution of the dice `pair`, rolled next to dice that already show `lying`.

    >>> roll_distribution([("dog", "1"), ("dog", "1", "1")], ["3"])[RollResult(total=4, dogs=1)]
    Fraction(1, 2)
    """
    ways = Counter(
        RollResult(sum_of_faces(faces), count_dogs(faces))
        for faces in (tuple(lying) + rolled for rolled in product(*pair))
    )
    sides = prod(len(die) for die in pair)
    return {outcome: Fraction(count, sides) for outcome, count in ways.items()}


@lru_cache(maxsize=16)
def white_distribution(options: Options) -> Distribution:
    """Return the distribution of a roll of the white dice.

    >>> white_distribution(Options())[RollResult(total=0, dogs=2)]  # with the invented dice
    Fraction(1, 36)
    """
    return roll_distribution(options.white_dice)


@lru_cache(maxsize=16)
def white_and_black_distribution(options: Options) -> Distribution:
    """Return the distribution of rolling the white dice and then the black ones too.

    Where two white dogs end the turn at once, the black dice are not rolled after them.
    """
    chances: defaultdict[RollResult, Fraction] = defaultdict(Fraction)
    black = roll_distribution(options.black_dice)
    for first, chance in white_distribution(options).items():
        if first.dogs >= TWO_DOGS and options.two_dogs == "one_bone":
            chances[first] += chance
            continue
        for second, other in black.items():
            both = RollResult(first.total + second.total, first.dogs + second.dogs)
            chances[both] += chance * other
    return chances


def mover_odds(state: State, rolled: Distribution) -> MoverOdds:
    """Return the chances of whose turn it is in `state`, if their dice come as `rolled`."""
    sums = dict.fromkeys(("landed_on_dog", "two_dogs", "nearest", "farthest"), Fraction(0))
    for outcome, chance in rolled.items():
        for what in _befalls(state, outcome):
            sums[what] += chance
    return MoverOdds(*sums.values())


def _befalls(state: State, outcome: RollResult) -> list[str]:
    ahead, seat, options = state.ahead_of_dog, state.turn, state.options
    names, lost = [], [seat] * bones_lost_for_dogs(outcome.dogs, options)
    if outcome.dogs >= TWO_DOGS:
        names.append("two_dogs")
    else:
        ahead, moved = board.move_character(ahead, seat, outcome.total, options)
        lost += [move.seat for move in moved if move.caught]
        if moved[0].caught:
            names.append("landed_on_dog")
    bowls = [max(0, bones - lost.count(other)) for other, bones in enumerate(state.bowls)]
    result = board.score_round(ahead, options, state.gone, bowls)
    if result is not None and seat in result.nearest:
        names.append("nearest")
    if result is not None and seat == result.farthest:
        names.append("farthest")
    return names


def odds(state: State) -> dict[str, Json] | None:
    """Return, while somebody rolls or chooses, their chances as JSON numbers; otherwise None.

    ::

        {"seat", "invented": bool, "stop": PLAN, "black": PLAN}
        PLAN: {"caught", "nearest", "farthest"}

    ``stop`` is to keep to the white dice, ``black`` to roll the black ones too; before the white
    dice are rolled, they are the two ways to play whatever these show.
    """
    if state.phase == "throw":
        stop, black = white_distribution(state.options), white_and_black_distribution(state.options)
    elif state.phase == "choose":
        stop = {RollResult(state.sum_of_dice, state.dogs_rolled): Fraction(1)}
        black = roll_distribution(state.options.black_dice, state.white_faces)
    else:
        return None
    return {
        "seat": state.turn,
        "invented": state.options.has_invented_die,
        "stop": _plan(state, stop),
        "black": _plan(state, black),
    }


def _plan(state: State, rolled: Distribution) -> dict[str, Json]:
    chances = mover_odds(state, rolled)
    return {
        "caught": float(chances.chance_of_losing_bone),
        "nearest": float(chances.chance_of_being_nearest),
        "farthest": float(chances.chance_of_being_farthest),
    }
