"""Ten Thousand in the demo tray, to its end: the eye follows which dice are set aside."""

from collections import Counter
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.companion.pages.conftest import ON_A_TABLET
from tests.companion.pages.playing import in_scene
from tests.companion.pages.test_yacht import Thrower

OPTIONS = {"target": 1000, "entry": 0, "ending": "at_once"}
ENOUGH = 300  # points to bank
START = """async ([names, options]) => {
  const { sendAction } = await import('/static/js/actions.js');
  await sendAction({ type: 'start', game: 'ten_thousand', names, first_seat: 0, options });
  for (const seat of [0, 1]) { // each has 700 already
    await sendAction({ type: 'dice', faces: [...'555112'] });
    await sendAction({ type: 'bank', seat });
  }
}"""


@ON_A_TABLET
def test_a_game_to_its_end(page: Page, demo: str, pictures: Path) -> None:
    """Dice that were set aside are still there; banking gives the points that the page showed."""
    player = Thrower(page, demo, pictures)
    player.open()
    page.evaluate(START, [["Ana", "Ben"], OPTIONS])
    player.wait_for_demo()
    while not (shot := player.snapshot())["over"]:
        aside = [die["face"] for die in shot["dice"] if die["counts"]]
        if shot["dice"] and not shot["must_throw_on"] and shot["points"] >= ENOUGH:
            total = shot["seats"][shot["turn"]]["total"] + shot["points"]
            player.moved(lambda: player.tap(f"Bank {shot['points']:,}"))
            after = player.snapshot()
            assert after["seats"][shot["turn"]]["total"] == total
            continue
        if not (player.throw() or player.answer()):
            continue  # the eye knew no answer
        after = player.snapshot()
        stayed = [] if shot["hot"] else aside
        lies = [die["face"] for die in after["dice"] if die["aside"]]
        assert "farkled" in in_scene(after) or Counter(stayed) <= Counter(lies)
        player.picture("ten-thousand-demo", whole=True)
    expect(page.get_by_role("heading", name="wins!")).to_be_visible()
    assert max(seat["total"] for seat in shot["seats"]) >= OPTIONS["target"]
