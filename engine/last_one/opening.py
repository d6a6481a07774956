"""A hand begins: the deal, and the first card turned up (Rules §3.1)."""

from engine.core.checks import require_range, require_turn
from engine.core.event import Steps
from engine.core.frozen import replace
from engine.core.refusals import NotAllowed
from engine.last_one import cards, checks, turns
from engine.last_one.actions import Deal, Declare, NameSuit, TurnUp
from engine.last_one.events import (
    CardReburied,
    CardTurnedUp,
    HandDealt,
    JokerDeclared,
    SuitNamed,
)
from engine.last_one.state import State, require_phase
from engine.last_one.stock import without_card


def deal_hands(state: State, action: Deal) -> Steps[State]:
    """Give everybody the same number of cards, one at a time from the dealer's left."""
    require_phase(state, "deal")
    require_turn(action.seat, state.dealer)
    sizes = state.options.possible_hand_sizes(len(state.active_seats))
    low, high = sizes[0], sizes[-1]
    message = f"Each player gets {low} to {high} cards."
    require_range("hand_size", message, low, high, size=action.size)
    yield HandDealt(state.dealer, action.size)
    dealt = replace(
        state, phase="turn_up", hand_number=state.hand_number + 1, direction=1, win_was_seen=True
    )
    if state.options.knows_all_cards:
        return replace(dealt, stock_cards=cards.PACK, seats_to_take=_round(state) * action.size)
    seats = tuple(
        replace(seat, card_count=action.size if seat.is_active else 0) for seat in state.seats
    )
    return replace(
        dealt, seats=seats, stock_count=len(cards.PACK) - action.size * len(state.active_seats)
    )


def _round(state: State) -> tuple[int, ...]:
    """Return the active seats clockwise, the dealer last."""
    seats = [state.seat_after(state.dealer, direction=1)]
    while len(seats) < len(state.active_seats):
        seats.append(state.seat_after(seats[-1], direction=1))
    return tuple(seats)


def turn_up_first_card(state: State, action: TurnUp) -> Steps[State]:
    """Turn up the first card; a special one is the dealer's play, or goes back."""
    require_phase(state, "turn_up")
    require_turn(action.seat, state.dealer)
    checks.require_may_be_in_stock(state, action.card)
    if action.all_special:
        _check_all_special(state, action.card)
    elif action.card in cards.SPECIAL_CARDS and _goes_back(state):
        yield CardReburied(state.dealer, action.card)
        return state
    yield CardTurnedUp(state.dealer, action.card, action.all_special)
    unseen = without_card(state.stock_cards, action.card) if state.options.knows_all_cards else ()
    turned = replace(
        state, stock_count=state.stock_count - 1, stock_cards=unseen, discard_pile=(action.card,)
    )
    if action.card == cards.JOKER:
        return replace(turned, phase="declare", turn=state.dealer)
    return (yield from _open(turned, action.card))


def _goes_back(state: State) -> bool:
    """Tell whether a special card is buried again: not where the table knows of no plain one.

    Six players with 8 cards leave 6 for the stock, and every hundredth time all are special. A
    scorer cannot know it and is told (`TurnUp.all_special`).
    """
    if state.options.opening_special != "rebury":
        return False
    return not state.options.knows_all_cards or any(
        card not in cards.SPECIAL_CARDS for card in state.stock_cards
    )


def may_be_all_special(state: State) -> bool:
    """Tell whether a scorer can be told that no plain card is left to turn up."""
    rebury = state.options.opening_special == "rebury"
    return (
        rebury
        and not state.options.knows_all_cards
        and state.stock_count <= cards.SPECIAL_CARD_COUNT
    )


def _check_all_special(state: State, card: cards.Card) -> None:
    if card not in cards.SPECIAL_CARDS or not may_be_all_special(state):
        raise NotAllowed(
            "not_all_special",
            f"{card} does not begin because all {state.stock_count} cards are special.",
            card=card,
            stock=state.stock_count,
        )


def declare_joker(state: State, action: Declare) -> Steps[State]:
    """Say what the joker turned up is; then it is that card, played by the dealer."""
    require_phase(state, "declare")
    require_turn(action.seat, state.dealer)
    yield JokerDeclared(state.dealer, action.face)
    return (yield from _open(state, action.face))


def _open(state: State, face: cards.Face) -> Steps[State]:
    opened = replace(state, top_face=face)
    if cards.RANK_OF_FACE[face] == "8":
        return replace(opened, phase="name_suit", turn=state.dealer)
    return (yield from turns.apply_effect(opened, state.dealer, face, None))


def name_suit(state: State, action: NameSuit) -> Steps[State]:
    """Name the suit to follow on the 8 turned up."""
    require_phase(state, "name_suit")
    require_turn(action.seat, state.dealer)
    assert state.top_face is not None
    yield SuitNamed(state.dealer, action.suit)
    return (yield from turns.apply_effect(state, state.dealer, state.top_face, action.suit))
