"""Who comes late or leaves early (Rules §3.2)."""

from engine.core.event import Steps
from engine.core.frozen import replace
from engine.last_one.cards import PACK
from engine.last_one.scoring import settle_if_all_scored
from engine.last_one.state import Seat, State


def leave(state: State, seat: int) -> Steps[State]:
    """Return `state` without `seat`: his cards go back into the stock.

    Points of the hand that he has said already count. A melee in which he attacks or defends, or
    that he began, is over; what he had to draw, nobody draws.
    """
    player = state.seats[seat]
    cards = sorted((*state.stock_cards, *player.known_cards), key=PACK.index)
    gone = replace(player, card_count=0, known_cards=(), bankrupt_in_hand=state.hand_number)
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
    """Return `state` in which others do what `seat`, who has left, was to do."""
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


def may_join(state: State) -> bool:
    """Tell whether a hand is about to be dealt; who comes in the middle of one waits for it."""
    return state.phase == "deal"


def join(state: State, name: str) -> Steps[State]:
    """Return `state` with one more player, who has as many points as the one who has most."""
    points = max(state.seats[seat].points for seat in state.active_seats)
    sheet = tuple((*row, None) for row in state.score_sheet)
    yield from ()  # what every game says of it is all
    return replace(state, seats=(*state.seats, Seat(name, points=points)), score_sheet=sheet)
