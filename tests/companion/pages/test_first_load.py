"""How heavy a phone's first load of the page is, and how soon it shows something."""

import gzip
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from companion.table.acts import Start
from companion.table.table import Table
from companion.web.first_load import STATIC_FOLDER, page_scripts
from engine.games import GAMES
from tests.companion.pages.playing import NAMES, act

MOST_ANSWERS = 35  # each costs a weak Wi-Fi more than its bytes
MOST_BYTES = 200_000  # as sent over the network: texts are compressed, pictures do not count
IMPORTED = re.compile(r'^(?:import|export)\b[^;()]*?"(\.[^"]+)"', re.MULTILINE)
# A phone's "fast 3G": round trip in ms, bytes a second down and up.
NETWORK = {"latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 768e3 / 8}


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """Return an empty page of a phone without a cache."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    yield context.new_page()
    context.close()


def weight(game: str) -> int:
    """Return the compressed bytes that `game` needs in addition to those of every page."""
    found = {STATIC_FOLDER / script for script in page_scripts()}
    own = set(STATIC_FOLDER.glob(f"css/{game}.css"))
    waiting = [STATIC_FOLDER / f"js/games/{game}.js"]
    while waiting:
        script = waiting.pop().resolve()
        if script not in found | own:
            own.add(script)
            waiting += [script.parent / name for name in IMPORTED.findall(script.read_text())]
    return sum(len(gzip.compress(path.read_bytes())) for path in own)


@pytest.mark.parametrize("game", [None, max(GAMES, key=weight)])
def test_the_first_load_is_light(phone: Page, url: str, table: Table, game: str | None) -> None:
    """It is everything until the table is shown: a new one, or one with the heaviest game."""
    if game is not None:
        act(table, Start(game, tuple(NAMES), first_seat=0).to_json())
    network = phone.context.new_cdp_session(phone)
    network.send("Network.enable")
    loaded: list[float] = []
    network.on("Network.loadingFinished", lambda end: loaded.append(end["encodedDataLength"]))
    phone.goto(url)
    phone.wait_for_selector(".shelf" if game is None else ".stage")
    phone.wait_for_timeout(300)
    print(f"{game or 'a new table'}: {sum(loaded) / 1000:.0f} kB in {len(loaded)} answers")
    assert 10_000 < sum(loaded) < MOST_BYTES
    assert 10 < len(loaded) <= MOST_ANSWERS


def test_something_is_shown_before_everything_has_arrived(phone: Page, url: str) -> None:
    """On a slow network the first paint waits for no script; the time is printed, not judged."""
    network = phone.context.new_cdp_session(phone)
    network.send("Network.emulateNetworkConditions", {"offline": False, **NETWORK})
    phone.goto(url)
    phone.wait_for_selector(".shelf")
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
