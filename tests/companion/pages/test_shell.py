"""The parts outside any game: log, corrections, settings, speech, the first start."""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.table.acts import Start
from companion.table.table import Table
from companion.words import catalogue
from tests.companion.pages.geometry import resize, under_notices
from tests.companion.pages.lending import Pages
from tests.companion.pages.player import open_menu
from tests.companion.pages.playing import act
from tests.companion.pages.test_eye import FakeEye

NAMES = ("Ana", "Ben", "Cleo")
BY_HAND = {"auction_clock": "manual"}
CARD = {"type": "flip", "symbols": ["2", "3", "4", "5", "6"], "prize": 160_000, "attempts": 3}
# A browser that records what it is asked to say, its audio output, and the tones that ended.
VOICE = """
  window.audios = [];
  window.sounded = [];
  window.AudioContext = class extends AudioContext {
    constructor() { super(); window.audios.push(this); }
    createOscillator() {
      const tone = super.createOscillator();
      tone.onended = () => window.sounded.push(tone.frequency.value);
      return tone;
    }
  };
  window.spoken = [];
  window.SpeechSynthesisUtterance = function (text) { this.text = text; };
  Object.defineProperty(window, 'speechSynthesis', { value: {
    getVoices: () => [], cancel: () => {},
    speak: (said) => window.spoken.push([said.lang, said.text]),
  } });
"""

Open = Callable[..., Page]


@pytest.fixture
def opened(pages: Pages, url: str) -> Iterator[Open]:
    """Return a function that opens the page in a separate browser with its own settings."""
    lent = ExitStack()

    def open_page(**settings: Any) -> Page:
        shape: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
        page = lent.enter_context(pages.lend(script=VOICE, **shape | settings))
        page.goto(url)
        page.wait_for_selector(".stage, .shelf")
        return page

    with lent:
        yield open_page


def begin(table: Table, *steps: dict[str, Any]) -> None:
    """Begin a game of Last Chance in which nothing counts by itself, and do `steps`."""
    act(table, Start("last_chance", NAMES, options=BY_HAND, first_seat=0).to_json())
    for step in steps:
        act(table, step)


def dice(faces: str) -> dict[str, Any]:
    """Return the action that enters `faces`."""
    return {"type": "dice", "faces": faces.split()}


def bid(seat: int, amount: int) -> dict[str, Any]:
    """Return a bid."""
    return {"type": "bid", "seat": seat, "amount": amount}


def test_the_log_speaks_the_language_of_each_device(table: Table, opened: Open) -> None:
    """One row has three sentences."""
    begin(table, CARD, dice("1 2 2 4 4"), bid(1, 210_000))
    for locale, log, line in (
        ("en-US", "Log", "Ben bids 210,000"),
        ("fr", "Journal", "Ben enchérit à 210\u202f000"),
        ("de", "Protokoll", "Ben bietet 210.000"),
    ):
        page = opened(locale=locale)
        page.get_by_role("button", name=log, exact=True).click()
        rows = page.get_by_role("region", name=log).get_by_role("listitem")
        expect(rows.first).to_contain_text(line)


def test_an_undo_of_an_old_row_says_what_it_was(table: Table, opened: Open) -> None:
    """This holds even if the row is not among those that a page gets."""
    begin(table, CARD)
    for _ in range(33):
        act(table, dice("1 2 2 4 4"))
        act(table, {"type": "undo"})
    act(table, {"type": "undo", "to": 1})
    page = opened(locale="de")
    page.get_by_role("button", name="Protokoll").click()
    newest = page.get_by_role("region", name="Protokoll").get_by_role("listitem").first
    expect(newest).to_contain_text("Rückgängig: Ana deckt")


def test_a_full_disk_is_reported_in_the_devices_language(table: Table, opened: Open) -> None:
    """The message covers no control: log and undo still work."""
    begin(table, CARD, dice("1 2 2 4 4"))
    page = opened(locale="de")
    page.evaluate(
        """() => import('/static/js/store.js').then(({ state, changeState }) =>
        changeState({ snapshot: { ...state.snapshot,
        trouble: { code: 'log_unwritable', message: 'disk full' } } }))"""
    )
    expect(page.locator(".banner")).to_contain_text(str(catalogue("de")["trouble"]))
    assert under_notices(page) == []


def test_a_correction_names_the_later_act_that_prevents_it(table: Table, opened: Open) -> None:
    """After a lucky flash nobody could have bid: the page names the bid and offers to undo it.

    The entered faces survive this undo, though it leads to another phase.
    """
    sold = [{"type": "count", "k": k} for k in (1, 2, 3)]
    begin(table, CARD, dice("2 3 4 5 5"), bid(1, 100_000), *sold, {"type": "close_bets"})
    page = opened()
    page.get_by_role("button", name="Log", exact=True).click()
    page.get_by_role("button", name="Correct", exact=True).click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_role("button", name="Die 5 shows 5").click()
    sheet.get_by_role("button", name="6", exact=True).click()
    expect(sheet).to_contain_text("fit a later move: Ben bids 100,000")
    expect(sheet.get_by_role("button", name="Correct the roll")).to_be_disabled()
    sheet.get_by_role("button", name="Undo that and everything after it").click()
    expect(page.get_by_text("Who bids?")).to_be_visible()
    expect(sheet.get_by_role("button", name="Die 5 shows 6")).to_be_visible()
    expect(sheet).to_contain_text("800,000 → 960,000")
    sheet.get_by_role("button", name="Correct the roll").click()
    expect(sheet).to_be_hidden()
    assert table.snapshot()["dice"][4]["face"] == "6"  # type: ignore[index, call-overload]


def test_a_corrections_preview_stays_up_to_date(table: Table, opened: Open) -> None:
    """If another device acts meanwhile, the preview includes its act."""
    begin(table, CARD, dice("2 3 4 5 5"))
    page = opened()
    page.get_by_role("button", name="Log", exact=True).click()
    page.get_by_role("button", name="Correct", exact=True).click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_role("button", name="Die 5 shows 5").click()
    sheet.get_by_role("button", name="6", exact=True).click()
    expect(sheet).to_contain_text("800,000 → 960,000")
    act(table, bid(1, 100_000))
    expect(sheet).to_contain_text("fit a later move: Ben bids 100,000")
    expect(sheet.get_by_role("button", name="Correct the roll")).to_be_disabled()


def test_undo_and_redo_say_what_they_did(table: Table, opened: Open) -> None:
    """They say so at once on every display and in the log."""
    begin(table, CARD, dice("1 2 2 4 4"), bid(1, 50_000))
    for amount in (60_000, 70_000, 80_000):
        act(table, bid(2, amount))
        act(table, {"type": "undo"})
    page = opened()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".message")).to_have_text("Undone: Ben bids 50,000")
    page.get_by_role("button", name="Redo").click()
    expect(page.locator(".message")).to_have_text("Redone: Ben bids 50,000")
    page.get_by_role("button", name="Log", exact=True).click()
    lines = page.get_by_role("region", name="Log").get_by_text("Undone: Cleo bids")
    expect(lines).to_have_count(3)


def test_the_picture_of_a_roll_opens_from_the_log(table: Table, url: str, opened: Open) -> None:
    """The picture appears with its line of the log, and can be corrected there."""
    begin(table, CARD)
    assert FakeEye(url).read("1 2 2 4 4") == "played"
    page = opened()
    page.get_by_role("button", name="Log", exact=True).click()
    page.get_by_role("button", name="Picture").click()
    picture = page.get_by_role("dialog").get_by_role("img", name="The tray")
    expect(picture).to_be_visible()
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") == 640
    page.get_by_role("dialog").get_by_role("button", name="Correct", exact=True).click()
    expect(page.get_by_text("What do the dice really show?")).to_be_visible()


def test_a_devices_settings_stay_on_it(table: Table, opened: Open) -> None:
    """Language and theme are chosen by a tap, and are the same when the page is opened again.

    Another device has the evening theme, until it is set to follow the system.
    """
    begin(table)
    page = opened(color_scheme="dark")
    ground = page.locator("html[data-theme=light]")
    open_menu(page)
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("radio", name="Light").check()
    expect(ground).to_have_count(1)
    page.get_by_role("radio", name="Deutsch").check()
    expect(page.get_by_role("heading", name="Einstellungen")).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="Protokoll")).to_be_visible()
    expect(ground).to_have_count(1)
    other = opened(color_scheme="light")
    expect(other.get_by_role("button", name="Log", exact=True)).to_be_visible()
    expect(other.locator("html[data-theme=dark]")).to_have_count(1)
    open_menu(other)
    other.get_by_role("button", name="Settings").click()
    other.get_by_role("radio", name="Same as the device").check()
    expect(other.locator("html[data-theme=light]")).to_have_count(1)
    other.emulate_media(color_scheme="dark")
    expect(other.locator("html[data-theme=dark]")).to_have_count(1)


def test_a_language_chosen_in_version_0_1_is_kept(opened: Open) -> None:
    """It was stored under another name; a new choice takes precedence."""
    page = opened()
    page.evaluate("localStorage.setItem('language', 'fr')")
    page.reload()
    expect(page.get_by_role("heading", name="À quoi joue-t-on")).to_be_visible()
    page.get_by_role("radio", name="Deutsch").check()
    expect(page.locator("html[lang=de]")).to_have_count(1)
    page.reload()
    expect(page.locator("html[lang=de]")).to_have_count(1)


def test_a_language_that_cannot_load_is_not_chosen(table: Table, opened: Open) -> None:
    """Without the network, the page says so and keeps its language."""
    begin(table)
    page = opened()
    open_menu(page)
    page.get_by_role("button", name="Settings").click()
    page.route("**/words/de.json", lambda route: route.abort())
    page.get_by_role("radio", name="Deutsch").click()
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_role("radio", name="English")).to_be_checked()
    expect(page.get_by_role("radio", name="Deutsch")).not_to_be_checked()


def test_the_count_is_spoken_in_the_language_of_the_device(table: Table, opened: Open) -> None:
    """The banker's device says each bid and count once; an undo or a quiet act says nothing."""
    begin(table, CARD, dice("1 2 2 4 4"))
    page = opened(locale="fr")
    steps: list[tuple[dict[str, Any], str]] = [
        (bid(0, 210_000), "210000 pour Ana"),
        ({"type": "count", "k": 1}, "210000 pour Ana, une fois"),
        ({"type": "count", "k": 2}, "210000 pour Ana, deux fois"),
    ]
    for step, said in steps:
        act(table, step)
        page.wait_for_function("said => window.spoken.at(-1)?.[1] === said", arg=said)
    shown = act(table, {"type": "undo"})
    page.wait_for_function(
        "v => Number(document.querySelector('.page').dataset.version) >= v", arg=shown["version"]
    )
    open_menu(page)
    page.get_by_role("button", name="Réglages").click()
    page.wait_for_function("audios.map((audio) => audio.state).join() === 'running'")
    page.get_by_role("radio", name="Désactivé").check()  # which costs no power either
    page.wait_for_function("audios.map((audio) => audio.state).join() === 'suspended'")
    shown = act(table, bid(1, 300_000))
    page.wait_for_function(
        "v => Number(document.querySelector('.page').dataset.version) >= v", arg=shown["version"]
    )
    assert page.evaluate("window.spoken") == [["fr", said] for _, said in steps]


def test_the_audio_runs_only_while_it_sounds(table: Table, opened: Open) -> None:
    """Silent audio takes power, too. A sound wakes it and is heard from its first note."""
    begin(table, CARD, dice("1 2 2 4 4"))
    page = opened()
    page.clock.install()
    page.get_by_role("heading", level=1).tap()
    page.wait_for_function("audios[0]?.state === 'running'")
    page.clock.fast_forward("01:00")
    page.wait_for_function("audios[0].state === 'suspended'")
    for step, tones in ((bid(0, 210_000), "660"), ({"type": "count", "k": 1}, "660,196,98")):
        act(table, step)
        page.wait_for_function("(tones) => sounded.join() === tones", arg=tones)


def test_a_game_without_voice_words_has_its_log_read_out(table: Table, opened: Open) -> None:
    """The voice uses the log's sentences for its events."""
    act(table, Start("jour_de_chance", NAMES, first_seat=0).to_json())
    page = opened(locale="de")
    act(table, {"type": "deal_card", "card": 7})
    page.wait_for_function("() => window.spoken.length")
    ((tongue, said),) = page.evaluate("window.spoken")
    assert tongue == "de"
    assert re.fullmatch("(Ana|Ben|Cleo) bekommt .*7.*", said), said


def test_spoken_words_are_in_a_live_region(table: Table, opened: Open) -> None:
    """Screen readers announce it too, even without a voice."""
    begin(table, CARD, dice("1 2 2 4 4"))
    page = opened()
    page.evaluate(
        """() => {
          window.heard = [];
          const look = () => window.heard.push(document.querySelector('.aloud').textContent);
          new MutationObserver(look).observe(document.querySelector('.aloud'),
            { childList: true, characterData: true, subtree: true });
        }"""
    )
    act(table, bid(2, 100_000))
    page.wait_for_function("() => window.heard.includes('100,000 from Cleo')")


def test_money_flies_from_payer_to_payee(table: Table, opened: Open) -> None:
    """A note flies from the bettor to the bets; with reduced motion, none does.

    None does over the log, either, which hides the table.
    """
    sold = [{"type": "count", "k": k} for k in (1, 2, 3)]
    begin(table, CARD, dice("1 2 2 4 4"), bid(1, 100_000), *sold)
    watch = """() => {
      window.flown = [];
      new MutationObserver((all) => all.forEach((one) => one.addedNodes.forEach((node) => {
        if (node.matches('.money-note')) window.flown.push(node.textContent);
      }))).observe(document.body, { childList: true });
    }"""
    lively, calm = opened(reduced_motion="no-preference"), opened()
    for page in (lively, calm):
        page.evaluate(watch)
    shown = act(table, {"type": "bet", "seat": 0, "amount": 50_000, "on": "yes"})
    for page in (lively, calm):
        page.wait_for_function(
            "v => Number(document.querySelector('.page').dataset.version) >= v",
            arg=shown["version"],
        )
    assert lively.evaluate("window.flown") == ["50,000"]
    assert calm.evaluate("window.flown") == []
    expect(lively.locator(".flying")).to_have_count(0)
    lively.get_by_role("button", name="Log", exact=True).click()
    expect(lively.locator(".log")).to_be_visible()
    shown = act(table, {"type": "bet", "seat": 2, "amount": 50_000, "on": "yes"})
    lively.wait_for_function("v => Number(page.dataset.version) >= v", arg=shown["version"])
    assert len(lively.evaluate("window.flown")) == 1


def test_a_new_table_shows_the_shelf_in_every_language_and_the_tray(
    table: Table, url: str, opened: Open
) -> None:
    """The page changes its language at once and shows the tray; a chosen box stays open."""
    page = opened()
    expect(page.get_by_text("No camera.")).to_be_visible()
    FakeEye(url).beat("empty")
    expect(page.get_by_role("img", name="The tray")).to_be_visible()
    page.get_by_role("radio", name="Français").check()
    expect(page.get_by_role("heading", name="À quoi joue-t-on")).to_be_visible()
    page.locator(".box").first.click()
    expect(page.get_by_role("heading", name="Qui joue")).to_be_visible()
    expect(page.get_by_text("Ravensburger 1994")).to_be_in_viewport(ratio=1)
    page.reload()
    expect(page.get_by_role("heading", name="Qui joue")).to_be_visible()


def test_an_edition_asks_for_its_own_number_of_players(table: Table, opened: Open) -> None:
    """This holds even before anybody taps an edition, as the first is selected."""
    page = opened()
    open_form(page)
    for number, name in enumerate(NAMES, 1):
        page.get_by_role("textbox", name=f"player {number}").fill(name)
    start = page.get_by_role("button", name="Start the game")
    expect(start).to_be_enabled()
    page.get_by_role("textbox", name="player 3").fill("")
    expect(start).to_be_disabled()
    page.get_by_role("radio", name="MB 1995").check()
    expect(start).to_be_enabled()


def test_house_rules_of_every_kind_can_be_chosen(table: Table, opened: Open) -> None:
    """They are the faces of a die, a number and a choice, remembered for each game."""
    page = opened()
    page.locator(".box").filter(has_text="Den Letzten").click()
    for number, name in enumerate(NAMES, 1):
        page.get_by_role("textbox", name=f"player {number}").fill(name)
    expect(page.get_by_role("searchbox")).to_have_count(0)
    page.get_by_role("button", name="House rules (0 changed)").click()
    die = page.get_by_role("button", name=re.compile("^Face 1: ")).first
    before = die.get_attribute("aria-label")
    die.click()
    expect(die).not_to_have_attribute("aria-label", str(before))
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator(".hunt")).to_be_visible()
    options: Any = table.snapshot()["options"]
    assert options["white_1"][0] != options["white_2"][0]
    open_menu(page)
    page.get_by_role("button", name="New game").click()
    page.locator(".box").filter(has_text="Den Letzten").click()
    expect(page.get_by_text("House rules (1 changed)")).to_be_visible()


def stays_inside(page: Page, name: str, place: str, *keys: str) -> None:
    """Open a place by its button; no key leaves it, and Escape leads back to the button."""
    opener = page.get_by_role("button", name=name)
    opener.focus()
    page.keyboard.press("Enter")
    page.locator(place).wait_for()
    for key in keys:
        page.keyboard.press(key)
        assert page.evaluate("at => document.activeElement.closest(at) !== null", place)
    page.keyboard.press("Escape")
    expect(opener).to_be_focused()


def test_sheets_take_the_focus_and_return_it(table: Table, opened: Open) -> None:
    """Tab cycles inside a sheet; Escape closes it and returns the focus.

    The log is opened, reached, left and closed without a pointer.
    """
    begin(table, CARD, dice("1 2 2 4 4"))
    page = opened()
    stays_inside(page, "What’s Ana’s bid?", ".sheet", "Shift+Tab", *["Tab"] * 20)
    stays_inside(page, "Table", ".menu", *["Tab"] * 4)
    opener = page.get_by_role("button", name="Log", exact=True)
    opener.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name="Log")).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Close")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("region", name="Log")).to_have_count(0)
    expect(opener).to_be_focused()


def test_every_control_can_be_reached_by_tab_with_a_visible_focus(
    table: Table, opened: Open
) -> None:
    """In an auction, Tab reaches every button once, in order, and a ring shows it."""
    begin(table, CARD, dice("1 2 2 4 4"), bid(0, 100_000))
    page = opened()
    buttons = page.locator("button:enabled:visible")
    for _ in range(buttons.count()):
        page.keyboard.press("Tab")
        page.evaluate(
            """() => {
              const now = document.activeElement;
              now.dataset.reached = Number(now.dataset.reached ?? 0) + 1;
              now.dataset.ring = parseFloat(getComputedStyle(now).outlineWidth) >= 3;
            }"""
        )
    assert page.locator("button[data-reached='1'][data-ring='true']").count() == buttons.count()


def test_a_message_covers_no_control_and_goes_by_itself(opened: Open) -> None:
    """It appears next to the tapped control, and delays nobody who goes on at once."""
    page = opened()
    open_form(page)
    for number, name in enumerate(("Weiß", "WEISS", "Ana"), 1):  # the page takes them for two
        page.get_by_role("textbox", name=f"player {number}").fill(name)
    page.clock.install()
    message = page.get_by_role("alert")
    for width, height in ((1280, 800), (390, 844), (360, 640), (1920, 1080)):
        resize(page, width, height)
        page.evaluate("scrollTo(0, 0)")
        page.get_by_role("button", name="Start the game").click()
        expect(message).to_contain_text("Weiß")
        assert under_notices(page) == []
        page.mouse.wheel(0, 300)
        page.evaluate("() => new Promise((done) => setTimeout(done, 100))")
        assert under_notices(page) == []
        page.clock.fast_forward(6000)
        expect(message).to_have_count(0)


def test_an_undone_correction_is_struck_out(table: Table, opened: Open) -> None:
    """A redo restores its mark."""
    begin(table, CARD, dice("1 2 2 4 4"))
    row = table.snapshot()["version"]
    act(table, {"type": "correct", "row": row, "faces": ["1", "2", "2", "4", "5"]})
    page = opened()
    page.get_by_role("button", name="Log", exact=True).click()
    corrected = page.locator(".log-row.kind-correct")
    expect(corrected.locator("s")).to_have_count(0)
    shown: Any = act(table, {"type": "undo"})
    expect(corrected.locator("s")).to_have_count(1)
    act(table, {"type": "undo", "to": shown["redo_to"]})
    expect(corrected.locator("s")).to_have_count(0)


def open_form(page: Page) -> None:
    """Take the first box from the shelf."""
    page.locator(".box").first.click()
    page.locator(".place-name").first.wait_for()


def names(page: Page) -> list[str]:
    """Return the names in the form."""
    return [field.input_value() for field in page.locator(".place-name").all()]


def test_names_outlive_a_reload(opened: Open) -> None:
    """They are kept until the game begins; then the form lists the current players."""
    page = opened()
    open_form(page)
    for number, name in enumerate(NAMES):
        page.locator(".place-name").nth(number).fill(name)
    page.reload()
    expect(page.locator(".place-name").nth(2)).to_have_value(NAMES[2])
    page.get_by_role("button", name="Start the game").click()
    # The game may be heard of before the answer that ends the form.
    page.wait_for_function("() => sessionStorage.getItem('croupier.setup') === 'null'")
    expect(page.locator(".stage")).to_be_visible()


def test_one_person_can_play_alone_if_the_game_allows_it(opened: Open) -> None:
    """Yacht is for one to eight."""
    page = opened()
    page.locator(".box").filter(has_text="Yacht").click()
    page.locator(".place-name").first.fill("Ana")
    assert names(page) == ["Ana", ""]
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator(".stage")).to_be_visible()


def test_the_form_knows_new_and_renamed_players(table: Table, opened: Open) -> None:
    """This holds even if the form was open before; typed names stay."""
    begin(table)
    page = opened()
    open_menu(page)
    page.get_by_role("button", name="New game").click()
    open_form(page)
    assert names(page) == [*NAMES, ""]
    page.locator(".place-name").last.fill("Zoe")
    page.get_by_role("button", name="Back to the game").click()
    act(table, {"type": "rename", "seat": 0, "name": "Anabel"})
    act(table, {"type": "join", "name": "Opa"})
    expect(page.get_by_text("Anabel").first).to_be_visible()
    open_menu(page)
    page.get_by_role("button", name="New game").click()
    expect(page.locator(".place-name")).to_have_count(len(NAMES) + 3)
    assert names(page) == ["Anabel", *NAMES[1:], "Zoe", "Opa", ""]


def test_a_completely_undone_game_can_be_redone(table: Table, opened: Open) -> None:
    """This includes a table's first game, so that one undo too many loses nothing."""
    begin(table, CARD)
    page = opened()
    undo = page.get_by_role("button", name="Undo", exact=True)
    undo.click()
    expect(page.get_by_role("button", name="Redo")).to_be_visible()
    undo.click()
    expect(page.locator(".stage")).to_have_count(0)
    page.get_by_role("button", name="Redo").click()
    expect(page.locator(".stage")).to_be_visible()


def test_forward_does_not_leave_the_game(table: Table, opened: Open) -> None:
    """There is nothing to open again, even if the page was reloaded meanwhile."""
    begin(table)
    page = opened()
    log = page.get_by_role("button", name="Log", exact=True)
    log.click()
    page.go_back()
    expect(page.locator(".drawer")).to_have_count(0)
    page.go_forward()
    page.wait_for_timeout(300)
    expect(page.locator(".stage")).to_be_visible()
    page.reload()
    log.click()
    expect(page.locator(".drawer")).to_be_visible()
    page.go_back()
    expect(page.locator(".drawer")).to_have_count(0)
    expect(page.locator(".stage")).to_be_visible()


def test_back_closes_everything_over_the_game(table: Table, url: str, opened: Open) -> None:
    """As the gesture on a phone, it closes one thing after another, and only then the page."""
    begin(table)
    page = opened()
    page.goto("about:blank")
    page.goto(url)
    page.get_by_role("button", name="Log", exact=True).click()
    expect(page.locator(".drawer.log")).to_be_visible()
    page.get_by_role("button", name="Set-up", exact=True).click()
    expect(page.locator(".rules-drawer")).to_be_visible()
    page.go_back()
    expect(page.locator(".rules-drawer")).to_have_count(0)
    expect(page.locator(".drawer.log")).to_be_visible()
    page.go_back()
    expect(page.locator(".drawer")).to_have_count(0)
    expect(page.locator(".stage")).to_be_visible()
    open_menu(page)
    page.get_by_role("button", name="Settings").click()
    page.locator(".drawer").get_by_role("button", name="Close").click()
    page.go_back()
    page.wait_for_url("about:blank")


def test_back_cancels_a_displays_question(table: Table, opened: Open) -> None:
    """It does not call a last chance, and the page stays."""
    begin(table, CARD, {"type": "roll", "faces": [*"11233"]})
    page = opened()
    page.get_by_role("button", name="Last chance").first.click(timeout=5000)
    expect(page.get_by_role("alertdialog")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("alertdialog")).to_have_count(0)
    expect(page.locator(".stage")).to_be_visible()


def test_a_bankers_phone_can_begin_a_new_game_after_an_undo(table: Table, opened: Open) -> None:
    """Redo adds one button, and the others stay.

    Held sideways, they are in one line, as two lines took a third of the display.
    """
    begin(table, CARD, {"type": "undo"})
    page = opened(viewport={"width": 390, "height": 844})
    expect(page.get_by_role("button", name="Redo")).to_be_visible()
    open_menu(page)
    page.get_by_role("button", name="New game").tap()
    open_form(page)
    expect(page.get_by_role("button", name="Start the game")).to_be_visible()
    resize(page, 740, 360)
    foot = page.locator(".dock").bounding_box()
    assert foot is not None
    assert foot["height"] < 360 / 5
