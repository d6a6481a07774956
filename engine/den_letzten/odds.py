"""Exact chances of the dice, and of what they do to the player who rolls them (Rules §2.3).

Every side of a die is equally likely, so a chance is a count of sides. With an invented die
(`Options.has_invented_die`), the chances are not those of the dice in the box.
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
from engine.den_letzten.options import DieSides, DogDieFace, Options, count_dogs, sum_of_faces
from engine.den_letzten.rules import TWO_DOGS, bones_lost_for_dogs
from engine.den_letzten.state import State


@dataclass(frozen=True, slots=True)
class RollResult:
    """The `total` of the numbers of a roll, and how many `dogs` it shows."""

    total: int
    dogs: int


Distribution = Mapping[RollResult, Fraction]
"""The chance of each result; the chances add up to 1."""


@dataclass(frozen=True, slots=True)
class MoverOdds:
    """The chances (0 to 1) of the player who rolls, right after their move.

    `landed_on_dog` and `two_dogs` are the two ways to lose a bone by their own roll. `nearest` and
    `farthest` are the chances to give or get a bone if the round ended then.
    """

    landed_on_dog: Fraction
    two_dogs: Fraction
    nearest: Fraction
    farthest: Fraction

    @property
    def caught(self) -> Fraction:
        """The chance that the player loses a bone by their own roll."""
        return self.landed_on_dog + self.two_dogs


def roll_distribution(pair: Sequence[DieSides], lying: Sequence[DogDieFace] = ()) -> Distribution:
    """Return the distribution of a roll of the dice `pair` together with dice that show `lying`.

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

    If the house rules let two white dogs end the turn, the black dice are not rolled after them.
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
    """Return the odds of the player whose turn it is if their dice are distributed as `rolled`."""
    sums = dict.fromkeys(("landed_on_dog", "two_dogs", "nearest", "farthest"), Fraction(0))
    for result, chance in rolled.items():
        for name in _results_of_roll(state, result):
            sums[name] += chance
    return MoverOdds(**sums)


def _results_of_roll(state: State, rolled: RollResult) -> list[str]:
    """Return the names of the `MoverOdds` that come true with this roll."""
    ahead, seat, options = state.ahead_of_dog, state.turn, state.options
    names, lost = [], [seat] * bones_lost_for_dogs(rolled.dogs, options)
    if rolled.dogs >= TWO_DOGS:
        names.append("two_dogs")
    else:
        ahead, moved = board.move_character(ahead, seat, rolled.total, options)
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


def odds_as_json(state: State) -> dict[str, Json] | None:
    """Return, as JSON, the odds of the player who rolls or chooses; None if nobody does.

    ::

        {"seat", "invented": bool, "stop": PLAN, "black": PLAN}
        PLAN: {"caught", "nearest", "farthest"}

    ``stop`` has the chances without the black dice, ``black`` those with them.
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
    odds_as_json = mover_odds(state, rolled)
    return {name: float(getattr(odds_as_json, name)) for name in ("caught", "nearest", "farthest")}
