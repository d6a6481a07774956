"""What a banker saw happen at a Last Chance table. Money is in units."""

from typing import Literal

from engine.core import event
from engine.core.event import Event


class Paid(event.Paid):
    """Money changed hands in these `bills`, with `change` back: each (denomination, count)."""

    bills: tuple[tuple[int, int], ...]
    change: tuple[tuple[int, int], ...]


class CardFlipped(Event):
    """`seat` turned a card over: its `symbols` in order, its `prize`, and how many `attempts`."""

    opens_scene = True

    seat: int
    symbols: tuple[str, ...]
    prize: int
    attempts: int


class Rolled(Event):
    """`seat` rolled dice, which came to show `rolled`; those that show `kept` stayed."""

    seat: int
    rolled: tuple[str, ...]
    kept: tuple[str, ...] = ()
    attempts_left: int | None = None

    @property
    def sentence(self) -> str:
        """Another one where some dice stayed."""
        return "rolled_some" if self.kept else "rolled"


class LuckyFlash(Event):
    """The first roll of `seat` cracked the card, which brings its `prize`."""

    opens_scene = True

    seat: int
    prize: int


class AuctionOpened(Event):
    """The first roll cracked nothing: the card is up for sale."""

    opens_scene = True

    @property
    def sentence(self) -> str:
        """Nothing: the roll says it."""
        return ""


class BidPlaced(Event):
    """`seat` bid `amount`; `raises_own_bid`: the highest bid was theirs already."""

    seat: int
    amount: int
    raises_own_bid: bool = False


class BidCounted(Event):
    """The high bid of `seat` was counted for the `k`-th time, and not sold yet."""

    seat: int
    amount: int
    k: int

    @property
    def sentence(self) -> str:
        """Once or twice."""
        return "counted_once" if self.k == 1 else "counted_twice"


class CannotPay(Event):
    """`seat` owns less than the `amount` that they bid."""

    seat: int
    amount: int
    cash: int


class Passed(Event):
    """`seat` passed."""

    seat: int


class CardSold(Event):
    """`seat` bought the card: `amount` is their stake."""

    opens_scene = True

    seat: int
    amount: int


class LastChanceCalled(Event):
    """`seat` called a last chance, named as in this edition: all their cash is the stake."""

    opens_scene = True

    seat: int
    amount: int
    call: str

    @property
    def sentence(self) -> str:
        """What the edition calls it."""
        return f"{self.call}_called"


class NobodyBid(Event):
    """Nobody bid: the dice are rolled again, another card is flipped, or `seat` tries for free."""

    opens_scene = True

    seat: int | None
    rule: Literal["reroll_all", "discard_card_draw_new", "free_try"]

    @property
    def sentence(self) -> str:
        """What follows by the house rule."""
        return f"nobody_bid_{self.rule}"


class PlayerEliminated(Event):
    """`seat` is out of the game."""

    opens_scene = True

    seat: int


class BetPlaced(Event):
    """`seat` bet `amount` that the card is cracked (``yes``) or not; `covered`: it is a secret."""

    seat: int
    amount: int
    on: Literal["yes", "no"] | None
    covered: bool = False

    def seen_by(self, seat: int | None) -> "BetPlaced":
        """Return the event without the side, except for the bettor."""
        if not self.covered or seat == self.seat:
            return self
        return BetPlaced(self.seat, self.amount, None, covered=True)

    @property
    def sentence(self) -> str:
        """Another one for each side."""
        return "bet_placed_covered" if self.on is None else f"bet_placed_{self.on}"


class BetTakenBack(Event):
    """`seat` took their bet of `amount` back."""

    seat: int
    amount: int


class BetsClosed(Event):
    """No more bets are taken."""


class BetRevealed(Event):
    """The covered bet of `seat` was turned over."""

    seat: int
    amount: int
    on: Literal["yes", "no"]

    @property
    def sentence(self) -> str:
        """Another one for each side."""
        return f"bet_revealed_{self.on}"


class DieLaid(Event):
    """`seat` laid a die that shows `face` on the place `place`, from 1, printed `symbol`."""

    seat: int
    face: str
    place: int
    symbol: str


class CardCracked(Event):
    """`seat` cracked the card with `attempts_left`, and gets its `prize`."""

    opens_scene = True

    seat: int
    attempts_left: int
    prize: int

    @property
    def sentence(self) -> str:
        """Another one for the last attempt."""
        return self.type if self.attempts_left else "card_cracked_at_last"


class CrackFailed(Event):
    """`seat` has no attempt left and loses the stake."""

    opens_scene = True

    seat: int


class CrackerStopped(Event):
    """`seat` gave up before the attempts were used up."""

    seat: int
