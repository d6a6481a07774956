"""An automatic player of Den Letzten beißen die Hunde: weighs its one choice by the chances.

To stop leads to one position, to roll the black dice too leads to many, each with its exact
chance. The player chooses what is worth more on average: bones in the bowls now, and how the
characters stand in front of the dog.
"""

from collections import Counter
from itertools import product

from engine.core.action import Action
from engine.core.choice import Pick
from engine.core.event import run_steps
from engine.core.places import winners
from engine.den_letzten import rules
from engine.den_letzten.board import seats_by_distance
from engine.den_letzten.options import Die, Face
from engine.den_letzten.state import (
    PlaceDog,
    State,
    StepDog,
    Stop,
    ThrowBlack,
    ThrowWhite,
)

BONES_FOR_A_WIN = 10.0
"""What it is worth to win, in bones."""

COST_BEFORE_THE_DOG = 0.8
"""What it costs to stand right in front of the dog: its next step bites who has not moved away."""

BONES_PER_RANK = 0.8
"""What it is worth to be the farthest and not the nearest while others still move, in bones."""


def decide(state: State, seat: int | None, pick: Pick) -> Action | None:
    """Return what an automatic player at `seat` does, None if nothing; no seat: the table."""
    if seat is None:
        if state.phase == "place_dog":
            return PlaceDog(1 + pick(state.options.spaces), state.turn)
        return StepDog(state.turn) if state.phase == "step_dog" else None
    if seat != state.turn:
        return None
    if state.phase == "throw":
        return ThrowWhite(_rolled(state.options.white_dice, pick), seat)
    if state.phase == "choose":
        stopped = run_steps(rules.stop_rolling(state, Stop())).state
        black = expected_gain_of_black_dice(state, seat) > estimated_value(stopped, seat)
        return ThrowBlack(_rolled(state.options.black_dice, pick), seat) if black else Stop(seat)
    return None


def _rolled(pair: tuple[Die, Die], pick: Pick) -> tuple[Face, ...]:
    return tuple(die[pick(len(die))] for die in pair)


def expected_gain_of_black_dice(state: State, seat: int) -> float:
    """Return what rolling the black dice is worth to `seat`, in bones on average."""
    rolls = Counter(tuple(sorted(faces)) for faces in product(*state.options.black_dice))
    after = {
        faces: run_steps(rules.roll_black_dice(state, ThrowBlack(faces))).state for faces in rolls
    }
    return (
        sum(rolls[faces] * estimated_value(after[faces], seat) for faces in rolls) / rolls.total()
    )


def estimated_value(state: State, seat: int) -> float:
    """Return what `state` is worth to `seat`, in bones more than the others have on average."""
    players = len(state.names)
    others = sum(state.bones_of(other) for other in range(players)) - state.bones_of(seat)
    lead = state.bones_of(seat) - others / (players - 1)
    if state.phase == "over":
        first = winners(state.ranking)
        return lead + (BONES_FOR_A_WIN / len(first) if seat in first else 0.0)
    return lead + _position(state, seat)


def _position(state: State, seat: int) -> float:
    """Return what the place of the character of `seat` promises."""
    at = state.ahead_of_dog[seat]
    if at is None:
        return 0.0
    order = seats_by_distance(state.ahead_of_dog, state.options)
    value = -COST_BEFORE_THE_DOG if at == 1 else 0.0
    if len(order) > 1 and state.phase != "step_dog":
        value += BONES_PER_RANK * (order.index(seat) / (len(order) - 1) - 0.5)
    return value
