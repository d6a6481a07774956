"""Makes the pictures of the documents: `python -m tests.companion.pages.docs_pictures`.

A short game of Last Chance at the demo tray is played on a tablet, until each state was seen.
"""

import os
import tempfile
from pathlib import Path

import cv2
from playwright.sync_api import sync_playwright

os.environ["CROUPIER_SCREENSHOTS"] = "1"  # read when the player is imported

from tests.companion.pages.conftest import BROWSERS, FLAGS, ROOT, SIZES
from tests.companion.pages.player import Player
from tests.companion.pages.test_demo import Evening
from tests.companion.serving import Served

# By the name of the picture in the documents, the state that it shows.
PICTURES = {
    "auction": "demo-auction",
    "table": "demo-crack",
    "settlement": "demo-settling",
    "ending": "ending",
    "games": "games",
}
QUALITY = [cv2.IMWRITE_JPEG_QUALITY, 85]
TRIES = 5  # a lucky flash leaves out the auction and the crack


class Eager(Evening):
    """A game in which somebody always bids."""

    def _auction(self) -> None:
        player = self.player
        names = player.page.locator(".bidder-name b").all_inner_texts()
        player.bid(names[0], "+10")
        player.bid(names[1], "+50")
        player.picture("demo-auction")
        player.sell()


def take(url: str, folder: Path) -> None:
    """Play a game at `url` and leave pictures of its states in `folder`."""
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
        Eager(player).play()
        page.wait_for_selector(".chart")
        player.picture("ending")
        player.tap("Earlier games")
        page.wait_for_selector(".past-game")
        player.picture("games")
        browser.close()


def main() -> None:
    """Write the pictures."""
    for _ in range(TRIES):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            served = Served(folder / "data", camera="demo").wait()
            try:
                take(f"http://127.0.0.1:{served.port}", folder)
            finally:
                served.stop()
            made = {name: folder / f"{state}.png" for name, state in PICTURES.items()}
            if all(path.exists() for path in made.values()):
                for picture_name, path in made.items():
                    picture = cv2.imread(str(path))
                    cv2.imwrite(str(ROOT / "docs" / f"{picture_name}.jpg"), picture, QUALITY)
                return
    raise SystemExit(f"a state was never seen in {TRIES} games")


if __name__ == "__main__":
    main()
