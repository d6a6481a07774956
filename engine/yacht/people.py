"""Who comes late or leaves early (Rules §6.2)."""

from collections.abc import Sequence

from engine.core.frozen import replace
from engine.yacht.rules import next_turn
from engine.yacht.score_boxes import EMPTY_SHEET
from engine.yacht.state import State


def seats_that_may_leave(state: State) -> Sequence[int]:
    """Return who is in the game; somebody must stay, and may play on alone."""
    playing = [seat for seat in range(len(state.names)) if seat not in state.gone]
    return playing if len(playing) > 1 else ()


def join(state: State, name: str) -> State:
    """Return `state` with one more player, whose sheet is empty: he fills it at the end, alone."""
    return replace(
        state,
        names=(*state.names, name),
        sheets=(*state.sheets, EMPTY_SHEET),
        extras=(*state.extras, 0),
    )


def leave(state: State, seat: int) -> State:
    """Return `state` without `seat`, whose sheet no longer counts."""
    sheets, extras = [*state.sheets], [*state.extras]
    sheets[seat], extras[seat] = EMPTY_SHEET, 0
    left = replace(
        state,
        sheets=tuple(sheets),
        extras=tuple(extras),
        gone=(*state.gone, seat),
        last_written=None,
    )
    return next_turn(replace(left, turns=left.turns + 1)) if seat == state.turn else left
