"""The rules, one tap away: the current phase, the words on the table, and the set-up."""

import re

from playwright.sync_api import Page, expect

from companion.table.acts import Start
from companion.table.table import Table
from engine.games import GAMES
from tests.companion.pages.accessibility import faults
from tests.companion.pages.conftest import ON_A_PHONE, ON_A_TABLET
from tests.companion.pages.playing import NAMES, act

RULES = "Rules and set-up"


def words_seen(page: Page) -> list[str]:
    """Return the words that the open drawer explains because the table shows them."""
    part = page.locator(".rules-drawer section").filter(has_text="Terms on screen")
    return part.locator("dt").all_inner_texts()


def test_a_stage_explains_itself(page: Page, url: str, table: Table) -> None:
    """First the rules explain the set-up, later the current phase and the words on the table."""
    start = Start("last_chance", tuple(NAMES), first_seat=0, options={"lock": "within_crack"})
    act(table, start.to_json())
    page.goto(url)
    page.get_by_role("button", name="Set-up", exact=True).click()
    drawer = page.locator(".rules-drawer")
    expect(drawer.locator("h3").first).to_have_text("Set-up")
    expect(drawer).to_contain_text("put 7 of them face down")
    expect(drawer).to_contain_text("not until the next auction")
    card = {"type": "flip", "symbols": ["3", "4", "L", "L", "5"], "prize": 240_000}
    act(table, {**card, "attempts": 4})
    act(table, {"type": "roll", "faces": ["1", "1", "2", "2", "6"]})
    expect(drawer.locator("h3").first).to_have_text("The auction")
    assert {"Long drink", "Prize", "Last chance"} <= set(words_seen(page))
    assert not {"Cocktail", "Stake"} & set(words_seen(page))
    assert faults(page) == []
    page.keyboard.press("Escape")
    expect(drawer).to_have_count(0)
    page.get_by_role("button", name=RULES).click()
    expect(drawer).to_be_visible()
    page.get_by_role("button", name="Log").click()
    expect(drawer).to_have_count(0)


@ON_A_TABLET
def test_the_rules_during_the_set_up(page: Page, url: str) -> None:
    """While a game is set up, its rules can be read with the chosen house rules."""
    page.goto(url)
    for game in GAMES.values():
        page.locator(".box").filter(has_text=game.title).click()
        page.get_by_role("button", name=RULES).click()
        drawer = page.locator(".rules-drawer")
        expect(drawer.get_by_role("heading", level=2)).to_have_text(game.title)
        assert drawer.locator("li").count() >= 2
        course = drawer.locator("section").filter(has_text="How to play")
        expect(course.locator("dt").last).to_have_text(re.compile("over$"))
        drawer.get_by_role("button", name="Close").click()
        expect(page.locator(".start")).to_be_visible()
        page.get_by_role("button", name="Another game").click()


@ON_A_PHONE
def test_house_rules_are_found(page: Page, url: str) -> None:
    """They are in groups, and can be found by a word or as differences from the box."""
    page.goto(url)
    box = page.locator(".box").filter(has_text="Last Chance")
    expect(box).to_contain_text(re.compile("3–6 players · 45.min"))
    box.click()
    expect(page.get_by_text(re.compile("45 minutes.*five dice"))).to_be_visible()
    page.get_by_role("radio", name="MB 1995").check()
    page.get_by_role("button", name="House rules").click()
    rules = page.locator(".rules section .house-rule")
    assert rules.count() > 20
    expect(page.get_by_role("heading", name="Dice and jokers")).to_be_visible()
    page.get_by_role("searchbox").fill("JOKER")
    expect(rules).to_have_count(2)
    page.get_by_role("searchbox").fill("poker")
    expect(page.get_by_text("No house rule matches.")).to_be_visible()
    page.get_by_role("searchbox").fill("")
    page.get_by_role("button", name="Only changed rules: 4").click()
    expect(rules).to_have_count(4)
    assert faults(page) == []
