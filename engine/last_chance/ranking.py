"""Who has won (Rules §1.3, End, and §1.4, options `one_left`, `tie`)."""

from dataclasses import dataclass

from engine.core.places import shared_places
from engine.last_chance.state import State


@dataclass(frozen=True, slots=True)
class Standing:
    """A player at the end: `place` from 1 (None: he cannot win), `cash` in units, cards won."""

    seat: int
    place: int | None
    cash: int
    cards: int
    qualified: bool


def ranking(state: State) -> tuple[Standing, ...]:
    """Return all players of a finished game, winners first; equal places are shared."""
    can_win = _qualified(state)
    worth = {seat: _worth(state, seat) for seat in range(len(state.seats))}
    places = shared_places({seat: worth[seat] for seat in can_win})
    ordered = sorted(worth, key=worth.__getitem__, reverse=True)
    ordered.sort(key=lambda seat: (seat not in can_win, not state.seats[seat].in_game))
    return tuple(
        Standing(
            seat,
            places.get(seat),
            state.cash_of(seat),
            len(state.seats[seat].won_cards),
            seat in can_win,
        )
        for seat in ordered
    )


def ending(state: State) -> str:
    """Return how a finished game ended: ``cards_won``, ``one_left`` or ``nobody_left``."""
    if state.cards_out_of_deck >= state.options.cards_in_game:
        return "cards_won"
    return "one_left" if state.active_seats else "nobody_left"


def _qualified(state: State) -> tuple[int, ...]:
    active, rules = state.active_seats, state.options
    if len(active) == 1 and rules.one_left == "end_survivor_wins":
        return active
    return tuple(seat for seat in active if state.seats[seat].won_cards)


def _worth(state: State, seat: int) -> tuple[int, int]:
    """Return the cash of `seat` and what breaks a tie."""
    cards = state.seats[seat].won_cards
    tie_breaks = {
        "shared": 0,
        "most_cards": len(cards),
        "highest_prize_sum": sum(card.prize for card in cards),
    }
    return state.cash_of(seat), tie_breaks[state.options.tie]
