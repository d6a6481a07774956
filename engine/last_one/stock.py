"""Cards on their way: from the stock into hands, onto the discard pile, and back again."""

from engine.core.frozen import replace
from engine.core.refusals import NotAllowed, NotNow
from engine.last_one import checks
from engine.last_one.actions import Play, Take
from engine.last_one.cards import JOKER, PACK, Card, Face
from engine.last_one.state import Happening, State

_ORDER = {card: i for i, card in enumerate(PACK)}


def without_card(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """Return `cards` without one `card`, which must be among them."""
    i = cards.index(card)
    return cards[:i] + cards[i + 1 :]


def draw_cards(state: State, seat: int, count: int) -> State:
    """Return the state in which `seat` draws `count` cards, or as many as there still are.

    A scorer counts them; full rules wait for each card (`Take`).
    """
    count = min(count, state.available)
    happened = (*state.happened, Happening("draws", seat, count))
    if state.options.full:
        waiting = state.pending + (seat,) * count
        return _refilled(replace(state, pending=waiting, happened=happened))
    drawn = replace(state, happened=happened)
    if count > state.stock:
        drawn = _reshuffled(drawn)
    cards = state.seats[seat].cards + count
    seats = (*state.seats[:seat], replace(state.seats[seat], cards=cards), *state.seats[seat + 1 :])
    return replace(drawn, seats=seats, stock=drawn.stock - count)


def take(state: State, action: Take) -> State:
    """Move a card of the stock (full rules) to whoever is to take the next one."""
    if not state.pending:
        raise NotNow("nothing_to_take", "Nobody is to take a card.")
    checks.in_stock(state, action.card)
    number = state.pending[0]
    seat = state.seats[number]
    hand = (*seat.hand, action.card)
    seats = list(state.seats)
    seats[number] = replace(seat, cards=len(hand), hand=hand)
    taken = replace(
        state,
        seats=tuple(seats),
        pending=state.pending[1:],
        stock=state.stock - 1,
        unseen=without_card(state.unseen, action.card),
    )
    return _refilled(taken)


def lay(state: State, number: int, card: Card, face: Face) -> State:
    """Move `card` from the hand of `number` onto the discard pile, where it counts as `face`."""
    seat = state.seats[number]
    left = seat.cards - 1
    hand = without_card(seat.hand, card) if state.options.full else ()
    seats = list(state.seats)
    seats[number] = replace(seat, cards=left, hand=hand)
    return replace(
        state,
        seats=tuple(seats),
        discard=(*state.discard, card),
        top=face,
        uncalled=number if left == 1 else None,
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
    return _reshuffled(state) if state.pending and not state.stock else state


def _reshuffled(state: State) -> State:
    """Keep the top card; the rest of the discard pile becomes stock (Rules §3.2)."""
    under = state.discard[:-1]
    unseen = state.unseen
    if state.options.full:
        unseen = tuple(sorted(unseen + under, key=_ORDER.__getitem__))
    shuffled = replace(
        state, stock=state.stock + len(under), unseen=unseen, discard=state.discard[-1:]
    )
    return shuffled.with_happening("reshuffled")
