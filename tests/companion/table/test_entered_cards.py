"""Cards that people enter from their own boxes are remembered, and no others."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.files import FileError
from companion.log.log import Log
from companion.table.acts import Start
from companion.table.backup.restore import restore_backup
from companion.table.backup.save import save_backup
from companion.table.boxes import FILE, EnteredCards
from companion.table.table import Table
from companion.web.app import create_app
from engine.games import GAMES
from tests.companion.pages.playing import act

FLIP = {"type": "flip", "symbols": ["L", "3", "4", "L", "C"], "prize": 240_000, "attempts": 4}
CARD = {"symbols": ["3", "4", "L", "L", "C"], "prize": 240_000, "attempts": 4}
ROLL = {"type": "roll", "faces": ["1", "1", "2", "2", "6"]}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """Return a table with a started game of Last Chance."""
    table = Table(Log(tmp_path), GAMES)
    act(table, Start("last_chance", ("Ana", "Ben", "Cy"), first_seat=0).to_json())
    yield table
    table.close()


def play(table: Table, *actions: dict[str, Any]) -> list[Any]:
    """Do `actions`, and return the deck after them."""
    for action in actions:
        act(table, action)
    return table.entered_cards.of_game("last_chance")


def test_a_card_is_remembered_once_the_game_goes_on(table: Table) -> None:
    """A mistyped card that is undone at once is not."""
    assert play(table, FLIP) == []
    assert play(table, {"type": "undo"}, {**FLIP, "attempts": 3}, {"type": "undo"}) == []
    assert play(table, FLIP, ROLL) == [CARD]
    assert play(table, {"type": "undo"}, ROLL) == [CARD]
    assert table.entered_cards.of_game("last_one") == []


def test_invented_cards_are_not_remembered(table: Table) -> None:
    """Chance drew them."""
    assert play(table, {"type": "draw"}, {**ROLL, "faces": ["1"] * 5}) == []


def test_cards_outlast_the_evening_and_can_be_forgotten(table: Table) -> None:
    """Everybody may read them, the banker may delete them."""
    play(table, FLIP, ROLL)
    client = create_app(table).test_client()
    assert client.get("/api/tables/main/deck").json == {"cards": [CARD]}
    path = "/api/tables/main/deck/forget"
    assert client.post(path, json={"card": {"a": 1}}).json == {"cards": [CARD]}
    assert client.post(path, json={"card": CARD}).json == {"cards": []}


def test_a_backup_brings_the_cards_of_its_games(table: Table, tmp_path: Path) -> None:
    """Only cards that count come back, none that was undone, whether the table runs or not."""
    play(table, {**FLIP, "attempts": 3}, {"type": "undo"}, FLIP, ROLL)
    backup, elsewhere = tmp_path / "backup", tmp_path / "elsewhere"
    save_backup(table.folder, backup, GAMES)
    restore_backup(elsewhere, backup, GAMES)
    assert EnteredCards(elsewhere).of_game("last_chance") == [CARD]
    table.entered_cards.forget("last_chance", CARD)
    table.restore_backup(backup, table.store.run_id, table.state.history.version)
    assert table.entered_cards.of_game("last_chance") == [CARD]


def test_a_game_goes_on_if_its_cards_cannot_be_remembered(table: Table) -> None:
    """A file that cannot be opened is reported, and loses no card."""
    (table.folder / FILE).mkdir()
    with pytest.raises(FileError, match="Cannot use"):
        play(table, FLIP, ROLL)
    assert table.snapshot()["phase"] == "auction"
    answer = create_app(table).test_client().get("/api/tables/main/deck")
    assert (answer.status_code, answer.json["code"]) == (503, "deck_unwritable")


@pytest.mark.parametrize("content", ["no database, and long enough to be seen as none", None])
def test_a_damaged_file_is_set_aside(table: Table, content: str | None) -> None:
    """It is better to enter cards again than to offer wrong ones."""
    if content is not None:
        (table.folder / FILE).write_text(content)
    else:
        table.entered_cards.remember("last_chance", CARD)
        with closing(sqlite3.connect(table.folder / FILE)) as db, db:
            db.execute("UPDATE card SET printed = '{'")
    with pytest.raises(FileError):
        table.entered_cards.of_game("last_chance")
    assert table.entered_cards.of_game("last_chance") == []
    assert (table.folder / f"broken-{FILE}").exists()
    table.entered_cards.remember("last_chance", CARD)
    assert table.entered_cards.of_game("last_chance") == [CARD]
