"""An automatic player of Ten Thousand: maximises the expected points of each turn.

In the last turns it banks only what puts it in first place.
"""

from engine.core.action import Action
from engine.core.choice import Pick
from engine.core.dice import FACES, Throw
from engine.ten_thousand.odds import best_choice, roll_again_odds
from engine.ten_thousand.state import BankPoints, State


def decide(state: State, seat: int | None, pick: Pick) -> Action | None:
    """Return what an automatic player at `seat` does now, or None."""
    if seat != state.turn or state.phase == "over":
        return None
    found = roll_again_odds(state)
    best = best_choice(found)
    if _banks(state, found[best].expected):
        return BankPoints(seat)
    kept = () if best is None else tuple(sorted((*state.aside, *best)))
    if len(kept) == state.options.dice:
        kept = ()
    thrown = tuple(FACES[pick(len(FACES))] for _ in range(state.options.dice - len(kept)))
    return Throw(kept, thrown, state.turn)


def _banks(state: State, expected: float) -> bool:
    if not state.thrown or state.must_roll_on:
        return False
    total = state.totals[state.turn] + state.points_if_banked
    if state.last_before is not None and total < max(state.totals):
        return False
    return state.points_if_banked >= expected
