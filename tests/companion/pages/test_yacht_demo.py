"""Yacht in the demo tray: the eye reads each throw, and follows which dice stay."""

from collections import Counter
from pathlib import Path

from playwright.sync_api import Page

from tests.companion.pages.conftest import ON_A_TABLET
from tests.companion.pages.test_yacht import Thrower


@ON_A_TABLET
def test_the_eye_follows_what_stays(page: Page, demo: str, pictures: Path) -> None:
    """Three throws, of which two dice stay at the second: they are there after it."""
    thrower = Thrower(page, demo, pictures)
    thrower.open()
    page.get_by_role("radio", name="Yacht", exact=True).check()
    thrower.start(["Ana", "Ben", "Cleo"], first="Ana")
    thrower.wait_for_demo()
    for kept in (0, 2, 3):
        before = [one["face"] for one in thrower.snapshot()["dice"]][:kept]
        if kept:
            thrower.keep(" ".join(before))
        if not thrower.throw():
            assert thrower.answer()
        dice = thrower.snapshot()["dice"]
        # One that was thrown may seem to have stayed: it came to lie beside its like.
        assert Counter(before) <= Counter(one["face"] for one in dice if one["kept"])
    thrower.picture("yacht-demo", whole=True)
    box, points = next(iter(thrower.snapshot()["would_score"].items()))
    thrower.score(f"{box.capitalize()}: {points}")
    assert thrower.snapshot()["seats"][0]["total"] == points
