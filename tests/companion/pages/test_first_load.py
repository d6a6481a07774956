"""How heavy the page is that a phone loads first, and how soon it shows something."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from companion.table.acts import Start
from companion.table.table import Table
from engine import GAMES
from tests.companion.pages.playing import NAMES, act

MOST_BYTES = 200_000  # as they cross the network: texts are packed, pictures do not count
SLOW = 4  # times slower than this processor
# A phone's "fast 3G": round trip in ms, bytes a second down and up.
NETWORK = {"latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 768e3 / 8}


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """Return an empty page of a phone that has never been here."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("game", [None, *GAMES])
def test_the_first_load_is_light(phone: Page, url: str, table: Table, game: str | None) -> None:
    """Everything that comes until the table is shown, in whichever game."""
    if game is not None:
        act(table, Start(game, tuple(NAMES), first_seat=0).to_json())
    network = phone.context.new_cdp_session(phone)
    network.send("Network.enable")
    loaded: list[float] = []
    network.on("Network.loadingFinished", lambda end: loaded.append(end["encodedDataLength"]))
    phone.goto(url)
    phone.wait_for_selector(".welcome" if game is None else ".stage")
    phone.wait_for_timeout(300)
    print(f"{game or 'a new table'}: {sum(loaded) / 1000:.0f} kB in {len(loaded)} answers")
    assert 10_000 < sum(loaded) < MOST_BYTES


def test_something_is_shown_before_all_has_come(phone: Page, url: str) -> None:
    """On a slow phone the first paint waits for no script; the time is printed, not judged."""
    network = phone.context.new_cdp_session(phone)
    network.send("Network.emulateNetworkConditions", {"offline": False, **NETWORK})
    network.send("Emulation.setCPUThrottlingRate", {"rate": SLOW})
    phone.goto(url)
    phone.wait_for_selector(".welcome")
    times: dict[str, Any] = phone.evaluate(
        """() => ({
          paint: performance.getEntriesByName('first-contentful-paint')[0].startTime,
          scripts: Math.max(...performance.getEntriesByType('resource')
            .filter((one) => one.name.endsWith('.js')).map((one) => one.responseEnd)),
          shown: performance.now(),
        })"""
    )
    print(", ".join(f"{name} {time:.0f} ms" for name, time in times.items()))
    assert times["paint"] < times["scripts"] < times["shown"]
