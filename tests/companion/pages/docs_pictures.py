"""Makes the pictures of the documents: `python -m tests.companion.pages.docs_pictures`.

A short game of Last Chance at the demo tray is played on a tablet, until each state was seen, and
its last roll was filmed: read, counted and settled. A phone photographs a roll, and another one
shows it live.
"""

import base64
import os
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from playwright.sync_api import Page, sync_playwright
from playwright.sync_api import TimeoutError as PlaywrightTimeout

os.environ["CROUPIER_SCREENSHOTS"] = "1"  # read when the player is imported

from tests.companion.pages.conftest import BROWSERS, FLAGS, ROOT, SIZES
from tests.companion.pages.live_faults import Stand, a_phone
from tests.companion.pages.phone_evening import a_table, first_roll
from tests.companion.pages.player import Player
from tests.companion.pages.test_demo import Evening
from tests.companion.serving import Served

# By the name of the picture in the documents, the state that it shows.
PICTURES = {
    "auction": "demo-auction",
    "settlement": "demo-settling",
    "ending": "ending",
    "games": "games",
}
QUALITY = [cv2.IMWRITE_JPEG_QUALITY, 85]
TRIES = 8  # a lucky flash leaves out the auction and the crack; a question spoils the film

FILM = "roll.webp"
FILM_S = 8.0
STAYS_S = 2.5  # after it is settled
FILM_WIDTH = 960
FRAME_S = 0.1  # the shortest that a frame is shown
FILM_BYTES = 1_500_000


class Film:
    """The frames of the page from the start of the film, as the browser draws them."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._shots: list[tuple[float, bytes]] = []
        self._end = 0.0
        self._session = page.context.new_cdp_session(page)
        self._session.on("Page.screencastFrame", self._keep)
        page.emulate_media(reduced_motion="no-preference")
        page.wait_for_timeout(500)  # the page fades in once it may move
        self._session.send("Page.startScreencast", {"format": "jpeg", "quality": 95})

    def _keep(self, shot: dict[str, Any]) -> None:
        if self._end:
            return
        self._shots.append((shot["metadata"]["timestamp"], base64.b64decode(shot["data"])))
        self._session.send("Page.screencastFrameAck", {"sessionId": shot["sessionId"]})

    def end(self) -> None:
        """Stop filming; the film is the last seconds."""
        self._end = time.time()
        self._session.send("Page.stopScreencast")
        self._session.detach()
        self._page.emulate_media(reduced_motion="reduce")

    def write(self, path: Path) -> None:
        """Write the film as an animated WebP, in the best quality that is small enough."""
        start = max(self._shots[0][0], self._end - FILM_S)
        kept = [(start, self._shots[0][1])]
        for at, shot in self._shots:
            if at - kept[-1][0] < FRAME_S:  # also what was shown before the start
                kept[-1] = (kept[-1][0], shot)
            else:
                kept.append((at, shot))
        film = cv2.Animation()
        film.frames = [_shrunk(shot) for _, shot in kept]
        ends = [at for at, _ in kept[1:]] + [self._end]
        lasts = [end - at for (at, _), end in zip(kept, ends, strict=True)]
        film.durations = np.array([round(1000 * seconds) for seconds in lasts], np.int32)
        for quality in range(80, 20, -10):
            cv2.imwriteanimation(str(path), film, [cv2.IMWRITE_WEBP_QUALITY, quality])
            if path.stat().st_size < FILM_BYTES:
                return
        raise SystemExit(f"{path} is larger than {FILM_BYTES} bytes")


def _shrunk(shot: bytes) -> np.ndarray[Any, np.dtype[np.uint8]]:
    picture = cv2.imdecode(np.frombuffer(shot, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    height = round(FILM_WIDTH * picture.shape[0] / picture.shape[1])
    small = cv2.resize(picture, (FILM_WIDTH, height), interpolation=cv2.INTER_AREA)
    return small.astype(np.uint8)


class Eager(Evening):
    """A game in which somebody always bids, with a film of the last roll for a card."""

    film: Film | None = None

    def _auction(self) -> None:
        player = self.player
        names = player.page.locator(".bidder-name b").all_text_contents()
        player.bid(names[0], "+10")
        player.bid(names[1], "+50")
        player.picture("demo-auction")
        player.sell()

    def _throw(self) -> None:
        if self.film is not None or self.player.snapshot().get("attempts_left") != 1:
            super()._throw()
            return
        player, page = self.player, self.player.page
        player.keep_what_fits()
        player.see_what_lies()
        film = Film(page)
        page.wait_for_timeout(700)
        player.throw_button().tap()
        with suppress(PlaywrightTimeout):  # a question, or the same again: no film
            page.wait_for_selector(".settling", timeout=2000 * FILM_S)
            page.wait_for_timeout(1000 * STAYS_S)
            self.film = film
        film.end()


def take(url: str, folder: Path) -> None:
    """Play a game at `url` and leave pictures of its states and the film in `folder`."""
    with sync_playwright() as playwright:
        found = next(path for path in BROWSERS if path.exists())
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        width, height = SIZES["tablet"]
        page = browser.new_page(
            viewport={"width": width, "height": height},
            color_scheme="dark",
            reduced_motion="reduce",
            has_touch=True,
        )
        page.add_init_script("""localStorage.setItem('croupier.pace', '"never"')""")
        player = Player(page, url, folder, seed=7)
        player.open()
        player.start(["Ana", "Ben", "Cleo", "Dmitri"], ("We do, by hand",), cards=1)
        page.wait_for_selector(".eye:not(.eye-away)")
        evening = Eager(player)
        evening.play()
        if evening.film is not None:
            evening.film.write(folder / FILM)
        page.wait_for_selector(".chart")
        player.picture("ending")
        player.tap("Earlier games")
        page.wait_for_selector(".past-game")
        player.picture("games")
        browser.close()


def take_phones(path: Path) -> None:
    """Write a picture of a phone that photographs, of what was read, and of a phone on a stand."""
    shots: list[bytes] = []
    with a_table() as table:
        first_roll(table, lambda phone: shots.append(phone.screenshot()))
    with tempfile.TemporaryDirectory() as name, a_phone() as context:
        stand = Stand(context, Path(name) / "data")
        try:
            stand.page.get_by_text("5 dice read").wait_for()
            shots.append(stand.page.screenshot())
        finally:
            stand.served.kill()
    decoded = [cv2.imdecode(np.frombuffer(shot, np.uint8), cv2.IMREAD_COLOR) for shot in shots]
    framed = [cv2.copyMakeBorder(one, 0, 0, 12, 12, cv2.BORDER_CONSTANT) for one in decoded]
    cv2.imwrite(str(path), np.hstack(framed), QUALITY)


def main() -> None:
    """Write the pictures and the film."""
    take_phones(ROOT / "docs" / "phone-camera.jpg")
    for _ in range(TRIES):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            served = Served(folder / "data", camera="demo").wait()
            try:
                take(f"http://127.0.0.1:{served.port}", folder)
            finally:
                served.stop()
            made = {name: folder / f"{state}.png" for name, state in PICTURES.items()}
            if all(path.exists() for path in (*made.values(), folder / FILM)):
                for picture_name, path in made.items():
                    picture = cv2.imread(str(path))
                    cv2.imwrite(str(ROOT / "docs" / f"{picture_name}.jpg"), picture, QUALITY)
                (ROOT / "docs" / FILM).write_bytes((folder / FILM).read_bytes())
                return
    raise SystemExit(f"a state was never seen in {TRIES} games")


if __name__ == "__main__":
    main()
