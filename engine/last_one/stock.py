"""Cards on their way: from the stock into hands, onto the discard pile, and back again."""

from engine.core.event import Steps
from engine.core.frozen import replace
from engine.core.refusals import NotAllowed, NotNow
from engine.last_one import checks
from engine.last_one.actions import Play, Take
from engine.last_one.cards import JOKER, PACK, Card, Face
from engine.last_one.events import CardsDrawn, CardTaken, StockEmpty, StockReshuffled
from engine.last_one.state import State

_ORDER = {card: i for i, card in enumerate(PACK)}


def without_card(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """Return `cards` without one `card`, which must be among them."""
    i = cards.index(card)
    return cards[:i] + cards[i + 1 :]


def draw_cards(state: State, seat: int, count: int) -> Steps[State]:
    """Let `seat` draw `count` cards, or as many as there still are.

    A scorer counts them; full rules wait for each card (`Take`).
    """
    count = min(count, state.drawable_count)
    yield CardsDrawn(seat, count)
    if state.options.knows_all_cards:
        waiting = state.seats_to_take + (seat,) * count
        return (yield from _refill(replace(state, seats_to_take=waiting)))
    drawn = state
    if count > state.stock_count:
        drawn = yield from _reshuffle(state)
    cards = state.seats[seat].card_count + count
    seats = (
        *state.seats[:seat],
        replace(state.seats[seat], card_count=cards),
        *state.seats[seat + 1 :],
    )
    left = replace(drawn, seats=seats, stock_count=drawn.stock_count - count)
    if count and not left.stock_count:
        yield StockEmpty()
    return left


def take_card_from_stock(state: State, action: Take) -> Steps[State]:
    """Move a card of the stock (full rules) to whoever is to take the next one."""
    if not state.seats_to_take:
        raise NotNow("nothing_to_take", "Nobody is to take a card.")
    checks.require_may_be_in_stock(state, action.card)
    number = state.seats_to_take[0]
    yield CardTaken(number, action.card)
    seat = state.seats[number]
    hand = (*seat.known_cards, action.card)
    seats = list(state.seats)
    seats[number] = replace(seat, card_count=len(hand), known_cards=hand)
    taken = replace(
        state,
        seats=tuple(seats),
        seats_to_take=state.seats_to_take[1:],
        stock_count=state.stock_count - 1,
        stock_cards=without_card(state.stock_cards, action.card),
    )
    return (yield from _refill(taken))


def discard_card(state: State, number: int, card: Card, face: Face) -> State:
    """Move `card` from the hand of `number` onto the discard pile, where it counts as `face`."""
    seat = state.seats[number]
    left = seat.card_count - 1
    hand = without_card(seat.known_cards, card) if state.options.knows_all_cards else ()
    seats = list(state.seats)
    seats[number] = replace(seat, card_count=left, known_cards=hand)
    return replace(
        state,
        seats=tuple(seats),
        discard_pile=(*state.discard_pile, card),
        top_face=face,
        last_card_uncalled_by=number if left == 1 else None,
    )


def face_played(action: Play) -> Face:
    """Return what the card played counts as; refuses ``declare_joker`` and ``no_joker``."""
    if action.card == JOKER:
        if action.face is None:
            raise NotAllowed("declare_joker", "Say which card the joker is.")
        return action.face
    if action.face is not None:
        raise NotAllowed("no_joker", "Only a joker is declared.", card=action.card)
    return action.card


def _refill(state: State) -> Steps[State]:
    if state.seats_to_take and not state.stock_count:
        return (yield from _reshuffle(state))
    return state


def _reshuffle(state: State) -> Steps[State]:
    """Keep the top card; the rest of the discard pile becomes stock (Rules §3.2)."""
    yield StockReshuffled()
    under = state.discard_pile[:-1]
    unseen = state.stock_cards
    if state.options.knows_all_cards:
        unseen = tuple(sorted(unseen + under, key=_ORDER.__getitem__))
    return replace(
        state,
        stock_count=state.stock_count + len(under),
        stock_cards=unseen,
        discard_pile=state.discard_pile[-1:],
    )
