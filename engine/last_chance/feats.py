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

from engine.core.event import Played
from engine.core.feats import Feat
from engine.core.refusals import Json
from engine.last_chance.events import (
    CardCracked,
    CardSold,
    CrackFailed,
    LastChanceCalled,
    LuckyFlash,
    NobodyBid,
)
from engine.last_chance.fair_value import lucky_flash_chance, odds_of_open_card, prize_to_win
from engine.last_chance.state import State


@dataclass(frozen=True, slots=True)
class _Crack:
    """What was bought: `chance` to make it, `stake` and `prize` to win in units, `attempts`."""

    seat: int
    chance: float
    stake: int
    prize: int
    attempts: int

    @property
    def figures(self) -> dict[str, Json]:
        """What is reported of it, but for the chance."""
        return {"stake": self.stake, "prize": self.prize, "attempts": self.attempts}

    @property
    def gain(self) -> float:
        """The expected gain of the buyer, in units."""
        return self.chance * self.prize - (1 - self.chance) * self.stake


def find_feats(plays: Sequence[Played[State]]) -> Iterator[Feat]:
    """Yield the possible turning points of a game, given its start and each act, in order."""
    crack: _Crack | None = None
    for at, played in enumerate(plays):
        for event in played.events:
            match event:
                case LuckyFlash(seat, _):
                    yield _flashed(seat, plays[at - 1].state, at)
                case CardSold() | LastChanceCalled() | NobodyBid(rule="free_try"):
                    crack = _bought(played.state)
                    if isinstance(event, CardSold) and crack.gain > 0:
                        yield _best_bid(crack, at)
                case CardCracked() if crack is not None:
                    figures = {"chance": crack.chance, **crack.figures}
                    yield Feat("luckiest_crack", crack.seat, at, 1 - crack.chance, figures)
                case CrackFailed() if crack is not None and crack.chance > 1 / 2:
                    figures = {"chance": 1 - crack.chance, **crack.figures}
                    yield Feat("unlucky_crack", crack.seat, at, crack.chance, figures)


def _bought(state: State) -> _Crack:
    assert state.cracker is not None
    chance, stake = odds_of_open_card(state).chance, state.money["stake"]
    return _Crack(state.cracker, chance, stake, prize_to_win(state), state.open_card.attempts)


def _best_bid(crack: _Crack, at: int) -> Feat:
    figures = {"stake": crack.stake, "prize": crack.prize, "chance": crack.chance}
    return Feat("best_bid", crack.seat, at, crack.gain, {**figures, "gain": round(crack.gain)})


def _flashed(seat: int, before: State, at: int) -> Feat:
    chance = lucky_flash_chance(before.open_card.symbols, before.options)
    figures = {"chance": chance, "prize": prize_to_win(before)}
    return Feat("lucky_flash", seat, at, 1 - chance, figures)
