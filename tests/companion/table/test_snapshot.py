"""The log's rows contain all that a page needs to describe them in any language."""

import json
import random
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from companion.log.log import Log
from companion.table.snapshot import MAX_LOG_ROWS
from companion.table.table import ActionRequest, Table
from engine.core.game import Game
from engine.core.offered_game import Setup
from engine.core.refusals import Refusal
from engine.games import GAMES
from tests.companion.conftest import Played

Act = Callable[..., dict[str, Any]]
CARD: dict[str, Any] = {"symbols": ["2", "L", "L", "C", "C"], "prize": 130_000, "attempts": 4}
FACES = ["2", "2", "2", "5", "6"]


@pytest.fixture
def act(tmp_path: Path) -> Iterator[Act]:
    """Return a function that does an action at a fresh table and returns its newest row."""
    table = Table(Log(tmp_path), GAMES)

    def play(type_: str, **fields: Any) -> dict[str, Any]:
        version = table.snapshot()["version"]
        assert isinstance(version, int)
        shown: Any = table.submit(
            ActionRequest(f"id-{version}", version, {"type": type_, **fields})
        )
        row: dict[str, Any] = shown["last_row"]
        return row

    yield play
    table.close()


def start(act: Act, **options: Any) -> dict[str, Any]:
    """Start a game of Last Chance with three people; Ben begins."""
    names = ["Ana", "Ben", "Cleo"]
    return act("start", game="last_chance", names=names, first_seat=1, options=options)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_keys_of_games_and_table_do_not_collide(game: Game[Any], tmp_path: Path) -> None:
    """Only keys that the table takes from the game are in both; of others, one would be lost."""
    with closing(Table(Log(tmp_path), GAMES)) as table:
        own = set(table.snapshot())
    both = own & set(game.view(game.start(Setup(("Ana", "Ben", "Cleo"))).state))
    assert both - {"turn"} == {"phase", "seats"}


def test_a_row_carries_its_events_its_game_and_the_names_of_its_seats(act: Act) -> None:
    """It also says whose act it is, if only the state knew."""
    row = start(act)
    assert row["events"][0] == {"type": "game_started"}
    assert (row["game"], row["names"]) == ("last_chance", ["Ana", "Ben", "Cleo"])
    assert act("flip", **CARD)["events"] == [{"type": "card_flipped", **CARD, "seat": 1}]


def test_the_row_of_a_correction_has_the_corrected_roll(act: Act) -> None:
    """The original row has it, too; an undo has no events."""
    start(act)
    act("flip", **CARD)
    roll = act("dice", faces=FACES)
    corrected = act("correct", row=roll["version"], faces=["2", "2", "2", "5", "5"])
    assert corrected["events"][0]["rolled"] == ["2", "2", "2", "5", "5"]
    assert "events" not in act("undo")


def test_an_undo_says_what_it_took_back(act: Act) -> None:
    """It names the first of the acts and their number; a redo says what it restored."""
    begun = start(act)
    flip = act("flip", **CARD)
    act("dice", faces=FACES)

    def undone(**to: int) -> tuple[str, int, bool]:
        undo = act("undo", **to)["undo"]
        return undo["line"], undo["acts"], undo["redo"]

    assert undone(to=1) == (flip["line"], 2, False)
    assert undone(to=3) == (flip["line"], 2, True)
    act("correct", row=3, faces=["2", "2", "2", "5", "5"])
    assert undone()[0].startswith("Move 3 corrected: Ben rolls 2 2 2 5 5")
    assert undone()[1:] == (1, False)
    assert undone()[0] == flip["line"]
    assert undone() == (begun["line"], 1, False)


@pytest.mark.parametrize(("rule", "on"), [("open", "yes"), ("secret_until_closed", None)])
def test_a_secret_bet_stays_secret(act: Act, rule: str, on: str | None) -> None:
    """The side of a bet is in the row only if the house rule shows it."""
    start(act, bet_visibility=rule, auction_clock="manual")
    act("flip", **CARD)
    act("dice", faces=FACES)
    act("bid", seat=0, amount=100_000)
    for k in (1, 2):
        act("count", k=k)
    sold = {"type": "card_sold", "seat": 0, "amount": 100_000}
    assert act("count", k=3)["events"][0] == sold
    row = act("bet", seat=2, amount=10_000, on="yes")
    assert row["events"][0]["on"] == on
    assert ("yes" in json.dumps(row).lower()) == (on == "yes")


def do_something(played: Played, rng: random.Random) -> None:
    """Roll, undo, jump back, correct, or start again, if that is legal."""
    rolls = [row["version"] for row in played.log if row["counts"] and "dice" in row] or [1]
    faces = [rng.choice("123456") for _ in range(3)]
    acts: list[dict[str, Any]] = [
        *([{"type_": "dice", "faces": faces}] * 6),
        {"type_": "undo"},
        {"type_": "undo", "to": rng.randrange(played.shown["version"])},
        *([{"type_": "correct", "row": rng.choice(rolls), "faces": faces}] * 2),
        {"type_": "start", "game": "tiny", "names": ["Ana", "Ben"]},
    ]
    with suppress(Refusal):
        played.do(**rng.choice(acts))


@pytest.mark.parametrize("seed", range(5))
def test_new_and_changed_rows_complete_the_log(played: Played, seed: int) -> None:
    """A page that missed events asks for the rows since its version."""
    rng = random.Random(seed)
    played.start()
    rows: dict[int, Any] = {}
    version: Any = 0
    for _ in range(120):
        do_something(played, rng)
        if rng.random() < 0.4:
            fresh: Any = played.table.store.newest_rows(version)
            rows |= {row["version"]: row for row in fresh["rows"]}
            version = fresh["version"]
            assert [rows[at] for at in sorted(rows)][-MAX_LOG_ROWS:] == played.log


def test_the_page_knows_the_maximum_number_of_rows() -> None:
    """If that many arrive, the page takes them for incomplete."""
    script = files("companion").joinpath("static/js/store.js").read_text("utf-8")
    assert f"MAX_LOG_ROWS = {MAX_LOG_ROWS};" in script


def test_an_act_makes_the_log_one_row_longer(played: Played) -> None:
    """Only that row is sent; an up-to-date page gets none, one from an earlier run all."""
    played.start()
    played.do("dice", faces=["1", "2", "3"])
    fresh: Any = played.table.store.newest_rows(1)
    assert [row["version"] for row in fresh["rows"]] == [2]
    assert played.table.store.newest_rows(2)["rows"] == []
    assert played.table.store.newest_rows(3)["rows"] == played.log


def test_the_last_roll_is_the_newest_that_counts(played: Played) -> None:
    """Later actions do not matter; there is none if all rolls are undone."""
    played.start()
    assert played.shown["last_roll"] is None
    played.do("dice", faces=["1", "2", "3"])
    played.do("pay", seat=0, amount=1)
    played.do("correct", row=2, faces=["1", "2", "4"])
    told = {"version": 2, "reading": None, "faces": ["1", "2", "4"], "kept": []}
    assert played.shown["last_roll"] == told
    played.do("dice", faces=["5", "5", "5"])
    assert played.shown["last_roll"]["version"] == 5
    played.do("undo")
    assert played.shown["last_roll"] == told
    assert played.do("undo", to=1)["last_roll"] is None


def test_a_scene_stays_during_quiet_acts(played: Played) -> None:
    """A settlement is shown while others bid; the next roll opens a new one."""
    played.start()
    rolled = played.do("dice", faces=["1", "2", "3"])["row"]
    played.do("open")
    for k in (1, 2):
        played.do("count", k=k)
        assert played.shown["scene"]["version"] == rolled
