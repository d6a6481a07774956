"""What the chances are worth in money, and what a display may tell of a table.

All values are expected gains in units, of this crack alone: that a card is needed to win, that a
player out of money is out of the auctions, and the other bets are left out. A bank without credit
pays what it has (`bank_limit`).
"""

from functools import lru_cache

from engine.core.refusals import Json
from engine.last_chance.lock import LaidFaces
from engine.last_chance.odds import odds
from engine.last_chance.options import Options
from engine.last_chance.solver import CHANCE_TOLERANCE, Odds
from engine.last_chance.state import State

_FOR_SALE = ("auction", "overbid")
_KEYS = ("lucky_flash", "chance", "attempts", "keep", "costs", "fair_bid", "bets")

_ROUNDING = 1e-9
"""A bid that falls so little short of a whole step, as a share of it, is that step."""


def lucky_flash_chance(printed: tuple[str, ...], options: Options | None = None) -> float:
    """Return the chance (0 to 1) that the first roll cracks a card with symbols `printed`.

    >>> round(lucky_flash_chance(("2", "3", "4", "5", "6")) * 7776)
    120
    """
    return odds(printed, (), 1, options).chance


def fair_bid(chance: float, prize: int) -> float | None:
    """Return the stake, in units, at which a crack wins and loses as much in the long run.

    The stake is lost if the crack fails, else it comes back with the `prize` (units). None: any
    stake is fair, since the `chance` (0 to 1) is certainty, but for rounding.

    >>> fair_bid(0.25, 240_000)
    80000.0
    """
    return None if chance > 1 - CHANCE_TOLERANCE else chance * prize / (1 - chance)


def expected_bet_gain(chance: float, amount: int, on: str, wins: int | None = None) -> float:
    """Return the expected gain, in units, of a bet of `amount` on ``yes`` or ``no``.

    A bet that is won pays `wins` (None: its amount), else it is lost; `chance` (0 to 1) is that of
    the crack.

    >>> expected_bet_gain(0.25, 100_000, "no")
    50000.0
    """
    right = chance if on == "yes" else 1 - chance
    return right * (amount if wins is None else wins) - (1 - right) * amount


def prize_to_win(state: State) -> int:
    """Return what the bank would pay for the open card now, in units: its prize, if it has it."""
    return _bank_pays(state, state.open_card.prize)


def _bank_pays(state: State, amount: int, more: int = 0) -> int:
    """Return how much of `amount` the bank pays once it has got so much `more`."""
    if "bank" in state.money.may_owe:
        return amount
    return max(0, min(amount, state.money["bank"] + more))


def odds_of_open_card(state: State) -> Odds:
    """Return the odds of the open card from the dice as they lie, in the attempts there are.

    Only to be asked from the auction to the end of the crack. Dice that end a crack do not lie
    there, but those of one that failed under a lock may match the card without it.
    """
    symbols, dice = state.open_card.symbols, tuple(sorted(state.dice))
    return _odds(
        symbols, dice, _attempts(state), state.options, state.laid_faces, state.unplaced_faces
    )


def _attempts(state: State) -> int:
    """Return the attempts left; as long as nobody has bought the card, all of them."""
    return state.open_card.attempts if state.phase in _FOR_SALE else state.attempts_left


@lru_cache(maxsize=4096)
def _odds(
    printed: tuple[str, ...],
    dice: tuple[str, ...],
    attempts: int,
    options: Options,
    laid: LaidFaces,
    unplaced: tuple[str, ...],
) -> Odds:
    return odds(printed, dice, attempts, options, laid, unplaced, sold=True)


def odds_as_json(state: State) -> dict[str, Json] | None:
    """Return the odds of the open card, or None when no card is open.

    ::

        lucky_flash   chance that the first roll cracks the card, while that is to be rolled
        chance        chance to crack it with best play
        attempts      in so many attempts: those of the card in an auction, else those left
        keep          every best list of dice to keep before the next throw
        costs         what each other list that may be kept costs in chance, by its faces: "2 4 4"
        fair_bid      in an auction: the highest bid, in whole steps, that does not lose in the
                      long run (null too if no bid can lose)
        bets          while bets are open: the expected gain of the highest bet, {"amount", "yes",
                      "no"} in units

    What does not apply is null; chances are 0 to 1.
    """
    if state.card is None or state.phase in ("flip", "over"):
        return None
    told: dict[str, Json] = dict.fromkeys(_KEYS)
    if state.phase == "roll":
        return {**told, "lucky_flash": lucky_flash_chance(state.card.symbols, state.options)}
    found = odds_of_open_card(state)
    told |= {
        "chance": found.chance,
        "attempts": _attempts(state),
        "keep": found.best_keeps,
        "costs": {" ".join(other.kept_faces): other.chance_lost for other in found.other_keeps},
    }
    if state.phase in _FOR_SALE:
        told["fair_bid"] = _bid_in_steps(state, found.chance)
    if state.phase == "bets":
        amount = state.options.money_of_edition.max_bet
        # By then the bank has paid the prize, or taken the stake.
        before = {"yes": -state.card.prize, "no": state.money["stake"]}
        told["bets"] = {
            "amount": amount,
            **{
                on: expected_bet_gain(found.chance, amount, on, _bank_pays(state, amount, more))
                for on, more in before.items()
            },
        }
    return told


def _bid_in_steps(state: State, chance: float) -> int | None:
    fair, step = (
        fair_bid(chance, prize_to_win(state)),
        state.options.money_of_edition.smallest_bill,
    )
    return None if fair is None else int(fair * (1 + _ROUNDING) // step) * step
