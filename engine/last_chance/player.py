"""An automatic player of Last Chance: bids by exact odds and cash, and keeps the best dice.

A stake is a wager: it comes back with the prize if the card is cracked, else it is lost. In the
long run, a player does best by maximising the expected logarithm of their money (J. L. Kelly, "A
New Interpretation of Information Rate", 1956). So the highest bid is the stake at which that stays
the same, and a bet is the share of the cash at which it grows most. A first card is worth more than
its prize, since a player without one cannot win.
"""

from engine.core.action import Action
from engine.core.choice import Pick
from engine.core.dice import FACES, Faces, Throw
from engine.last_chance.cards import DICE_COUNT, possible_next_cards
from engine.last_chance.odds import expected_bet_gain, odds_of_open_card
from engine.last_chance.rules import COUNTS_TO_SELL, lowest_bid, may_agree_on_no_bid
from engine.last_chance.state import (
    Bet,
    Bid,
    CallLastChance,
    CloseBets,
    CountHighBid,
    Eliminate,
    Flip,
    InitialRoll,
    NoBid,
    Pass,
    State,
)


def decide(state: State, seat: int | None, pick: Pick) -> Action | None:
    """Return what an automatic player at `seat` (None: the table) does now, if anything."""
    if seat is None:
        return _table(state, pick)
    if not state.seats[seat].in_game:
        return None
    if state.phase == "auction":
        return _call_or_bid(state, seat)
    if state.phase == "bets":
        return _bet(state, seat)
    if state.phase == "crack" and seat == state.cracker:
        return _throw(state, pick)
    return None


def highest_wise_stake(chance: float, gain: int, cash: int) -> float:
    """Return the stake at which the expected logarithm of `cash` stays the same, in units.

    With `chance` (0 to 1) the player gains `gain` units, otherwise they lose the stake.

    >>> round(highest_wise_stake(0.5, 160_000, 800_000))
    133333
    """
    if chance >= 1:
        return float(cash)
    kept: float = (cash / (cash + gain)) ** (chance / (1 - chance))
    return cash * (1 - kept)


def _table(state: State, pick: Pick) -> Action | None:
    match state.phase:
        case "flip":
            cards = possible_next_cards(state.options, state.cards_turned_over, state.all_cards_won)
            card = cards[pick(len(cards))]
            return Flip(card.symbols, card.prize, card.attempts)  # type: ignore[arg-type]
        case "roll":
            return InitialRoll(_thrown(DICE_COUNT, pick))
        case "auction" if state.high_bid is not None:
            return CountHighBid(state.auction_count + 1)
        case "auction" if may_agree_on_no_bid(state):
            return NoBid()
        case "overbid":
            assert state.high_bid is not None
            return Eliminate(state.high_bid.seat)
        case "bets":
            return CloseBets()
    return None


def _thrown(count: int, pick: Pick) -> Faces:
    return tuple(FACES[pick(len(FACES))] for _ in range(count))


def _call_or_bid(state: State, seat: int) -> Action | None:
    if state.seat_that_must_open not in (None, seat):
        return None
    if state.high_bid is not None and state.high_bid.seat == seat:
        return None
    low, limit = lowest_bid(state, seat), _limit(state, seat)
    if seat not in state.passed_seats and low <= limit:
        step = state.options.money_of_edition.smallest_bill  # halfway to the limit saves bids
        return Bid(seat, max(low, (low + limit) // 2 // step * step))
    if state.seat_that_must_open == seat:
        return Pass(seat) if state.options.opener == "banker" else Bid(seat, low)
    if _calls(state, seat):
        return CallLastChance(seat)
    return _break_silence(state, seat, low)


def _limit(state: State, seat: int) -> int:
    """Return the highest bid of `seat`, in whole steps."""
    cash, step = state.cash_of(seat), state.options.money_of_edition.smallest_bill
    if _only_this_wins(state, seat):
        return cash
    stake = highest_wise_stake(_chance(state), _gain(state, seat), cash) if cash else 0.0
    return int(stake) // step * step


def _gain(state: State, seat: int) -> int:
    """Return what the card is worth to `seat`: its prize, and a part of their cash for a first."""
    prize = state.open_card.prize
    if state.seats[seat].won_cards:
        return prize
    return prize + state.cash_of(seat) // (state.options.cards_in_game - state.cards_out_of_deck)


def _only_this_wins(state: State, seat: int) -> bool:
    """Return whether the card for sale is the last one, and `seat` can only win by cracking it."""
    if state.options.cards_in_game - state.cards_out_of_deck > 1:
        return False
    rivals = [state.cash_of(other) for other in state.active_seats if state.seats[other].won_cards]
    best, cash = max(rivals, default=0), state.cash_of(seat)
    behind = cash < best or not state.seats[seat].won_cards
    return behind and cash + state.open_card.prize > best


def _calls(state: State, seat: int) -> bool:
    """Return whether `seat`, who would not raise, calls a last chance just before the card is sold.

    This is true if they expect more from the card than from playing on without it.
    """
    if not state.may_call_last_chance(seat) or (
        state.high_bid is not None and state.auction_count < COUNTS_TO_SELL - 1
    ):
        return False
    cash, card = state.cash_of(seat), state.open_card
    if state.options.cards_in_game - state.cards_out_of_deck == 1:
        hope = cash if not _only_this_wins(state, seat) else 0
    else:
        hope = cash + card.prize // 2
    return _chance(state) * (cash + _gain(state, seat)) > hope


def _break_silence(state: State, seat: int, low: int) -> Action | None:
    """Return a bid, or a call if nobody can bid, where the table waits until somebody does."""
    if state.options.no_bid != "wait" or state.high_bid is not None:
        return None
    bidders = [other for other in state.active_seats if other not in state.passed_seats]
    bidders = [other for other in bidders if state.cash_of(other) >= low]
    if seat in bidders:
        return Bid(seat, low)
    return CallLastChance(seat) if state.may_call_last_chance(seat) and not bidders else None


def _bet(state: State, seat: int) -> Action | None:
    if seat == state.cracker or any(bet.seat == seat for bet in state.bets):
        return None
    money, edge = state.options.money_of_edition, expected_bet_gain(_chance(state), 1, "yes")
    amount = min(money.max_bet, int(abs(edge) * state.cash_of(seat)))
    amount -= amount % money.smallest_bill
    return Bet(seat, amount, "yes" if edge > 0 else "no") if amount else None


def _throw(state: State, pick: Pick) -> Action:
    best = odds_of_open_card(state).best_keeps
    kept = best[pick(len(best))]
    return Throw(kept, _thrown(DICE_COUNT - len(kept), pick))  # type: ignore[arg-type]


def _chance(state: State) -> float:
    return odds_of_open_card(state).chance
