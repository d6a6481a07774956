"""What may be done now, as data; the page draws its buttons from it."""

from collections.abc import Iterator
from itertools import groupby

from engine.core.choice import Choice, ListOf, OneOf
from engine.ten_thousand.scoring import DICE_COUNT, FACES, Faces, scoring_choices
from engine.ten_thousand.state import State


def legal_choices(state: State) -> tuple[Choice, ...]:
    """Return every kind of action that `play` would accept in `state`."""
    match state.phase:
        case "throw":
            return (_throw(state, ((),)),)
        case "choose":
            bank = () if state.must_throw_on else (Choice("bank", state.turn),)
            return (*bank, *_throws(state))
        case "over":
            return ()


def _throws(state: State) -> Iterator[Choice]:
    """Yield one choice for each number of dice thrown: which stay, and what the others show."""
    keeps = [
        tuple(sorted((*state.aside, *part)))
        for part in scoring_choices(tuple(sorted(state.thrown)), state.options)
    ]
    keeps = [() if len(kept) == DICE_COUNT else kept for kept in keeps]
    for _, same in groupby(sorted(keeps, key=len), key=len):
        yield _throw(state, tuple(same))


def _throw(state: State, keeps: tuple[Faces, ...]) -> Choice:
    count = DICE_COUNT - len(keeps[0])
    thrown = ListOf(FACES, count, count)
    return Choice("throw", state.turn, {"kept": OneOf(keeps), "thrown": thrown})
