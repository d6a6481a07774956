"""A hand is counted: penalty points, bankruptcies, the next dealer (Rules §3.2).

Players who leave count here too: the hand of the others goes on without them.
"""

from collections.abc import Sequence

from engine.core.codec import replace
from engine.core.event import Steps
from engine.core.refusals import NotAllowed
from engine.last_one import events
from engine.last_one.cards import JOKER, JOKER_COUNT, PACK, Card, possible_points, total_points
from engine.last_one.state import Score, Seat, Show, State, require_in_game

POINTS_RANGE = range(2, total_points(PACK) - 1)
"""What some cards of the pack can be worth when nobody knows how many they are."""


def show_card(state: State, action: Show) -> Steps[State]:
    """Note a card that a loser shows; `note_hand_points` then says that it was the last one.

    At a loud table a card is drawn unnoticed, so they may show more than were counted.
    """
    seat = _loser(state, action.seat)
    if not state.win_was_seen:
        raise NotAllowed("not_followed", "Enter the points: the cards were not tracked.")
    if action.card in fully_seen_cards(state):
        raise NotAllowed("card_gone", f"{action.card} is somewhere else.", card=action.card)
    yield events.CardShown(action.seat, action.card)
    return state.with_seat(action.seat, replace(seat, known_cards=(*seat.known_cards, action.card)))


def fully_seen_cards(state: State) -> frozenset[Card]:
    """Return the cards whose copies all lie open, in hands shown or in the discard pile."""
    seen = [card for seat in state.seats for card in seat.known_cards] + list(state.discard_pile)
    jokers = seen.count(JOKER) == JOKER_COUNT
    return frozenset(card for card in seen if card != JOKER or jokers)


def note_hand_points(state: State, action: Score) -> Steps[State]:
    """Note the points that a loser says, if as many cards as they should hold can be worth them.

    With another number of cards (`Score.miscounted`) they may say any, whatever they have shown.
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
    counted = replace(seat, known_cards=hand, hand_points=action.points)
    after = state.with_seat(action.seat, counted)
    if action.miscounted or not _all_scored(after):  # the last points come with everybody's total
        yield events.HandCounted(action.seat, action.points, action.miscounted)
    return (yield from settle_if_all_scored(after))


def likely_points(state: State, seat: Seat) -> Sequence[int]:
    """Return the points that `seat` may have left, given the number of cards that was counted.

    Once they show cards, only these count, and nothing is possible until all of them are shown.
    """
    if not state.win_was_seen:
        return POINTS_RANGE
    if not seat.known_cards:
        return possible_points(seat.card_count)
    return (total_points(seat.known_cards),) if len(seat.known_cards) == seat.card_count else ()


def _loser(state: State, number: int) -> Seat:
    state.require_phase("score")
    require_in_game(state, number)
    seat = state.seats[number]
    if number == state.hand_winner:
        raise NotAllowed("no_cards_left", f"{seat.name} has no cards left.", seat=number)
    if seat.hand_points is not None:
        raise NotAllowed(
            "already_scored",
            f"The cards of {seat.name} are already counted.",
            seat=number,
            points=seat.hand_points,
        )
    return seat


def settle_if_all_scored(state: State) -> Steps[State]:
    """Settle the hand once every loser has counted theirs."""
    return (yield from settle_hand(state)) if _all_scored(state) else state


def _all_scored(state: State) -> bool:
    return all(state.seats[number].hand_points is not None for number in state.seats_to_score)


def settle_hand(state: State) -> Steps[State]:
    """Write the points of the hand down: bankruptcies, next dealer, or the end of the match."""
    left = {
        number: _left(state, number)
        for number, seat in enumerate(state.seats)
        if seat.is_active or seat.hand_points is not None  # said before they left
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
            yield events.PointsAdded(number, left[number], total, state.hand_number)
        if broke:
            yield events.WentBankrupt(number, total, state.options.limit)
    row = tuple(left.get(number) for number in range(len(seats)))
    counted = collect_cards(
        replace(state, seats=tuple(seats), score_sheet=(*state.score_sheet, row))
    )
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


def collect_cards(state: State) -> State:
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


# Who leaves early (Rules §3.2).


def leave(state: State, seat: int) -> Steps[State]:
    """Return `state` without `seat`: their cards go back into the stock.

    Points of the hand that they have said already count. A melee in which they attack or defend,
    or that they began, is over; what they had to draw, nobody draws.
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
        last_card_uncalled_by=_other(state.last_card_uncalled_by, seat),
    )
    if state.phase == "score":
        return (yield from settle_if_all_scored(left))
    if len(left.active_seats) == 1:
        return replace(
            left, phase="over", turn=None, melee=None, cards_owed=0, last_card_uncalled_by=None
        )
    return _without_his_act(left, seat)


def _other(seat: int | None, gone: int) -> int | None:
    return None if seat == gone else seat


def _without_his_act(state: State, seat: int) -> State:
    """Return `state` in which others do what `seat`, who has left, had to do."""
    dealer = state.seat_after(seat, direction=1) if state.dealer == seat else state.dealer
    match state.phase:
        case "deal" | "turn_up":
            return replace(state, dealer=dealer)
        case "declare" | "name_suit":
            return replace(state, dealer=dealer, turn=dealer)
        case "melee" if seat in (
            state.running_melee.starter,
            state.running_melee.attacker,
            state.running_melee.defender,
        ):
            after = state.seat_after(state.running_melee.starter)
            return replace(state, phase="turn", turn=after, melee=None)
        case _ if state.turn == seat:
            return replace(state, phase="turn", turn=state.seat_after(seat), cards_owed=0)
    return state
