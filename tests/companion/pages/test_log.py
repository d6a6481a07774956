"""The log is fetched when somebody opens it, and afterwards only new rows."""

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, Response, expect

from companion.table.acts import Start
from companion.table.table import Table
from tests.companion.pages.conftest import ON_A_TABLET
from tests.companion.pages.playing import act, wait_for


@pytest.fixture
def asked(page: Page, url: str, table: Table) -> list[int]:
    """Return the versions since which an open page requested rows."""
    act(table, Start("jour_de_chance", ("Ana", "Ben"), first_seat=0).to_json())
    versions: list[int] = []

    def note(response: Response) -> None:
        url = urlsplit(response.url)
        if url.path.endswith("/log"):
            versions.append(int(parse_qs(url.query)["after"][0]))

    page.on("response", note)
    page.goto(url)
    page.get_by_role("button", name="Log").wait_for()
    return versions


def deal(table: Table) -> dict[str, Any]:
    """Draw the next card; return how things stand then."""
    return act(table, {"type": "draw"})


@ON_A_TABLET
def test_only_new_and_changed_rows_are_fetched(page: Page, table: Table, asked: list[int]) -> None:
    """First the whole log comes, then one new row, then rows that an undo changed."""
    wait_for(page, deal(table))  # or it comes while the log is fetched, and that is asked for again
    rows = page.locator(".log-row")
    assert asked == []
    page.get_by_role("button", name="Log").click()
    expect(rows).to_have_count(2)
    deal(table)
    expect(rows).to_have_count(3)
    act(table, {"type": "undo"})
    expect(rows).to_have_count(4)
    expect(page.locator(".log-row s")).to_have_count(1)
    assert asked == [0, 2, 3]


@ON_A_TABLET
@pytest.mark.usefixtures("asked")
def test_the_log_offers_no_undo_into_an_earlier_game(page: Page, table: Table) -> None:
    """Only rows of the current game except the newest offer it; undoing a start is one step."""
    deal(table)
    act(table, Start("jour_de_chance", ("Cleo", "Dan"), first_seat=0).to_json())
    page.get_by_role("button", name="Log").click()
    rows = page.locator(".log-row")
    back = page.get_by_role("button", name="Undo to here")
    expect(rows).to_have_count(3)
    expect(back).to_have_count(0)
    deal(table)
    expect(rows).to_have_count(4)
    expect(back).to_have_count(1)
    expect(rows.nth(1).get_by_role("button", name="Undo to here")).to_have_count(1)
    act(table, {"type": "undo"})
    act(table, {"type": "undo"})
    expect(rows).to_have_count(6)
    expect(back).to_have_count(2)  # of the first game, those that were taken back excepted


@ON_A_TABLET
def test_rows_that_did_not_come_are_requested_again(
    page: Page, table: Table, asked: list[int]
) -> None:
    """This goes on while the log is open, until it has everything."""
    page.route("**/log?*", lambda route: route.abort(), times=1)
    page.get_by_role("button", name="Log").click()
    expect(page.locator(".log-row")).to_have_count(1)
    assert asked == [0]
    page.get_by_role("button", name="Close").click()
    deal(table)
    deal(table)
    page.get_by_role("button", name="Log").click()
    expect(page.locator(".log-row")).to_have_count(3)
    assert asked == [0, 1]
