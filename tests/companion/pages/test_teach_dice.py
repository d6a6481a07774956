"""Dice with a dog are taught as the page asks, and then played with: nobody taps a face."""

from pathlib import Path

from playwright.sync_api import Page, expect

from companion.taught.confirmed import learn_confirmed_dice
from companion.taught.folder import CONFIRMED_SET_NAME
from companion.taught.store import TaughtStore
from tests.companion.pages.conftest import ON_A_PHONE
from tests.companion.pages.geometry import resize
from tests.companion.pages.test_den_letzten_demo import Hunt
from tests.companion.pages.test_for_everybody import faults

THROWS, MOST_THROWS = 4, 20
MOST_LAID = 8  # the colour of a die or two may be mistaken


def teach(hunt: Hunt, face: str) -> None:
    """Choose a face, and lay dice showing it until the page has enough."""
    hunt.page.get_by_role("group", name="Faces").get_by_role("button", name=face).click()
    lay = hunt.button("Show the virtual dice like this")
    expect(lay).to_be_visible()
    enough = hunt.page.get_by_text("That’s enough")
    for _ in range(MOST_LAID):
        if enough.is_visible():
            break
        before = hunt.page.locator(".still").count()
        lay.click()
        hunt.page.wait_for_function(
            "n => document.querySelectorAll('.still').length > n", arg=before
        )
    expect(enough).to_be_visible()


@ON_A_PHONE
def test_a_dog_is_taught_and_played_with(
    page: Page, demo: str, tmp_path: Path, pictures: Path
) -> None:
    """A bad picture can be removed, taught faces are listed, and the game reads the dogs.

    Nothing begins without a name.
    """
    hunt = Hunt(page, demo, pictures)
    hunt.open()
    hunt.open_teaching("")
    field = hunt.page.get_by_role("textbox", name="Name of the dice or cards")
    for nothing in ("", "  "):
        field.fill(nothing)
        for begin in ("Show my dice", "Use my own names"):
            field.blur()
            hunt.tap(begin)
            expect(field).to_be_focused()
            message = field.evaluate("(it) => it.validationMessage")
            assert message == "Name of the dice or cards"
    hunt.page.get_by_role("textbox").fill("klee")
    hunt.picture("taught-none")
    hunt.tap("Show my dice")
    hunt.picture("lesson-faces")
    teach(hunt, "dog")
    hunt.picture("lesson-caught")
    count = page.locator(".still").count()
    picture = page.locator("img.tray-picture")
    expect(picture).to_have_css("object-fit", "contain")  # not cut
    resize(page, 844, 390)
    assert picture.bounding_box()["height"] > 0.4 * 390  # type: ignore[index]
    resize(page, 390, 844)
    page.reload()  # leads back into the lesson
    expect(page.locator(".still")).to_have_count(count)
    page.get_by_role("button", name="Remove this picture").first.click()
    expect(page.locator(".still")).to_have_count(count - 1)
    assert (hunt.errors, faults(page)) == ([], [])
    hunt.tap("Teach the next face")
    teach(hunt, "1")
    hunt.tap("Done")
    page.reload()
    hunt.tap("Settings")
    hunt.tap("Custom dice and cards")
    known = page.get_by_role("article", name="klee")
    expect(known).to_contain_text("dog")
    expect(known).to_contain_text("Not used yet")
    hunt.picture("taught-known")
    hunt.tap("Close")
    hunt.choose("Den Letzten beißen die Hunde")
    expect(page.get_by_role("radio", name="klee", exact=True)).to_be_checked()
    for number, name in enumerate(["Ana", "Ben", "Cleo"], 1):
        page.get_by_role("textbox", name=f"player {number}").fill(name)
    hunt.picture("start-own-dice", whole=True)
    hunt.tap("Start the game")
    page.wait_for_selector(".hunt")
    hunt.moved(lambda: hunt.tap("Draw a space"))
    expect(page.get_by_role("button", name="Roll", exact=True)).to_be_visible()
    read = 0  # without a question; which roll the eye asks about is chance
    while read == 0 or hunt.throws < THROWS:
        assert hunt.throws < MOST_THROWS
        hunt.act()
        read = sum(row["source"] == "camera" for row in hunt.log())
    assert not page.locator(".die-row").count()  # nobody tapped in what lies there
    learn_confirmed_dice(tmp_path / "data")
    hunt.tap("Settings")
    hunt.tap("Custom dice and cards")
    expect(known).to_contain_text("read correctly so far")
    confirmed = page.get_by_role("article", name="This table’s dice")
    expect(confirmed.locator(".still").first).to_be_visible()
    hunt.picture("taught-confirmed")
    for one in (confirmed, known):
        one.get_by_role("button", name="Delete").click()
        one.get_by_role("button", name="Delete").click()
        expect(one).to_have_count(0)
    assert TaughtStore(tmp_path / "data").names() == [
        CONFIRMED_SET_NAME
    ]  # since when it is to be learned
    assert hunt.errors == []
