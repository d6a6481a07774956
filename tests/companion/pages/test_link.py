"""A page that loses the table, acts too late, or is refused."""

import json
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from companion.table.acts import Start
from companion.table.table import Table
from companion.web import first_load
from tests.companion.pages.conftest import ON_A_PHONE, ON_A_TABLET
from tests.companion.pages.lending import Pages
from tests.companion.pages.player import Player, open_menu
from tests.companion.pages.playing import act, wait_for


@pytest.fixture
def player(page: Page, url: str, pictures: Path, table: Table) -> Player:
    """Return a player at an open auction."""
    begin(table)
    player = Player(page, url, pictures)
    player.open()
    page.locator(".bidders").wait_for()
    return player


@pytest.fixture
def watching(pages: Pages) -> Iterator[Page]:
    """Return a page of a tablet's size, for tests that do not depend on the size."""
    size = {"width": 1280, "height": 800}
    with pages.lend(size, reduced_motion="no-preference") as page:
        yield page


def begin(table: Table, clock: str = "manual") -> None:
    """Open an auction in which nothing counts down, or the `clock` does."""
    rules = {"auction_clock": clock}
    act(table, Start("last_chance", ("Ana", "Ben", "Cleo"), options=rules, first_seat=0).to_json())
    card = {"symbols": ["2", "3", "4", "5", "6"], "prize": 160_000, "attempts": 3}
    act(table, {"type": "flip", **card})
    act(table, {"type": "dice", "faces": ["1", "2", "2", "4", "4"]})


def open_deaf(page: Page, url: str, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Open `page` at an auction, so that it learns only from the answers to its acts."""
    page.goto(url)
    page.locator(".bidders").wait_for()
    monkeypatch.setattr(table.screens, "publish_snapshot", lambda: None)


def hold(page: Page) -> list[Route]:
    """Hold back the next act of `page`; return a list with it once it is sent."""
    held: list[Route] = []
    page.route("**/actions", lambda route: held.append(route), times=1)
    return held


def let_go(page: Page, held: list[Route]) -> None:
    """Release the act, which may be about to come."""
    while not held:
        page.wait_for_timeout(20)
    held[0].continue_()


@ON_A_TABLET
def test_a_lost_post_is_repeated_with_the_same_id_and_counts_once(player: Player) -> None:
    """The answer is lost once; the page asks again, and the bid counts once."""
    ids = []

    def lose_first_answer(route: Route) -> None:
        ids.append(json.loads(route.request.post_data or "{}")["id"])
        if len(ids) == 1:
            route.fetch()  # the table has it, the page never hears so
            route.abort()
        else:
            route.continue_()

    player.page.route("**/actions", lose_first_answer)
    row = player.bidder("Ana")
    row.locator(".step:nth-child(3)").tap()
    expect(player.page.locator(".high-sum")).to_have_text("100,000")
    player.page.wait_for_timeout(1000)
    assert len(ids) == 2
    assert ids[0] == ids[1]
    assert sum(row["line"].startswith("Ana bids") for row in player.log()) == 1
    player.errors.clear()  # the browser writes a line about the lost request


@ON_A_TABLET
def test_a_late_tap_changes_nothing_and_says_why(player: Player, url: str) -> None:
    """Somebody else bids just before."""
    player.page.route("**/events", lambda route: route.abort())
    version = player.version()

    def bid_first(route: Route) -> None:
        action = {"type": "bid", "seat": 2, "amount": 200_000}
        body = json.dumps({"id": "other-device-1", "version": version, "action": action}).encode()
        request = urllib.request.Request(
            f"{url}/api/tables/main/actions", body, {"Content-Type": "application/json"}
        )
        urllib.request.urlopen(request, timeout=60).close()
        route.continue_()

    player.page.route("**/actions", bid_first, times=1)
    row = player.bidder("Ana")
    row.locator(".step:nth-child(3)").tap()
    told = player.page.get_by_role("alert")
    expect(told).to_contain_text("Someone else was first: Cleo bids 200")
    expect(player.page.locator(".high-sum")).to_have_text("200,000")
    player.picture("late")


def test_the_faster_act_is_named_in_the_devices_language(
    pages: Pages, url: str, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A French phone says in French who was faster."""
    begin(table)
    with pages.lend({"width": 1280, "height": 800}, locale="fr") as page:
        open_deaf(page, url, table, monkeypatch)
        act(table, {"type": "bid", "seat": 2, "amount": 200_000})
        page.locator(".bidder .step:nth-child(3)").first.click()
        expect(page.get_by_role("alert")).to_contain_text("Cleo enchérit à 200\u202f000")


# What happens before a bid of 200 000 comes, and whether that bid stands.
MEANWHILE: list[tuple[list[dict[str, Any]], bool]] = [
    ([{"type": "count", "k": 1}], True),
    ([{"type": "bid", "seat": 2, "amount": 150_000}], True),
    ([{"type": "bid", "seat": 2, "amount": 200_000}], False),
    ([{"type": "bid", "seat": 2, "amount": 150_000}, {"type": "undo"}], False),
    ([{"type": "bid", "seat": 0, "amount": 150_000}], False),
    ([{"type": "count", "k": 1}, {"type": "count", "k": 2}, {"type": "count", "k": 3}], False),
]


def test_a_bid_that_came_late_stands_if_it_still_means_the_same(
    watching: Page, url: str, table: Table, publish: Callable[[], None]
) -> None:
    """The clock or a lower bid does not cancel it; acts that affect it do."""
    watching.goto(url)
    alert = watching.get_by_role("alert")
    mine = {"type": "bid", "seat": 0, "amount": 200_000}
    for meanwhile, stands in MEANWHILE:
        begin(table)
        shown = act(table, {"type": "bid", "seat": 1, "amount": 100_000})
        publish()
        wait_for(watching, shown)
        for step in meanwhile:
            act(table, step)
        watching.locator(".bidder .step:nth-child(3)").first.click()
        if stands:
            expect(watching.locator(".high-sum")).to_have_text("200,000")
            expect(watching.locator(".high-name")).to_have_text("Ana")
            expect(alert).to_have_count(0)
        else:
            expect(alert).to_be_visible()
            watching.mouse.click(1, 1)  # it goes with the next tap
            expect(alert).to_have_count(0)
        log: Any = table.store.newest_rows()["rows"]
        new = [row for row in log if row["version"] > shown["version"]]
        bids = [
            event for row in new for event in row.get("events", ()) if event["type"] == "bid_placed"
        ]
        placed = [(event["seat"], event["amount"]) for event in bids]
        assert placed.count((mine["seat"], mine["amount"])) == stands, meanwhile


def test_a_tap_means_what_was_shown_when_the_finger_touched(
    watching: Page, url: str, table: Table
) -> None:
    """A bid that arrives while the finger is down does not change what the tap bids."""
    begin(table)
    act(table, {"type": "bid", "seat": 1, "amount": 100_000})
    watching.goto(url)
    watching.locator(".bidder .step:nth-child(3)").first.hover()
    watching.mouse.down()
    act(table, {"type": "bid", "seat": 2, "amount": 200_000})
    watching.wait_for_timeout(150)
    watching.mouse.up()
    expect(watching.get_by_role("alert")).to_contain_text("Someone else was first: Cleo bids 200")
    expect(watching.locator(".high-sum")).to_have_text("200,000")
    assert table.snapshot()["high_bid"] == {"seat": 2, "amount": 200_000}


@ON_A_TABLET
def test_changes_under_a_resting_finger_are_shown_when_it_lifts(player: Player) -> None:
    """A finger that slides off does nothing, and the page goes on."""
    page = player.page
    step = player.bidder("Ana").locator(".step:nth-child(3)")
    step.hover()
    page.mouse.down()
    page.mouse.move(5, 400)
    page.mouse.up()
    player.bid("Ben", "+50")


def test_the_high_bidder_may_raise_during_the_count(
    watching: Page, url: str, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A count of their bid does not affect their tap."""
    begin(table)
    act(table, {"type": "bid", "seat": 0, "amount": 100_000})
    open_deaf(watching, url, table, monkeypatch)
    act(table, {"type": "count", "k": 1})
    watching.locator(".leads .typed").click()
    for key in ("2", "0", "0\u202f000"):
        watching.get_by_role("dialog").get_by_role("button", name=key, exact=True).click()
    watching.get_by_role("dialog").locator(".main").click()
    expect(watching.locator(".high-sum")).to_have_text("200,000")


@ON_A_TABLET
def test_taps_while_a_bid_is_being_sent(player: Player) -> None:
    """None is lost without a message, and the focus stays."""
    # It waits for as long as the test does.
    player.page.evaluate("AbortSignal.timeout = () => undefined")
    for tapped in (another_key_says_that_it_waits, dropped_tap_says_so, key_keeps_the_keyboard):
        tapped(player)
        assert player.snapshot()["high_bid"] == {"seat": 0, "amount": 100_000}
        player.moved(lambda: player.tap("Undo"))


def another_key_says_that_it_waits(player: Player) -> None:
    """Tap a key other than the bid's: the page says why nothing happens."""
    page = player.page
    held = hold(page)
    player.bidder("Ana").locator(".step:nth-child(3)").tap()
    other = player.bidder("Ben").locator(".step:nth-child(3)")
    expect(other).to_be_disabled()
    other.tap(force=True)
    expect(page.get_by_role("alert")).to_contain_text("still on its way")
    player.moved(lambda: let_go(page, held))


def key_keeps_the_keyboard(player: Player) -> None:
    """Press the key of the bid again: it does nothing, and the focus stays."""
    page = player.page
    held = hold(page)
    step = player.bidder("Ana").locator(".step:nth-child(3)")
    step.focus()
    page.keyboard.press("Enter")
    expect(step).to_be_disabled()
    expect(step).to_be_focused()
    page.keyboard.press("Enter")
    player.moved(lambda: let_go(page, held))
    # The leader has no sums to tap; the focus stays in their lane.
    expect(player.bidder("Ana").locator(":focus")).to_have_count(1)


def dropped_tap_says_so(player: Player) -> None:
    """Tap a control that cannot act meanwhile."""
    page = player.page
    held = hold(page)
    player.bidder("Ana").locator(".step:nth-child(3)").tap()
    player.tap("Log")
    page.get_by_role("region", name="Log").get_by_role("button", name="Undo to here").last.tap()
    expect(page.get_by_role("alert")).to_contain_text("still on its way")
    player.moved(lambda: let_go(page, held))
    player.tap("Log")


def test_a_question_is_reported_to_the_table_at_once(
    watching: Page, url: str, table: Table
) -> None:
    """The page does not wait for its next regular report during a count."""
    watching.add_init_script("window.setInterval = () => 0")
    begin(table, "every_2s")
    act(table, {"type": "bid", "seat": 1, "amount": 50_000})
    watching.goto(url)
    with watching.expect_request(
        lambda request: request.url.endswith("/watch") and request.post_data_json["asks"]
    ):
        watching.locator(".typed").first.click()


@ON_A_TABLET
def test_a_silently_dead_stream_is_reopened(player: Player, table: Table) -> None:
    """Nothing arrives and nothing fails; the page asks, and receives events again."""
    page = player.page
    # The test can deafen the first stream and set the clock forward; timers run ten times as often.
    page.add_init_script(
        """const Real = window.EventSource; window.opened = 0;
        window.EventSource = class extends Real {
          constructor(...how) { super(...how); window.opened += 1; }
          addEventListener(name, hear) {
            const deaf = window.opened === 1;
            super.addEventListener(name, (event) => deaf && window.asleep || hear(event));
          }
        };
        const every = window.setInterval; window.setInterval = (act, ms) => every(act, ms / 10);
        const now = Date.now; window.later = 0; Date.now = () => now() + window.later;"""
    )
    page.reload()
    page.locator(".bidders").wait_for()
    page.evaluate("window.asleep = true")
    act(table, {"type": "bid", "seat": 0, "amount": 100_000})
    page.evaluate("window.later = 30000")
    expect(page.locator(".high-sum")).to_have_text("100,000")
    page.wait_for_function("() => window.opened === 2")
    act(table, {"type": "bid", "seat": 1, "amount": 200_000})
    expect(page.locator(".high-sum")).to_have_text("200,000")


@ON_A_TABLET
def test_a_request_without_an_answer_is_repeated(player: Player) -> None:
    """After five seconds it is aborted and repeated; the bid counts once."""
    page = player.page
    page.evaluate(
        """() => { window.asked = []; const real = AbortSignal.timeout.bind(AbortSignal);
        AbortSignal.timeout = (ms) => { asked.push(ms); return real(300); }; }"""
    )
    hold(page)
    player.bidder("Ana").locator(".step:nth-child(3)").tap()
    expect(page.locator(".high-sum")).to_have_text("100,000")
    assert set(page.evaluate("asked")) == {5000}
    assert sum(row["line"].startswith("Ana bids") for row in player.log()) == 1
    player.errors.clear()  # the browser writes a line about the lost request


@ON_A_PHONE
def test_a_refusal_is_one_line_at_the_top_of_the_stage(player: Player) -> None:
    """It is where every message is, and goes with the next tap."""

    def ask_too_little(route: Route) -> None:
        body = json.loads(route.request.post_data or "{}")
        body["action"]["amount"] = 5_000
        route.continue_(post_data=json.dumps(body))

    player.page.route("**/actions", ask_too_little, times=1)
    row = player.bidder("Ana")
    step = row.locator(".step:nth-child(1)").first
    step.tap()
    told = player.page.get_by_role("alert")
    expect(told).to_have_text("Bid in steps of 10,000.")
    player.picture("refused")
    where = told.bounding_box()
    assert where is not None
    assert 0 <= where["y"] < 200
    player.tap("Log")
    expect(told).to_be_hidden()


@ON_A_TABLET
def test_a_lost_stream_is_reported_and_reopened(player: Player) -> None:
    """Afterwards, the page shows what happened meanwhile."""
    page = player.page
    page.context.set_offline(True)
    expect(page.get_by_text("The table isn’t responding")).to_be_visible()
    player.picture("lost")
    page.context.set_offline(False)
    expect(page.get_by_text("The table isn’t responding")).to_be_hidden()
    player.errors.clear()  # the browser writes a line about each lost request
    player.bid("Ben", "+50")


@ON_A_TABLET
def test_everything_can_be_reached_by_keyboard(player: Player) -> None:
    """Tab goes to a step, Enter raises; Escape closes the keypad."""
    page = player.page
    row = player.bidder("Cleo")
    row.locator(".typed").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    row.locator(".step:nth-child(3)").focus()
    player.moved(lambda: page.keyboard.press("Enter"))
    assert player.snapshot()["high_bid"] == {"seat": 2, "amount": 100_000}


def test_a_display_that_does_not_load_is_requested_again(
    watching: Page, url: str, table: Table
) -> None:
    """The page says that the table is away, and shows the game once it is back."""
    begin(table)
    watching.route("**/games/last_chance.js", lambda route: route.abort(), times=1)
    watching.goto(url)
    watching.locator(".bidders").wait_for()


@pytest.mark.parametrize("missing", ["css/page.css", "js/store.js", "**"])
def test_a_partly_loaded_page_reloads(watching: Page, url: str, table: Table, missing: str) -> None:
    """A reload while the server restarts once left only "Croupier", or a page without style."""
    begin(table)
    paths = f"**/static/{missing}"
    watching.route(paths, lambda route: route.abort())
    watching.goto(url)
    expect(watching.locator(".waiting, .bidders")).to_be_attached()
    with watching.expect_event("load"):
        watching.unroute(paths)
    expect(watching.locator(".bidders")).to_be_visible()
    expect(watching.locator("body")).to_have_css("margin", "0px")


@pytest.mark.parametrize(
    ("missing", "asks"), [("css/page.css", 4), ("js/store.js", 4), ("js/games/last_chance.js", 2)]
)
def test_a_page_whose_part_is_gone_for_good_does_not_reload(
    watching: Page, url: str, table: Table, missing: str, asks: int
) -> None:
    """It reloads once the part is back; otherwise each page would do so every few seconds."""
    begin(table)
    path, gone = f"**/static/{missing}", {"status": 404, "body": ""}
    loads: list[Page] = []
    watching.on("load", lambda page: loads.append(page))
    watching.route(path, lambda route: route.fulfill(**gone))  # type: ignore[arg-type]
    watching.goto(url)
    for _ in range(asks):
        watching.wait_for_event("response", lambda answer: answer.url.endswith(missing))
    assert len(loads) == 1
    watching.unroute(path)
    expect(watching.locator(".bidders")).to_be_visible()


def test_rules_that_failed_to_load_open_at_the_next_tap(
    watching: Page, url: str, table: Table
) -> None:
    """The browser remembers that the import failed, so the page is reloaded."""
    begin(table)
    watching.route("**/parts/rules.js", lambda route: route.abort(), times=1)
    watching.goto(url)
    rules = watching.get_by_role("button", name="Rules and set-up").first
    with watching.expect_event("load"):
        rules.click()
    rules.click()
    expect(watching.locator(".rules-drawer")).to_be_visible()


def test_open_rules_do_not_wait_for_another_module(watching: Page, url: str, table: Table) -> None:
    """The form for a new game is fetched at the same time, with nothing on the table."""
    begin(table)
    errors: list[str] = []
    held: list[Route] = []
    watching.on("pageerror", lambda error: errors.append(str(error)))
    watching.route("**/parts/start.js", lambda route: held.append(route))
    watching.goto(url)
    watching.get_by_role("button", name="Rules and set-up").first.click()
    expect(watching.locator(".rules-drawer")).to_be_visible()
    open_menu(watching)
    watching.get_by_role("button", name="New game").click()
    watching.locator(".box").first.click()
    expect(watching.locator(".stage")).to_have_count(0)
    held[0].continue_()
    expect(watching.locator(".start")).to_be_visible()
    assert errors == []


def test_a_failed_module_loses_no_act(watching: Page, url: str, table: Table) -> None:
    """The page does not reload while an action is being sent, and resends it."""
    begin(table)
    watching.route("**/parts/rules.js", lambda route: route.abort(), times=1)
    watching.goto(url)
    watching.evaluate(
        """() => { const real = fetch; window.fetch = async (path, how) => {
          if (how.method === "POST") await new Promise((resume) => setTimeout(resume, 2000));
          return real(path, how);
        }; }"""
    )
    watching.locator(".bidder .step:nth-child(3)").first.click()
    with watching.expect_response("**/parts/rules.js"):  # the page asks whether it is there again
        watching.get_by_role("button", name="Rules and set-up").first.click()
    expect(watching.locator(".high-sum")).to_have_text("100,000")


@pytest.mark.parametrize(
    ("path", "answer"),
    [
        ("**/api/tables/main", {"json": {"game": "last_chance"}}),
        ("**/games/last_chance.js", {"body": "nobody.knows()", "content_type": "text/javascript"}),
    ],
)
def test_a_fault_of_the_page_is_not_a_lost_table(
    watching: Page, url: str, table: Table, path: str, answer: dict[str, Any]
) -> None:
    """It is reported as an error; nobody would find it if the page only asked again."""
    begin(table)
    watching.route("**/events", lambda _: None)  # or a whole snapshot comes before it is drawn
    watching.route(path, lambda route: route.fulfill(**answer))
    with watching.expect_event("pageerror"):
        watching.goto(url)


def update_server(page: Page, monkeypatch: pytest.MonkeyPatch, version: str) -> None:
    """Let `page` lose its table, and find it again with another page of `version`."""
    with page.expect_request("**/events"):
        page.context.set_offline(True)
        monkeypatch.setattr(first_load, "page_version", lambda: version)
        page.context.set_offline(False)


def test_a_page_from_before_an_update_reloads(
    watching: Page, url: str, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A broken page reloads at once, others when nobody types; each does once per version."""
    begin(table)
    watching.add_init_script(
        "const { now } = Date; window.later = 0; Date.now = () => now() + later"
    )
    broken = {"body": "old()", "content_type": "text/javascript"}
    watching.route("**/games/last_chance.js", lambda route: route.fulfill(**broken))
    with watching.expect_event("pageerror"):
        watching.goto(url)
    watching.unroute("**/games/last_chance.js")
    update_server(watching, monkeypatch, "second")
    high = watching.locator(".high-sum")
    expect(watching.locator(".bidders")).to_be_visible()  # it waited for what never came

    open_menu(watching)

    watching.get_by_role("button", name="Players", exact=True).click()
    watching.get_by_role("button", name="Pause, join, leave").click()
    watching.get_by_role("textbox", name="Name of Ben").fill("Benno")
    watching.evaluate("window.later = 60000")
    update_server(watching, monkeypatch, "third")
    act(table, {"type": "bid", "seat": 0, "amount": 100_000})
    expect(high).to_have_text("100,000")
    expect(watching.get_by_role("textbox", name="Name of Ben")).to_have_value("Benno")
    watching.get_by_role("button", name="Close").click()
    watching.evaluate("window.later = 120000")
    watching.wait_for_function("() => window.later === 0")

    # The server says once more that it is another, as if this page came out of a cache.
    watching.evaluate("document.documentElement.dataset.version = 'cached'; window.later = 60000")
    update_server(watching, monkeypatch, "third")
    act(table, {"type": "bid", "seat": 1, "amount": 200_000})
    expect(high).to_have_text("200,000")
    assert watching.evaluate("window.later") == 60000
