"""A hand ends: penalty points, bankruptcies, the next dealer (Rules §3.2)."""

from collections.abc import Sequence

from engine.core.frozen import replace
from engine.core.refusals import NotAllowed
from engine.last_one import checks, stock
from engine.last_one.actions import HandWon, Score, Show
from engine.last_one.cards import JOKER, JOKERS, PACK, Card, points, possible_points
from engine.last_one.state import Phase, Seat, State, require_phase

ANY_POINTS = range(2, points(PACK) - 1)
"""What some cards of the pack can be worth when nobody knows how many they are."""

_HAND: tuple[Phase, ...] = ("turn_up", "declare", "name_suit", *checks.IN_HAND)


def end_hand(state: State, winner: int, victim: int, count: int) -> State:
    """Return the state after `winner` played his last card.

    `victim` still draws the `count` cards of it where the house rules say so.
    """
    ended = replace(
        state, phase="score", turn=None, melee=None, owed=0, uncalled=None, winner=winner
    ).with_happening("hand_over", winner)
    if count and state.options.finish_effects == "resolved":
        ended = stock.draw_cards(ended, victim, count)
    return tally(ended) if state.options.full and not ended.pending else ended


def hand_won(state: State, action: HandWon) -> State:
    """Take it from the players who is out of cards; all cards are put together again."""
    checks.scorer(state)
    require_phase(state, *_HAND)
    checks.in_game(state, action.seat)
    return _collected(end_hand(replace(state, followed=False), action.seat, action.seat, 0))


def show(state: State, action: Show) -> State:
    """Note a card that a loser shows; `score` then says that it was the last one.

    At a loud table a card is drawn and not told, so he may show more than were counted.
    """
    seat = _loser(state, action.seat)
    if not state.followed:
        raise NotAllowed("not_followed", "Say the points: the table did not follow the cards.")
    if action.card in open_cards(state):
        raise NotAllowed("card_gone", f"{action.card} lies elsewhere.", card=action.card)
    return state.with_seat(action.seat, replace(seat, hand=(*seat.hand, action.card)))


def open_cards(state: State) -> frozenset[Card]:
    """Return the cards of which every one lies open, in hands shown or in the discard pile."""
    seen = [card for seat in state.seats for card in seat.hand] + list(state.discard)
    jokers = seen.count(JOKER) == JOKERS
    return frozenset(card for card in seen if card != JOKER or jokers)


def score(state: State, action: Score) -> State:
    """Note the points that a loser says, if as many cards as he should hold can be worth them.

    Who holds another number of cards (`Score.miscounted`) may say any, whatever he has shown.
    """
    seat = _loser(state, action.seat)
    possible = ANY_POINTS if action.miscounted else likely_points(state, seat)
    if not possible:
        raise NotAllowed(
            "go_on_showing",
            f"{seat.name} shows {len(seat.hand)} cards, not {seat.cards}.",
            seat=action.seat,
            shown=len(seat.hand),
            cards=seat.cards,
        )
    if action.points not in possible:
        raise NotAllowed(
            "bad_points",
            f"{seat.cards or 'Some'} cards cannot be worth {action.points}.",
            points=action.points,
            cards=seat.cards,
            min=possible[0],
            max=possible[-1],
        )
    hand = seat.hand if points(seat.hand) == action.points else ()
    return _said(state.with_seat(action.seat, replace(seat, hand=hand, left=action.points)))


def likely_points(state: State, seat: Seat) -> Sequence[int]:
    """Return the points that `seat` may have left if he holds as many cards as were counted.

    Once he shows cards, these alone count: there are none until they are so many.
    """
    if not state.followed:
        return ANY_POINTS
    if not seat.hand:
        return possible_points(seat.cards)
    return (points(seat.hand),) if len(seat.hand) == seat.cards else ()


def _loser(state: State, number: int) -> Seat:
    require_phase(state, "score")
    checks.in_game(state, number)
    seat = state.seats[number]
    if number == state.winner:
        raise NotAllowed("no_cards_left", f"{seat.name} has no cards left.", seat=number)
    if seat.left is not None:
        raise NotAllowed(
            "already_scored", f"{seat.name} has scored.", seat=number, points=seat.left
        )
    return seat


def _said(state: State) -> State:
    done = all(state.seats[number].left is not None for number in state.losers)
    return tally(state) if done else state


def tally(state: State) -> State:
    """Write the points of the hand down: bankruptcies, next dealer, or the end of the match."""
    left = {number: _left(state, number) for number in state.active}
    seats = []
    for number, seat in enumerate(state.seats):
        total = seat.points + left.get(number, 0)
        broke = seat.active and total >= state.options.limit
        seats.append(replace(seat, points=total, out=state.hand_number if broke else seat.out))
        if broke:
            state = state.with_happening("bankrupt", number, total)
    row = tuple(left.get(number) for number in range(len(seats)))
    counted = _collected(replace(state, seats=tuple(seats), sheet=(*state.sheet, row)))
    counted = replace(counted, winner=None)
    if len(counted.active) == 1:
        return replace(counted, phase="over")
    dealer = counted.after(state.dealer, direction=1)
    return replace(counted, phase="deal", dealer=dealer)


def _left(state: State, number: int) -> int:
    seat = state.seats[number]
    if number == state.winner:
        return 0
    return points(seat.hand) if seat.left is None else seat.left


def _collected(state: State) -> State:
    """Put all cards together again: 54 in the stock."""
    seats = tuple(replace(seat, cards=0, hand=(), left=None) for seat in state.seats)
    return replace(
        state,
        seats=seats,
        stock=len(PACK),
        unseen=PACK if state.options.full else (),
        discard=(),
        top=None,
        suit=None,
        direction=1,
    )
