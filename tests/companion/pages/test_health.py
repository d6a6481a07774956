"""The health check and backups, as the banker uses them."""

import re
import sqlite3
from contextlib import closing
from dataclasses import asdict
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from playwright.sync_api import Page, Route, expect

from companion.table.backup.save import save_automatically
from companion.table.table import ActionRequest, Table
from companion.upkeep import Finding, update
from companion.upkeep.doctor import finding_sentence
from companion.words import LANGUAGES
from tests.companion.pages.conftest import ON_A_PHONE, ON_A_TABLET
from tests.companion.pages.player import Player, open_menu
from tests.companion.pages.test_geometry import SPEAK
from tests.companion.upkeep.test_health import FIGURES


def begin(table: Table, name: str) -> None:
    """Begin a game in which `name` plays with Ben and Cleo."""
    setup = {"game": "last_chance", "names": [name, "Ben", "Cleo"], "first_seat": 0}
    version = table.snapshot()["version"]
    assert isinstance(version, int)
    table.submit(ActionRequest(name, version, {"type": "start", **setup}))


def open_health(page: Page, url: str, pictures: Path, what: str = "Health check") -> Player:
    """Open the health check at `url`, or the entry `what` next to it in the settings."""
    player = Player(page, url, pictures)
    player.open()
    open_menu(page)
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name=what).click()
    expect(page.get_by_role("heading", name=what)).to_be_visible()
    return player


@ON_A_TABLET
def test_a_backup_is_restored(table: Table, url: str, page: Page, pictures: Path) -> None:
    """The page asks first; then it shows the old game, and nothing else was tapped."""
    begin(table, "Ana")
    save_automatically(table.folder)
    begin(table, "Zoe")
    player = open_health(page, url, pictures, "Backup")
    player.picture("backups")
    page.get_by_role("button", name="Restore…").click()
    expect(page.get_by_role("button", name="Restore these games")).to_be_in_viewport()
    player.picture("health_restore")
    page.get_by_role("button", name="Cancel").click()
    assert table.state.names[0] == "Zoe"
    page.get_by_role("button", name="Restore…").click()
    page.get_by_role("button", name="Restore these games").click()
    expect(page.get_by_role("status").filter(has_text="have been restored.")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)  # nothing went wrong
    player.picture("health_restored")
    expect(page.get_by_text("before a restore")).to_be_visible()
    assert table.state.names[0] == "Ana"
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_text("Ana").first).to_be_visible()
    expect(page.get_by_text("Zoe")).to_have_count(0)
    player.check()


@ON_A_TABLET
def test_a_health_check_begins_with_important_findings(
    url: str, page: Page, pictures: Path
) -> None:
    """Details for a few people can be unfolded."""
    player = open_health(page, url, pictures)
    expect(page.get_by_text("No camera is running.")).to_be_visible()
    limits = page.get_by_text("Per spectator, player, banker")
    expect(limits).to_be_hidden()
    page.get_by_text("Details", exact=True).click()
    expect(limits).to_be_visible()
    player.picture("health")


@ON_A_TABLET
def test_every_finding_has_the_doctors_words(url: str, page: Page, pictures: Path) -> None:
    """This holds in every language; only times are formatted as on the device."""
    found = [
        Finding(code, "info", figures)
        for code, figures in FIGURES.items()
        if not figures.keys() & {"at", "port"}
    ]
    health = {"level": "ok", "findings": [asdict(one) for one in found]}
    page.route("**/health", lambda route: route.fulfill(json=health))
    open_health(page, url, pictures)
    page.locator(".finding").first.wait_for()
    for language in LANGUAGES:
        page.evaluate(SPEAK, language)
        shown = page.locator(".finding .grow").evaluate_all(
            "found => found.map((one) => [...one.children].map((said) => said.textContent))"
        )
        said = [[part for part in finding_sentence(one, language) if part] for one in found]
        assert sorted(map(with_plain_spaces, shown)) == sorted(map(with_plain_spaces, said))


def with_plain_spaces(parts: list[str]) -> list[str]:
    """Return `parts` with every kind of space replaced by a plain one, as browsers differ."""
    return [re.sub(r"\s", " ", part) for part in parts]


@ON_A_TABLET
def test_a_backup_is_downloaded_and_uploaded(
    table: Table, url: str, page: Page, pictures: Path, tmp_path: Path
) -> None:
    """Another file is refused with a message."""
    begin(table, "Ana")
    player = open_health(page, url, pictures, "Backup")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download a backup").click()
    file = tmp_path / "home.sqlite3"
    download.value.save_as(file)
    begin(table, "Zoe")
    page.get_by_label("Restore a backup").set_input_files(file)
    page.get_by_role("button", name="Restore these games").click()
    expect(page.get_by_text("uploaded")).to_be_visible()
    assert table.state.names[0] == "Ana"
    with closing(sqlite3.connect(file)) as db:
        db.execute("PRAGMA application_id = 7")
    page.get_by_label("Restore a backup").set_input_files(file)
    expect(page.get_by_text("isn’t a Croupier backup")).to_be_visible()
    player.check()


@ON_A_PHONE
def test_the_report_is_downloaded(table: Table, url: str, page: Page, pictures: Path) -> None:
    """It contains no names unless somebody asks for them."""
    begin(table, "Ana")
    player = open_health(page, url, pictures)
    for wanted in (False, True):
        if wanted:
            page.get_by_label("Include players’ names").check()
        with page.expect_download() as download:
            page.get_by_role("link", name="Download the report").click()
        data = Path(download.value.path()).read_bytes()
        with ZipFile(BytesIO(data)) as bundle:
            assert (b"Ana" in bundle.read("table.sqlite3")) == wanted
    player.check()


@ON_A_PHONE
def test_an_update_from_the_page(
    table: Table, url: str, page: Page, pictures: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is offered if it can be installed, and its progress is shown."""
    monkeypatch.setenv("CROUPIER_UPDATES", str(table.folder))
    monkeypatch.setattr(update, "_is_newer_elsewhere", lambda _: True)
    player = open_health(page, url, pictures)
    page.get_by_role("button", name="Install the new version").click()
    installing = page.get_by_text("The new version is being installed.")
    expect(installing).to_be_visible()
    player.picture("health_update")
    monkeypatch.setattr(update, "_is_newer_elsewhere", lambda _: False)
    (table.folder / "update-wanted").unlink()
    page.get_by_text("Croupier is up to date").wait_for()
    expect(installing).to_have_count(0)
    player.check()


@ON_A_PHONE
def test_a_wifi_from_the_page(
    table: Table, url: str, page: Page, pictures: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page offers the networks in range and says whether joining worked."""
    monkeypatch.setenv("CROUPIER_UPDATES", str(table.folder))
    (table.folder / "wifi-networks").write_text("Klee\nRoma\n", encoding="utf-8")
    looked = list[Route]()
    page.route("**/health", lambda route: looked.append(route))
    player = open_health(page, url, pictures)
    page.get_by_label("Network").focus()
    looked[0].continue_()
    page.get_by_role("button", name="Check again").wait_for()
    page.keyboard.type("Klee")  # what was found meanwhile takes no focus away
    page.get_by_label("Password").fill("geheim 12")
    page.get_by_role("button", name="Connect").scroll_into_view_if_needed()
    player.picture("health_wifi")
    page.get_by_role("button", name="Connect").click()
    page.get_by_text("Connect this device to the same network").wait_for()
    wanted = table.folder / "wifi-wanted"
    assert wanted.read_text(encoding="utf-8") == "Klee\ngeheim 12\n\n"
    wanted.rename(table.folder / "wifi-failed")
    page.get_by_text("couldn’t connect. Check the password.").wait_for()
    player.check()


@ON_A_TABLET
def test_after_an_update_the_shelf_offers_once_what_is_new(
    table: Table, url: str, page: Page, pictures: Path
) -> None:
    """It shows only what this device has not shown, and nothing meant for programs."""
    player = Player(page, url, pictures)
    player.open()
    updated = page.get_by_role("button", name="Croupier has been updated")
    drawer = page.get_by_role("region", name="What’s new")
    kept = "JSON.parse(localStorage['croupier.changes']).items"
    for items, unread in (("[]", "all"), (f"{kept}.slice(2)", 2)):
        expect(updated).to_have_count(0)
        update = f"JSON.stringify({{ version: 'old', items: {items} }})"
        page.evaluate(f"localStorage['croupier.changes'] = {update}")
        page.reload()
        updated.click()
        shown = page.evaluate(f"{kept}.length") if unread == "all" else unread
        expect(drawer.get_by_role("listitem")).to_have_count(shown)
        drawer.get_by_role("button", name="Close").click()
    page.reload()
    page.locator(".shelf").wait_for()
    expect(updated).to_have_count(0)
    listed = page.evaluate(kept)
    assert len(listed) > 10
    assert not [one for one in listed if re.search(r"[*`#]|  |GET /api", one)]
