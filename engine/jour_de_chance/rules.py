"""The rules of Jour de Chance: the start, each action, joining and leaving, the ranking (Rules §4).

Stable codes of refusals, besides those that games share, with their figures:

``no_such_seat``  `seat`
``no_such_card``  no `card` of that value is in the draw pile: `pile` (how many of each)
``not_lowest``    `seat` does not have the lowest card, but `seats` do
``must_draw``     `seat` has no row, so they cannot bank
``not_in_row``    `owner` has no such `card` in their `row`
"""

from collections.abc import Sequence

from engine.core import places
from engine.core.codec import replace
from engine.core.event import Steps
from engine.core.game_rules import Rules
from engine.core.refusals import NotAllowed
from engine.jour_de_chance import events
from engine.jour_de_chance.cards import NO_CARDS, Card, add_cards, remove_card
from engine.jour_de_chance.options import Options
from engine.jour_de_chance.state import (
    TARGET_POINTS,
    BankCard,
    DealCard,
    DrawCard,
    EndReason,
    NameOldest,
    Seat,
    Standing,
    State,
)


def begin(names: Sequence[str], first_seat: int, options: Options) -> Steps[State]:
    """Return the first state: cards are dealt clockwise from `first_seat`."""
    yield from ()
    count = len(names)
    return State(
        options=options,
        seats=tuple(Seat(name) for name in names),
        playing_seats=tuple((first_seat + offset) % count for offset in range(count)),
    )


def deal_card(state: State, action: DealCard) -> Steps[State]:
    """Deal a player their first card; once all have one, the lowest card starts (Rules §4.2)."""
    seat = state.next_seat_to_deal_to
    state.require_turn(action.seat, seat, "deal")
    _require_in_draw_pile(state, action.card)
    assert seat is not None
    yield events.CardDealt(seat, action.card)
    dealt = replace(state, draw_pile=remove_card(state.draw_pile, action.card))
    return _start_turns(dealt.with_seat(seat, replace(state.seats[seat], row=(action.card,))))


def _start_turns(state: State) -> State:
    """Return the state in which the lowest card starts, if all have a first card."""
    if not all(state.seats[seat].row for seat in state.playing_seats):
        return state
    lowest = state.seats_with_lowest_card
    if len(lowest) > 1:
        return replace(state, phase="oldest", turn=None)
    return replace(state, phase="turn", turn=lowest[0])


def let_oldest_start(state: State, action: NameOldest) -> Steps[State]:
    """Let the oldest of those with the lowest card start (Rules §4.2)."""
    state.require_phase("oldest")
    seat, seats = action.seat, state.seats_with_lowest_card
    if seat not in seats:
        said = "Only a player with the lowest card may start."
        raise NotAllowed("not_lowest", said, seat=seat, seats=seats)
    yield events.OldestNamed(seat)
    return replace(state, phase="turn", turn=seat)


def draw_card(state: State, action: DrawCard) -> Steps[State]:
    """Draw a card: add it to the row, or, if it pairs, bank it and clear the row (Rules §4.3)."""
    state.require_turn(action.seat, state.turn, "turn")
    _require_in_draw_pile(state, action.card)
    mover, card = state.mover, action.card
    seat = state.seats[mover]
    drawn = replace(state, draw_pile=remove_card(state.draw_pile, card))
    if card not in seat.row:
        yield events.CardDrawn(mover, card)
        return (yield from _end_turn(drawn.with_seat(mover, replace(seat, row=(*seat.row, card)))))
    yield events.PairDrawn(mover, card, seat.total + card)
    return (yield from _bank(drawn, card))


def bank_card(state: State, action: BankCard) -> Steps[State]:
    """Bank a card from any row and discard the player's own row (Rules §4.3)."""
    state.require_turn(action.seat, state.turn, "turn")
    mover, owner, card = state.mover, action.owner, action.card
    if not state.seats[mover].row:
        raise NotAllowed("must_draw", "A player without a row must draw.", seat=mover)
    if not 0 <= owner < len(state.seats):
        raise NotAllowed("no_such_seat", "There is no player in that seat.", seat=owner)
    row = state.seats[owner].row
    if card not in row:
        said = f"{state.names[owner]} has no {card} in their row."
        raise NotAllowed("not_in_row", said, card=card, owner=owner, row=row)
    left = tuple(other for other in row if other != card)
    yield events.CardBanked(mover, card, owner, state.seats[mover].total + card)
    return (yield from _bank(state.with_seat(owner, replace(state.seats[owner], row=left)), card))


def _bank(state: State, card: Card) -> Steps[State]:
    """Let the mover bank `card` and discard their row."""
    mover, seat = state.mover, state.seats[state.mover]
    if seat.row:
        yield events.CardsDiscarded(mover, seat.row)
    banked = replace(seat, row=(), banked=(*seat.banked, card))
    discards = add_cards(state.discards, seat.row)
    return (yield from _end_turn(replace(state.with_seat(mover, banked), discards=discards)))


def _end_turn(state: State) -> Steps[State]:
    """End the game, or let the next player move (Rules §4.4)."""
    total, stop_at_21 = state.seats[state.mover].total, state.options.stop_at_21
    if total > TARGET_POINTS or (total == TARGET_POINTS and stop_at_21):
        return (yield from _finish(state))
    if not any(state.draw_pile):
        if state.options.draw_pile_empty == "end" or not any(state.discards):
            return (yield from _finish(state))
        yield events.PileReshuffled(sum(state.discards))
        state = replace(state, draw_pile=state.discards, discards=NO_CARDS)
    return replace(state, turn=state.seat_after(state.mover))


def _finish(state: State) -> Steps[State]:
    """End the game, or start the playoff of those who share first place."""
    tied, reason = winners(state), ending(state)
    yield events.EndTriggered(None if reason == "pile_empty" else state.mover, reason)
    if len(tied) == 1 or state.in_playoff or state.options.final_tie == "shared":
        return replace(state, phase="over", turn=None)
    yield events.PlayoffStarted(tuple(sorted(tied)))
    others = (one for one in ranking(state) if one.place > 1 and one.seat in state.playing_seats)
    return State(
        options=state.options,
        seats=tuple(Seat(seat.name) for seat in state.seats),
        playing_seats=tuple(seat for seat in state.playing_seats if seat in tied),
        in_playoff=True,
        standings_before_playoff=tuple(others),
    )


def leave(state: State, seat: int) -> Steps[State]:
    """Remove a player, whose row and banked cards are discarded (Rules §4.3)."""
    player = state.seats[seat]
    playing = tuple(other for other in state.playing_seats if other != seat)
    cards = (*player.row, *player.banked)
    if cards:
        yield events.CardsDiscarded(seat, cards)
    left = replace(
        state.with_seat(seat, Seat(player.name)),
        discards=add_cards(state.discards, cards),
        playing_seats=playing,
    )
    if len(playing) == 1:
        yield events.EndTriggered(None, "one_left")
        return replace(left, phase="over", turn=None)
    if state.phase == "turn":
        return replace(left, turn=state.seat_after(seat)) if state.turn == seat else left
    return _start_turns(left)


def join(state: State, name: str) -> Steps[State]:
    """Add a player; if the turns have started, they draw their first card in their turn."""
    yield from ()
    number, after = len(state.seats), state.playing_seats.index(min(state.playing_seats))
    playing = (*state.playing_seats[:after], number, *state.playing_seats[after:])
    joined = replace(state, seats=(*state.seats, Seat(name)), playing_seats=playing)
    return replace(joined, phase="deal") if state.phase == "oldest" else joined


RULES: Rules[State] = {
    DealCard: deal_card,
    NameOldest: let_oldest_start,
    DrawCard: draw_card,
    BankCard: bank_card,
}


def _require_in_draw_pile(state: State, card: int) -> None:
    if not state.draw_pile[card - 1]:
        said = f"Every {card} in the box is already on the table."
        raise NotAllowed("no_such_card", said, card=card, pile=state.draw_pile)


def ranking(state: State) -> tuple[Standing, ...]:
    """Return all players, best first; equal places are shared.

    Players over 21 come after the others, and those who have left come last. Players who are not in
    the playoff come after those who are, in the order that they had before it.
    """
    before = {standing.seat: standing for standing in state.standings_before_playoff}
    worth: dict[int, tuple[int, ...]] = {
        **{seat: (2, *_worth(state.seats[seat])) for seat in state.playing_seats},
        **{seat: (1, -standing.place) for seat, standing in before.items()},
    }
    gone = {seat: (0,) for seat in range(len(state.seats)) if seat not in worth}
    return tuple(
        replace(before[seat], place=place)
        if seat in before
        else Standing(
            seat,
            place,
            state.seats[seat].total,
            len(state.seats[seat].banked),
            seat not in gone and state.seats[seat].total <= TARGET_POINTS,
        )
        for seat, place in places.shared_places({**worth, **gone}).items()
    )


def winners(state: State) -> tuple[int, ...]:
    """Return the seats now in first place."""
    return places.winners(ranking(state))


def ending(state: State) -> EndReason:
    """Return why the game is over: ``one_left``, ``over_21``, ``exactly_21``, ``pile_empty``."""
    if len(state.playing_seats) == 1:
        return "one_left"
    most = max(state.seats[seat].total for seat in state.playing_seats)
    if most > TARGET_POINTS:
        return "over_21"
    return "exactly_21" if most == TARGET_POINTS and state.options.stop_at_21 else "pile_empty"


def deciding_criterion(state: State) -> str:
    """Return what decided first place.

    That is ``total``; among equal totals, ``cards`` (the number of cards) or ``highest_card``; or
    ``none`` if first place is shared.
    """
    first = winners(state)
    best = _worth(state.seats[first[0]])
    rest = [_worth(state.seats[seat]) for seat in state.playing_seats if seat not in first]
    if len(first) > 1:
        return "none"
    if any(worth[:2] == best[:2] for worth in rest):
        return "highest_card"
    return "cards" if any(worth[:1] == best[:1] for worth in rest) else "total"


def _worth(seat: Seat) -> tuple[int, int, int]:
    """Return what ranks a player: total, number of cards, highest card."""
    if seat.total > TARGET_POINTS:
        return (-1, 0, 0)
    return (seat.total, len(seat.banked), max(seat.banked, default=0))
