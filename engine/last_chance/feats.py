"""Turning points of a game of Last Chance.

Codes, with their figures (money in units, chances 0 to 1, exact with best play):

``best_bid``       a bid that bought a card: ``stake prize chance`` and ``gain``, what it was worth
                   on average
``luckiest_crack`` a crack that succeeded: ``chance stake prize attempts``
``unlucky_crack``  a crack that failed although success was likelier: the same figures; ``chance``
                   is that of failing
``lucky_flash``    the first roll cracked the card: ``chance prize``
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from engine.core.feats import Feat
from engine.last_chance.fair_value import lucky_flash_chance, odds_of_open_card, prize_to_win
from engine.last_chance.state import State

_SOLD = ("bets", "crack")


@dataclass(frozen=True, slots=True)
class _Crack:
    """What was bought: `chance` to make it, `stake` and `prize` to win in units, `attempts`."""

    seat: int
    chance: float
    stake: int
    prize: int
    attempts: int

    @property
    def gain(self) -> float:
        """The expected gain of the buyer, in units."""
        return self.chance * self.prize - (1 - self.chance) * self.stake


def find_feats(states: Sequence[State]) -> Iterator[Feat]:
    """Yield what may be worth telling of a game that went through `states`, in order."""
    crack: _Crack | None = None
    for at, (before, after) in enumerate(pairwise(states), 1):
        if after.phase in _SOLD and before.phase not in _SOLD:
            crack = _bought(after)
            bid = before.high_bid is not None and not after.last_chance_called
            if bid and crack.gain > 0:
                figures = {"stake": crack.stake, "prize": crack.prize, "chance": crack.chance}
                gain = round(crack.gain)
                yield Feat("best_bid", crack.seat, at, crack.gain, {**figures, "gain": gain})
        elif before.phase in _SOLD and after.phase not in _SOLD and crack is not None:
            yield from _ended(crack, after, at)
        elif before.phase == "roll" and after.last_outcome is not None:
            yield from _flashed(before, after, at)


def _bought(state: State) -> _Crack:
    assert state.cracker is not None
    chance, stake = odds_of_open_card(state).chance, state.money["stake"]
    return _Crack(state.cracker, chance, stake, prize_to_win(state), state.open_card.attempts)


def _ended(crack: _Crack, after: State, at: int) -> Iterator[Feat]:
    assert after.last_outcome is not None
    if after.last_outcome.kind == "left":  # nobody threw to the end
        return
    made = after.last_outcome.kind == "cracked"
    chance = crack.chance if made else 1 - crack.chance
    figures = {"stake": crack.stake, "prize": crack.prize, "attempts": crack.attempts}
    if made:
        yield Feat("luckiest_crack", crack.seat, at, 1 - chance, {"chance": chance, **figures})
    elif chance < 1 / 2:
        yield Feat("unlucky_crack", crack.seat, at, 1 - chance, {"chance": chance, **figures})


def _flashed(before: State, after: State, at: int) -> Iterator[Feat]:
    assert after.last_outcome is not None
    if after.last_outcome.kind == "lucky_flash" and after.last_outcome.seat is not None:
        card = before.open_card
        chance = lucky_flash_chance(card.symbols, before.options)
        figures = {"chance": chance, "prize": prize_to_win(before)}
        yield Feat("lucky_flash", after.last_outcome.seat, at, 1 - chance, figures)
