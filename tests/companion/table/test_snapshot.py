"""What a row of the log tells a page, so that it can be said in any language."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.table.log import Log
from companion.table.table import Request, Table
from engine import GAMES

Act = Callable[..., dict[str, Any]]
CARD: dict[str, Any] = {"symbols": ["2", "L", "L", "C", "C"], "prize": 130_000, "attempts": 4}
FACES = ["2", "2", "2", "5", "6"]


@pytest.fixture
def act(tmp_path: Path) -> Iterator[Act]:
    """Return what plays an action at a fresh table and gives the newest row of its log."""
    table = Table(Log(tmp_path), GAMES)

    def play(type_: str, **fields: Any) -> dict[str, Any]:
        version = table.snapshot()["version"]
        assert isinstance(version, int)
        shown: Any = table.submit(Request(f"id-{version}", version, {"type": type_, **fields}))
        row: dict[str, Any] = shown["log"][-1]
        return row

    yield play
    table.close()


def start(act: Act, **options: Any) -> dict[str, Any]:
    """Seat three people at a game of Last Chance that Ben begins."""
    names = ["Ana", "Ben", "Cleo"]
    return act("start", game="last_chance", names=names, first_seat=1, options=options)


def test_a_row_carries_its_action_its_game_and_the_names_of_its_seats(act: Act) -> None:
    """Whose act it is stands there too, where only the state knew it."""
    row = start(act)
    assert row["action"] == {"type": "start"}
    assert (row["game"], row["names"]) == ("last_chance", ["Ana", "Ben", "Cleo"])
    assert act("flip", **CARD)["action"] == {"type": "flip", **CARD, "seat": 1}


def test_the_row_of_a_correction_tells_what_it_now_says(act: Act) -> None:
    """The corrected roll stands in both rows; an undo says nothing of its own."""
    start(act)
    act("flip", **CARD)
    roll = act("dice", faces=FACES)
    corrected = act("correct", row=roll["version"], faces=["2", "2", "2", "5", "5"])
    assert corrected["action"]["faces"] == ["2", "2", "2", "5", "5"]
    assert "action" not in act("undo")


@pytest.mark.parametrize(("rule", "on"), [("open", "yes"), ("secret_until_closed", "secret")])
def test_a_secret_bet_stays_covered(act: Act, rule: str, on: str) -> None:
    """Which side is up is in the row only where the house rule shows it."""
    start(act, bet_visibility=rule, auction_clock="manual")
    act("flip", **CARD)
    act("dice", faces=FACES)
    act("bid", seat=0, amount=100_000)
    for k in (1, 2):
        act("count", k=k)
    assert act("count", k=3)["action"] == {"type": "count", "k": 3, "seat": 0, "amount": 100_000}
    assert act("bet", seat=2, amount=10_000, on="yes")["action"]["on"] == on
