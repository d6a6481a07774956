"""The camera page: which camera, how well it sees, where the tray lies, and a test of the eye."""

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Error, Page, expect

from companion.table.settings import FILE
from companion.table.table import Table
from tests.companion.pages.accessibility import faults, measured
from tests.companion.pages.conftest import ON_A_PHONE, ON_A_TABLET, SIZES
from tests.companion.pages.geometry import resize
from tests.companion.pages.player import Player
from tests.companion.serving import STARTS_WITHIN, Served
from tests.waiting import until
from vision.cameras.choose import DEMO_SEED

COUNTED = re.compile("of [0-9] rolls read correctly")
SOON = 5000  # milliseconds


@pytest.fixture
def served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    """Return a table with an eye over the demo tray, always the same dice."""
    monkeypatch.setenv(DEMO_SEED, "2")
    served = Served(tmp_path / "data", camera="demo").wait()
    try:
        read = ("sure", "unsure")
        until(lambda: served.get("/api/tables/main")["eye"]["state"] in read, STARTS_WITHIN)
        yield served
    finally:
        served.kill()


@ON_A_TABLET
def test_a_family_sets_up_its_camera(served: Served, page: Page, pictures: Path) -> None:
    """People see picture, light, focus and dice, find and drag the tray, and test the eye."""
    player = Player(page, f"http://127.0.0.1:{served.port}", pictures)
    player.open()
    player.tap("Settings")
    page.get_by_role("button", name="Camera", exact=True).tap()
    expect(page.locator(".camera-die")).to_have_count(5)
    expect(page.locator(".camera")).to_contain_text("you chose the demo")
    expect(page.locator(".camera")).to_contain_text("The dice are sharp.")
    expect(page.locator(".camera")).to_contain_text("The light is good.")
    for link in page.get_by_role("link", name=re.compile("tray|pdf|stl")).all():
        assert page.request.get(f"{player.url}{link.get_attribute('href')}").ok
    for size in each_size(page):
        player.picture(f"camera-{size}", whole=True)
        assert measured(page) == []
        if size == "tablet":
            find_and_drag(page)
            player.picture("camera-found", whole=True)
            player.tap("Use the whole picture")
    assert faults(page) == []
    until(lambda: border_kept(served) is None)  # everything sent before has arrived
    change_twice(page)
    assert border_kept(served) is None
    player.tap("Start the test")
    expect(page.locator(".camera-die")).to_have_count(0)
    page.get_by_role("button", name="Roll", exact=True).tap()
    expect(page.get_by_text("What do you see?")).to_be_visible()
    for size in each_size(page):
        player.picture(f"camera-test-{size}", whole=True)
        assert measured(page) == []
    assert faults(page) == []
    until(lambda: tell_five(page))
    for size in each_size(page):
        player.picture(f"camera-tested-{size}", whole=True)
    player.tap("End the test")
    page.get_by_text("None: enter dice by hand").tap()
    expect(page.locator(".camera")).to_contain_text("The camera is off.")
    assert '"chosen":"none"' in (served.data / FILE).read_text()
    page.get_by_text("Demo: virtual dice").tap()
    expect(page.locator(".camera-die")).to_have_count(5, timeout=STARTS_WITHIN * 1000)
    player.tap("Back to the game")
    assert player.errors == []


@ON_A_PHONE
def test_without_an_eye_there_is_no_test(
    url: str, table: Table, page: Page, pictures: Path
) -> None:
    """The page says so and why, as a test would wait for rolls that nobody sees."""
    table.eyes.failure = "rtsp://cam.lan/high stopped giving pictures"
    player = Player(page, url, pictures)
    player.open()
    player.tap("Settings")
    page.get_by_role("button", name="Camera", exact=True).tap()
    test = page.locator(".camera section").filter(has_text="Test the camera")
    expect(test).to_contain_text("No camera. Connect one first.")
    player.picture("camera-no-eye", whole=True)
    expect(page.get_by_role("alert")).to_contain_text("cam.lan/high stopped giving pictures")
    assert faults(page) == []
    page.get_by_label("Network camera").fill("rtsp://me:se/cret@cam.lan")
    with page.expect_request(lambda sent: sent.method == "POST"):
        page.keyboard.press("Enter")  # the camera program says what is wrong with it
    expect(test.get_by_role("button")).to_have_count(0)
    assert player.errors == []


def each_size(page: Page) -> Iterator[str]:
    """Let `page` have each size in turn, and yield its name."""
    for name, (width, height) in SIZES.items():
        resize(page, width, height)
        yield name


def find_and_drag(page: Page) -> None:
    """Let the tray be found, and drag a corner of it."""
    page.get_by_role("button", name="Find the tray").tap()
    expect(page.get_by_role("button", name="Use the whole picture")).to_be_visible()
    whole = width(page, ".camera-picture")
    until(lambda: 0.7 < width(page, ".camera-tray") / whole < 0.95)
    found = width(page, ".camera-tray")
    expect(page.locator(".camera-die")).to_have_count(5)
    assert width(page, ".camera-picture img") == whole  # or the frames lie beside the dice
    drag(page, 3, -60)
    expect(page.locator(".camera-tray")).not_to_have_css("width", f"{found}px")
    until(lambda: abs(width(page, ".camera-tray") - (found - 60)) <= 4)


def border_kept(served: Served) -> object:
    """Return the border that the table has stored."""
    return served.get("/api/tables/main/camera")["border"]


SLOW_FIRST = """() => {
  const real = window.fetch;
  let slow = true;
  window.told = [];
  window.fetch = async (path, how) => {
    if (!path.endsWith('/camera/border')) return real(path, how);
    const wait = slow ? 500 : 100;
    slow = false;
    await new Promise((resume) => setTimeout(resume, wait));
    const buttons = [...document.querySelectorAll('.camera button')];
    window.offersWhole = buttons.some((button) => button.textContent === 'The whole picture');
    const answer = await real(path, how);
    window.told.push(JSON.parse(how.body).border);
    return answer;
  };
}"""


def change_twice(page: Page) -> None:
    """Drag the border and take the whole picture, while the first change is still on its way."""
    page.evaluate(SLOW_FIRST)
    drag(page, 3, -60)
    page.get_by_role("button", name="Use the whole picture").tap()
    page.wait_for_function("() => told.length > 1 && told.includes(null)")
    assert page.evaluate("told.at(-1)") is None
    # The last choice is shown, also while the answer to what came before it has just come.
    assert page.evaluate("offersWhole") is False


def width(page: Page, selector: str) -> float:
    """Return its current width in pixels: it is redrawn only once the table has answered."""
    box = page.locator(selector).bounding_box()
    assert box is not None
    return box["width"]


def tell_five(page: Page) -> bool:
    """Enter five 1s; return false if the eye has reported another roll meanwhile.

    After a change of the border, it may take the dice that lie there for a roll, and the question
    changes at any moment.
    """
    with suppress(Error):
        for _ in range(5):
            page.get_by_role("button", name="1", exact=True).tap(timeout=SOON)
        page.get_by_role("button", name="Submit").tap(timeout=SOON)
        page.get_by_text(COUNTED).wait_for(timeout=SOON)
    return page.get_by_text(COUNTED).count() > 0


def drag(page: Page, corner: int, by: float) -> None:
    """Drag a corner of the tray by so many pixels to the right and down."""
    box = page.locator(".camera-corner").nth(corner).bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + by, y + by, steps=3)
    page.mouse.up()
