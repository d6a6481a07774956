"""A table for tests: plays actions as they come from outside, and checks every refusal."""

import json
from collections import Counter
from typing import Any

from engine import GAMES
from engine.core.codec import to_json
from engine.core.game import Setup
from engine.core.refusals import Refusal
from engine.last_chance.combination import targets
from engine.last_chance.state import State

GAME = GAMES["last_chance"]

K1 = ("2 3 4 5 6", 160_000, 3)
K2 = ("3 4 L L L", 240_000, 4)
K3 = ("2 L L C C", 130_000, 4)


class Table:
    """A game of `names` with a preset and house rules; `log` holds the actions as JSON."""

    def __init__(self, *names: str, preset: str = "", first: int = 0, **options: Any) -> None:
        self.setup = Setup(names or ("Ana", "Ben", "Cy"), first, preset, options)
        self.state = GAME.start(self.setup)
        self.log: list[dict[str, Any]] = []

    def do(self, kind: str, **fields: Any) -> "Table":
        """Play an action as JSON brings it."""
        data = json.loads(json.dumps({"type": kind, **fields}))
        self.state = GAME.play(self.state, GAME.actions.parse(data))
        self.log.append(data)
        return self

    def refused(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Play an action that must be refused, changing nothing; return the refusal as JSON."""
        before = to_json(self.state)
        try:
            GAME.play(self.state, GAME.actions.parse({"type": kind, **fields}))
        except Refusal as refusal:
            assert to_json(self.state) == before
            return dict(json.loads(json.dumps(refusal.to_json())))
        raise AssertionError(f"{kind} {fields} was accepted")

    def code(self, kind: str, **fields: Any) -> str:
        """Return the code of the refusal of this action."""
        return str(self.refused(kind, **fields)["code"])

    def card(self, card: tuple[str, int, int] = K1, dice: str = "1 2 2 4 4") -> "Table":
        """Turn a card over and roll `dice` beside it (none: no first roll)."""
        symbols, prize, attempts = card
        self.do("flip", symbols=symbols.split(), prize=prize, attempts=attempts)
        return self.do("roll", faces=dice.split()) if dice else self

    def sell(self, seat: int, amount: int) -> "Table":
        """Let `seat` bid `amount` and count to three."""
        self.do("bid", seat=seat, amount=amount)
        return self.do("count", k=1).do("count", k=2).do("count", k=3)

    def throw(self, kept: str, thrown: str) -> "Table":
        """Throw an attempt: the faces that stayed, and what the others show now."""
        return self.do("throw", kept=kept.split(), thrown=thrown.split())

    def crack(self) -> "Table":
        """Throw a K1 at the first attempt."""
        return self.throw("", "2 3 4 5 6")

    def miss(self) -> "Table":
        """Throw all dice without success until the attempts are spent."""
        while self.state.cracker is not None:
            self.throw("", "1 2 2 4 4")
        return self

    @property
    def cash(self) -> list[int]:
        """What each seat holds."""
        return [seat["cash"] for seat in self.view["seats"]]

    @property
    def bank(self) -> int:
        """What the bank holds."""
        return int(self.view["bank"])

    @property
    def dice(self) -> str:
        """The dice as they lie, in order of faces."""
        return " ".join(sorted(self.state.dice))

    @property
    def phase(self) -> str:
        """The word for what goes on."""
        return GAME.phase(self.state)

    @property
    def view(self) -> dict[str, Any]:
        """What the table may see, through JSON."""
        return dict(json.loads(json.dumps(GAME.view(self.state))))

    @property
    def prompts(self) -> dict[str, tuple[int | None, dict[str, Any]]]:
        """The banker's words by code: (seat, figures)."""
        return {
            prompt.code: (prompt.seat, json.loads(json.dumps(prompt.figures)))
            for prompt in GAME.prompts(self.state)
        }

    def choices(self, kind: str) -> list[dict[str, Any]]:
        """Return the legal choices of `kind` as JSON."""
        found = [choice.to_json() for choice in GAME.legal(self.state) if choice.type == kind]
        return list(json.loads(json.dumps(found)))


def winning_throws(state: State) -> list[dict[str, Any]]:
    """Return throws that keep only the locked dice and crack the card."""
    kept = Counter(state.locked)
    return [
        {
            "type": "throw",
            "kept": sorted(state.locked),
            "thrown": list((Counter(way) - kept).elements()),
        }
        for way in sorted(targets(state.open_card.symbols, state.options, state.locked))
        if not kept - Counter(way)
    ]
