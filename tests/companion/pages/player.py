"""A player who knows only the page: its words, roles and controls."""

import json
import os
import random
import urllib.request
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from playwright.sync_api import ConsoleMessage, Error, Locator, Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.waiting import until
from vision.rests import ROLLING_PAUSE

TOTAL = 8_500_000
# Only people look at them, and they take a quarter of the time of these tests.
PICTURES = bool(os.environ.get("CROUPIER_SCREENSHOTS"))
# An act's event may come before its answer; until the answer, buttons wait.
MOVED = "v => !page.matches('[data-busy]') && Number(page.dataset.version) > v"
ANSWERED = f"v => ({MOVED})(v) || !document.querySelector('.question')"
TAKE_YOU = "you => import('/static/js/store.js').then(store => store.takeYou(you))"
# Milliseconds between checks of something slow: otherwise each frame would be painted.
SELDOM = 100
READ = f"v => ({MOVED})(v) || document.querySelector('.question')"
IN_MENU = {"Players", "New game", "Earlier games", "Settings"}


def open_menu(page: Page) -> None:
    """Open the menu of the table."""
    page.locator(".tool-table").click()


class Player:
    """Plays at the table at `url` through `page`; any script error fails the test.

    With CROUPIER_SCREENSHOTS set, pictures of each kind of state go to `folder`, one a name.
    """

    def __init__(self, page: Page, url: str, folder: Path, seed: int = 1) -> None:
        self.page, self.url, self.folder = page, url, folder
        self.rng = random.Random(seed)
        self.errors: list[str] = []
        self.seen: set[str] = set()
        self.vain_taps = 0
        page.on("pageerror", self._script_error)
        page.on("console", self._console)

    def _script_error(self, error: Error) -> None:
        self.errors.append(str(error))

    def _console(self, message: ConsoleMessage) -> None:
        # A refusal (409, 422) isn't the page's fault, but the browser writes a line about it.
        refused = "status of 409" in message.text or "status of 422" in message.text
        if message.type == "error" and not refused:
            self.errors.append(message.text)

    def open(self) -> None:
        """Open the page."""
        self.page.goto(self.url)
        expect(self.page.get_by_role("heading", level=1)).to_be_visible()
        expect(self.page.get_by_role("button").nth(1)).to_be_visible()  # the head has one

    def choose(self, title: str) -> None:
        """Take the box of a game from the shelf."""
        self.picture("shelf")
        self.page.locator(".box").filter(has_text=title).click()

    def snapshot(self) -> dict[str, Any]:
        """Return the snapshot of the API, only for checks."""
        with urllib.request.urlopen(f"{self.url}/api/tables/main", timeout=60) as answer:
            found: dict[str, Any] = json.load(answer)
        return found

    def log(self) -> list[dict[str, Any]]:
        """Return the newest rows of the log, oldest first, for checks only."""
        with urllib.request.urlopen(f"{self.url}/api/tables/main/log", timeout=60) as answer:
            rows: list[dict[str, Any]] = json.load(answer)["rows"]
        return rows

    def check(self) -> None:
        """Check that no money was created, nothing overflows, and no script failed."""
        shot = self.snapshot()
        if shot["game"] and shot["options"]["money"] == "ravensburger":
            assert shot["total"] == TOTAL
            accounts = [seat["cash"] for seat in shot["seats"]]
            accounts += [bet["amount"] for bet in shot["bets"]]
            assert sum(accounts) + shot["bank"] + shot["stake"] == TOTAL
        wide = self.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"{wide} pixels too wide"
        assert self.errors == []

    def picture(self, name: str, *, whole: bool = False) -> None:
        """If pictures are wanted, save one of the display as `name`, only the first time."""
        if not PICTURES or name in self.seen:
            return
        self.seen.add(name)
        self.page.wait_for_timeout(60)  # motions are off; pictures of the eye may still load
        self.page.screenshot(path=self.folder / f"{name}.png", full_page=whole)

    def button(self, name: str) -> Locator:
        """Return the buttons whose name has `name` in it."""
        return self.page.get_by_role("button", name=name)

    def shows(self, name: str) -> bool:
        """Return whether a button `name` can be tapped."""
        found = self.button(name)
        return found.count() > 0 and found.first.is_visible() and found.first.is_enabled()

    def tap(self, name: str, at: int = 0) -> None:
        """Tap the button `name`, opening the table's menu first if it is in there."""
        if name in IN_MENU:
            open_menu(self.page)
        self.button(name).nth(at).click()

    def open_teaching(self, name: str) -> None:
        """Open the taught sets, and name the next one `name`."""
        self.tap("Settings")
        self.tap("Custom dice and cards")
        self.page.get_by_role("textbox", name="Name of the dice or cards").fill(name)

    def moved(self, act: Callable[[], None]) -> None:
        """Do `act` and wait until the page shows a newer version."""
        before = self.version()
        act()
        self.page.wait_for_function(MOVED, arg=before)
        self.check()

    def take_for(self, role: str, seat: int | None = None) -> None:
        """Let the page act as a `role` in `seat`, whatever role the server gives it.

        Call this only after an act of another device was seen: the stream reports the device's role
        once, at the latest with its first snapshot.
        """
        taken = [] if seat is None else [seat]
        you = {"role": role, "seat": seat, "taken": taken, "own": {}}
        self.page.evaluate(TAKE_YOU, you)

    def version(self) -> int:
        """Return the version that the page shows."""
        return int(self.page.locator("#page").get_attribute("data-version") or 0)

    def start(
        self, names: list[str], rules: tuple[str, ...] = (), cards: int = 7, first: str = ""
    ) -> None:
        """Type the names, choose the house `rules` by their words, and start the first edition.

        If no box was taken, it is Last Chance; `cards` is the house rule of how many must be
        cracked. Without `first`, chance decides who begins.
        """
        if self.page.locator(".shelf").count():
            self.choose("Last Chance")
        for number, name in enumerate(names, 1):
            self.page.get_by_role("textbox", name=f"player {number}").fill(name)
        if first:
            self.tap(f"Change {first}’s place")
            self.tap(f"{first} goes first")
        self.picture("start", whole=True)
        if rules:
            self.tap("House rules")
            for rule in rules:
                self.page.get_by_role("radio", name=rule).check()
            fewer = self.page.get_by_role("group", name="How many cards").get_by_role("button")
            for _ in range(7 - cards):
                fewer.first.tap()
            self.picture("house-rules", whole=True)
        self.moved(lambda: self.tap("Start the game"))

    def enter_card(self, symbols: str, prize: int, attempts: int) -> None:
        """Enter a card from the box: five symbols, the prize, the attempts."""
        self.tap("Enter a card from the box")
        self.picture("card-empty")
        self.fill_card(symbols, prize, attempts)

    def fill_card(self, symbols: str, prize: int, attempts: int) -> None:
        """Tap the symbols, prize and attempts of the card being entered."""
        names = {"L": "long drink", "C": "cocktail"}
        for symbol in symbols.split():
            self._pad().get_by_role("button", name=names.get(symbol, symbol), exact=True).tap()
        self.picture("card-prize")
        prizes = self.page.get_by_role("group", name="Prize")
        prizes.get_by_role("button", name=f"{prize:,}", exact=True).tap()
        self.page.get_by_role("button", name=str(attempts), exact=True).tap()
        self.picture("card-whole")
        self.moved(lambda: self.tap("Yes, this is the card"))

    def _pad(self) -> Locator:
        return self.page.get_by_role("group", name="Faces")

    def tell_dice(self, faces: str) -> None:
        """Tap what the rolled dice show, and play it."""
        for face in faces.split():
            self._pad().get_by_role("button", name=face, exact=True).tap()
        self.picture("dice-told")
        self.moved(lambda: self.tap("Yes, play these"))

    def keep(self, faces: str) -> None:
        """Tap dice until exactly `faces` stay."""
        wanted = faces.split()
        dice = self.page.get_by_role("group", name="Tap the dice that stay").get_by_role("button")
        for at in range(dice.count()):
            die = dice.nth(at)
            face = (die.get_attribute("aria-label") or "?")[0]
            stays = die.get_attribute("aria-pressed") == "true"
            if face in wanted:
                wanted.remove(face)
                if not stays:
                    die.tap()
            elif stays and die.is_enabled():
                die.tap()
        assert not wanted

    def bid(self, name: str, step: str) -> None:
        """Raise the bid by `step` for `name`."""
        row = self.bidder(name)
        place = ("+10", "+50", "+100").index(step) + 1
        self.moved(lambda: row.locator(f".step:nth-child({place})").tap())

    def bidder(self, name: str) -> Locator:
        """Return the row of `name` in the auction, unfolded."""
        row = (
            self.page.get_by_role("listitem")
            .filter(has_text=name)
            .filter(has=self.page.locator(".bidder-steps"))
        )
        row.wait_for()
        if not row.locator(".bidder-steps").is_visible():
            row.locator(".bidder-name").tap()
        return row

    def call(self, name: str) -> None:
        """Call last chance for `name`, and confirm it."""
        self.bidder(name).get_by_role("button", name="Last chance").tap()
        self.picture("last-chance-asked")
        self.moved(lambda: self.page.get_by_role("alertdialog").locator(".danger").tap())

    def sell(self) -> None:
        """Count the high bid by hand: once, twice, sold."""
        for word in ("Once", "Twice", "Sold!"):
            self.moved(lambda word=word: self.tap(word))  # type: ignore[misc]
            self.picture(f"auction-{word.lower().strip('!')}")

    def bet(self, name: str, side: str, amount: str) -> None:
        """Bet `amount` (as written) on `side` for `name`."""
        self.tap(f"{name} bets {side}")
        self.picture("bet-picked")
        chip = self.page.get_by_role("button", name=amount, exact=True)
        self.moved(lambda: chip.tap())

    def wait_for_demo(self) -> None:
        """Wait until the eye of the demo tray has opened and read the dice."""
        until(lambda: self.snapshot()["eye"]["roll"], 120.0)

    def see_what_lies(self) -> None:
        """Wait as long as people look at dice: sooner, they might not have come to rest."""
        self.page.wait_for_timeout(1000 * ROLLING_PAUSE)

    def throw_button(self) -> Locator:
        """Return the button of the demo tray."""
        return self.page.get_by_role("button", name="Roll", exact=True)

    def throw(self) -> bool:
        """Let the demo tray roll; True when the eye's reading was played without a question."""
        self.see_what_lies()
        before = self.version()
        throw = self.throw_button()
        throw.tap()
        try:
            self._wait_for_dice(before)
        except (
            PlaywrightTimeout
        ):  # as people do when nothing happens; tests that count rolls may fail
            self.vain_taps += 1
            print(f"no throw after version {before}:", self.snapshot()["eye"])
            throw.tap()
            self._wait_for_dice(before)
        self.check()
        return self.version() > before

    def _wait_for_dice(self, before: int) -> None:
        self.page.wait_for_function(READ, arg=before, polling=SELDOM, timeout=45_000)

    def answer(self) -> bool:
        """Give the eye's likeliest answer; False if it has none: then it was no roll.

        If it first asks whether the roll counts, it does. The eye may become sure before anybody
        answers.
        """
        before = self.version()
        self.picture("question")
        counts = self.page.locator(".question .counts")
        if counts.count():
            counts.tap()
            expect(counts).to_have_count(0)
        best = self.page.locator(".question .best")
        answered = best.count() > 0
        no_throw = self.page.locator(".question .answers > button").last
        with suppress(PlaywrightTimeout):
            (best if answered else no_throw).tap(timeout=5_000)
        self.page.wait_for_function(ANSWERED, arg=before)
        self.check()
        return answered or self.version() > before

    def keep_what_fits(self) -> None:
        """Keep the dice that fit the card: its numbers, then the commonest faces for drinks."""
        label = self.page.get_by_role("region", name="Card:").get_attribute("aria-label") or ""
        symbols = label.removeprefix("Card: ").partition(".")[0].split(", ")
        dice = self.page.get_by_role("group", name="Tap the dice that stay").get_by_role("button")
        labels = [dice.nth(at).get_attribute("aria-label") or "?" for at in range(dice.count())]
        loose = Counter(label[0] for label in labels)
        kept = Counter(symbol for symbol in symbols if symbol.isdigit()) & loose
        loose -= kept
        for drink in ("long drink", "cocktail"):
            wanted = symbols.count(drink)
            if wanted and loose:
                face, number = loose.most_common(1)[0]
                kept[face] += min(number, wanted)
                del loose[face]
        self.keep(" ".join(kept.elements()))

    def go_on(self) -> None:
        """Leave the settlement."""
        for word in ("Show the ranking", "Auction the card again", "Next card", "Continue"):
            if self.shows(word):
                self.tap(word)
                return
        raise AssertionError("there is no settlement to leave")
