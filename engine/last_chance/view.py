"""What the table may see of a state, as JSON.

Keys of the view (money in units; a seat is its number; ``null`` where there is nothing):

``phase``
    ``flip`` a card is to be turned over · ``roll`` the first five dice are to be rolled ·
    ``auction`` · ``overbid`` the buyer cannot pay, his elimination is to be confirmed · ``bets``
    the card is sold, the stake lies, bets are open, the first throw is awaited · ``crack`` bets are
    closed · ``over``
``seats``
    ``seat name cash cards active last_chances_left token_bet``; a card is ``symbols prize
    attempts``; ``token_bet`` is ``{"amount", "on"}`` (``on`` null while secret); bills are a list
    of ``[denomination, count]``, as the table has named them so far
``bank``, ``stake``, ``stake_bills``, ``bets`` (``seat amount on bills``)
``total`` (the sum of all money)
``card`` (or null), ``cards_left`` (cards still to be cracked, the open one included)
``dice``
    ``face kept locked slot``: `kept` was not thrown last, `locked` may not be thrown, `slot` is the
    place on the card that the die is laid on (or null)
``slots``
    the card's five places: ``symbol`` and the ``face`` laid on it (or null)
``needs``
    the shortest lists of faces that would complete the card, each a list
``attempts_left``, ``flipper``, ``opener`` (must open the bidding), ``banker``, ``cracker`` (while
    he cracks), ``last_chance_call`` (true: this crack is a last chance), ``high_bid`` (``seat
    amount``), ``count`` (0…2)
``money``
    the edition's money: ``bid_step bills``, ``prizes`` (the smallest and the highest that were seen
    on cards) and ``call`` (``last_chance all_in``)
``ranking``
    null until the end, then ``seat place cash cards qualified``, best first; ``place`` is null for
    who cannot win
"""

from engine.core.codec import to_json
from engine.core.refusals import Json
from engine.last_chance.state import State, TokenBet, bet_account


def table_view(state: State) -> dict[str, Json]:
    """Return what everybody may see of `state`, save the seats; the keys are described above."""
    return {
        "bank": state.money["bank"],
        "stake": state.money["stake"],
        "stake_bills": state.bills_of("stake"),
        "bets": [
            {"seat": bet.seat, **_token(state, bet), "bills": state.bills_of(bet_account(bet.seat))}
            for bet in state.bets
        ],
        "total": state.money.total,
        **_table(state),
        **_auction(state),
        "money": _money(state),
    }


def private_view(state: State, seat: int) -> dict[str, Json]:
    """Return what only `seat` knows: his ``bet`` (``amount on``), as he laid it."""
    bet = next((bet for bet in state.bets if bet.seat == seat), None)
    return {"bet": {"amount": bet.amount, "on": bet.yes_or_no} if bet else None}


def seat_view(state: State, seat: int) -> dict[str, Json]:
    """Return what everybody may see of the player at `seat`."""
    player, rules = state.seats[seat], state.options
    bet = next((bet for bet in state.bets if bet.seat == seat), None)
    left = rules.lc_per_player - player.last_chances_called if rules.lc_enabled else 0
    return {
        "cash": state.cash_of(seat),
        "cards": to_json(player.won_cards),
        "active": player.in_game,
        "last_chances_left": left,
        "token_bet": _token(state, bet) if bet else None,
    }


def _token(state: State, bet: TokenBet) -> dict[str, Json]:
    secret = state.options.bet_visibility == "secret_until_closed" and state.phase == "bets"
    return {"amount": bet.amount, "on": None if secret else bet.yes_or_no}


def _table(state: State) -> dict[str, Json]:
    card = state.card
    printed = card.symbols if card else ()
    return {
        "card": to_json(card),
        "cards_left": state.options.cards_in_game - state.cards_out_of_deck,
        "dice": _dice(state),
        "slots": [
            {"symbol": symbol, "face": face}
            for symbol, face in zip(printed, state.laid_faces, strict=False)
        ],
        "needs": to_json(state.missing_faces) if card else [],
        "attempts_left": state.attempts_left,
        "flipper": state.flipper,
        "cracker": state.cracker,
        "last_chance_call": state.last_chance_called,
    }


def _dice(state: State) -> list[Json]:
    """Return the dice, each of those on the card with its place; equal faces are alike."""
    slots: list[int | None] = [
        slot for slot, face in enumerate(state.laid_faces) if face is not None
    ]
    places = [*zip(state.locked_faces, slots + [None] * len(state.unplaced_faces), strict=True)]
    dice: list[Json] = []
    for index, face in enumerate(state.dice):
        place = next((place for place in places if place[0] == face), None)
        if place:
            places.remove(place)
        slot = place[1] if place else None
        kept = index < state.kept_dice_count
        dice.append({"face": face, "kept": kept, "locked": place is not None, "slot": slot})
    return dice


def _auction(state: State) -> dict[str, Json]:
    high = state.high_bid
    return {
        "opener": state.seat_that_must_open,
        "banker": state.options.banker,
        "high_bid": {"seat": high.seat, "amount": high.amount} if high else None,
        "count": state.auction_count,
    }


def _money(state: State) -> dict[str, Json]:
    money = state.options.money_of_edition
    return {
        "bid_step": money.smallest_bill,
        "bills": money.denominations,
        "prizes": money.prize_range,
        "call": money.last_chance_name,
    }
