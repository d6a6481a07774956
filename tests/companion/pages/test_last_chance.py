"""Last Chance on several devices: announcements, phones and house rules."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.table.acts import Start
from companion.table.table import Table
from tests.companion.pages.conftest import ON_A_PHONE, ON_A_TABLET
from tests.companion.pages.geometry import resize
from tests.companion.pages.player import Player
from tests.companion.pages.playing import act, wait_for

NAMES = ("Ana", "Ben", "Cleo")
CARD = {"type": "flip", "symbols": ["2", "3", "4", "5", "6"], "prize": 160_000, "attempts": 1}
FAILED: list[dict[str, Any]] = [
    CARD,
    {"type": "dice", "faces": ["1", "2", "2", "4", "4"]},
    {"type": "bid", "seat": 1, "amount": 100_000},
    *({"type": "count", "k": k} for k in (1, 2, 3)),
    {"type": "close_bets"},
    {"type": "dice", "faces": ["1", "1", "2", "2", "4"]},
]
# Ana buys for more than she has.
TOO_DEAR: list[dict[str, Any]] = [
    {"type": "bid", "seat": 0, "amount": 900_000},
    *({"type": "count", "k": k} for k in (1, 2, 3)),
]


@pytest.fixture
def player(page: Page, url: str, pictures: Path) -> Player:
    """Return a player whose page is not open yet."""
    return Player(page, url, pictures)


def begin(table: Table, *steps: dict[str, Any], **options: Any) -> None:
    """Begin a game in which nothing counts by itself, and do `steps`."""
    rules = {"auction_clock": "manual", **options}
    act(table, Start("last_chance", NAMES, options=rules, first_seat=0).to_json())
    for step in steps:
        act(table, step)


def bid(seat: int, amount: int) -> dict[str, Any]:
    """Return a bid."""
    return {"type": "bid", "seat": seat, "amount": amount}


def elsewhere(player: Player, table: Table, *actions: dict[str, Any]) -> None:
    """Do `actions` from another device, and wait until this page shows it."""

    def run() -> None:
        for action in actions:
            act(table, action)

    player.moved(run)


@ON_A_TABLET
def test_an_earlier_settlement_is_not_shown_again(player: Player, table: Table) -> None:
    """This holds after a reload, and if a buyer cannot pay; the page says that they are out."""
    begin(table, *FAILED)
    player.open()
    failed = player.page.get_by_role("heading", name="Ben didn’t crack the card")
    expect(failed).to_be_visible()
    expect(player.page.locator(".joy")).to_have_count(0)
    player.go_on()
    player.page.evaluate(
        """() => { window.said = new Set(); new MutationObserver(() =>
        said.add(document.querySelector('.aloud')?.textContent)).observe(document.body,
        { childList: true, subtree: true, characterData: true }); }"""
    )
    elsewhere(player, table, *TOO_DEAR)
    expect(player.button("Eliminate Ana")).to_be_visible()
    expect(failed).to_have_count(0)
    assert [text for text in player.page.evaluate("[...said]") if "Ben" in (text or "")] == []
    player.page.reload()
    expect(player.button("Eliminate Ana")).to_be_visible()
    player.moved(lambda: player.tap("Eliminate Ana"))
    expect(player.page.locator(".settling")).to_contain_text("Ana")


# As if this device had not shown the settlement yet.
UNREAD = "import('/static/js/store.js').then(({ changeUi }) => changeUi({ settlementRead: null }))"


@ON_A_PHONE
def test_a_settlement_does_not_delay_bids(player: Player, table: Table) -> None:
    """With the first bid, every screen shows the auction, and a tap shows the settlement again."""
    begin(table, *FAILED)
    player.open()
    expect(player.page.locator(".settling")).to_be_visible()
    elsewhere(player, table, bid(2, 50_000))
    expect(player.page.locator(".high-name")).to_have_text("Cleo")
    folded = player.page.locator(".settled")
    expect(folded).to_contain_text("Ben didn’t crack the card")
    lines = player.page.locator(".transfer:not(.unmoved)")
    expect(lines).to_have_count(0)
    player.picture("settled-folded", whole=True)
    folded.get_by_role("button", name="Ben didn’t crack the card").tap()
    expect(lines.filter(has_text="Stake lost")).to_contain_text("100,000")
    elsewhere(player, table, bid(0, 60_000))
    expect(lines).to_have_count(1)
    player.go_on()
    expect(player.page.locator(".high-name")).to_have_text("Ana")
    expect(folded).to_have_count(0)
    player.page.evaluate(UNREAD)
    folded.get_by_role("button", name="Close").tap()
    expect(folded).to_have_count(0)
    elsewhere(player, table, bid(2, 70_000))
    expect(folded).to_have_count(0)


# The places of all controls of the auction, by player and purpose.
CONTROLS = """() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  .then(() => [...document.querySelectorAll('.auction :is(li, .lot-hero) button')])
  .then((found) => Object.fromEntries(found
  .filter((node) => node.getBoundingClientRect().width)
  .map((node) => {
    const lane = node.closest('li, .lot-hero');
    const [kind] = node.className.split(' ');
    const others = kind === 'step' ? [...node.parentNode.children]
      : [...lane.querySelectorAll(`.${kind}`)];
    const { x, y, width, height } = node.getBoundingClientRect();
    const seat = [...lane.parentNode.children].indexOf(lane);
    return [`${seat} ${kind} ${others.indexOf(node)}`, [x, y, width, height]];
  })))"""
SIX = (
    "Maximiliane-Friederike",
    "Chloé",
    "Donaudampfschifffahrtska",
    "Bo",
    "Anna-Katharina Oberhuber",
    "Ömer",
)
DISPLAYS = ((1280, 800), (1024, 600), (800, 1280), (390, 844), (360, 640), (844, 390))


@pytest.mark.parametrize(
    "rules",
    [
        {"auction_clock": "manual"},
        {"auction_clock": "manual", "opener": "last_cracker", "pass_is_final": True},
        {"auction_clock": "every_5s"},
    ],
)
@ON_A_TABLET
def test_controls_of_the_auction_never_move(
    player: Player, table: Table, rules: dict[str, Any]
) -> None:
    """Before, during and after bids no pixel moves, whoever leads and whatever is said."""
    rules = {"odds_from": "auction", **rules}
    counts, hold = rules["auction_clock"] == "manual", {"type": "clock", "running": False}
    act(table, Start("last_chance", SIX, options=rules, first_seat=0).to_json())
    for step in FAILED[:2]:
        act(table, step)
    player.open()
    at: dict[tuple[int, int], dict[str, list[float]]] = {}
    moved = []
    for steps in (
        [],
        [bid(0, 10_000)],
        [bid(2, 1_160_000)],
        [{"type": "count", "k": 1}] if counts else [],
        [bid(2, 1_170_000)],  # their own bid, on which the banker remarks
    ):
        for step in steps:
            act(table, step)
        if steps and not counts:
            act(table, hold)
        wait_for(player.page, table.snapshot())  # type: ignore[arg-type]
        for width, height in DISPLAYS:
            resize(player.page, width, height)
            now = player.page.evaluate(CONTROLS)
            before = at.setdefault((width, height), now)
            moved += [
                f"{width}x{height} {name}: {before[name]} {box}"
                for name, box in now.items()
                if name in before and box != before[name]
            ]
            at[width, height] = {**now, **before}
            player.picture(f"still-{len(steps)}-{width}")
    assert not moved, "\n".join(moved)


@ON_A_TABLET
def test_a_page_opened_during_bids_shows_the_bids(player: Player, table: Table) -> None:
    """Earlier messages do not return."""
    begin(table, *FAILED, bid(2, 50_000))
    player.open()
    expect(player.page.locator(".high-name")).to_have_text("Cleo")
    expect(player.page.locator(".settling, .settled")).to_have_count(0)


@ON_A_PHONE
def test_a_phone_shows_the_current_attempt(player: Player, table: Table) -> None:
    """Every display shows the same kept dice and the same chance with them."""
    *before, close_bets = FAILED[1:-1]
    begin(table, {**CARD, "attempts": 3}, *before)
    player.open()
    elsewhere(player, table, close_bets)
    keep = player.page.get_by_role("group", name="Tap the dice that stay")
    expect(keep.get_by_role("button")).to_have_count(5)
    keep.get_by_role("button").nth(4).tap()
    stays = player.page.locator(".keep-die.kept")
    expect(stays).to_have_count(3)
    chance = player.page.locator(".chance").inner_text()
    player.take_for("player", seat=2)
    expect(keep).to_have_count(0)
    expect(player.page.locator(".cracking .ask")).to_have_text("Ben’s attempt")
    expect(player.page.locator(".keep-die .die")).to_have_count(5)
    expect(stays).to_have_count(3)
    assert player.page.locator(".chance").inner_text() == chance
    expect(player.page.locator(".card-slot.reached")).to_have_count(2)
    player.picture("crack-watched", whole=True)


@pytest.mark.parametrize(("elim_cash", "bills"), [("to_bank", 1), ("stays_frozen", 0)])
@ON_A_TABLET
def test_only_money_for_the_bank_is_shown_as_paid(
    player: Player, table: Table, elim_cash: str, bills: int
) -> None:
    """If a player who is out keeps their cash, no bills are shown as paid."""
    begin(table, *FAILED[:2], elim_cash=elim_cash)
    for step in TOO_DEAR:
        act(table, step)
    player.open()
    expect(player.button("Eliminate Ana")).to_be_visible()
    expect(player.page.locator(".ask-block .bills")).to_have_count(bills)


@ON_A_TABLET
def test_an_overbid_warning_follows_the_house_rule(player: Player, table: Table) -> None:
    """If the bid itself would eliminate the player, the page says so next to the cost."""
    begin(table, *FAILED[:2], bid(1, 800_000), overbid="eliminate_at_call")
    player.open()
    step = player.bidder("Ana").locator(".step:nth-child(3)")
    expect(step).to_have_attribute("aria-label", "Ana bids 900,000, more than their cash")
    step.tap()
    expect(player.page.get_by_role("alertdialog")).to_contain_text("the bid alone")
    player.picture("overbid-at-call")


@ON_A_TABLET
def test_the_keypad_offers_what_the_bidder_can_pay(player: Player, table: Table) -> None:
    """More can be typed if overbids are allowed. Others may bid meanwhile."""
    begin(table, *FAILED[:2], bid(1, 50_000))
    player.open()
    hint = player.page.locator(".sheet .hint")
    player.bidder("Ana").locator(".typed").tap()
    expect(hint).to_have_text("60,000 to 800,000, in steps of 10,000")
    elsewhere(player, table, bid(1, 800_000))
    expect(hint).to_contain_text("From 810,000")
    expect(hint).to_contain_text("more than the cash (800,000)")


@ON_A_PHONE
def test_a_phone_says_who_enters_the_card(player: Player, table: Table) -> None:
    """It has no button for it."""
    begin(table)
    player.open()
    player.take_for("player", seat=0)
    expect(player.page.locator(".stage")).to_contain_text("You turn over a card")
    expect(player.page.locator(".stage .hint")).to_have_text("The card is entered on the tablet.")


@ON_A_TABLET
def test_without_calls_nobody_has_spent_theirs(player: Player, table: Table) -> None:
    """If the house rules have no calls, nobody is shown to have called."""
    begin(table, *FAILED[:2], lc_enabled=False)
    player.open()
    expect(player.page.locator(".bidder")).to_have_count(3)
    expect(player.page.locator(".spent:not(:empty)")).to_have_count(0)


@ON_A_TABLET
def test_an_outbid_player_is_not_warned_later(player: Player, table: Table) -> None:
    """The warning goes with its reason, and undo does not bring it back."""
    begin(table, *FAILED[:2], bid(1, 800_000))
    player.open()
    player.bidder("Ana").locator(".step:nth-child(2)").tap()
    warning = player.page.get_by_role("alertdialog")
    expect(warning).to_be_visible()
    elsewhere(player, table, bid(2, 900_000))
    expect(warning).to_have_count(0)
    elsewhere(player, table, {"type": "undo"})
    expect(player.page.locator(".high-name")).to_have_text("Ben")
    expect(warning).to_have_count(0)


@ON_A_TABLET
def test_dice_tumble_only_when_they_were_rolled(player: Player, table: Table) -> None:
    """Sales and closed bets do not move them; a roll moves the rolled ones."""
    player.page.add_init_script(
        """window.tumbled = 0; const animate = Element.prototype.animate;
        Element.prototype.animate = function (...how) {
          tumbled += this.matches('.die');
          return animate.apply(this, how);
        };"""
    )
    player.page.emulate_media(reduced_motion="no-preference")
    begin(table, {**CARD, "attempts": 3}, *FAILED[1:3])
    player.open()
    expect(player.page.locator(".dice-lying")).to_be_visible()
    for step in FAILED[3:-1]:
        elsewhere(player, table, step)
    expect(player.page.locator(".keep-dice")).to_be_visible()
    assert player.page.evaluate("tumbled") == 0
    throw = {"type": "dice", "faces": ["2", "4", "1", "1", "1"], "kept": [0, 1]}
    elsewhere(player, table, throw)
    assert player.page.evaluate("tumbled") == 3
    elsewhere(player, table, {"type": "undo"})
    assert player.page.evaluate("tumbled") == 3


@ON_A_TABLET
def test_any_card_that_the_rules_know_can_be_entered(player: Player, table: Table) -> None:
    """There may be one to nine attempts; removing a symbol names it; undo drops everything."""
    begin(table)
    player.open()
    player.tap("Enter a card from the box")
    faces = player.page.get_by_role("group", name="Faces")
    faces.get_by_role("button", name="long drink").tap()
    expect(player.button("Remove long drink")).to_be_visible()
    for _ in range(4):
        faces.get_by_role("button", name="3", exact=True).tap()
    attempts = player.page.get_by_role("group", name="attempts").get_by_role("button")
    assert attempts.all_inner_texts() == [str(number) for number in range(1, 10)]
    player.picture("card-figures")
    player.tap("Undo")
    expect(player.button("Enter a card from the box")).to_be_visible()
    assert player.snapshot()["phase"] == "flip"


@ON_A_PHONE
def test_a_call_needs_two_taps(player: Player, table: Table) -> None:
    """The first asks and says what is at stake, as a phone cannot undo the call."""
    begin(table, *FAILED[:2])
    player.open()
    player.bidder("Ana").get_by_role("button", name="Last chance").tap()
    warning = player.page.get_by_role("alertdialog")
    expect(warning).to_contain_text("800,000. If it fails, Ana is out.")
    warning.get_by_role("button", name="No, not now").tap()
    expect(warning).to_have_count(0)
    assert player.snapshot()["phase"] == "auction"
    player.call("Ana")
    assert player.snapshot()["stake"] == 800_000


TAPS = "window.taps = 0; addEventListener('click', () => (window.taps += 1), true);"


def taps(player: Player) -> int:
    """Return how often the page was tapped since `TAPS`."""
    return int(player.page.evaluate("window.taps"))


@ON_A_PHONE
def test_a_card_that_was_entered_once_is_offered(player: Player, table: Table) -> None:
    """The first time it takes eight taps, later two; a wrong card is forgotten."""
    begin(table)
    player.page.add_init_script("localStorage.setItem('croupier.pace', '\"quick\"')")
    player.page.add_init_script(TAPS)
    player.open()
    player.tap("Enter a card from the box")
    pad = player.page.get_by_role("group", name="Faces")
    for face in ("3", "4", "long drink", "long drink", "cocktail"):
        pad.get_by_role("button", name=face, exact=True).tap()
    prizes = player.page.get_by_role("group", name="Prize")
    prizes.get_by_role("button", name="240,000").tap()
    tries = player.page.get_by_role("group", name="Attempts")
    player.moved(lambda: tries.get_by_role("button", name="4", exact=True).tap())
    assert taps(player) == 8
    assert player.snapshot()["card"]["symbols"] == ["3", "4", "L", "L", "C"]
    elsewhere(player, table, {"type": "roll", "faces": ["1", "1", "2", "2", "6"]})
    begin(table)
    player.button("Enter a card from the box").wait_for()
    before = taps(player)
    player.tap("Enter a card from the box")
    card = player.page.locator(".known-card")
    expect(card).to_have_accessible_name(
        "Card: 3, 4, long drink, long drink, cocktail. Prize 240,000, 4 attempts."
    )
    pad.get_by_role("button", name="1", exact=True).tap()
    expect(card).to_have_count(0)
    player.tap("Remove 1")
    before += 2
    player.picture("card-known")
    player.moved(card.tap)
    assert taps(player) - before == 2
    begin(table)
    player.tap("Enter a card from the box")
    player.tap("Delete a card")
    player.tap("Delete: Card: 3, 4")
    expect(card).to_have_count(0)
    assert table.entered_cards.of_game("last_chance") == []


@ON_A_TABLET
def test_a_settlement_begins_with_everybodys_result(player: Player, table: Table) -> None:
    """A stake and a lost bet show their cost, a won bet its gain."""
    bets = [
        {"type": "bet", "seat": 0, "on": "no", "amount": 20_000},
        {"type": "bet", "seat": 2, "on": "yes", "amount": 50_000},
    ]
    begin(table, *FAILED[:-2], *bets, *FAILED[-2:])
    player.open()
    nets = player.page.locator(".transfer .net")
    expect(nets).to_have_text(["+20,000", "\u2212100,000", "\u221250,000"])
    gained = [seat["cash"] - 800_000 for seat in player.snapshot()["seats"]]
    assert gained == [20_000, -100_000, -50_000]
    player.check()
    player.picture("settling-nets", whole=True)


@ON_A_PHONE
def test_a_bet_without_an_amount_is_kept(player: Player, table: Table) -> None:
    """Players keep their chosen side, one tap turns it, and closing waits for the amount."""
    begin(table, *FAILED[:-2])
    player.open()
    page = player.page

    def side(name: str, on: str) -> Locator:
        return page.get_by_role("button", name=f"{name} bets {on}")

    side("Ana", "yes").tap()
    side("Cleo", "no").tap()
    expect(side("Ana", "yes")).to_have_attribute("aria-pressed", "true")
    side("Ana", "no").tap()
    expect(side("Ana", "yes")).to_have_attribute("aria-pressed", "false")
    expect(side("Ana", "no")).to_have_attribute("aria-pressed", "true")
    player.picture("bets-half-entered", whole=True)
    player.tap("No more bets")
    expect(page.locator(".message")).to_contain_text("Enter Ana’s amount first")
    player.picture("bets-wait")
    assert player.snapshot()["phase"] == "bets"
    amounts = page.get_by_role("group", name="How much does Ana bet?")
    player.moved(amounts.get_by_role("button", name="20,000", exact=True).tap)
    [bet] = player.snapshot()["bets"]
    assert (bet["seat"], bet["on"], bet["amount"]) == (0, "no", 20_000)
    crosses = page.locator(".placed path").evaluate_all(
        "all => all.filter(one => /^M\\d+ \\d+ L\\d+ \\d+ M/.test(one.getAttribute('d'))).length"
    )
    assert crosses == 1, "the token's: what removes the bet is no second one"
    player.tap("No more bets")
    expect(page.locator(".message")).to_contain_text("Enter Cleo’s amount first")
    side("Cleo", "no").tap()
    player.moved(lambda: player.tap("No more bets"))
    assert player.snapshot()["phase"] == "crack"


@ON_A_TABLET
def test_the_header_counts_the_card_being_settled(player: Player, table: Table) -> None:
    """The next card counts once it is asked for."""
    begin(table, CARD, {"type": "dice", "faces": ["2", "3", "4", "5", "6"]})
    player.open()
    progress = player.page.locator(".progress")
    expect(player.page.locator(".settling")).to_contain_text("flash")
    expect(progress).to_have_text("Card 1 of 7")
    player.go_on()
    expect(progress).to_have_text("Card 2 of 7")
