"""Who gets what: the end of a crack and of a lucky flash (Rules §1.3, Settle).

Reasons of transfers: ``deal`` at the start · ``stake`` · ``bet`` · ``stake_back`` · ``prize`` ·
``stake_lost`` · ``bet_back`` and ``bet_won`` · ``bet_lost`` · ``bet_to_cracker`` · ``lucky_flash``
· ``eliminated``.
"""

from engine.core.frozen import replace
from engine.core.ledger import Transfer, seat_account
from engine.last_chance.auction import after_elimination, open_auction
from engine.last_chance.state import CardOutcome, State, bet_account


def lucky_flash(state: State) -> State:
    """Give the flipper prize and card for nothing: the first dice match."""
    prize = state.open_card.prize
    paid = state.paid(Transfer("bank", seat_account(state.flipper), prize, "lucky_flash"))
    outcome = CardOutcome("lucky_flash", state.flipper)
    flashed = replace(paid, outcome=outcome, last_cracker=state.flipper)
    return _hand_card(flashed, state.flipper, left_of=state.flipper)


def succeed(state: State) -> State:
    """Give a cracker who made it stake, prize and card; then settle the bets."""
    cracker = _cracker(state)
    account = seat_account(cracker)
    paid = state.paid(
        Transfer("stake", account, state.money["stake"], "stake_back"),
        Transfer("bank", account, state.open_card.prize, "prize"),
        *_bets(state, "yes"),
    )
    rules = state.options
    left_of = cracker if rules.next_flipper == "left_of_last_cracker" else state.flipper
    return _hand_card(replace(paid, outcome=CardOutcome("cracked", cracker)), cracker, left_of)


def fail(state: State) -> State:
    """Take the stake of a cracker who did not make it, then the bets; the card is sold again."""
    cracker = _cracker(state)
    paid = state.paid(
        Transfer("stake", "bank", state.money["stake"], "stake_lost"), *_bets(state, "no")
    )
    failed = replace(paid, outcome=CardOutcome("failed", cracker), bets=())
    return after_elimination(failed, cracker) if state.last_chance else open_auction(failed)


def _cracker(state: State) -> int:
    assert state.cracker is not None
    return state.cracker


def _bets(state: State, won: str) -> list[Transfer]:
    """Return the transfers of all bets, losers first, so that the bank can pay the winners."""
    losers, winners = [], []
    for bet in state.bets:
        area, seat = bet_account(bet.seat), seat_account(bet.seat)
        if bet.on == won:
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
    owned = state.with_seat(seat, replace(player, cards=(*player.cards, state.open_card)))
    won = state.won + 1
    return replace(
        owned,
        phase="over" if won >= state.options.cards_in_game else "flip",
        won=won,
        card=None,
        flipper=state.next_active(left_of),
        cracker=None,
        last_chance=False,
        bets=(),
        attempts_left=0,
    )
