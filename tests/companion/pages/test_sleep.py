"""A sleeping phone holds no thread and misses nothing."""

from playwright.sync_api import Page, expect

from companion.table.event_broadcaster import EventBroadcaster
from companion.table.table import ActionRequest, Table
from tests.companion.pages.conftest import ON_A_PHONE
from tests.waiting import until

_TURN = """hidden => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def act(table: Table, type_: str, **fields: object) -> None:
    """Do something at the table itself."""
    version = table.snapshot()["version"]
    assert isinstance(version, int)
    table.submit(ActionRequest(f"act-{version}", version, {"type": type_, **fields}))  # type: ignore[dict-item]


def wait_until_listening(table: Table, count: int) -> None:
    """Wait until `count` streams are open."""
    until(lambda: table.screens.broadcaster.stream_count == count)


@ON_A_PHONE
def test_a_phone_that_slept_has_missed_nothing(table: Table, url: str, page: Page) -> None:
    """Its stream is closed while its screen is off; then it shows what happened meanwhile."""
    table.screens.broadcaster = EventBroadcaster(
        heartbeat=0.1
    )  # at the next one it is noticed that a stream is closed
    act(table, "start", game="last_chance", names=["Ana", "Ben", "Cleo"], first_seat=0)
    page.goto(url)
    shown = page.locator("#page")
    expect(shown).to_have_attribute("data-version", "1")
    wait_until_listening(table, 1)
    for _ in range(2):
        page.evaluate(_TURN, True)
        wait_until_listening(table, 0)
        act(table, "flip", symbols=list("23456"), prize=160_000, attempts=3)
        act(table, "undo")
        act(table, "flip", symbols=list("34566"), prize=280_000, attempts=4)
        page.evaluate(_TURN, False)
        expect(shown).to_have_attribute("data-version", str(table.snapshot()["version"]))
        wait_until_listening(table, 1)
        act(table, "undo")
        expect(shown).to_have_attribute("data-version", str(table.snapshot()["version"]))
