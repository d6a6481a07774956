"""A table of Last Chance for tests, with a short method for each thing that tests do."""

from collections import Counter
from typing import Any

from engine.core.offered_game import Setup
from engine.games import GAMES
from engine.last_chance.cards import Card, cracking_combinations
from engine.last_chance.state import State
from tests.engine.table import GameTable

GAME = GAMES["last_chance"]

K1 = ("2 3 4 5 6", 160_000, 3)
K2 = ("3 4 L L L", 240_000, 4)
K3 = ("2 L L C C", 130_000, 4)
KNOWN_CARDS = tuple(Card(tuple(symbols.split()), *figures) for symbols, *figures in (K1, K2, K3))
"""The three cards of the box that the rule texts give completely (Rules §1.1)."""


class Table(GameTable):
    """A game of `names` with a preset and house rules; `log` holds the actions as JSON."""

    def __init__(self, *names: str, preset: str = "", first: int = 0, **options: Any) -> None:
        super().__init__(GAME, Setup(names or ("Ana", "Ben", "Cy"), first, preset, options))

    def card(self, card: tuple[str, int, int] = K1, dice: str = "1 2 2 4 4") -> "Table":
        """Turn over a card and roll `dice` (empty: no first roll)."""
        symbols, prize, attempts = card
        self.do("flip", symbols=symbols.split(), prize=prize, attempts=attempts)
        return self.do("roll", faces=dice.split()) if dice else self

    def sell(self, seat: int, amount: int) -> "Table":
        """Let `seat` bid `amount` and count to three."""
        self.do("bid", seat=seat, amount=amount)
        return self.do("count", k=1).do("count", k=2).do("count", k=3)

    def throw(self, kept: str, thrown: str) -> "Table":
        """Roll an attempt: `kept` stay, and the other dice now show `thrown`."""
        return self.do("throw", kept=kept.split(), thrown=thrown.split())

    def crack(self) -> "Table":
        """Roll a K1 at the first attempt."""
        return self.throw("", "2 3 4 5 6")

    def miss(self) -> "Table":
        """Roll all dice without success until no attempt is left."""
        while self.state.cracker is not None:
            self.throw("", "1 2 2 4 4")
        return self

    @property
    def cash(self) -> list[int]:
        """Return the cash of each seat."""
        return [seat["cash"] for seat in self.view["seats"]]

    @property
    def bank(self) -> int:
        """Return the bank's money."""
        return int(self.view["bank"])

    @property
    def dice(self) -> str:
        """The dice on the table, in order of faces."""
        return " ".join(sorted(self.state.dice))


def winning_throws(state: State) -> list[dict[str, Any]]:
    """Return rolls that keep only the locked dice and crack the card."""
    kept = Counter(state.locked_faces)
    return [
        {
            "type": "throw",
            "kept": sorted(state.locked_faces),
            "thrown": list((Counter(way) - kept).elements()),
        }
        for way in sorted(
            cracking_combinations(state.open_card.symbols, state.options, state.laid_faces)
        )
        if not kept - Counter(way)
    ]
