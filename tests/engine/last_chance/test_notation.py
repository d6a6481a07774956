"""Each action of Last Chance as one line."""

import pytest

from engine.core.action import Action
from engine.core.refusals import BadAction
from tests.engine.last_chance.table import GAME, K2, Table


def test_lines_read_like_a_score_sheet() -> None:
    """Each action has one readable line; a secret bet does not tell its side."""
    table = Table(bet_visibility="secret_until_closed", early_stop=True)
    lines = []
    for kind, fields in (
        ("flip", {"symbols": list("23456"), "prize": 160_000, "attempts": 3}),
        ("roll", {"faces": list("12244")}),
        ("bid", {"seat": 1, "amount": 210_000}),
        ("count", {"k": 1}),
        ("count", {"k": 2}),
        ("count", {"k": 3}),
        ("bet", {"seat": 0, "amount": 50_000, "on": "no"}),
        ("close_bets", {}),
        ("throw", {"kept": ["2", "4"], "thrown": ["2", "2", "6"]}),
        ("stop", {}),
        ("last_chance", {"seat": 2}),
    ):
        lines.append(GAME.line(table.state, GAME.actions.parse({"type": kind, **fields})))
        table.do(kind, **fields)
    assert lines == [
        "Ana turns over 2 3 4 5 6, prize 160 000, 3 attempts",
        "Ana rolls 1 2 2 4 4",
        "Ben bids 210 000",
        "210 000 for Ben, once",
        "210 000 for Ben, twice",
        "210 000 for Ben, three times: sold",
        "Ana bets 50 000",
        "The betting is closed: Ana no",
        "Ben throws 3: 2 2 6, kept 2 4",
        "Ben gives up",
        "Cy calls Last Chance",
    ]


def test_lines_of_the_rarer_actions() -> None:
    """Passing, laying, going out and the three ways of not bidding have lines too."""
    table = Table(lock="within_crack").card(K2, "1 2 4 4 5")
    say = lambda kind, **fields: GAME.line(  # noqa: E731
        table.state, GAME.actions.parse({"type": kind, **fields})
    )
    assert say("pass", seat=1) == "Ben passes"
    assert say("bet", seat=1, amount=50_000, on="yes") == "Ben bets 50 000 on yes"
    assert say("eliminate", seat=1) == "Ben cannot pay and is out"
    assert say("no_bid") == "Nobody bids: Ana tries for nothing"
    table.sell(1, 10_000)
    assert say("lay", slot=2, face="5") == "Ben lays 5 on place 3, L"
    assert say("close_bets") == "The betting is closed"
    table = Table(no_bid="reroll_all").card()
    assert say("no_bid") == "Nobody bids: all dice are rolled again"
    table = Table(no_bid="discard_card_draw_new").card()
    assert say("no_bid") == "Nobody bids: another card is turned over"


def test_an_action_of_another_game_has_no_line() -> None:
    """Only the actions of this game are written."""

    class Cheat(Action):
        type = "bid"

    with pytest.raises(BadAction) as refusal:
        GAME.line(Table().state, Cheat())
    assert refusal.value.code == "unknown_action"
