"""Earlier games can be opened, shown act by act, exported and resumed."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.table.acts import Start
from companion.table.table import Table
from tests.companion.pages.accessibility import faults
from tests.companion.pages.conftest import ON_A_PHONE, ON_A_TABLET
from tests.companion.pages.player import Player
from tests.companion.pages.playing import act
from tests.companion.pages.test_ending import CLEO_WINS, play
from tests.companion.pages.test_last_chance import FAILED, begin


@pytest.fixture
def player(page: Page, url: str, pictures: Path, table: Table) -> Player:
    """Return a player who sees the earlier games: one that was left, one that Cleo won."""
    begin(table, *FAILED)
    play(table, CLEO_WINS)
    act(table, Start("last_one", ("Dana", "Eli", "Finn"), first_seat=0).to_json())
    player = Player(page, url, pictures)
    player.open()
    player.tap("Earlier games")
    expect(page.get_by_role("heading", name="Earlier games")).to_be_visible()
    return player


def check(player: Player) -> None:
    """Check that nothing overflows, no script failed, and everybody can read it."""
    wide = player.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert (wide, player.errors, faults(player.page)) == (0, [], [])


@ON_A_PHONE
def test_all_games_and_their_players(player: Player) -> None:
    """The newest game is first, with its winner; each person's wins are shown."""
    games = player.page.locator(".past-game")
    expect(games).to_have_count(3)
    expect(games.nth(0)).to_contain_text("Unfinished")
    expect(games.nth(0)).to_contain_text("Dana, Eli, and Finn")  # 0, 0 and 0 would be no scores
    expect(games.nth(1)).to_contain_text("Cleo wins!")
    expect(games.nth(2)).to_contain_text("Last Chance")
    people = player.page.get_by_role("listitem").filter(has_text=re.compile("1 of 1"))
    expect(people.filter(has_text="Cleo")).to_be_visible()
    check(player)
    player.picture("evenings", whole=True)
    player.tap("Back to the game")
    expect(player.page.locator(".table")).to_be_visible()


@ON_A_PHONE
def test_a_long_name_stays_in_its_card(player: Player, table: Table) -> None:
    """This holds for a single long word, in a game's and in a person's name."""
    long = "Donaudampfschifffahrtska"
    act(
        table, Start("ten_thousand", (long, "Bo"), first_seat=0, options={"target": 1000}).to_json()
    )
    act(table, {"type": "dice", "faces": list("111114")})
    act(table, {"type": "bank", "seat": 0})
    act(table, {"type": "leave", "seat": 1})
    cards = player.page.locator(".past-game, .evenings .plate", has_text=long)
    expect(cards).to_have_count(2)
    for card in cards.all():
        assert card.evaluate("card => card.scrollWidth - card.clientWidth") <= 0
    check(player)


@ON_A_TABLET
def test_a_game_is_opened_and_exported(player: Player) -> None:
    """Its chart and turning points are shown, and its files can be downloaded."""
    player.page.locator(".past-game", has_text="Cleo wins!").tap()
    expect(player.page.get_by_role("list", name="Ranking").get_by_role("listitem")).to_have_count(3)
    chart, places = (player.page.locator(part) for part in (".chart", ".ending-places"))
    expect(chart).to_be_visible()
    tops = [part.evaluate("part => part.getBoundingClientRect().top") for part in (chart, places)]
    assert abs(tops[0] - tops[1]) < 40, "the ranking stands beside the chart"
    with player.page.expect_download() as download:
        player.page.get_by_role("link", name="This game (CSV)").tap()
    assert "Cleo" in download.value.path().read_text()
    check(player)
    player.picture("evenings-game", whole=True)


@ON_A_TABLET
def test_a_game_whose_story_does_not_come_says_so(player: Player) -> None:
    """The list stays, and the next tap opens the game."""
    player.page.route("**/story?*", lambda route: route.abort(), times=1)
    game = player.page.locator(".past-game", has_text="Cleo wins!")
    game.tap()
    expect(player.page.get_by_role("alert")).to_contain_text("didn’t respond")
    assert player.errors == ["Failed to load resource: net::ERR_FAILED"]  # says the browser
    game.tap()
    expect(player.page.locator(".chart")).to_be_visible()


@ON_A_TABLET
def test_a_game_is_shown_act_by_act(player: Player) -> None:
    """The table is shown as it stood, with nothing to tap: forward, backward, and to the end."""
    page = player.page
    page.locator(".past-game", has_text="Last Chance").tap()
    player.tap("Replay")
    bar = page.get_by_role("region", name="Replay")
    expect(bar).to_contain_text("0/8")
    for _ in range(3):
        at = int(bar.locator("input").input_value())
        player.tap("Next move")
        expect(bar).to_contain_text(f"{at + 1}/8")
    expect(bar.get_by_role("status")).to_contain_text("100,000")
    expect(page.locator(".high-name")).to_have_text("Ben")
    expect(page.locator(".stage button")).to_have_count(0)
    check(player)
    player.picture("replay-auction")
    player.tap("Previous move")
    expect(page.locator(".high-name")).to_have_count(0)
    bar.locator("input").focus()
    page.keyboard.press("End")
    expect(page.locator(".settling")).to_contain_text("Ben didn’t crack the card")
    expect(page.locator(".stage button")).to_have_count(0)
    player.picture("replay-settling")
    player.tap("Close")
    expect(page.locator(".chart")).to_be_visible()
    assert player.snapshot()["game"] == "last_one"


@ON_A_TABLET
def test_the_replay_of_a_finished_game_ends_with_its_ending(player: Player) -> None:
    """It shows the winner and how the game went."""
    page = player.page
    page.locator(".past-game", has_text="Cleo wins!").tap()
    player.tap("Replay")
    page.get_by_role("region", name="Replay").locator("input").focus()
    page.keyboard.press("End")
    expect(page.locator(".stage").get_by_role("heading", name="Cleo wins!")).to_be_visible()
    expect(page.locator(".stage .chart")).to_be_visible()
    check(player)


@ON_A_TABLET
def test_a_running_replay_ends_when_it_is_closed(player: Player) -> None:
    """After Back, its next act appears neither in the list nor in another game."""
    page = player.page
    page.locator(".past-game", has_text="Last Chance").tap()
    player.tap("Replay")
    page.get_by_role("button", name="Play", exact=True).tap()
    expect(page.get_by_role("region", name="Replay")).to_contain_text("1/8")
    page.go_back()
    page.wait_for_timeout(2500)
    expect(player.button("Replay")).to_be_visible()  # the page of that game, as by Close
    page.go_back()
    page.locator(".past-game", has_text="Cleo wins!").tap()
    expect(page.locator(".chart")).to_be_visible()
    assert player.errors == []


@ON_A_PHONE
def test_a_game_that_was_left_is_resumed(player: Player) -> None:
    """It is on the table again; the game played meanwhile is kept."""
    player.page.locator(".past-game", has_text="Last Chance").tap()
    expect(player.page.locator(".evenings .main")).to_have_text("Resume")
    player.moved(lambda: player.tap("Resume"))
    expect(player.page.get_by_role("heading", name="Ben didn’t crack the card")).to_be_visible()
    shot = player.snapshot()
    assert [seat["name"] for seat in shot["seats"]] == ["Ana", "Ben", "Cleo"]
    assert [seat["cash"] for seat in shot["seats"]] == [800_000, 700_000, 800_000]
    games = player.page.request.get(f"{player.url}/api/tables/main/statistics").json()["games"]
    assert [game["game"] for game in games][1:3] == ["last_one", "jour_de_chance"]
