"""The last card and the fines (Rules §3.2)."""

from engine.core.frozen import replace
from engine.core.refusals import NotAllowed, NotNow
from engine.last_one import checks
from engine.last_one.actions import CallLastCard, CloseCall, Fine
from engine.last_one.state import State, require_phase
from engine.last_one.stock import draw_cards


def call_last_card(state: State, action: CallLastCard) -> State:
    """Call one's last card."""
    require_phase(state, *checks.IN_HAND)
    checks.in_game(state, action.seat)
    if action.seat != state.uncalled:
        raise NotAllowed(
            "nothing_to_call",
            f"{state.seats[action.seat].name} has no last card to call now.",
            seat=action.seat,
            cards=state.seats[action.seat].cards,
        )
    return replace(state, uncalled=None)


def close_call(state: State, action: CloseCall) -> State:
    """End the seconds in which a forgotten call could be noticed."""
    require_phase(state, *checks.IN_HAND)
    if state.uncalled is None or state.options.seconds is None:
        raise NotNow("no_open_call", "No call is awaited that time could end.")
    return replace(state, uncalled=None)


def fine(state: State, action: Fine) -> State:
    """Make a player draw one card for a call he forgot, or for any other error."""
    require_phase(state, *checks.IN_HAND)
    checks.in_game(state, action.seat)
    if action.fault == "last_card" and action.seat != state.uncalled:
        raise NotAllowed(
            "no_missed_call",
            f"{state.seats[action.seat].name} has missed no call.",
            seat=action.seat,
            cards=state.seats[action.seat].cards,
        )
    if not state.available:
        raise NotAllowed("nothing_to_draw", "No card is left to draw.", seat=action.seat)
    uncalled = None if action.seat == state.uncalled else state.uncalled
    return draw_cards(replace(state, uncalled=uncalled), action.seat, 1)
