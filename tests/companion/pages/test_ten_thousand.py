"""Ten Thousand at the page: dice told by hand, set aside, rolled on, banked and lost."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.table.table import Request, Table
from tests.companion.pages.accessibility import faults
from tests.companion.pages.conftest import ON_A_PHONE
from tests.companion.pages.test_yacht import Thrower


@pytest.fixture
def thrower(page: Page, url: str, table: Table, pictures: Path) -> Thrower:
    """Return somebody before a game of two in which Ana begins and has little to go."""
    setup: dict[str, Any] = {"names": ["Ana", "Ben"], "first_seat": 0, "options": {"target": 2000}}
    version: Any = table.snapshot()["version"]
    table.submit(Request("start", version, {"type": "start", "game": "ten_thousand", **setup}))
    return Thrower(page, url, pictures)


@ON_A_PHONE
def test_a_game(thrower: Thrower) -> None:
    """Roll on with one die set aside, then with all; bank; lose it all; the last turns."""
    page = thrower.page
    thrower.open()
    thrower.picture("ten-thousand-start", whole=True)
    thrower.tell_dice("1 1 1 5 2 3")
    risk = page.locator(".stage .plate", has_text="farkle")
    expect(risk).to_contain_text("Roll 2: farkle 44%")
    expect(risk).to_contain_text("Best on average: bank")
    thrower.keep("1 5 2")
    expect(page.get_by_text("One of these dice doesn’t score")).to_be_visible()
    thrower.keep("1 1 1")
    expect(risk).to_contain_text("Roll 3: farkle 28%")
    assert faults(page) == []
    thrower.picture("ten-thousand-turn", whole=True)
    thrower.tell_dice("5 5 1")
    expect(page.get_by_text("Hot dice: all six dice score.")).to_be_visible()
    thrower.tell_dice("5 2 3 3 4 6")
    thrower.picture("ten-thousand-hot", whole=True)
    thrower.moved(lambda: thrower.tap("Bank 1,250"))
    expect(page.get_by_text("Ana banks 1,250").first).to_be_visible()
    thrower.tell_dice("4 4 4 2 3 3")
    expect(page.get_by_text("400 points: you need 500 to bank.")).to_be_visible()
    assert not thrower.shows("Bank 400")
    thrower.tell_dice("2 6 6")
    expect(page.get_by_text("Farkle! Ben loses 400").first).to_be_visible()
    thrower.picture("ten-thousand-farkle", whole=True)
    thrower.tell_dice("1 1 1 2 3 3")
    thrower.moved(lambda: thrower.tap("Bank 1,000"))
    expect(page.get_by_text("The last turns: 2,250 to beat").first).to_be_visible()
    thrower.tell_dice("2 2 3 4 6 6")
    expect(page.get_by_role("heading", name="Ana wins!")).to_be_visible()
    thrower.moved(lambda: thrower.tap("Undo"))
    expect(page.get_by_role("heading", name="Ben rolls all six dice")).to_be_visible()
