"""Cards on their way: from the stock into hands, onto the discard pile, and back again."""

from engine.core.frozen import replace
from engine.core.refusals import NotAllowed, NotNow
from engine.last_one import checks
from engine.last_one.actions import Play, Take
from engine.last_one.cards import JOKER, PACK, Card, Face
from engine.last_one.state import Effect, State

_ORDER = {card: i for i, card in enumerate(PACK)}


def without_card(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """Return `cards` without one `card`, which must be among them."""
    i = cards.index(card)
    return cards[:i] + cards[i + 1 :]


def draw_cards(state: State, seat: int, count: int) -> State:
    """Return the state in which `seat` draws `count` cards, or as many as there still are.

    A scorer counts them; full rules wait for each card (`Take`).
    """
    count = min(count, state.drawable_count)
    happened = (*state.last_effects, Effect("draws", seat, count))
    if state.options.knows_all_cards:
        waiting = state.seats_to_take + (seat,) * count
        return _refilled(replace(state, seats_to_take=waiting, last_effects=happened))
    drawn = replace(state, last_effects=happened)
    if count > state.stock_count:
        drawn = _reshuffled(drawn)
    cards = state.seats[seat].card_count + count
    seats = (
        *state.seats[:seat],
        replace(state.seats[seat], card_count=cards),
        *state.seats[seat + 1 :],
    )
    left = replace(drawn, seats=seats, stock_count=drawn.stock_count - count)
    return left if left.stock_count or not count else left.with_effect("stock_empty")


def take_card_from_stock(state: State, action: Take) -> State:
    """Move a card of the stock (full rules) to whoever is to take the next one."""
    if not state.seats_to_take:
        raise NotNow("nothing_to_take", "Nobody is to take a card.")
    checks.require_may_be_in_stock(state, action.card)
    number = state.seats_to_take[0]
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
    return _refilled(taken)


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


def _refilled(state: State) -> State:
    return _reshuffled(state) if state.seats_to_take and not state.stock_count else state


def _reshuffled(state: State) -> State:
    """Keep the top card; the rest of the discard pile becomes stock (Rules §3.2)."""
    under = state.discard_pile[:-1]
    unseen = state.stock_cards
    if state.options.knows_all_cards:
        unseen = tuple(sorted(unseen + under, key=_ORDER.__getitem__))
    shuffled = replace(
        state,
        stock_count=state.stock_count + len(under),
        stock_cards=unseen,
        discard_pile=state.discard_pile[-1:],
    )
    return shuffled.with_effect("reshuffled")
