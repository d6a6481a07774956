"""A tiny game with coins, three dice and an auction, to show that the table depends on no game.

It also shows what a game in one file looks like: options, acts, events, state, and the `Game`.
Its sentences would be in the catalogues as ``event_tiny_…``; here only the tests have them.

In phase ``roll``, the seat on turn rolls three dice, of which some may stay, and takes their sum
from the bank. Anybody may `open` an auction, which counts to three by itself, or begin it again.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import ClassVar, Literal, TypeAlias

from companion.words import Sentence, catalogue, sentences
from engine.core.action import Action
from engine.core.awaited_dice import AwaitedDice
from engine.core.choice import Choice, IntRange, ListOf, OneOf
from engine.core.event import Event, Played, Steps
from engine.core.feats import Feat
from engine.core.game import Game
from engine.core.game_rules import Rules, Timer
from engine.core.people import BaseState
from engine.core.refusals import Json, NotAllowed, NotNow

Face: TypeAlias = Literal["1", "2", "3", "4", "5", "6"]
FACES: tuple[Face, ...] = ("1", "2", "3", "4", "5", "6")
Phase: TypeAlias = Literal["roll", "auction", "over"]


class Throw(Action):
    """Three dice show `faces`; `kept` of them stayed. `seat` lets a player's phone enter it."""

    faces: tuple[Face, ...]
    kept: tuple[int, ...] = ()
    seat: int | None = None


class Pay(Action):
    """`seat` pays `amount` to the bank."""

    seat: int
    amount: int


class Open(Action):
    """Somebody opens an auction."""


class Count(Action):
    """The auction is counted; `k` 3 ends it."""

    k: int


class Rolled(Event, opens_scene=True):
    """`seat` rolled `faces`, and takes their sum of `coins` from the bank."""

    seat: int
    faces: tuple[Face, ...]
    coins: int
    kept: tuple[int, ...] = ()


class CoinsPaid(Event):
    """`seat` paid `amount` to the bank."""

    seat: int
    amount: int


class AuctionOpened(Event):
    """An auction began."""


class AuctionCounted(Event):
    """The auction was counted to `k`."""

    k: int


WORDS = {
    "event_tiny_rolled": "{name} rolls {faces}",
    "event_tiny_coins_paid": "{name} pays {amount}",
    "event_tiny_auction_opened": "An auction begins",
    "event_tiny_auction_counted": "Count {k}",
}
_shipped = catalogue


@cache
def _with_tiny_words(language: str) -> dict[str, Sentence]:
    return {**_shipped(language), **WORDS}


# Only the module that writes events' sentences gets them: the catalogues stay as shipped.
sentences.catalogue = _with_tiny_words  # type: ignore[attr-defined]


@dataclass(frozen=True, slots=True)
class Options:
    """One rule: the first die that was rolled must stay (locked)."""

    locked: bool = False


@dataclass(frozen=True)
class State(BaseState[Phase]):
    """Coins by seat, dice, turn, the count (None: no auction), and how many rolls and auctions.

    The game is over when the bank is broke.
    """

    names: tuple[str, ...]
    options: Options
    cash: tuple[int, ...]
    phase: Phase = "roll"
    bank: int = 1000
    turn: int = 0
    dice: tuple[str, ...] = ()
    count: int | None = None
    throws: int = 0
    auctions: int = 0


@dataclass(frozen=True, slots=True)
class Standing:
    """A player at the end."""

    seat: int
    place: int
    cash: int


def _throw(state: State, action: Throw) -> Steps[State]:
    state.require_turn(action.seat, state.turn, "roll")
    if len(action.faces) != 3:
        raise NotAllowed("three_dice", "Three dice are thrown.", dice=len(action.faces))
    won = sum(map(int, action.faces))
    yield Rolled(state.turn, action.faces, won, action.kept)
    cash = tuple(c + won * (seat == state.turn) for seat, c in enumerate(state.cash))
    turn = (state.turn + 1) % len(state.names)
    bank, throws = state.bank - won, state.throws + 1
    after = replace(state, cash=cash, bank=bank, turn=turn, dice=action.faces, throws=throws)
    return replace(after, phase="over") if bank <= 0 else after


def _pay(state: State, action: Pay) -> Steps[State]:
    state.require_phase("roll", "auction")
    if not 0 <= action.seat < len(state.cash):
        raise NotAllowed("seat", "There is no player in that seat.", seat=action.seat)
    has = state.cash[action.seat]
    if not 0 < action.amount <= has:
        raise NotAllowed("not_enough", "Not that much.", seat=action.seat, has=has)
    yield CoinsPaid(action.seat, action.amount)
    cash = tuple(c - action.amount * (s == action.seat) for s, c in enumerate(state.cash))
    return replace(state, cash=cash, bank=state.bank + action.amount)


def _open(state: State, action: Open) -> Steps[State]:
    state.require_phase("roll", "auction")
    yield AuctionOpened()
    return replace(state, phase="auction", count=0, auctions=state.auctions + 1)


def _count(state: State, action: Count) -> Steps[State]:
    if state.count is None or action.k != state.count + 1:
        raise NotNow("wrong_count", "That is not the next count.", k=action.k)
    yield AuctionCounted(action.k)
    if action.k == 3:
        return replace(state, phase="roll", count=None)
    return replace(state, count=action.k)


class Tiny(Game[State]):
    """The tiny game."""

    id = "tiny"
    title = "Tiny"
    unit = "coins"
    min_players = 1
    max_players = 4
    rules: ClassVar[Rules[State]] = {Throw: _throw, Pay: _pay, Open: _open, Count: _count}
    options = Options
    presets: ClassVar[Mapping[str, object]] = {"plain": Options(), "hard": Options(locked=True)}

    def begin(self, names: tuple[str, ...], first_seat: int, options: Options) -> Steps[State]:
        """Begin with all coins in the bank."""
        yield from ()
        return State(names, options, (0,) * len(names), turn=first_seat)

    def legal_choices(self, state: State) -> tuple[Choice, ...]:
        """Offer a payment to each seat with coins, and a roll unless an auction is counted."""
        if state.phase == "over":
            return ()
        pays = (
            Choice("pay", seat, {"amount": IntRange(1, has)})
            for seat, has in enumerate(state.cash)
            if has
        )
        if state.count is not None:
            count = Choice("count", fields={"k": OneOf((state.count + 1,))})
            return (count, Choice("open"), *pays)
        return (Choice("throw", state.turn, {"faces": ListOf(FACES, 3, 3)}), Choice("open"), *pays)

    def table_view(self, state: State) -> dict[str, Json]:
        """Show everything."""
        return {
            "bank": state.bank,
            "dice": [{"face": face} for face in state.dice],
            "count": state.count,
        }

    def public_seat_view(self, state: State, seat: int) -> dict[str, Json]:
        """Show the coins."""
        return {"cash": state.cash[seat]}

    def ranking(self, state: State) -> tuple[Standing, ...]:
        """Return the players' coins, the richest first."""
        order = sorted(range(len(state.cash)), key=lambda seat: -state.cash[seat])
        places = {seat: 1 + sum(has > state.cash[seat] for has in state.cash) for seat in order}
        return tuple(Standing(seat, places[seat], state.cash[seat]) for seat in order)

    def turn(self, state: State) -> int | None:
        """Return who rolls next."""
        return state.turn

    def ending(self, state: State) -> str:
        """Return that the bank is broke."""
        return "bank_broke"

    def scores(self, state: State) -> tuple[int, ...]:
        """Return the coins of each seat."""
        return state.cash

    def find_feats(self, plays: Sequence[Played[State]]) -> Iterator[Feat]:
        """Yield each roll, of which the best becomes a turning point."""
        for at, played in enumerate(plays):
            for event in played.events:
                if isinstance(event, Rolled):
                    figures = {"coins": event.coins, "chance": 1 / 216}
                    yield Feat("best_throw", event.seat, at, event.coins, figures)

    def balances(self, state: State) -> Mapping[str, int]:
        """Return the coins."""
        return {"bank": state.bank} | {f"seat:{s}": c for s, c in enumerate(state.cash)}

    def possible_draws(self, state: State) -> Sequence[Action]:
        """Return two rolls, which count as equally likely here."""
        return () if state.phase != "roll" else (Throw(("1",) * 3), Throw(("6",) * 3))

    def timer(self, state: State) -> Timer | None:
        """Count every two seconds."""
        return None if state.count is None else Timer(Count(state.count + 1), 2.0)

    def awaited_dice(self, state: State) -> AwaitedDice | None:
        """Wait for three dice, the first of them fixed if it is locked."""
        if state.phase != "roll":
            return None
        fixed = state.dice[:1] if state.options.locked else ()
        return AwaitedDice(3, FACES, state.dice, fixed, throw=(state.throws, state.auctions))

    def action_from_roll(self, state: State, faces: Sequence[str], kept: Sequence[int]) -> Action:
        """Return the roll."""
        return self.actions.parse({"type": "throw", "faces": list(faces), "kept": list(kept)})

    def faces_from_action(self, state: State, action: Action) -> tuple[str, ...]:
        """Return the dice of a roll."""
        return action.faces if isinstance(action, Throw) else ()


TINY = Tiny()
GAMES = {"tiny": TINY}
