"""A hand ends: penalty points, bankruptcies, the next dealer (Rules §3.2)."""

from collections.abc import Sequence

from engine.core.event import Steps
from engine.core.frozen import replace
from engine.core.refusals import NotAllowed
from engine.last_one import actions, checks, stock
from engine.last_one.actions import Score, Show
from engine.last_one.cards import JOKER, JOKER_COUNT, PACK, Card, possible_points, total_points
from engine.last_one.events import CardShown, HandCounted, HandWon, PointsAdded, WentBankrupt
from engine.last_one.state import Phase, Seat, State, require_phase

POINTS_RANGE = range(2, total_points(PACK) - 1)
"""What some cards of the pack can be worth when nobody knows how many they are."""

_HAND: tuple[Phase, ...] = ("turn_up", "declare", "name_suit", *checks.PHASES_OF_A_HAND)


def end_hand(state: State, winner: int, victim: int, count: int) -> Steps[State]:
    """End the hand: `winner` has played their last card.

    `victim` still draws the `count` cards of it where the house rules say so.
    """
    yield HandWon(winner)
    ended = replace(
        state,
        phase="score",
        turn=None,
        melee=None,
        cards_owed=0,
        last_card_uncalled_by=None,
        hand_winner=winner,
    )
    if count and state.options.finish_effects == "resolved":
        ended = yield from stock.draw_cards(ended, victim, count)
    if state.options.knows_all_cards and not ended.seats_to_take:
        return (yield from settle_hand(ended))
    return ended


def win_hand(state: State, action: actions.HandWon) -> Steps[State]:
    """Take it from the players who is out of cards; all cards are put together again."""
    checks.require_scorer(state)
    require_phase(state, *_HAND)
    checks.require_in_game(state, action.seat)
    unseen = replace(state, win_was_seen=False)
    return _collected((yield from end_hand(unseen, action.seat, action.seat, 0)))


def show_card(state: State, action: Show) -> Steps[State]:
    """Note a card that a loser shows; `note_hand_points` then says that it was the last one.

    At a loud table a card is drawn and not told, so he may show more than were counted.
    """
    seat = _loser(state, action.seat)
    if not state.win_was_seen:
        raise NotAllowed("not_followed", "Say the points: the table did not follow the cards.")
    if action.card in fully_seen_cards(state):
        raise NotAllowed("card_gone", f"{action.card} lies elsewhere.", card=action.card)
    yield CardShown(action.seat, action.card)
    return state.with_seat(action.seat, replace(seat, known_cards=(*seat.known_cards, action.card)))


def fully_seen_cards(state: State) -> frozenset[Card]:
    """Return the cards of which every one lies open, in hands shown or in the discard pile."""
    seen = [card for seat in state.seats for card in seat.known_cards] + list(state.discard_pile)
    jokers = seen.count(JOKER) == JOKER_COUNT
    return frozenset(card for card in seen if card != JOKER or jokers)


def note_hand_points(state: State, action: Score) -> Steps[State]:
    """Note the points that a loser says, if as many cards as he should hold can be worth them.

    Who holds another number of cards (`Score.miscounted`) may say any, whatever he has shown.
    """
    seat = _loser(state, action.seat)
    possible = POINTS_RANGE if action.miscounted else likely_points(state, seat)
    if not possible:
        raise NotAllowed(
            "go_on_showing",
            f"{seat.name} shows {len(seat.known_cards)} cards, not {seat.card_count}.",
            seat=action.seat,
            shown=len(seat.known_cards),
            cards=seat.card_count,
        )
    if action.points not in possible:
        known = {} if action.miscounted or not seat.card_count else {"cards": seat.card_count}
        raise NotAllowed(
            "bad_points",
            f"{known.get('cards', 'Some')} cards cannot be worth {action.points}.",
            points=action.points,
            min=possible[0],
            max=possible[-1],
            **known,
        )
    hand = seat.known_cards if total_points(seat.known_cards) == action.points else ()
    yield HandCounted(action.seat, action.points, action.miscounted)
    counted = replace(seat, known_cards=hand, hand_points=action.points)
    return (yield from settle_if_all_scored(state.with_seat(action.seat, counted)))


def likely_points(state: State, seat: Seat) -> Sequence[int]:
    """Return the points that `seat` may have left if he holds as many cards as were counted.

    Once he shows cards, these alone count: there are none until they are so many.
    """
    if not state.win_was_seen:
        return POINTS_RANGE
    if not seat.known_cards:
        return possible_points(seat.card_count)
    return (total_points(seat.known_cards),) if len(seat.known_cards) == seat.card_count else ()


def _loser(state: State, number: int) -> Seat:
    require_phase(state, "score")
    checks.require_in_game(state, number)
    seat = state.seats[number]
    if number == state.hand_winner:
        raise NotAllowed("no_cards_left", f"{seat.name} has no cards left.", seat=number)
    if seat.hand_points is not None:
        raise NotAllowed(
            "already_scored", f"{seat.name} has scored.", seat=number, points=seat.hand_points
        )
    return seat


def settle_if_all_scored(state: State) -> Steps[State]:
    """Settle the hand once every loser has counted theirs."""
    done = all(state.seats[number].hand_points is not None for number in state.seats_to_score)
    return (yield from settle_hand(state)) if done else state


def settle_hand(state: State) -> Steps[State]:
    """Write the points of the hand down: bankruptcies, next dealer, or the end of the match."""
    left = {
        number: _left(state, number)
        for number, seat in enumerate(state.seats)
        if seat.is_active or seat.hand_points is not None  # said before he left
    }
    seats = []
    for number, seat in enumerate(state.seats):
        total = seat.points + left.get(number, 0)
        broke = seat.is_active and total >= state.options.limit
        seats.append(
            replace(
                seat,
                points=total,
                bankrupt_in_hand=state.hand_number if broke else seat.bankrupt_in_hand,
            )
        )
        if left.get(number):
            yield PointsAdded(number, left[number], total, state.hand_number)
        if broke:
            yield WentBankrupt(number, total, state.options.limit)
    row = tuple(left.get(number) for number in range(len(seats)))
    counted = _collected(replace(state, seats=tuple(seats), score_sheet=(*state.score_sheet, row)))
    counted = replace(counted, hand_winner=None)
    if len(counted.active_seats) == 1:
        return replace(counted, phase="over")
    dealer = counted.seat_after(state.dealer, direction=1)
    return replace(counted, phase="deal", dealer=dealer)


def _left(state: State, number: int) -> int:
    seat = state.seats[number]
    if number == state.hand_winner:
        return 0
    return total_points(seat.known_cards) if seat.hand_points is None else seat.hand_points


def _collected(state: State) -> State:
    """Put all cards together again: 54 in the stock."""
    seats = tuple(
        replace(seat, card_count=0, known_cards=(), hand_points=None) for seat in state.seats
    )
    return replace(
        state,
        seats=seats,
        stock_count=len(PACK),
        stock_cards=PACK if state.options.knows_all_cards else (),
        discard_pile=(),
        top_face=None,
        suit_to_follow=None,
        direction=1,
    )
