"""A tiny game, so that the table is proved to know no game: coins, three dice, and an auction.

In phase ``roll`` the seat on turn throws three dice, of which some may stay, and takes their sum
from the bank. Anybody may `open` an auction; it counts to three by itself and costs one coin.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import ClassVar, Literal, TypeAlias

from engine.core.action import Action, ActionSet
from engine.core.awaited import Awaited
from engine.core.choice import Choice, Span
from engine.core.feats import Feat, weightiest
from engine.core.game import Game, Prompt, Result, Setup, Timer
from engine.core.refusals import Json, NotAllowed, NotNow

Face: TypeAlias = Literal["1", "2", "3", "4", "5", "6"]
FACES: tuple[Face, ...] = ("1", "2", "3", "4", "5", "6")


@dataclass(frozen=True, slots=True)
class Throw(Action):
    """Three dice show `faces`; `kept` of them stayed."""

    type: ClassVar[str] = "throw"
    faces: tuple[Face, ...]
    kept: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Pay(Action):
    """`seat` pays `amount` to the bank."""

    type: ClassVar[str] = "pay"
    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class Open(Action):
    """Somebody opens an auction."""

    type: ClassVar[str] = "open"


@dataclass(frozen=True, slots=True)
class Count(Action):
    """The auction is counted; `k` 3 ends it."""

    type: ClassVar[str] = "count"
    k: int


@dataclass(frozen=True, slots=True)
class Options:
    """One rule: the first die that was thrown must stay (locked)."""

    locked: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """Coins by seat, dice, whose turn it is, the count (None: no auction), and how many throws."""

    names: tuple[str, ...]
    options: Options
    cash: tuple[int, ...]
    bank: int = 1000
    turn: int = 0
    dice: tuple[str, ...] = ()
    count: int | None = None
    throws: int = 0

    @property
    def phase(self) -> str:
        """Tell `roll` or `auction`, and `over` when the bank is broke."""
        if self.bank <= 0:
            return "over"
        return "roll" if self.count is None else "auction"


class Tiny(Game[State]):
    """The tiny game."""

    id = "tiny"
    title = "Tiny"
    unit = "coins"
    min_players = 1
    max_players = 4
    actions = ActionSet((Throw, Pay, Open, Count))
    lines: ClassVar[Mapping[str, str]] = {
        "throw": "{seat} throws {faces}",
        "pay": "{seat} pays {amount}",
        "open": "An auction begins",
        "count": "Count {k}",
    }
    options = Options
    presets: ClassVar[Mapping[str, object]] = {"plain": Options(), "hard": Options(locked=True)}

    def start(self, setup: Setup) -> State:
        """Begin with no coins but the bank's."""
        options = self.check_setup(setup)
        assert isinstance(options, Options)
        return State(setup.names, options, (0,) * len(setup.names), turn=setup.first_seat)

    def play(self, state: State, action: Action) -> State:
        """Play one act."""
        match action:
            case Throw():
                return self._throw(state, action)
            case Pay():
                return self._pay(state, action)
            case Open():
                return replace(state, count=0)
            case Count() if state.count is not None and action.k == state.count + 1:
                return replace(state, count=None if action.k == 3 else action.k)
        raise NotNow("wrong_count", "That is not the next count.")

    def _throw(self, state: State, action: Throw) -> State:
        if state.count is not None:
            raise NotNow("auction", "An auction is on.")
        if len(action.faces) != 3:
            raise NotAllowed("three_dice", "Three dice are thrown.", dice=len(action.faces))
        won = sum(map(int, action.faces))
        cash = tuple(c + won * (seat == state.turn) for seat, c in enumerate(state.cash))
        turn = (state.turn + 1) % len(state.names)
        bank, throws = state.bank - won, state.throws + 1
        return replace(state, cash=cash, bank=bank, turn=turn, dice=action.faces, throws=throws)

    def _pay(self, state: State, action: Pay) -> State:
        if not 0 <= action.seat < len(state.cash):
            raise NotAllowed("seat", "Nobody sits there.", seat=action.seat)
        has = state.cash[action.seat]
        if not 0 < action.amount <= has:
            raise NotAllowed("not_enough", "Not that much.", seat=action.seat, has=has)
        cash = tuple(c - action.amount * (s == action.seat) for s, c in enumerate(state.cash))
        return replace(state, cash=cash, bank=state.bank + action.amount)

    def legal(self, state: State) -> tuple[Choice, ...]:
        """Whoever has coins may pay."""
        pays = [
            Choice("pay", seat, {"amount": Span(1, has)})
            for seat, has in enumerate(state.cash)
            if has
        ]
        return (Choice("open"), *pays)

    def view(self, state: State) -> dict[str, Json]:
        """Show it all."""
        seats = [
            {"seat": seat, "name": name, "cash": state.cash[seat]}
            for seat, name in enumerate(state.names)
        ]
        return {"seats": seats, "bank": state.bank, "dice": list(state.dice), "count": state.count}

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """Ask for the throw."""
        return (Prompt("throw", state.turn),)

    def public_action(self, state: State, action: Action) -> dict[str, Json]:
        """Whose turn it is throws."""
        seat = {"seat": state.turn} if isinstance(action, Throw) else {}
        return {**action.to_json(), **seat}

    def result(self, state: State) -> Result:
        """Tell who has most."""
        most = max(state.cash)
        winners = tuple(seat for seat, has in enumerate(state.cash) if has == most)
        places = tuple(1 if has == most else 2 for has in state.cash)
        return Result("bank_broke", winners, state.cash, "coins", places)

    def scores(self, state: State) -> tuple[int, ...]:
        """Tell the coins of each seat."""
        return state.cash

    def feats(self, states: Sequence[State]) -> tuple[Feat, ...]:
        """Tell the best throw."""
        throws = [
            Feat("best_throw", before.turn, at, won, {"coins": won, "chance": 1 / 216})
            for at, (before, after) in enumerate(pairwise(states), 1)
            if (won := before.bank - after.bank) > 0
        ]
        return weightiest(throws)

    def balances(self, state: State) -> Mapping[str, int]:
        """Return the coins."""
        return {"bank": state.bank} | {f"seat:{s}": c for s, c in enumerate(state.cash)}

    def draws(self, state: State) -> Sequence[Action]:
        """Two throws are as likely as each other here."""
        return () if state.count is not None else (Throw(("1",) * 3), Throw(("6",) * 3))

    def timer(self, state: State) -> Timer | None:
        """Count every two seconds."""
        return None if state.count is None else Timer(Count(state.count + 1), 2.0)

    def awaited(self, state: State) -> Awaited | None:
        """Wait for three dice, the first of them fixed if it is locked."""
        if state.count is not None:
            return None
        fixed = state.dice[:1] if state.options.locked else ()
        return Awaited(3, FACES, state.dice, fixed, throw=(state.throws,))

    def roll(self, state: State, faces: Sequence[str], kept: Sequence[int]) -> Action:
        """Return the throw."""
        return self.actions.parse({"type": "throw", "faces": list(faces), "kept": list(kept)})

    def rolled(self, state: State, action: Action) -> tuple[str, ...]:
        """Return the dice of a throw."""
        return action.faces if isinstance(action, Throw) else ()


TINY = Tiny()
GAMES = {"tiny": TINY}
