"""Who comes late or leaves early (Rules §4.3)."""

from engine.core.frozen import replace
from engine.jour_de_chance.cards import add_cards
from engine.jour_de_chance.rules import begin_turns
from engine.jour_de_chance.state import Seat, State


def leave(state: State, seat: int) -> State:
    """Return `state` without `seat`: his row and what he banked are discarded."""
    player = state.seats[seat]
    playing = tuple(other for other in state.playing_seats if other != seat)
    left = replace(
        state.with_seat(seat, Seat(player.name)),
        discards=add_cards(state.discards, (*player.row, *player.banked)),
        playing_seats=playing,
        last_outcome=None,
    )
    if len(playing) == 1:
        return replace(left, phase="over", turn=None)
    if state.phase == "turn":
        return replace(left, turn=state.seat_after(seat)) if state.turn == seat else left
    return begin_turns(left)


def may_join(state: State) -> bool:
    """Tell whether it is no playoff."""
    return not state.in_playoff


def join(state: State, name: str) -> State:
    """Return `state` with one more player; once all turns have begun he draws his first card."""
    number, after = len(state.seats), state.playing_seats.index(min(state.playing_seats))
    playing = (*state.playing_seats[:after], number, *state.playing_seats[after:])
    joined = replace(state, seats=(*state.seats, Seat(name)), playing_seats=playing)
    return replace(joined, phase="deal") if state.phase == "oldest" else joined
