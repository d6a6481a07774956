"""The end of a game: winners, chart, turning points, statistics, exports, rematch."""

import json
import re
from inspect import getdoc
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.access.control import AccessControl
from companion.table.table import Table
from companion.web.app import create_app
from companion.words import catalogue
from engine.games import GAMES
from tests.companion.pages.accessibility import faults
from tests.companion.pages.conftest import ON_A_PHONE, ON_A_TABLET
from tests.companion.pages.lending import Servers
from tests.companion.pages.test_eye import FakeEye
from tests.companion.pages.test_jour_de_chance import Cards, begin, submit

NAMES = ["Ana", "Ben", "Cleo"]
# A line of the table in the docstring of `find_feats`.
CODE_OF_FEAT = re.compile(r"^``(\w+)`` ", re.MULTILINE)
# A game in which Ana and Ben have 10 each when Cleo goes over 21. A number is a card from the pile;
# a pair (owner, card) is banked by the current player.
TIED: list[int | tuple[int, int]] = [
    *(2, 3, 10),
    *((2, 10), 10, 10),
    *(5, (2, 10), 9),
    *(6, 8, (2, 9)),
    *(7, 7, 9),
    *(4, 6, (2, 9)),
    *(3, 5, 10),
    *(8, 4, (2, 10)),
]
# One in which Cleo has 9 when Ana goes over 21.
CLEO_WINS: list[int | tuple[int, int]] = [
    *(2, 9, 9),
    *((1, 9), 8, 8),
    *(10, 7, (2, 9)),
    *((0, 10), 6, 6),
    *(5, 5, 5),
    (0, 5),
]


def play(table: Table, steps: list[int | tuple[int, int]]) -> None:
    """Play a whole game of Jour de Chance at `table`."""
    begin(table, NAMES)
    for number, step in enumerate(steps):
        action: dict[str, Any] = {"type": "bank_card"}
        if isinstance(step, tuple):
            action |= {"owner": step[0], "card": step[1]}
        else:
            action = {"type": "deal_card" if number < len(NAMES) else "draw_card", "card": step}
        submit(table, action)
    assert table.snapshot()["over"]


@pytest.fixture
def unseen(page: Page, url: str, pictures: Path, table: Table) -> Cards:
    """Return a player with the page still closed, at the end of a game that two have won."""
    play(table, TIED)
    return Cards(page, url, pictures)


@pytest.fixture
def tied(unseen: Cards) -> Cards:
    """Return a player who sees that end."""
    unseen.open()
    expect(unseen.page.locator(".ending-places")).to_be_visible()
    return unseen


def story(cards: Cards) -> dict[str, Any]:
    """Return the story of the game from the server."""
    answer = cards.page.request.get(f"{cards.url}/api/tables/main/story")
    return dict(answer.json())


@ON_A_TABLET
def test_a_game_is_looked_back_at(tied: Cards) -> None:
    """One page shows who won, how it went, and what can be downloaded."""
    two_share_the_first_place(tied)
    slider_goes_through_the_game(tied)
    chart_is_a_table_too(tied)
    game_can_be_taken_along(tied)


def two_share_the_first_place(tied: Cards) -> None:
    """Check that both winners are in the headline and in first place, the other in third."""
    expect(tied.page.get_by_role("heading", name="Ana and Ben win!")).to_be_visible()
    expect(tied.page.get_by_text("Tied at 10")).to_be_visible()
    places = tied.page.get_by_role("list", name="Ranking").get_by_role("listitem")
    numbers = [places.nth(at).locator(".ending-number").inner_text() for at in range(3)]
    assert numbers == ["1", "1", "3"]
    tied.picture("ending", whole=True)


def slider_goes_through_the_game(tied: Cards) -> None:
    """Learn by keyboard what everybody had at each moment; a turning point is one tap away."""
    slider = tied.page.get_by_role("slider", name="Point in the game")
    slider.focus()
    tied.page.keyboard.press("Home")
    assert (
        slider.get_attribute("aria-valuetext") == "Start, Ana 0 points, Ben 0 points, Cleo 0 points"
    )
    tied.page.keyboard.press("ArrowRight")
    first = "Step 1 of 5, Ana 10 points, Ben 0 points, Cleo 0 points"
    assert slider.get_attribute("aria-valuetext") == first
    tied.page.locator(".feat").first.tap()
    first_feat = min(feat["version"] for feat in story(tied)["feats"])
    series = story(tied)["series"]
    step = max(at for at, one in enumerate(series) if one["version"] <= first_feat)
    assert slider.input_value() == str(step)


def chart_is_a_table_too(tied: Cards) -> None:
    """Read every figure of the chart in a table, under the names."""
    tied.page.get_by_text("Show the figures").tap()
    table = tied.page.locator(".chart table")
    rows = table.locator("tbody tr")
    wanted = [one["scores"] for one in story(tied)["series"]]
    assert [[int(n) for n in row.split()[1:]] for row in rows.all_inner_texts()] == wanted
    assert [head.strip() for head in table.locator("thead th").all_inner_texts()][1:] == NAMES
    FakeEye(tied.url).beat("empty")  # a reading redraws the page
    tied.page.wait_for_timeout(200)
    expect(table).to_be_visible()
    tied.picture("ending-table", whole=True)


def game_can_be_taken_along(tied: Cards) -> None:
    """Take CSV and JSON as files, and BG Stats as a code that a phone reads."""
    for words, name in (
        ("This game (CSV)", "croupier-game.csv"),
        ("All games (CSV)", "croupier-games.csv"),
    ):
        with tied.page.expect_download() as download:
            tied.page.get_by_role("link", name=words).tap()
        assert download.value.suggested_filename == name
        assert "Cleo" in download.value.path().read_text()
    with tied.page.expect_download() as download:
        tied.page.get_by_role("link", name="This game (JSON)").tap()
    assert json.loads(download.value.path().read_text())["game"] == "jour_de_chance"
    tied.tap("BG Stats")
    code = tied.page.get_by_role("img", name="Code for BG Stats")
    expect(code).to_be_visible()
    tied.page.wait_for_function("() => document.querySelector('.bg-code').naturalWidth > 20")
    tied.picture("ending-bg-stats", whole=True)


@ON_A_PHONE
def test_the_ending_is_accessible(tied: Cards) -> None:
    """In both themes, with everything unfolded, axe and our measurements find no faults."""
    tied.page.get_by_text("Show the figures").tap()
    tied.tap("BG Stats")
    assert faults(tied.page) == []


@ON_A_TABLET
def test_statistics_count_the_games_of_these_people(tied: Cards, table: Table) -> None:
    """After a second game, which Cleo wins, each has won one of two."""
    play(table, CLEO_WINS)
    expect(tied.page.get_by_role("heading", name="Cleo wins!")).to_be_visible()
    rows = tied.page.locator(".statistics tbody tr")
    expect(rows).to_have_count(3)
    assert [row.split()[1:4] for row in rows.all_inner_texts()] == [["1", "of", "2"]] * 3
    assert [row.split()[4] for row in rows.all_inner_texts()] == ["10", "10", "9"]
    expect(tied.page.get_by_role("heading", name="Rarest moments")).to_be_visible()
    assert faults(tied.page) == []
    tied.picture("ending-second", whole=True)


@ON_A_TABLET
def test_again_with_one_tap(tied: Cards) -> None:
    """The same people begin another game under the same house rules; its button is in sight."""
    expect(tied.button("Play again")).to_be_in_viewport(ratio=1)
    tied.moved(lambda: tied.tap("Play again"))
    shot = tied.snapshot()
    assert [seat["name"] for seat in shot["seats"]] == NAMES
    assert not shot["over"]


@ON_A_PHONE
def test_a_player_plays_again(tied: Cards) -> None:
    """On their own phone, which has no button for other players, this takes a second tap."""
    tied.take_for("player", seat=2)
    expect(tied.page.locator(".ending-again button")).to_have_text(["Turning points", "Play again"])
    tied.tap("Play again")
    assert tied.snapshot()["over"]  # for everybody the ranking stays
    tied.moved(lambda: tied.tap("Start for everyone?"))
    assert not tied.snapshot()["over"]


@ON_A_TABLET
def test_a_spectator_cannot_begin_a_game(page: Page, table: Table, servers: Servers) -> None:
    """They see everything except the button for another game."""
    play(table, TIED)
    access = AccessControl(table)
    access.join(access.code, "192.0.2.1")  # who comes first keeps the bank
    with servers.lend(table, create_app(table, access, ask_everywhere=True)) as house:
        page.goto(f"{house}/#{access.code}")
        expect(page.locator(".ending-places")).to_be_visible()
        expect(page.get_by_role("button", name="Play again")).to_have_count(0)


@ON_A_TABLET
def test_a_story_that_does_not_come_is_requested_again(unseen: Cards) -> None:
    """The network may be gone for a moment."""
    unseen.page.route("**/story", lambda route: route.abort(), times=1)
    unseen.open()
    expect(unseen.page.locator(".ending-places")).to_be_visible()


@ON_A_TABLET
def test_the_winner_is_shown_at_once(unseen: Cards) -> None:
    """The story follows when it is computed."""
    page = unseen.page
    page.route("**/story", lambda _: None)  # no answer yet
    page.route("**/statistics", lambda _: None)
    unseen.open()
    expect(page.get_by_role("heading", name="Ana and Ben win!")).to_be_visible()
    places = page.locator(".ending-place")
    expect(places).to_have_count(3)
    expect(unseen.button("Play again")).to_be_visible()
    unseen.picture("ending-at-once", whole=True)
    page.unroute("**/story")
    page.reload()
    expect(page.locator(".chart")).to_be_visible()
    expect(page.locator(".statistics")).to_have_count(0)


@ON_A_TABLET
@pytest.mark.parametrize(
    ("lost", "shown"),
    [("statistics", [".chart"]), ("story", [".ending-place", ".statistics"])],
)
def test_a_failed_request_does_not_hide_the_rest(
    unseen: Cards, lost: str, shown: list[str]
) -> None:
    """If the story or the statistics fail to load, the other is still shown."""
    unseen.page.route(f"**/{lost}", lambda route: route.fulfill(status=500, json={}))
    unseen.open()
    for part in shown:
        expect(unseen.page.locator(part).first).to_be_visible()


@ON_A_TABLET
def test_a_broken_story_is_an_error_not_a_lost_table(page: Page, url: str, table: Table) -> None:
    """The fault is the program's; asking again would hide it."""
    play(table, CLEO_WINS)
    page.route("**/story", lambda route: route.fulfill(json={"game": "jour_de_chance"}))
    with page.expect_event("pageerror"):
        page.goto(url)


@ON_A_TABLET
def test_the_marks_of_the_chart_are_round(page: Page, url: str) -> None:
    """They are few and evenly spaced, include zero, and enclose all values."""
    page.goto(url)
    module = "import('/static/js/parts/chart.js')"
    for values in ([0], [0, 21, 30], [800_000, 2_380_000], [-3, 12], [1]):
        found = page.evaluate(f"async v => (await {module}).scale(v)", values)
        marks = found["marks"]
        assert 0 in marks
        assert marks[0] <= min(values)
        assert marks[-1] >= max(values)
        assert 2 <= len(marks) <= 7
        assert len({after - before for before, after in pairwise(marks)}) == 1


def test_every_turning_point_has_words() -> None:
    """Each code that a game or the chronicle can report has a title and a sentence."""
    told = {"took_lead"}
    for game in GAMES.values():
        documented = CODE_OF_FEAT.findall(getdoc(type(game).find_feats) or "")
        assert documented or "find_feats" not in vars(type(game)), game.id
        told |= set(documented)
    wanted = (
        {"feat_took_lead_last"}
        | {f"feat_{code}" for code in told}
        | {f"feat_{code}_told" for code in told}
    )
    units = {game.unit for game in GAMES.values()}
    wanted |= {f"ending_{part}_{unit}" for part in ("unit", "chart") for unit in units}
    assert wanted - set(catalogue("en")) == set()
