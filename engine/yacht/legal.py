"""What may be done now, as data; the page draws its buttons from it."""

from collections.abc import Iterator
from itertools import combinations

from engine.core.choice import Choice, ListOf, OneOf
from engine.yacht.score_boxes import DICE_COUNT, FACES, possible_scores
from engine.yacht.state import State


def legal_choices(state: State) -> tuple[Choice, ...]:
    """Return every kind of action that `play` would accept in `state`."""
    match state.phase:
        case "throw":
            return tuple(_throws(state))
        case "choose":
            return (_score(state), *_throws(state))
        case "score":
            return (_score(state),)
        case "over":
            return ()


def _score(state: State) -> Choice:
    boxes = tuple(possible_scores(state.sheet, state.dice, state.options))
    return Choice("score", state.turn, {"box": OneOf(boxes)})


def _throws(state: State) -> Iterator[Choice]:
    """Yield one choice for each number of dice thrown: which stay, and what the others show."""
    for stay in range(DICE_COUNT) if state.dice else (0,):
        keeps = tuple(sorted(set(combinations(sorted(state.dice), stay))))
        thrown = ListOf(FACES, DICE_COUNT - stay, DICE_COUNT - stay)
        yield Choice("throw", state.turn, {"kept": OneOf(keeps), "thrown": thrown})
