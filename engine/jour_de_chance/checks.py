"""What the rules ask before they let an action through; each refuses or returns nothing."""

from engine.core.refusals import NotAllowed
from engine.jour_de_chance.state import State


def require_in_draw_pile(state: State, card: int) -> None:
    """Refuse with ``no_such_card`` unless a card of that value may still come."""
    if not state.draw_pile[card - 1]:
        raise NotAllowed(
            "no_such_card",
            f"Every {card} of the box is already on the table.",
            card=card,
            pile=state.draw_pile,
        )


def require_own_row(state: State) -> None:
    """Refuse with ``must_draw`` unless the player whose turn it is has a row to give up."""
    if not state.seats[state.mover].row:
        raise NotAllowed("must_draw", "Who has no row must draw.", seat=state.mover)


def require_in_row(state: State, owner: int, card: int) -> None:
    """Refuse with ``no_such_seat`` or ``not_in_row`` unless `card` lies in the row of `owner`."""
    if not 0 <= owner < len(state.seats):
        raise NotAllowed("no_such_seat", "Nobody sits there.", seat=owner)
    row = state.seats[owner].row
    if card not in row:
        name = state.seats[owner].name
        raise NotAllowed(
            "not_in_row", f"No {card} lies before {name}.", card=card, owner=owner, row=row
        )
