"""A table on a free port, and a browser in front of it."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from companion.log.log import Log
from companion.table import eyes
from companion.table.table import Table
from companion.web.app import create_app
from engine.games import GAMES
from tests.companion.pages.lending import PATIENCE_MS, Pages, Servers
from tests.companion.pages.player import PICTURES
from tests.companion.serving import Served
from vision.cameras.choose import DEMO_SEED

ROOT = Path(__file__).resolve().parents[3]
# The shell shows pages alone, without the windows around them, and takes a third less time.
BROWSERS = (Path("/usr/bin/chromium-headless-shell"), Path("/usr/bin/chromium"))
FLAGS = [
    "--no-sandbox",  # needed where the tests run as root
    "--disable-background-networking",  # asks the internet for nothing
    "--no-first-run",
    "--disable-gpu",
    "--disable-audio-output",  # scripts still work as with sound
    # All pages of one context share a process: a new context loads the whole program again.
    "--renderer-process-limit=1",
]
# Every page sees this film if it opens a camera, as soon as a test has written it.
FILM = "film.y4m"
CAMERA = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"]
# Without memory for pictures, nothing is painted: that takes a fifth of the time, and only people
# need the pictures. Layout, taps and scripts are the same.
UNPAINTED = [] if PICTURES else ["--force-gpu-mem-available-mb=0"]
SIZES = {"tablet": (1280, 800), "phone": (390, 844)}
# For tests that do not depend on the size of the display, or concern one size alone.
ON_A_TABLET = pytest.mark.parametrize("size", ["tablet"], indirect=True)
ON_A_PHONE = pytest.mark.parametrize("size", ["phone"], indirect=True)

expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="session")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file that pages see as their camera's picture, once it is written."""
    return tmp_path_factory.mktemp("film") / FILM


@pytest.fixture(scope="session")
def browser(film: Path) -> Iterator[Browser]:
    """Return Chromium, without a window."""
    installed = [path for path in BROWSERS if path.exists()]
    if not installed:
        pytest.skip("needs " + " or ".join(map(str, BROWSERS)))
    with sync_playwright() as playwright:
        args = [*FLAGS, *UNPAINTED, *CAMERA, f"--use-file-for-fake-video-capture={film}"]
        chromium = playwright.chromium.launch(executable_path=installed[0], args=args)
        yield chromium
        chromium.close()


@pytest.fixture
def painting(browser: Browser) -> Iterator[Browser]:
    """Return another Chromium, which paints."""
    installed = next(path for path in BROWSERS if path.exists())
    chromium = browser.browser_type.launch(executable_path=installed, args=FLAGS)
    yield chromium
    chromium.close()


@pytest.fixture(scope="session")
def servers() -> Iterator[Servers]:
    """Return a pool of servers for tables."""
    servers = Servers()
    yield servers
    servers.close()


@pytest.fixture(scope="session")
def pages(browser: Browser, servers: Servers) -> Pages:
    """Return a pool of pages in browsers that remember nothing."""
    return Pages(browser, servers)


@pytest.fixture(params=SIZES)
def size(request: pytest.FixtureRequest) -> str:
    """Return the name of the display: each test that asks for it runs on both."""
    return str(request.param)


@pytest.fixture
def page(pages: Pages, size: str) -> Iterator[Page]:
    """Return an empty page of `size` with touch, in a browser that remembers nothing."""
    width, height = SIZES[size]
    shape = {"width": width, "height": height}
    # Things that happen by themselves are tested elsewhere; here they would interfere.
    pace = """localStorage.setItem('croupier.pace', '"never"')"""
    with pages.lend(shape, pace) as page:
        yield page


@pytest.fixture
def pictures(size: str) -> Path:
    """Return the folder for pictures of `size`."""
    folder = ROOT / "test-output" / size
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """Return a table that counts by itself."""
    table = Table(Log(tmp_path), GAMES)
    clock = threading.Thread(target=table.run_clock, daemon=True)
    clock.start()
    yield table
    table.close()
    clock.join(60)


@pytest.fixture
def publish(table: Table, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Return a function that sends the newest snapshot to all displays; nothing else does.

    Many acts can then be played without the page drawing each, as on a slow device.
    """
    publish = table.screens.publish_snapshot
    monkeypatch.setattr(table.screens, "publish_snapshot", lambda: None)
    return publish


@pytest.fixture
def demo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Return the address of a whole `croupier run` with the demo camera, always the same dice."""
    monkeypatch.setenv(DEMO_SEED, "2")
    served = Served(tmp_path / "data", camera="demo").wait()
    yield f"http://127.0.0.1:{served.port}"
    served.stop()
    print(served.output.read_text()[-4000:])  # shown when the test failed


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a test's eye be silent for any time, so that it is not lost on a busy machine."""
    monkeypatch.setattr(eyes, "SILENCE_SECONDS", 600.0)


@pytest.fixture
def url(table: Table, servers: Servers) -> Iterator[str]:
    """Return the address at which `table` is served, without an eye."""
    with servers.lend(table, create_app(table)) as address:
        yield address
