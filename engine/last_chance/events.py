"""The events of Last Chance. Money is in units."""

from typing import Literal

from engine.core import event
from engine.core.event import Event


class PaidInBills(event.Paid, type_name="paid"):
    """Money changed hands in `bills`, with `change` back, each as (denomination, count)."""

    bills: tuple[tuple[int, int], ...]
    change: tuple[tuple[int, int], ...]


class CardFlipped(Event, opens_scene=True):
    """`seat` turned over a card with these `symbols`, `prize` and `attempts`."""

    seat: int
    symbols: tuple[str, ...]
    prize: int
    attempts: int


class Rolled(Event):
    """`seat` rolled dice, which now show `rolled`; those that show `kept` stayed."""

    seat: int
    rolled: tuple[str, ...]
    kept: tuple[str, ...] = ()
    attempts_left: int | None = None

    def _sentence_key(self) -> str:
        return "rolled_some" if self.kept else "rolled"


class LuckyFlash(Event, opens_scene=True):
    """The first roll of `seat` cracked the card and won its `prize`."""

    seat: int
    prize: int


class AuctionOpened(Event, opens_scene=True):
    """The first roll did not crack the card, so it is for sale. The roll's sentence says it."""

    def _sentence_key(self) -> str:
        return ""


class BidPlaced(Event):
    """`seat` bid `amount`; with `raises_own_bid`, the high bid was already theirs."""

    seat: int
    amount: int
    raises_own_bid: bool = False


class BidCounted(Event):
    """The high bid of `seat` was counted for the `k`-th time, without a sale yet."""

    seat: int
    amount: int
    k: int

    def _sentence_key(self) -> str:
        return "counted_once" if self.k == 1 else "counted_twice"


class CannotPay(Event):
    """`seat` has less `cash` than the `amount` that they bid."""

    seat: int
    amount: int
    cash: int


class Passed(Event):
    """`seat` passed."""

    seat: int


class CardSold(Event, opens_scene=True):
    """`seat` bought the card for a stake of `amount`."""

    seat: int
    amount: int


class LastChanceCalled(Event, opens_scene=True):
    """`seat` called a last chance: all their cash is the stake. `call` is the edition's name."""

    seat: int
    amount: int
    call: str

    def _sentence_key(self) -> str:
        return f"{self.call}_called"


class NobodyBid(Event, opens_scene=True):
    """Nobody bid: by `rule`, dice are rolled again, a new card comes, or `seat` tries for free."""

    seat: int | None
    rule: Literal["reroll_all", "discard_card_draw_new", "free_try"]

    def _sentence_key(self) -> str:
        return f"nobody_bid_{self.rule}"


class PlayerEliminated(Event, opens_scene=True):
    """`seat` is out of the game."""

    seat: int


class BetPlaced(Event):
    """`seat` bet `amount` that the card is cracked (``yes``) or not; `covered`: secretly."""

    seat: int
    amount: int
    on: Literal["yes", "no"] | None
    covered: bool = False

    def public(self) -> "BetPlaced":
        """Return a covered bet without its side."""
        return BetPlaced(self.seat, self.amount, None, covered=True) if self.covered else self

    def _sentence_key(self) -> str:
        return "bet_placed_covered" if self.on is None else f"bet_placed_{self.on}"


class BetTakenBack(Event):
    """`seat` took back their bet of `amount`."""

    seat: int
    amount: int


class BetsClosed(Event):
    """Betting was closed."""


class BetRevealed(Event):
    """The covered bet of `seat` was revealed."""

    seat: int
    amount: int
    on: Literal["yes", "no"]

    def _sentence_key(self) -> str:
        return f"bet_revealed_{self.on}"


class DieLaid(Event):
    """`seat` laid a die with `face` on place `place` (from 1), where `symbol` is printed."""

    seat: int
    face: str
    place: int
    symbol: str


class CardCracked(Event, opens_scene=True):
    """`seat` cracked the card with `attempts_left` and won its `prize`."""

    seat: int
    attempts_left: int
    prize: int

    def _sentence_key(self) -> str:
        return self.type if self.attempts_left else "card_cracked_at_last"


class CrackFailed(Event, opens_scene=True):
    """`seat` has no attempt left and loses the stake."""

    seat: int


class CrackerStopped(Event):
    """`seat` gave up before all attempts were used."""

    seat: int
