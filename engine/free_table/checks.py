"""What the rules of a free table ask before they let an action through."""

from engine.core.refusals import NotAllowed
from engine.free_table.state import State, require_phase


def require_part(state: State, part: str, there: bool) -> None:
    """Refuse with ``not_in_box`` unless people play and the `part` is `there`."""
    require_phase(state, "play")
    if not there:
        raise NotAllowed("not_in_box", "The box has no such part.", part=part)


def require_seat(state: State, seat: int) -> None:
    """Refuse with ``no_such_seat`` unless somebody plays at `seat`."""
    if seat not in state.active_seats:
        raise NotAllowed("no_such_seat", "Nobody plays there.", seat=seat)
