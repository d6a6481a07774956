"""From an act to the picture on another screen, in a full room."""

import time
from pathlib import Path

from playwright.sync_api import Browser

from tests.benchmarks.test_streams import WITHIN, Room
from tests.companion.serving import Served

ACTS = 40
# Notes when each version stood on the screen: two frames after the page was changed for it.
WATCH = """
() => {
  const page = document.getElementById("page");
  window.painted = {};
  new MutationObserver(() => {
    const version = page.dataset.version;
    const now = () => performance.timeOrigin + performance.now();
    requestAnimationFrame(() => requestAnimationFrame(() => (window.painted[version] ??= now())));
  }).observe(page, { attributes: true, attributeFilter: ["data-version"] });
}
"""


def test_an_act_is_painted_at_once(browser: Browser, tmp_path: Path) -> None:
    """With 39 streams beside it, a tablet paints what was done before anybody looks up.

    The bar is `WITHIN` on a machine that does nothing else, and is read off what is printed; the
    test allows five times as long, since a browser beside other tests waits for the processor.
    """
    served = Served(tmp_path / "data").wait()
    start = {"type": "start", "game": "last_chance", "names": ["Ana", "Ben", "Cleo"]}
    served.post("actions", {"id": "start", "version": 0, "action": start})
    room = Room(served.port, 39)
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    try:
        page.goto(f"http://127.0.0.1:{served.port}")
        page.wait_for_function("() => document.getElementById('page').dataset.version === '1'")
        page.evaluate(WATCH)
        began = {}
        for version in range(1, 1 + ACTS):
            flip = {"type": "flip", "symbols": list("23456"), "prize": 160_000, "attempts": 3}
            action = flip if version % 2 else {"type": "undo"}
            began[version + 1] = time.time()
            body = {"id": f"act-{version}", "version": version, "action": action}
            assert served.post("actions", body)[0] == 200
            page.wait_for_function("v => v in window.painted", arg=version + 1)
        painted = page.evaluate("window.painted")
    finally:
        context.close()
        room.close()
        served.kill()
    took = sorted(painted[str(version)] / 1000 - at for version, at in began.items())
    p95 = took[int(len(took) * 0.95)]
    print(f"\npainted: median {took[len(took) // 2] * 1000:.0f} ms, p95 {p95 * 1000:.0f} ms")
    assert p95 < 5 * WITHIN
