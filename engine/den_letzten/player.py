"""An automatic player of Den Letzten beißen die Hunde: decides whether to roll the black dice.

It compares the state after stopping with the average of those after rolling, each with its exact
chance. What a state is worth depends on the bones and on the positions of the characters.
"""

from collections import Counter
from itertools import product

from engine.core.action import Action
from engine.core.choice import Pick
from engine.core.event import run_steps
from engine.core.places import winners
from engine.den_letzten import rules
from engine.den_letzten.board import seats_nearest_first
from engine.den_letzten.options import DieSides, DogDieFace
from engine.den_letzten.state import PlaceDog, State, StepDog, StopAtWhite, ThrowBlack, ThrowWhite

BONES_FOR_A_WIN = 10.0
"""What winning is worth, in bones."""

COST_BEFORE_THE_DOG = 0.8
"""The cost, in bones, of standing right in front of the dog, whose next step bites there."""

BONES_PER_RANK = 0.8
"""What being farthest instead of nearest is worth before the round ends, in bones."""


def decide(state: State, seat: int | None, pick: Pick) -> Action | None:
    """Return what an automatic player at `seat` (None: the table) does now, if anything."""
    if seat is None:
        if state.phase == "place_dog":
            return PlaceDog(1 + pick(state.options.spaces), state.turn)
        return StepDog(state.turn) if state.phase == "step_dog" else None
    if seat != state.turn:
        return None
    if state.phase == "throw":
        return ThrowWhite(_rolled(state.options.white_dice, pick), seat)
    if state.phase == "choose":
        stopped = run_steps(rules.stop_rolling(state, StopAtWhite())).state
        black = expected_gain_of_black_dice(state, seat) > estimated_value(stopped, seat)
        return (
            ThrowBlack(_rolled(state.options.black_dice, pick), seat)
            if black
            else StopAtWhite(seat)
        )
    return None


def _rolled(pair: tuple[DieSides, DieSides], pick: Pick) -> tuple[DogDieFace, ...]:
    return tuple(die[pick(len(die))] for die in pair)


def expected_gain_of_black_dice(state: State, seat: int) -> float:
    """Return what rolling the black dice is worth to `seat` on average, in bones."""
    rolls = Counter(tuple(sorted(faces)) for faces in product(*state.options.black_dice))
    total = 0.0
    for faces, count in rolls.items():
        after = run_steps(rules.roll_black_dice(state, ThrowBlack(faces))).state
        total += count * estimated_value(after, seat)
    return total / rolls.total()


def estimated_value(state: State, seat: int) -> float:
    """Return what `state` is worth to `seat`, in bones above the average of the others."""
    others = sum(state.bowls) - state.bones_of(seat)
    lead = state.bones_of(seat) - others / (len(state.names) - 1)
    if state.phase == "over":
        first = winners(state.ranking)
        return lead + (BONES_FOR_A_WIN / len(first) if seat in first else 0.0)
    return lead + _position(state, seat)


def _position(state: State, seat: int) -> float:
    """Return what the position of the character of `seat` is worth, in bones."""
    at = state.ahead_of_dog[seat]
    if at is None:
        return 0.0
    order = seats_nearest_first(state.ahead_of_dog, state.options)
    value = -COST_BEFORE_THE_DOG if at == 1 else 0.0
    if len(order) > 1 and state.phase != "step_dog":
        value += BONES_PER_RANK * (order.index(seat) / (len(order) - 1) - 0.5)
    return value
