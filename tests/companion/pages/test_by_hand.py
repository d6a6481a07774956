"""Whole games without a camera, played only through the page."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.table.acts import Start
from companion.table.table import Table
from tests.companion.pages.conftest import ON_A_PHONE, ON_A_TABLET
from tests.companion.pages.player import Player
from tests.companion.pages.playing import act, wait_for

CARD = {"type": "flip", "symbols": list("23456"), "prize": 160_000, "attempts": 3}
SOLD = [{"type": "count", "k": k} for k in (1, 2, 3)]
DRINKS = {"type": "flip", "symbols": list("2LLCC"), "prize": 130_000, "attempts": 4}


@pytest.fixture
def player(page: Page, url: str, pictures: Path) -> Player:
    """Return a player in front of the open page."""
    player = Player(page, url, pictures)
    player.open()
    return player


def crack(player: Player, keep: str, throw: str) -> None:
    """Keep and roll once."""
    player.keep(keep)
    player.picture("crack-kept")
    player.tell_dice(throw)


def do(player: Player, table: Table, *steps: dict[str, Any]) -> None:
    """Do `steps` without taps, as from another device, and wait until the page shows them."""
    for step in steps:
        shown = act(table, step)
    wait_for(player.page, shown)
    player.check()


def begin(
    player: Player,
    table: Table,
    *steps: dict[str, Any],
    names: tuple[str, ...] = ("Ana", "Ben", "Cleo"),
    **options: Any,
) -> None:
    """Begin a game in which nothing counts by itself, and do `steps`."""
    options = {"auction_clock": "manual", **options}
    start = Start("last_chance", names, options=options, first_seat=0)
    do(player, table, start.to_json(), *steps)


def dice(faces: str) -> dict[str, Any]:
    """Return the action that enters `faces`."""
    return {"type": "dice", "faces": faces.split()}


def bet(seat: int, side: str, amount: int) -> dict[str, Any]:
    """Return a bet."""
    return {"type": "bet", "seat": seat, "on": side, "amount": amount}


@ON_A_TABLET
def test_a_whole_game(player: Player, table: Table) -> None:
    """It has four cards with everything that can happen to them, a ranking and a rematch."""
    names = ("Ana", "Ben", "Cleo", "Dmitri", "Eva-Maria", "Fritz")
    begin(player, table, names=names, cards_in_game=4)
    player.picture("flip")
    bought_and_cracked(player)
    lucky_flash(player, table)
    overbid(player, table)
    failed_and_tried_for_nothing(player, table)
    last_chances(player, table)
    expect(player.page.get_by_role("heading", name="wins!")).to_be_visible()
    player.picture("ranking", whole=True)
    shot = player.snapshot()
    assert shot["over"]
    assert [row["qualified"] for row in shot["ranking"]].count(False) >= 2
    player.moved(lambda: player.tap("Play again"))
    assert [seat["name"] for seat in player.snapshot()["seats"]][5] == "Fritz"
    player.picture("rematch")


def bought_and_cracked(player: Player) -> None:
    """Card 1 is bought, bet on, and cracked at the second attempt."""
    player.enter_card("3 4 L L L", 240000, 4)
    player.picture("first-roll")
    player.tell_dice("1 2 4 4 5")
    player.picture("auction-open")
    player.bid("Ana", "+100")
    player.bid("Eva-Maria", "+50")
    player.picture("auction-bid")
    player.sell()
    player.picture("bets")
    player.bet("Ana", "yes", "50,000")
    player.bet("Fritz", "yes", "100,000")
    player.moved(lambda: player.tap("Flip Fritz’s bet"))
    player.moved(lambda: player.tap("Remove Ana’s bet"))
    player.bet("Ana", "yes", "50,000")
    player.picture("bets-laid")
    player.moved(lambda: player.tap("No more bets"))
    player.picture("crack")
    crack(player, "4 5", "3 3 2")
    crack(player, "4 3 3", "3 3")
    expect(player.page.get_by_role("heading", name="Eva-Maria cracks the card")).to_be_visible()
    expect(player.page.locator(".settling.joy")).to_be_visible()
    player.picture("cracked", whole=True)
    player.go_on()
    cash = {seat["name"]: seat["cash"] for seat in player.snapshot()["seats"]}
    assert cash["Eva-Maria"] == 800_000 + 240_000
    assert (cash["Ana"], cash["Fritz"]) == (850_000, 700_000)


def lucky_flash(player: Player, table: Table) -> None:
    """Card 2 matches at once."""
    do(player, table, CARD, dice("6 5 4 3 2"))
    expect(player.page.get_by_role("heading", name="Lucky flash!")).to_be_visible()
    player.picture("lucky-flash", whole=True)
    player.go_on()


def overbid(player: Player, table: Table) -> None:
    """Card 3: Fritz is warned, buys for more than his cash, and is out."""
    bid = {"type": "bid", "seat": 0, "amount": 700_000}
    do(player, table, DRINKS, dice("2 2 2 5 6"), bid)
    player.bidder("Fritz").locator(".step:nth-child(3)").tap()
    expect(player.page.get_by_role("alertdialog")).to_be_visible()
    player.picture("overbid-warning")
    player.moved(lambda: player.tap("anyway"))
    do(player, table, *SOLD)
    player.picture("overbid")
    player.moved(lambda: player.tap("Eliminate Fritz"))
    player.picture("eliminated", whole=True)
    player.go_on()


@ON_A_TABLET
def test_only_a_bid_beyond_ones_cash_is_warned_about(player: Player, table: Table) -> None:
    """A player who won a lucky flash may bid 100 000 more than the others without a warning."""
    begin(player, table, CARD, dice("2 3 4 5 6"), DRINKS, dice("2 2 2 5 6"))
    warning = player.page.get_by_role("alertdialog")
    for name, high, cash in (("Ben", 800_000, 800_000), ("Ana", 900_000, 960_000)):
        do(player, table, {"type": "bid", "seat": 2, "amount": high})
        player.bidder(name).locator(".step:nth-child(3)").tap()
        expect(warning).to_contain_text(f"{cash:,}")
        warning.get_by_role("button", name="No, bid less").tap()
        expect(warning).to_be_hidden()


def failed_and_tried_for_nothing(player: Player, table: Table) -> None:
    """Card 3 again: Ben fails against four bets; then nobody bids, and he cracks it for free."""
    bets = [bet(0, "yes", 10_000), bet(2, "no", 10_000), bet(3, "no", 20_000)]
    failed = {"type": "throw", "kept": list("2226"), "thrown": ["5"]}
    do(player, table, {"type": "bid", "seat": 1, "amount": 10_000}, *SOLD, *bets)
    do(player, table, bet(4, "no", 50_000), {"type": "close_bets"}, *4 * [failed])
    expect(player.page.get_by_role("heading", name="Ben didn’t crack the card")).to_be_visible()
    player.picture("failed", whole=True)
    player.go_on()
    player.picture("auction-again")
    player.moved(lambda: player.tap("No bids"))
    player.picture("free-try")
    cracked = {"type": "throw", "kept": list("2226"), "thrown": ["6"]}
    do(player, table, {"type": "close_bets"}, cracked)
    player.go_on()


def last_chances(player: Player, table: Table) -> None:
    """Card 4: last chance eliminates Dmitri and makes Cleo rich."""
    card = {"type": "flip", "symbols": list("34LLL"), "prize": 240_000, "attempts": 4}
    do(player, table, card, dice("1 1 2 2 5"))
    player.call("Dmitri")
    player.picture("last-chance")
    failed = {"type": "throw", "kept": ["2"], "thrown": list("1156")}
    do(player, table, {"type": "close_bets"}, *4 * [failed])
    player.picture("last-chance-failed", whole=True)
    player.go_on()
    player.call("Cleo")
    do(player, table, {"type": "close_bets"})
    crack(player, "", "3 4 6 6 6")
    player.go_on()


@ON_A_PHONE
def test_undo_redo_and_undo_to_here(player: Player, table: Table) -> None:
    """Undo takes back one act, redo restores it, and the log goes back to any row."""
    begin(player, table, CARD, dice("1 2 2 4 4"))
    player.bid("Ben", "+100")
    player.moved(lambda: player.tap("Undo"))
    expect(player.page.get_by_text("Who bids?")).to_be_visible()
    player.moved(lambda: player.tap("Redo"))
    assert player.snapshot()["high_bid"]["amount"] == 100_000
    player.tap("Log")
    player.picture("log")
    log = player.page.get_by_role("region", name="Log")
    row = log.get_by_role("listitem").filter(has_text="Ana, Ben, and Cleo")
    player.moved(lambda: row.get_by_role("button", name="Undo to here").tap())
    assert player.snapshot()["phase"] == "flip"


@ON_A_TABLET
def test_an_old_roll_is_corrected_with_its_consequence_shown_first(
    player: Player, table: Table
) -> None:
    """Tap the wrong die, then its true face: the page first shows what would change for whom."""
    begin(player, table, CARD, dice("2 3 4 5 5"), next_flipper="left_of_last_cracker")
    player.tap("Log")
    player.tap("Correct")
    sheet = player.page.get_by_role("dialog")
    player.picture("correct")
    sheet.get_by_role("button", name="Die 5 shows 5").tap()
    player.picture("correct-pad")
    sheet.get_by_role("group", name="Faces").get_by_role("button", name="6", exact=True).tap()
    expect(sheet.get_by_text("800,000 → 960,000")).to_be_visible()
    player.picture("correct-preview")
    player.moved(lambda: sheet.get_by_role("button", name="Correct the roll").tap())
    player.tap("Close")
    expect(player.page.get_by_role("heading", name="Lucky flash!")).to_be_visible()


@ON_A_TABLET
def test_the_table_counts_a_bid_and_can_be_held(player: Player, table: Table) -> None:
    """The clock counts once, stops when held, continues, restarts at a raise, and sells."""
    begin(player, table, CARD, dice("1 2 2 4 4"), auction_clock="every_2s")
    player.bid("Ana", "+100")
    expect(player.page.locator(".count", has_text="once")).to_be_visible()
    player.bid("Ben", "+10")
    raised = player.version()
    player.tap("Hold")
    expect(player.button("Continue")).to_be_visible()
    held = player.version()
    player.page.wait_for_timeout(2500)
    assert player.version() == held
    player.tap("Continue")
    expect(
        player.page.get_by_role("heading", name="Place your bets: will Ben make it?")
    ).to_be_visible()
    player.check()
    lines = [row["line"] for row in player.log() if row["version"] >= raised]
    counts = [line.split()[-1] for line in lines if re.search("going|Sold", line)]
    assert counts == ["once", "twice", "110,000"]


@ON_A_TABLET
def test_the_exact_chance_follows_what_is_kept(player: Player, table: Table) -> None:
    """The chance of LC-2 is next to the dice, changes with the kept ones, or is hidden."""
    card = {"type": "flip", "symbols": list("34LLL"), "prize": 240_000, "attempts": 4}
    begin(player, table, card, dice("1 2 4 4 5"), odds_from="auction")
    chance = player.page.locator(".chance")
    expect(chance).to_have_text("Best possible chance: 31%")
    do(player, table, {"type": "last_chance", "seat": 0}, {"type": "close_bets"})
    expect(player.page.get_by_role("group", name="Tap the dice that stay")).to_be_visible()
    for keep, told in (("4", "31%"), ("", "30%"), ("1 2", "27%")):
        player.keep(keep)
        expect(chance).to_have_text(f"Chance with these: {told}")
    begin(player, table, card, dice("1 2 4 4 5"), odds_from="auction", tell_odds=False)
    expect(player.page.get_by_text("Who bids?")).to_be_visible()
    expect(chance).to_have_count(0)


@ON_A_TABLET
def test_dice_on_the_card_under_a_lock(player: Player, table: Table) -> None:
    """A kept die is laid on the card and can no longer be removed by a tap."""
    steps = [{**DRINKS, "symbols": list("3LLCC")}, dice("1 3 5 5 6")]
    steps += [{"type": "last_chance", "seat": 0}, {"type": "close_bets"}]
    begin(player, table, *steps, lock="within_crack")
    player.keep("3 5 5")
    player.picture("lock")
    player.moved(lambda: player.tap("Put the die on cocktail"))
    player.picture("lock-laid")
    expect(player.page.locator(".keep-dice")).to_contain_text("locked")
    player.keep("3 5")
    player.tell_dice("1 1")
    expect(player.page.get_by_role("heading", name="Ana cracks the card")).to_be_visible()


@ON_A_TABLET
def test_setting_up(player: Player) -> None:
    """Names are added, moved and removed, and kept for next time; all must be different."""
    page = player.page
    player.choose("Last Chance")
    expect(player.button("Start the game")).to_be_disabled()
    for number, name in enumerate(["Ana", "Ben", "Cleo"], 1):
        page.get_by_role("textbox", name=f"player {number}").fill(name)
    page.get_by_role("textbox", name="player 4").fill("ana")
    expect(page.locator(".dock .hint")).to_have_text(
        "Two players are called ana. Change one of the names."
    )
    expect(player.button("Start the game")).to_be_disabled()
    page.get_by_role("textbox", name="player 4").fill("Dora")
    player.tap("Change Dora’s place")
    player.tap("Move Dora up")
    player.tap("Dora goes first")
    player.tap("Change Ben’s place")
    player.tap("Remove Ben")
    page.get_by_role("radio", name="with other editions").check()
    player.picture("start-edition", whole=True)
    player.moved(lambda: player.tap("Start the game"))
    expect(page.locator(".deal")).to_contain_text("Give each player")
    shot = player.snapshot()
    assert [seat["name"] for seat in shot["seats"]] == ["Ana", "Dora", "Cleo"]
    assert shot["flipper"] == 1
    assert shot["options"]["lock"] == "within_crack"
    page.reload()
    player.tap("New game")
    player.choose("Last Chance")
    assert page.get_by_role("textbox", name="player 3").input_value() == "Cleo"
