"""The parts of the table that a box uses, and their figures (Rules §8.1).

People put a box together, save it by its name, and share it as a file.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

MAX_DICE = 10
MAX_TEAMS = 6
MAX_MONEY = 10**9
MAX_SECONDS = 6 * 60 * 60
MAX_PARTS_OF_A_KIND = 12
"""The most buttons, and the most counters, of a box."""

MAX_TEXT_LENGTH = 24
"""The most characters of a name."""

PaymentDirection: TypeAlias = Literal[
    "bank_to_player", "player_to_bank", "player_to_others", "others_to_player"
]
"""Who pays whom when a player taps a button; each other player pays or gets the whole amount."""


@dataclass(frozen=True, slots=True)
class PaymentButton:
    """A recurring payment: its `label`, its `amount`, and who pays whom."""

    label: str
    amount: int
    way: PaymentDirection = "bank_to_player"

    def __post_init__(self) -> None:
        _check_name(self.label)
        _check_range("amount", self.amount, 1, MAX_MONEY)


@dataclass(frozen=True, slots=True)
class GameBox:
    """The parts of a box. A part that is 0, empty, ``none`` or false is absent.

    `dice` is how many are rolled together, each with `sides`; people can change that at any time.
    Dice with other than six sides are typed in. With `money`, everybody gets `start_money`, and the
    bank and the players have `all_money` together (None: the bank never runs out; 0: it is an empty
    pot). A `sheet` has points by player and round, of which the ``most`` or ``fewest`` win after
    `rounds` rounds (0: as many as people like). With `count_down`, the score is what is left of it
    instead of the sum. With `turns`, players take turns: ``untimed``, with one ``shared`` time,
    with a time for each player as in ``chess``, or with a ``sand_glass`` that restarts every turn;
    `seconds` is that time. With ``chess``, each turn adds `increment` seconds in the end. With
    `teams`, players are assigned to them in turn, and a team's score is the sum of its players'.
    """

    name: str
    dice: int = 0
    sides: int = 6
    money: bool = False
    currency: str = ""
    start_money: int = 0
    all_money: int | None = None
    buttons: tuple[PaymentButton, ...] = ()
    sheet: Literal["none", "most", "fewest"] = "none"
    rounds: int = 0
    count_down: int = 0
    counters: tuple[str, ...] = ()
    turns: Literal["none", "untimed", "shared", "chess", "sand_glass"] = "none"
    seconds: int = 60
    increment: int = 0
    teams: int = 0

    def __post_init__(self) -> None:
        _check_name(self.name)
        for counter in self.counters:
            _check_name(counter)
        if self.currency:
            _check_name(self.currency)
        _check_range("dice", self.dice, 0, MAX_DICE)
        _check_range("sides", self.sides, 4, 20)
        _check_range("start_money", self.start_money, 0, MAX_MONEY)
        _check_range("all_money", self.all_money or 0, 0, MAX_MONEY)
        _check_range("rounds", self.rounds, 0, 100)
        _check_range("count_down", self.count_down, 0, MAX_MONEY)
        _check_range("seconds", self.seconds, 1, MAX_SECONDS)
        _check_range("increment", self.increment, 0, 600)
        _check_range("teams", self.teams, 0, MAX_TEAMS)
        _check_different("buttons", [button.label for button in self.buttons])
        _check_different("counters", self.counters)

    @property
    def faces(self) -> tuple[str, ...]:
        """The faces of each die."""
        return tuple(map(str, range(1, self.sides + 1)))

    @property
    def has_clock(self) -> bool:
        """Whether there is a clock."""
        return self.turns not in ("none", "untimed")


def _check_name(name: str) -> None:
    if not 1 <= len(name.strip()) <= len(name) <= MAX_TEXT_LENGTH or not name.isprintable():
        raise ValueError(f"Expected a name of 1 to {MAX_TEXT_LENGTH} letters")


def _check_range(field: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise ValueError(f"Expected `{field}` from {low} to {high}")


def _check_different(field: str, names: list[str] | tuple[str, ...]) -> None:
    if len(names) > MAX_PARTS_OF_A_KIND or len(set(names)) < len(names):
        raise ValueError(f"Expected at most {MAX_PARTS_OF_A_KIND} different `{field}`")


READY_MADE_BOXES: Mapping[str, GameBox] = {
    "property": GameBox(
        "Property trading",
        dice=2,
        money=True,
        start_money=1500,
        buttons=(
            PaymentButton("Salary", 200),
            PaymentButton("Tax", 200, "player_to_bank"),
            PaymentButton("Fine", 50, "player_to_bank"),
            PaymentButton("Birthday", 10, "others_to_player"),
        ),
        turns="untimed",
    ),
    "chips": GameBox(
        "Poker chips",
        money=True,
        start_money=1000,
        all_money=0,
        buttons=(
            PaymentButton("Small blind", 10, "player_to_bank"),
            PaymentButton("Big blind", 20, "player_to_bank"),
            PaymentButton("Bet", 50, "player_to_bank"),
            PaymentButton("High bet", 100, "player_to_bank"),
        ),
    ),
    "darts": GameBox("Darts", sheet="most", count_down=501, turns="untimed"),
    "blank": GameBox("Your own game", dice=2),
}
"""Boxes to start with, by their ids."""
