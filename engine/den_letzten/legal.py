"""What may be done now, as data; the page draws its buttons from it."""

from itertools import product

from engine.core.awaited import Awaited
from engine.core.choice import Choice, FieldSpec, IntRange, ListOf, OneOf
from engine.den_letzten.rules import awaited_dice
from engine.den_letzten.state import State


def legal_choices(state: State) -> tuple[Choice, ...]:
    """Return every kind of action that `play` would accept in `state`."""
    if state.phase == "place_dog":
        return (Choice("place_dog", state.turn, {"space": IntRange(1, state.options.spaces)}),)
    if state.phase == "step_dog":
        return (Choice("step_dog", state.turn),)
    dice = awaited_dice(state)
    if dice is None:
        return ()
    throw = Choice(f"throw_{dice.body}", state.turn, {"faces": _faces(dice)})
    return (throw,) if state.phase == "throw" else (Choice("stop", state.turn), throw)


def _faces(dice: Awaited) -> FieldSpec:
    """Return what two dice can show, each as it likes where both have the same faces."""
    if all(set(die) == set(dice.faces) for die in dice.each):
        return ListOf(dice.faces, dice.count, dice.count)
    return OneOf(
        tuple(pair for pair in product(dice.faces, repeat=dice.count) if dice.can_show(pair))
    )
