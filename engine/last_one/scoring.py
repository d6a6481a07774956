"""Counting a hand: penalty points, bankruptcies, the next dealer (Rules §3.2); and leaving."""

from collections.abc import Sequence

from engine.core.codec import replace
from engine.core.event import Steps
from engine.core.refusals import NotAllowed
from engine.last_one import events
from engine.last_one.cards import JOKER, JOKER_COUNT, PACK, Card, possible_points, total_points
from engine.last_one.state import ScoreHand, Seat, ShowCard, State, require_in_game

POINTS_RANGE = range(2, total_points(PACK) - 1)
"""What a hand with an unknown number of cards can be worth."""


def show_card(state: State, action: ShowCard) -> Steps[State]:
    """Record a card that a loser shows; they may show more cards than the table counted."""
    seat = _loser(state, action.seat)
    if not state.win_was_seen:
        raise NotAllowed("not_followed", "Enter the points: the cards were not tracked.")
    if action.card in fully_seen_cards(state):
        raise NotAllowed("card_gone", f"{action.card} is somewhere else.", card=action.card)
    yield events.CardShown(action.seat, action.card)
    return state.with_seat(action.seat, replace(seat, known_cards=(*seat.known_cards, action.card)))


def fully_seen_cards(state: State) -> frozenset[Card]:
    """Return the cards of which all copies are open, in hands shown or in the discard pile."""
    seen = [card for seat in state.seats for card in seat.known_cards] + list(state.discard_pile)
    jokers = seen.count(JOKER) == JOKER_COUNT
    return frozenset(card for card in seen if card != JOKER or jokers)


def note_hand_points(state: State, action: ScoreHand) -> Steps[State]:
    """Record the points of a loser; they must be possible with that player's number of cards.

    If the number was wrong (`Score.miscounted`), any points are accepted.
    """
    seat, points = _loser(state, action.seat), action.points
    shown, cards = len(seat.known_cards), seat.card_count
    possible = POINTS_RANGE if action.miscounted else likely_points(state, seat)
    if not possible:
        said = f"{seat.name} shows {shown} cards, not {cards}."
        raise NotAllowed("go_on_showing", said, seat=action.seat, shown=shown, cards=cards)
    if points not in possible:
        known = {} if action.miscounted or not cards else {"cards": cards}
        said = f"{known.get('cards', 'Some')} cards cannot be worth {points}."
        limits = {"min": possible[0], "max": possible[-1]}
        raise NotAllowed("bad_points", said, points=points, **limits, **known)
    hand = seat.known_cards if total_points(seat.known_cards) == points else ()
    after = state.with_seat(action.seat, replace(seat, known_cards=hand, hand_points=points))
    if action.miscounted or after.seats_to_count:  # the last count shows in everybody's total
        yield events.HandCounted(action.seat, action.points, action.miscounted)
    return (yield from settle_if_all_scored(after))


def likely_points(state: State, seat: Seat) -> Sequence[int]:
    """Return the points that the cards of `seat` may be worth, given how many there should be.

    Once they show cards, the only choice is their sum, and there is none until all are shown.
    """
    if not state.win_was_seen:
        return POINTS_RANGE
    if not seat.known_cards:
        return possible_points(seat.card_count)
    return (total_points(seat.known_cards),) if len(seat.known_cards) == seat.card_count else ()


def _loser(state: State, number: int) -> Seat:
    require_in_game(state, number, "score")
    seat = state.seats[number]
    if number == state.hand_winner:
        raise NotAllowed("no_cards_left", f"{seat.name} has no cards left.", seat=number)
    if (points := seat.hand_points) is not None:
        said = f"The cards of {seat.name} are already counted."
        raise NotAllowed("already_scored", said, seat=number, points=points)
    return seat


def settle_if_all_scored(state: State) -> Steps[State]:
    """Settle the hand once all losers have counted theirs."""
    return state if state.seats_to_count else (yield from settle_hand(state))


def settle_hand(state: State) -> Steps[State]:
    """Add the points of the hand; then the next hand is dealt, or the game is over."""
    hand, limit = state.hand_number, state.options.limit
    row = [_points_of_hand(state, number) for number in range(len(state.seats))]
    for number, points in enumerate(row):
        seat = state.seats[number]
        total = seat.points + (points or 0)
        broke = seat.is_active and total >= limit
        out = hand if broke else seat.bankrupt_in_hand
        state = state.with_seat(number, replace(seat, points=total, bankrupt_in_hand=out))
        if points:
            yield events.PointsAdded(number, points, total, hand)
        if broke:
            yield events.WentBankrupt(number, total, limit)
    counted = replace(state, score_sheet=(*state.score_sheet, tuple(row)), hand_winner=None)
    counted = collect_cards(counted)
    if len(counted.active_seats) == 1:
        return replace(counted, phase="over")
    dealer = counted.seat_after(state.dealer, direction=1)
    return replace(counted, phase="deal", dealer=dealer)


def _points_of_hand(state: State, number: int) -> int | None:
    """Return the points of `number` in this hand; None if they were out without counting."""
    seat = state.seats[number]
    if number == state.hand_winner:
        return 0
    if seat.hand_points is None and seat.is_active:
        return total_points(seat.known_cards)
    return seat.hand_points


def collect_cards(state: State) -> State:
    """Put all cards back into the stock."""
    return replace(
        state,
        seats=tuple(
            replace(seat, card_count=0, known_cards=(), hand_points=None) for seat in state.seats
        ),
        stock_count=len(PACK),
        stock_cards=PACK if state.options.knows_all_cards else (),
        discard_pile=(),
        top_face=None,
        suit_to_follow=None,
        direction=1,
    )


def leave(state: State, seat: int) -> Steps[State]:
    """Remove a player, whose cards go back into the stock (Rules §3.2).

    Points that they have already counted in this hand remain. A melee that they began, or in which
    they attack or defend, is over. Nobody draws what they had to draw.
    """
    player = state.seats[seat]
    cards = sorted((*state.stock_cards, *player.known_cards), key=PACK.index)
    gone = replace(
        player,
        card_count=0,
        known_cards=(),
        bankrupt_in_hand=state.hand_number,
        departure=1 + sum(other.departure is not None for other in state.seats),
    )
    left = replace(
        state.with_seat(seat, gone),
        stock_count=state.stock_count + player.card_count,
        stock_cards=tuple(cards) if state.options.knows_all_cards else (),
        last_card_uncalled_by=state.uncalled_by_other_than(seat),
    )
    if state.phase == "score":
        return (yield from settle_if_all_scored(left))
    if len(left.active_seats) == 1:
        return replace(
            left, phase="over", turn=None, melee=None, cards_owed=0, last_card_uncalled_by=None
        )
    return _without_turn(left, seat)


def _without_turn(state: State, seat: int) -> State:
    """Return the state in which others act instead of `seat`, who has left."""
    dealer = state.seat_after(seat, direction=1) if state.dealer == seat else state.dealer
    match state.phase:
        case "deal" | "turn_up":
            return replace(state, dealer=dealer)
        case "declare" | "name_suit":
            return replace(state, dealer=dealer, turn=dealer)
        case "melee":
            melee = state.running_melee
            if seat in (melee.starter, melee.attacker, melee.defender):
                after = state.seat_after(melee.starter)
                return replace(state, phase="turn", turn=after, melee=None)
        case _ if state.turn == seat:
            return replace(state, phase="turn", turn=state.seat_after(seat), cards_owed=0)
    return state
