"""What may be done now, as data; the page draws its buttons from it."""

from collections.abc import Iterator

from engine.core.choice import Choice, OneOf
from engine.jour_de_chance.cards import VALUES
from engine.jour_de_chance.state import State


def legal_choices(state: State) -> tuple[Choice, ...]:
    """Return every kind of action that `play` would accept in `state`."""
    match state.phase:
        case "deal":
            return (Choice("deal_card", state.next_seat_to_deal_to, {"card": _left(state)}),)
        case "oldest":
            return tuple(Choice("oldest", seat) for seat in state.seats_with_lowest_card)
        case "turn":
            return (Choice("draw_card", state.mover, {"card": _left(state)}), *_banks(state))
        case "over":
            return ()


def _left(state: State) -> OneOf:
    return OneOf(tuple(value for value in VALUES if state.draw_pile[value - 1]))


def _banks(state: State) -> Iterator[Choice]:
    """Yield one choice for each row that has cards, unless the mover has none himself."""
    if not state.seats[state.mover].row:
        return
    for owner, seat in enumerate(state.seats):
        if seat.row:
            cards = OneOf(tuple(sorted(seat.row)))
            fields = {"owner": OneOf((owner,)), "card": cards}
            yield Choice("bank_card", state.mover, fields)
