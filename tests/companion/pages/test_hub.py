"""The page of a café's hub in a browser: logging in, all tables, and one of them."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.hub.access import HubAccess
from companion.hub.app import create_hub_app
from companion.hub.hub import Hub
from companion.hub.receive import LiveTables
from companion.mqtt.messages import Report
from tests.companion.hub.test_page import NOWHERE, FakeBroker, FakeTables
from tests.companion.pages.conftest import ON_A_PHONE
from tests.companion.pages.lending import Servers, address


@pytest.fixture
def hub(tmp_path: Path) -> Hub:
    """Return a hub with two tables of one name, whose archive is away."""
    access, live, broker = HubAccess(tmp_path), LiveTables(), FakeBroker()
    access.set_user("Ana", "admin", "correct horse")
    seats = [{"name": "<img src=x onerror=alert(1)>", "score": 7}, {"name": "Ben", "score": 5}]
    for table in ("0123abcd", "89abcdef"):
        broker.set_password(table, "password")
        state = {"name": "Window", "game": "yacht", "title": "Yacht", "since": "no time"}
        live.set_state(table, {**state, "seats": seats, "leads": [0], "eye": "lost"})
        live.set_available(table, online=True)
    return Hub(access, live, FakeTables(), broker, NOWHERE)


@ON_A_PHONE
def test_the_counter_sees_every_table(page: Page, servers: Servers, hub: Hub) -> None:
    """They see who leads, a lost eye and a call for help; names are never taken for markup."""
    server = servers.begin()
    server.app = create_hub_app(hub)
    page.goto(address(server))
    page.fill("[name=name]", "Ana")
    page.fill("[name=password]", "wrong password")
    page.click("button.main")
    expect(page.get_by_role("alert")).to_contain_text("Wrong name")
    page.fill("[name=password]", "correct horse")
    page.click("button.main")
    first = page.locator(".hub-tables li").first
    expect(first).to_contain_text("Window (89ab)")
    expect(first).to_contain_text("<img src=x onerror=alert(1)> leads")
    expect(first).to_contain_text("No camera")
    assert page.locator("img").count() == 0
    door = {"name": "Door", "help": True, "url": "http://192.0.2.9:8080"}
    hub.live.set_state("89abcdef", door)
    expect(first).to_contain_text("A player needs help")
    finding = {"code": "eye_demo_no_camera", "level": "warning"}
    hub.live.keep_newest_report("89abcdef", Report("doctor", [finding]))
    first.get_by_role("button").click()
    expect(page.locator("h2").first).to_have_text("Door")
    expect(page.locator(".finding")).to_contain_text("Plug in a USB camera")
    page.get_by_role("button", name="Tell them someone is coming").click()
    hub.live.set_state("89abcdef", {**door, "coming": True})
    expect(page.locator("main")).to_contain_text("someone is on the way")
    page.get_by_role("button", name="All tables").click()
    page.get_by_role("button", name="Sheets to print").click()
    expect(page.locator(".hub-sheet")).to_contain_text("Doorhttp://192.0.2.9:8080")
    page.emulate_media(media="print")
    expect(page.get_by_role("button")).to_have_count(0)
    page.emulate_media(media="screen")
    page.get_by_role("button", name="All tables").click()
    first.get_by_role("button").click()
    expect(page.get_by_role("alert")).to_contain_text("The archive isn’t responding")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Management").click()
    expect(page.locator("h2").first).to_have_text("Management")  # a table's page has a name, too
    page.fill("[name=name]", "Cleo")
    page.fill("[name=password]", "battery staple")
    page.get_by_role("button", name="Save account").click()
    expect(page.get_by_text("Cleo", exact=True)).to_be_visible()
    expect(page.locator("[name=password]")).to_have_value("")  # nobody finds it there
    page.get_by_role("button", name="Log out").click()
    expect(page.locator("[name=password]")).to_be_visible()
    page.goto("about:blank")


def test_a_hub_without_tables(page: Page, servers: Servers, hub: Hub) -> None:
    """The page leads an admin to adding tables, and tells the staff that an admin can do it."""
    for table in ("0123abcd", "89abcdef"):
        hub.live.forget(table)
    hub.access.set_user("Cleo", "counter", "battery staple")
    server = servers.begin()
    server.app = create_hub_app(hub)
    for name, password in (("Cleo", "battery staple"), ("Ana", "correct horse")):
        page.goto(address(server))
        page.fill("[name=name]", name)
        page.fill("[name=password]", password)
        page.click("button.main")
        expect(page.locator("h2")).to_have_text("No tables yet")
        if name == "Cleo":
            expect(page.locator("main")).to_contain_text("An admin can add tables.")
            page.get_by_role("button", name="Log out").click()
    page.get_by_role("button", name="Add tables").click()
    expect(page.locator("h2").first).to_have_text("Management")
