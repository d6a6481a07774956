"""A tablet and three phones at one table join by code, take seats, bid, and are logged out."""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any, TypeAlias

import cv2
import numpy as np
import pytest
from playwright.sync_api import Page, expect

from companion.access.control import AccessControl
from companion.access.device import DeviceView
from companion.table import clock
from companion.table.eyes import EyeReport
from companion.table.table import ActionRequest, Table
from companion.web.app import create_app
from tests.companion.pages.accessibility import faults
from tests.companion.pages.geometry import resize
from tests.companion.pages.lending import Pages, Servers
from tests.companion.pages.player import open_menu
from tests.waiting import until

NAMES = ["Ana", "Ben", "Cleo"]
LANGUAGES = {"Ana": "en-US", "Ben": "fr", "Cleo": "de"}
START = {"type": "start", "game": "last_chance", "names": NAMES, "first_seat": 0}
OPENING: list[dict[str, Any]] = [
    {**START, "options": {"auction_clock": "manual", "bet_visibility": "secret_until_closed"}},
    {"type": "flip", "symbols": ["1", "2", "3", "4", "5"], "prize": 250000, "attempts": 3},
    {"type": "roll", "faces": ["1", "1", "2", "2", "6"]},
]
Screen: TypeAlias = Callable[..., Page]


@pytest.fixture
def access(table: Table) -> AccessControl:
    """Return the access control of the table."""
    return AccessControl(table)


@pytest.fixture
def house(table: Table, access: AccessControl, servers: Servers) -> Iterator[str]:
    """Return the address of a table that asks everybody for the code, this machine too."""
    with servers.lend(table, create_app(table, access, ask_everywhere=True)) as address:
        yield address


@pytest.fixture
def screen(pages: Pages) -> Iterator[Screen]:
    """Return a function that opens a separate browser; any script error fails the test."""
    errors: list[str] = []
    lent = ExitStack()

    def open_screen(width: int = 390, height: int = 844, language: str = "en-US") -> Page:
        shape = {"width": width, "height": height}
        page = lent.enter_context(pages.lend(shape, locale=language))
        page.on("pageerror", lambda error: errors.append(str(error)))
        return page

    with lent:
        yield open_screen
    assert errors == []


def act(table: Table, *actions: dict[str, Any]) -> None:
    """Do `actions` at the table itself."""
    for action in actions:
        version: Any = table.snapshot()["version"]
        table.submit(ActionRequest(f"act-{version}", version, action))


def type_code(page: Page, code: str) -> None:
    """Type `code` as a person does, and press the button."""
    page.locator("#code").press_sequentially(code)
    page.locator("button.main").click()


def open_tablet(screen: Screen, house: str, access: AccessControl) -> Page:
    """Let the table's tablet in, which is the banker."""
    tablet = screen(1280, 800)
    tablet.goto(f"{house}/#{access.code}")
    expect(tablet.locator(".head")).to_be_visible()
    return tablet


def asking(access: AccessControl) -> list[DeviceView]:
    """Return the devices that wait for a banker to approve their seat."""
    return [one for one in access.banker_view("", "")["devices"] if one["asks"] is not None]


def join_seated(screen: Screen, house: str, access: AccessControl, name: str) -> Page:
    """Return the phone of `name`, who scanned the code and sat down."""
    phone = screen(language=LANGUAGES[name])
    phone.goto(f"{house}/#{access.code}")
    phone.get_by_role("button", name=name, exact=True).click()
    until(lambda: asking(access))
    for device in asking(access):
        access.sit(device["device"], device["asks"])
    expect(phone.locator(".seat.own .seat-name")).to_have_text(name)
    return phone


def open_people(page: Page, *, banker: bool = True) -> None:
    """Open the sheet that shows who is here, and to a banker the way in."""
    open_menu(page)
    page.get_by_role("button", name="Players", exact=True).click()
    expect(page.locator(".qr" if banker else ".sheet")).to_be_visible()


def test_a_stranger_sees_only_the_form(
    screen: Screen, house: str, table: Table, access: AccessControl
) -> None:
    """They see nothing of the game until the code is right; a wrong one gives a short message."""
    act(table, *OPENING)
    page = screen()
    page.goto(house)
    expect(page.locator("#code")).to_be_visible()
    text = page.locator("#page").inner_text()
    assert not any(word in text for word in [*NAMES, "Last Chance", access.code])
    type_code(page, "00000000")
    expect(page.get_by_role("alert")).to_contain_text("Wrong code")
    type_code(page, access.code)
    expect(page.locator("h1.title")).to_have_text("Last Chance")


def test_the_first_device_of_a_new_table_needs_no_code(
    screen: Screen, table: Table, servers: Servers
) -> None:
    """One tap makes it banker; the next device sees the form."""
    access = AccessControl(table, trust_first=True)
    with servers.lend(table, create_app(table, access, ask_everywhere=True)) as address:
        tablet, phone = screen(1280, 800), screen()
        tablet.goto(address)
        tablet.get_by_role("button", name="Set it up").click()
        expect(tablet.locator(".head")).to_be_visible()
        phone.goto(address)
        expect(phone.locator("#code")).to_be_visible()


def test_only_the_digits_of_a_code_are_shown(screen: Screen, house: str) -> None:
    """The code shown is the one that is sent: letters and extra digits are dropped at once."""
    page = screen()
    page.goto(house)
    code = page.locator("#code")
    code.press_sequentially("12a3")
    expect(code).to_have_value("123")
    code.press_sequentially("456789")
    expect(code).to_have_value("1234 5678")


def test_a_code_can_be_scanned_while_the_page_is_open(
    screen: Screen, house: str, access: AccessControl
) -> None:
    """Its address opens in the same tab, which lets the device in without leaving the page."""
    page = screen()
    page.goto(house)
    expect(page.locator("#code")).to_be_visible()
    page.goto(f"{house}/#{access.code}")
    expect(page.locator(".head")).to_be_visible()
    assert "#" not in page.url


def test_the_banker_gives_a_phone_its_seat_with_one_tap(
    screen: Screen, house: str, table: Table, access: AccessControl
) -> None:
    """The phone says that it waits; during a game, nobody can secretly play for others."""
    act(table, *OPENING)
    tablet, phone = open_tablet(screen, house, access), screen()
    phone.goto(f"{house}/#{access.code}")
    phone.get_by_role("button", name="Ben", exact=True).click()
    expect(phone.get_by_role("status").filter(has_text="let you play as Ben")).to_be_visible()
    request = tablet.locator(".seat-request")
    expect(request).to_contain_text("A phone wants to play as Ben")
    other = screen()
    other.goto(f"{house}/#{access.code}")
    other.get_by_role("button", name="Cleo", exact=True).click()
    expect(request).to_contain_text("1/2")
    assert faults(tablet) == []
    open_people(tablet)
    expect(tablet.locator(".people .seat-request")).to_contain_text("1/2")
    expect(request).to_have_count(1)
    tablet.get_by_role("button", name="Close").last.click()
    request.get_by_role("button", name="Refuse").click()
    expect(request).to_contain_text("A phone wants to play as Cleo")
    request.get_by_role("button", name="Refuse").click()
    expect(request).to_be_hidden()
    phone.get_by_role("button", name="Ben", exact=True).click()
    request.get_by_role("button", name="Allow").click()
    expect(phone.locator(".seat.own .seat-name")).to_have_text("Ben")


def test_an_auction_from_three_phones(
    screen: Screen, house: str, table: Table, access: AccessControl
) -> None:
    """The tablet joins first and keeps the bank; each phone has its own seat's controls."""
    tablet = screen(1280, 800)
    tablet.goto(house)
    type_code(tablet, access.code)
    expect(tablet.locator(".head")).to_be_visible()
    waiting = screen(language="fr")
    waiting.goto(f"{house}/#{access.code}")
    expect(waiting.get_by_role("heading", name="La partie se prépare")).to_be_visible()
    assert "#" not in waiting.url
    act(table, *OPENING)
    expect(waiting.get_by_role("button", name="Ben", exact=True)).to_be_visible()
    waiting.close()
    phones = {name: join_seated(screen, house, access, name) for name in NAMES}
    for seat, phone in enumerate(phones.values()):
        expect(phone.locator(".bidder")).to_have_count(1)
        expect(phone.locator(".bidder-name")).to_contain_text(NAMES[seat])
        expect(phone.locator(".second", has_text="100")).to_have_count(0)
    expect(tablet.locator(".bidder")).to_have_count(3)
    for name in ("Ana", "Ben", "Ana"):
        phones[name].locator(".bidder .step:not(.typed)").last.click()
        for page in (tablet, *phones.values()):
            expect(page.locator(".high-name")).to_have_text(name)
    sums = {page.locator(".high-sum").inner_text() for page in (tablet, phones["Ana"])}
    assert len(sums) == 1
    for k in (1, 2, 3):
        act(table, {"type": "count", "k": k})
    expect(phones["Ana"].locator(".seat.own .seat-cash")).not_to_have_text("800,000")
    shown: Any = table.snapshot()
    assert (shown["phase"], shown["cracker"]) == ("bets", 0)
    no = phones["Ben"].locator(".token-button").last
    expect(no).to_have_text("Non", use_inner_text=True)
    no.click()
    phones["Ben"].locator(".chips button").first.click()
    expect(phones["Ben"].locator(".placed .token")).to_be_visible()
    assert (
        phones["Ben"]
        .locator(".placed .token-button")
        .evaluate("(button) => button.scrollWidth <= button.clientWidth")
    )
    expect(tablet.locator(".placed")).to_contain_text("secret")
    for page in (tablet, phones["Ana"], phones["Cleo"]):
        notes = 0 if page is tablet else 1  # its lanes show the bets
        expect(page.locator(".seat-notes .note")).to_have_count(notes)
        expect(page.locator(":is(.placed, .note) .token")).to_have_count(0)
    act(table, {"type": "undo"})
    for page in (tablet, *phones.values()):
        expect(page.locator(".message")).to_be_visible()
        message, head = (page.locator(part).bounding_box() for part in (".message", ".head"))
        assert message
        assert head
        assert message["y"] + message["height"] <= head["height"]  # it covers nobody's money


COUNTS: list[dict[str, Any]] = [
    {**START, "options": {"auction_clock": "every_5s"}},
    *OPENING[1:],
    {"type": "bid", "seat": 1, "amount": 50_000},
]


def test_a_count_waits_for_a_phones_question(
    screen: Screen, house: str, table: Table, access: AccessControl, monkeypatch: Any
) -> None:
    """Every display says so; a tap in time counts, and then the count goes on."""
    monkeypatch.setattr(clock, "QUESTION_SECONDS", 4.0)

    def held() -> float | None:
        counts = table.snapshot()["clock"]
        return counts["seconds"] if counts and counts["waits_for"] else None

    tablet = open_tablet(screen, house, access)
    act(table, *OPENING)
    ana = join_seated(screen, house, access, "Ana")
    act(table, *COUNTS)
    ana.locator(".last-chance").click()
    warning = ana.get_by_role("alertdialog")
    expect(warning).to_be_visible()
    resize(ana, 360, 640)
    for page, words in ((tablet, "Waiting: Ana is deciding"), (ana, "Waiting for your decision")):
        expect(page.locator(".waits")).to_have_text(words)
        assert page.locator(".waits").evaluate("it => it.scrollWidth <= it.clientWidth")
    expect(warning).to_contain_text("The count goes on!")
    expect(tablet.locator(".waits")).to_have_count(0)
    until(lambda: table.snapshot()["phase"] == "bets", 25)
    expect(warning).to_have_count(0)
    expect(ana.locator(".message")).to_contain_text("Someone else was first: Sold to Ben")
    act(table, *COUNTS)
    ana.locator(".last-chance").click()
    left = until(held, 25)
    ana.wait_for_timeout(3000)
    assert held() == left, "nobody's time goes on meanwhile"
    warning.locator(".danger").click()
    expect(ana.locator(".betting")).to_be_visible()
    assert table.snapshot()["stake"] == 800_000  # type: ignore[typeddict-item]


def test_a_count_waits_for_a_tablet_without_a_network(
    screen: Screen, house: str, table: Table, access: AccessControl
) -> None:
    """The tablet's buttons are disabled, it does not claim to read dice, and phones say why."""
    tablet = open_tablet(screen, house, access)
    act(table, *OPENING)
    ana = join_seated(screen, house, access, "Ana")
    act(table, *COUNTS)
    tablet.wait_for_timeout(500)
    tablet.context.set_offline(True)
    expect(ana.locator(".waits")).to_have_text("Waiting for the banker’s device")
    step = tablet.locator(".step").first
    expect(step).to_be_disabled()
    expect(tablet.locator(".eye-state")).to_have_text("No connection")
    expect(tablet.locator(".waits")).to_have_text("No connection: the count is paused")
    act(table, {"type": "bid", "seat": 2, "amount": 90_000})  # what phones do counts meanwhile
    expect(ana.locator(".high-name")).to_have_text("Cleo")
    tablet.context.set_offline(False)
    expect(step).to_be_enabled()
    expect(tablet.locator(".betting")).to_be_visible()  # it goes on by itself


def test_the_banker_takes_a_seat_back_and_logs_all_out(
    screen: Screen, house: str, table: Table, access: AccessControl
) -> None:
    """The phone must choose its player again; after the log-out it shows nothing of the table."""
    tablet = open_tablet(screen, house, access)
    act(table, *OPENING)
    cleo = join_seated(screen, house, access, "Cleo")
    other = screen()
    other.goto(f"{house}/#{access.code}")
    expect(other.get_by_role("button", name="Cleo taken")).to_be_disabled()
    expect(other.get_by_text("Free it on the tablet under “Table”, “Players”.")).to_be_visible()
    open_people(tablet)
    tablet.get_by_role("dialog").get_by_role("button", name="Cleo").click()
    tablet.get_by_role("button", name="Free the seat").click()
    expect(cleo.locator(".seat-button")).to_have_count(3)
    expect(other.get_by_role("button", name="Cleo", exact=True)).to_be_enabled()
    before = tablet.locator(".door-code").inner_text()
    tablet.get_by_role("button", name="Log out all devices").click()
    tablet.go_back()  # this cancels the log-out
    open_people(tablet)
    tablet.get_by_role("button", name="Log out all devices").click()
    tablet.get_by_role("button", name=re.compile("Log out [0-9]+ device")).click()
    for phone in (cleo, other):
        expect(phone.locator("#code")).to_be_visible()
        assert "Ana" not in phone.locator("#page").inner_text()
    expect(tablet.locator(".door-code")).not_to_have_text(before)
    expect(tablet.locator(".device")).to_have_count(1)


def test_the_bank_is_handed_to_a_phone_and_taken_back(
    screen: Screen, house: str, table: Table, access: AccessControl
) -> None:
    """The phone gets and loses the banker's tools at once."""
    tablet = open_tablet(screen, house, access)
    act(table, *OPENING)
    ana = join_seated(screen, house, access, "Ana")
    undo = ana.get_by_role("button", name="Undo")
    expect(undo).to_have_count(0)
    open_people(tablet)
    tablet.get_by_role("dialog").get_by_role("button", name="Ana").click()
    tablet.get_by_role("button", name="Make banker").click()
    expect(undo).to_be_visible()
    tablet.get_by_role("button", name="Remove as banker").click()
    expect(undo).to_have_count(0)


def test_joining_is_accessible(
    screen: Screen, house: str, table: Table, access: AccessControl
) -> None:
    """The form, the wait, the choice of a seat and the sheets pass axe and our measurements."""
    banker = screen(1280, 800)
    banker.goto(house)
    expect(banker.locator("#code")).to_be_visible()
    assert faults(banker) == []
    type_code(banker, access.code)
    expect(banker.locator(".head")).to_be_visible()
    guest = screen()
    guest.goto(f"{house}/#{access.code}")
    expect(guest.get_by_role("heading", name="being set up")).to_be_visible()
    assert faults(guest) == []
    act(table, *OPENING)
    expect(guest.locator(".seat-button")).to_have_count(3)
    assert faults(guest) == []
    open_people(guest, banker=False)
    assert faults(guest) == []
    open_people(banker)
    banker.get_by_role("button", name="Device 2").click()
    assert faults(banker) == []


def test_a_banker_approves_a_camera_by_its_picture(
    screen: Screen, house: str, table: Table, access: AccessControl
) -> None:
    """The head says that one waits; its picture is under Players until it is approved."""
    tablet = open_tablet(screen, house, access)
    eye = access.join(access.code, "192.0.2.9", eye=True)
    picture = cv2.imencode(".jpg", np.full((240, 320, 3), 90, np.uint8))[1].tobytes()
    access.keep_report_of_new_eye(eye.id, EyeReport("far", "empty", 30.0, "usb 0", preview=picture))
    tablet.get_by_role("button", name="New camera").click()
    shown = tablet.get_by_role("img", name="Camera 2’s view")
    expect(shown).to_be_visible()
    assert shown.evaluate("image => image.decode().then(() => image.naturalWidth)") == 320
    assert faults(tablet) == []
    tablet.get_by_role("button", name="use this camera").click()
    expect(shown).to_have_count(0)
    expect(tablet.locator(".device", has_text="Camera 2")).to_contain_text("reads the dice")
    expect(tablet.get_by_role("button", name="New camera")).to_have_count(0)


def test_a_phone_joins_by_name(
    screen: Screen, house: str, table: Table, access: AccessControl
) -> None:
    """A name typed on it appears on the tablet, and it gets a seat when the game begins."""
    tablet = open_tablet(screen, house, access)
    tablet.locator(".box").first.click()
    phone = screen()
    phone.goto(f"{house}/#{access.code}")
    phone.get_by_label("Your name").fill("Zoé")
    assert faults(phone) == []
    phone.get_by_role("button", name="That’s me").click()
    expect(phone.locator(".join .hint")).to_contain_text("You’ll play as Zoé")
    expect(tablet.locator(".place-name").first).to_have_value("Zoé")
    rival = screen()
    rival.goto(f"{house}/#{access.code}")
    rival.get_by_label("Your name").fill("zoé ")
    rival.get_by_role("button", name="That’s me").click()
    expect(rival.locator(".message")).to_contain_text("Another device is already playing as zoé")
    for name in ("Ben", "Cleo"):
        tablet.get_by_role("textbox", name=f"player {2 if name == 'Ben' else 3}").fill(name)
    tablet.get_by_role("button", name="Start the game").click()
    expect(phone.locator(".seat.own .seat-name")).to_have_text("Zoé")
    expect(rival.locator(".seat-button")).to_have_count(3)
    act(table, {"type": "leave", "seat": 2})
    expect(rival.locator(".seat-button")).to_have_count(2)


def test_the_cracker_rolls_from_their_phone(
    screen: Screen, house: str, table: Table, access: AccessControl
) -> None:
    """They keep dice and the others see it; no other player's phone may."""
    act(table, *OPENING)
    tablet = open_tablet(screen, house, access)
    ana, ben = (join_seated(screen, house, access, name) for name in ("Ana", "Ben"))
    act(table, {"type": "bid", "seat": 0, "amount": 50_000})
    act(table, *({"type": "count", "k": k} for k in (1, 2, 3)), {"type": "close_bets"})
    expect(ben.locator("button.keep-die")).to_have_count(0)
    kept = ana.locator(".keep-die.kept")
    expect(kept).to_have_count(2)  # a 1 and a 2 are printed
    assert faults(ana) == []
    chance = tablet.locator(".chance").inner_text()
    kept.first.click()
    expect(tablet.locator(".keep-die.kept")).to_have_count(1)  # every display shows what stays
    expect(tablet.locator(".chance")).not_to_have_text(chance)
    tablet.locator(".keep-die.loose").first.click()
    expect(ana.locator(".keep-die.kept")).to_have_count(2)
    assert ana.locator(".chance").inner_text() == tablet.locator(".chance").inner_text()
    tablet.locator(".keep-die.kept").first.click()
    expect(kept).to_have_count(1)
    for face in ("4", "5", "5", "3"):
        ana.get_by_role("group", name="Faces").get_by_role("button", name=face, exact=True).click()
    ana.get_by_role("button", name="Yes, play these").click()
    expect(ana.get_by_text("2 attempts left")).to_be_visible()
    shown: Any = table.snapshot()
    assert shown["last_row"]["events"][0]["seat"] == 0
    assert sorted(die["face"] for die in shown["dice"]) == ["2", "3", "4", "5", "5"]
