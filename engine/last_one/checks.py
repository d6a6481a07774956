"""What the rules ask before they let an action through; each refuses or returns nothing."""

from engine.core.refusals import NotAllowed, NotNow
from engine.last_one.cards import Card
from engine.last_one.state import Phase, State

PHASES_OF_A_HAND: tuple[Phase, ...] = ("turn", "stack", "two", "drawn", "melee")
"""The phases in which cards are played."""


def require_in_game(state: State, seat: int) -> None:
    """Refuse with ``no_such_seat``, ``bankrupt``, ``has_left`` unless `seat` is still in."""
    if not 0 <= seat < len(state.seats):
        raise NotAllowed("no_such_seat", "Nobody sits there.", seat=seat)
    if not state.seats[seat].is_active:
        name = state.seats[seat].name
        if state.seats[seat].points < state.options.limit:
            raise NotAllowed("has_left", f"{name} has left.", seat=seat, name=name)
        raise NotAllowed("bankrupt", f"{name} is bankrupt.", seat=seat, name=name)


def require_scorer(state: State) -> None:
    """Refuse with ``cards_known`` where the table knows every card and counts by itself."""
    if state.options.knows_all_cards:
        raise NotNow("cards_known", "The table knows every card and counts by itself.")


def require_may_hold(state: State, seat: int, card: Card) -> None:
    """Refuse with ``card_gone`` or ``not_in_hand`` unless `seat` may hold `card`.

    A scorer knows only that what lies in the discard pile cannot be in a hand.
    """
    if not state.may_be_hidden(card):
        raise NotAllowed("card_gone", f"{card} lies in the discard pile.", card=card)
    if state.options.knows_all_cards and card not in state.seats[seat].known_cards:
        name = state.seats[seat].name
        raise NotAllowed(
            "not_in_hand", f"{name} does not hold {card}.", seat=seat, name=name, card=card
        )


def require_may_be_in_stock(state: State, card: Card) -> None:
    """Refuse with ``not_in_stock`` if the table knows that `card` is not in the stock."""
    if state.options.knows_all_cards and card not in state.stock_cards:
        raise NotAllowed("not_in_stock", f"{card} is not in the stock.", card=card)
