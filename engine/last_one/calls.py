"""The last card and the fines (Rules §3.2)."""

from engine.core.event import Steps
from engine.core.frozen import replace
from engine.core.refusals import NotAllowed, NotNow
from engine.last_one import checks
from engine.last_one.actions import CallLastCard, CloseCall, Fine
from engine.last_one.events import CallForgotten, Fined, LastCardCalled
from engine.last_one.state import State, require_phase
from engine.last_one.stock import draw_cards


def call_last_card(state: State, action: CallLastCard) -> Steps[State]:
    """Call one's last card."""
    require_phase(state, *checks.PHASES_OF_A_HAND)
    checks.require_in_game(state, action.seat)
    if action.seat != state.last_card_uncalled_by:
        raise NotAllowed(
            "nothing_to_call",
            f"{state.seats[action.seat].name} has no last card to call now.",
            seat=action.seat,
            cards=state.seats[action.seat].card_count,
        )
    yield LastCardCalled(action.seat)
    return replace(state, last_card_uncalled_by=None)


def close_call_window(state: State, action: CloseCall) -> Steps[State]:
    """End the seconds in which a forgotten call could be noticed."""
    require_phase(state, *checks.PHASES_OF_A_HAND)
    if state.last_card_uncalled_by is None or state.options.call_window_seconds is None:
        raise NotNow("no_open_call", "No call is awaited that time could end.")
    yield CallForgotten(state.last_card_uncalled_by)
    return replace(state, last_card_uncalled_by=None)


def fine_player(state: State, action: Fine) -> Steps[State]:
    """Make a player draw one card for a call he forgot, or for any other error."""
    require_phase(state, *checks.PHASES_OF_A_HAND)
    checks.require_in_game(state, action.seat)
    if action.fault == "last_card" and action.seat != state.last_card_uncalled_by:
        raise NotAllowed(
            "no_missed_call",
            f"{state.seats[action.seat].name} has missed no call.",
            seat=action.seat,
            cards=state.seats[action.seat].card_count,
        )
    if not state.drawable_count:
        raise NotAllowed("nothing_to_draw", "No card is left to draw.", seat=action.seat)
    yield Fined(action.seat, action.fault)
    uncalled = None if action.seat == state.last_card_uncalled_by else state.last_card_uncalled_by
    fined = replace(state, last_card_uncalled_by=uncalled)
    return (yield from draw_cards(fined, action.seat, 1))
