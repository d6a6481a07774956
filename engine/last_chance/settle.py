"""Who gets what: the end of a crack and of a lucky flash (Rules §1.3, Settle).

Reasons of transfers: ``deal`` at the start · ``stake`` · ``bet`` · ``stake_back`` · ``prize`` ·
``stake_lost`` · ``bet_back`` and ``bet_won`` · ``bet_lost`` · ``bet_to_cracker`` · ``lucky_flash``
· ``eliminated``.
"""

from engine.core.event import Steps
from engine.core.frozen import replace
from engine.core.ledger import Transfer, seat_account
from engine.last_chance.auction import after_elimination, open_auction
from engine.last_chance.events import CardCracked, CrackFailed, LuckyFlash, PlayerEliminated
from engine.last_chance.state import State, bet_account, pay


def settle_lucky_flash(state: State) -> Steps[State]:
    """Give the flipper prize and card for nothing: the first dice match."""
    prize = state.open_card.prize
    yield LuckyFlash(state.flipper, prize)
    prize_paid = Transfer("bank", seat_account(state.flipper), prize, "lucky_flash")
    paid = yield from pay(state, prize_paid)
    flashed = replace(paid, last_cracker=state.flipper)
    return _hand_card(flashed, state.flipper, left_of=state.flipper)


def settle_success(state: State) -> Steps[State]:
    """Give a cracker who made it stake, prize and card; then settle the bets."""
    cracker = _cracker(state)
    account = seat_account(cracker)
    yield CardCracked(cracker, state.attempts_left, state.open_card.prize)
    paid = yield from pay(
        state,
        Transfer("stake", account, state.money["stake"], "stake_back"),
        Transfer("bank", account, state.open_card.prize, "prize"),
        *_bets(state, "yes"),
    )
    rules = state.options
    left_of = cracker if rules.next_flipper == "left_of_last_cracker" else state.flipper
    return _hand_card(paid, cracker, left_of)


def settle_failure(state: State) -> Steps[State]:
    """Take the stake of a cracker who did not make it, then the bets; the card is sold again."""
    cracker = _cracker(state)
    yield CrackFailed(cracker)
    stake = Transfer("stake", "bank", state.money["stake"], "stake_lost")
    failed = replace((yield from pay(state, stake, *_bets(state, "no"))), bets=())
    if not state.last_chance_called:
        return open_auction(failed)
    yield PlayerEliminated(cracker)
    return after_elimination(failed, cracker)


def _cracker(state: State) -> int:
    assert state.cracker is not None
    return state.cracker


def _bets(state: State, won: str) -> list[Transfer]:
    """Return the transfers of all bets, losers first, so that the bank can pay the winners."""
    losers, winners = [], []
    for bet in state.bets:
        area, seat = bet_account(bet.seat), seat_account(bet.seat)
        if bet.yes_or_no == won:
            winners.append(Transfer(area, seat, bet.amount, "bet_back"))
            winners.append(Transfer("bank", seat, bet.amount, "bet_won"))
        elif won == "yes" and state.options.bets_to_cracker:
            cracker = seat_account(_cracker(state))
            losers.append(Transfer(area, cracker, bet.amount, "bet_to_cracker"))
        else:
            losers.append(Transfer(area, "bank", bet.amount, "bet_lost"))
    return losers + winners


def _hand_card(state: State, seat: int, left_of: int) -> State:
    """Return `state` with its card won by `seat`, and the next flipper's turn or the end."""
    player = state.seats[seat]
    owned = state.with_seat(seat, replace(player, won_cards=(*player.won_cards, state.open_card)))
    won = state.cards_out_of_deck + 1
    return replace(
        owned,
        phase="over" if won >= state.options.cards_in_game else "flip",
        cards_out_of_deck=won,
        card=None,
        flipper=state.next_active(left_of),
        cracker=None,
        last_chance_called=False,
        bets=(),
        attempts_left=0,
    )
