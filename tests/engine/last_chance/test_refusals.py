"""What the rules refuse, each with its code, and games that cannot start."""

import json

import pytest

from engine.core.action import Action
from engine.core.offered_game import Setup
from engine.core.refusals import BadAction, BadSetup
from tests.engine.last_chance.table import GAME, K1, Table


@pytest.mark.parametrize(
    ("kept", "thrown", "code"),
    [
        ("", "1 2 3 4", "dice_count"),
        ("1 2 2 4 4", "", "dice_count"),
        ("2", "1 1 1 1 1", "dice_count"),
        ("3", "1 1 1 1", "not_there"),
        ("1 1", "2 2 2", "not_there"),
    ],
)
def test_an_attempt_has_five_dice(kept: str, thrown: str, code: str) -> None:
    """At least one of five dice is rolled, and the kept ones show what they showed before."""
    table = Table().card(K1, "1 2 2 4 4").sell(0, 10_000)
    assert table.code("throw", kept=kept.split(), thrown=thrown.split()) == code


@pytest.mark.parametrize("faces", ["", "1 2 3 4", "1 2 3 4 5 6"])
def test_the_first_roll_has_five_dice(faces: str) -> None:
    """Four or six dice are refused."""
    table = Table().card(dice="")
    refusal = table.refused("roll", faces=faces.split())
    assert (refusal["code"], refusal["thrown"]) == ("dice_count", len(faces.split()))


def test_an_action_of_another_game() -> None:
    """It is refused, not ignored."""
    with pytest.raises(BadAction) as caught:
        GAME.play(Table().state, Action())
    assert caught.value.code == "unknown_action"


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"symbols": list("2345")}, "bad_symbols"),
        ({"symbols": [*"2345", "J"]}, "bad_symbols"),
        ({"prize": 165_000}, "bad_prize"),
        ({"prize": 0}, "bad_prize"),
        ({"prize": 1_010_000}, "bad_prize"),
        ({"attempts": 0}, "bad_attempts"),
        ({"attempts": 10}, "bad_attempts"),
        ({"symbols": [*"2345", "7"]}, "malformed"),
        ({"attempts": True}, "malformed"),
        ({"colour": "red"}, "malformed"),
    ],
)
def test_impossible_cards_are_refused(fields: dict[str, object], code: str) -> None:
    """A card is checked when it is entered."""
    card = {"symbols": list("23456"), "prize": 160_000, "attempts": 3}
    assert Table().code("flip", **{**card, **fields}) == code


@pytest.mark.parametrize(
    ("phase", "wrong"),
    [
        ("flip", "roll bid count last_chance pass no_bid eliminate bet close_bets lay throw stop"),
        ("roll", "flip bid count last_chance pass no_bid eliminate bet close_bets lay throw stop"),
        ("auction", "flip roll eliminate bet close_bets lay throw stop"),
        ("overbid", "flip roll bid count last_chance pass no_bid bet close_bets lay throw stop"),
        ("bets", "flip roll bid count last_chance pass no_bid eliminate"),
        ("crack", "flip roll bid count last_chance pass no_bid eliminate bet close_bets"),
    ],
)
def test_actions_out_of_turn(phase: str, wrong: str) -> None:
    """The refusal names the current phase."""
    table = _at(phase)
    assert table.phase == phase
    for kind in wrong.split():
        refusal = table.refused(kind, **_FIELDS.get(kind, {}))
        assert (refusal["code"], refusal["phase"]) == ("wrong_phase", phase)


_FIELDS: dict[str, dict[str, object]] = {
    "flip": {"symbols": list("23456"), "prize": 160_000, "attempts": 3},
    "roll": {"faces": list("11111")},
    "bid": {"seat": 0, "amount": 10_000},
    "count": {"k": 1},
    "last_chance": {"seat": 0},
    "pass": {"seat": 0},
    "eliminate": {"seat": 0},
    "bet": {"seat": 1, "amount": 10_000, "on": "yes"},
    "lay": {"slot": 0, "face": "2"},
    "throw": {"kept": [], "thrown": list("11111")},
}


def _at(phase: str) -> Table:
    table = Table()
    if phase == "flip":
        return table
    if phase == "roll":
        return table.card(dice="")
    table.card()
    if phase == "auction":
        return table
    table.sell(0, 810_000 if phase == "overbid" else 10_000)
    return table.do("close_bets") if phase == "crack" else table


def test_unknown_seats_are_refused() -> None:
    """The engine does not guess the seat."""
    table = Table().card()
    assert table.code("bid", seat=3, amount=10_000) == "no_such_seat"
    assert table.code("last_chance", seat=-1) == "no_such_seat"


def test_count_needs_a_bid() -> None:
    """Before somebody bids, there is nothing to count."""
    assert Table().card().code("count", k=1) == "no_bid_yet"


def test_a_bid_beyond_all_the_money() -> None:
    """A bid above all the money in the box is an overbid; ten times as much is a typo."""
    assert Table().card().sell(0, 8_510_000).phase == "overbid"
    assert Table().card().refused("bid", seat=0, amount=85_010_000)["max"] == 85_000_000


@pytest.mark.parametrize(
    ("setup", "code"),
    [
        (Setup(("Ana", "Ben")), "player_count"),
        (Setup(tuple("ABCDEFG")), "player_count"),
        (Setup(("Ana",), preset="mb_1995"), "player_count"),
        (Setup(("Ana", "ana", "Cy")), "duplicate_name"),
        (Setup(("Ana", " ", "Cy")), "bad_name"),
        (Setup(("Ana", "B\n", "Cy\x07")), "bad_name"),
        (Setup(("Ana", "Ben", "C" * 25)), "bad_name"),
        (Setup(("Ana", "Ben", "Cy"), first_seat=3), "first_seat"),
        (Setup(("Ana", "Ben", "Cy"), preset="nobody_1900"), "unknown_preset"),
        (Setup(("Ana", "Ben", "Cy"), options={"luck": True}), "unknown_option"),
        (Setup(("Ana", "Ben", "Cy"), options={"lock": "iron"}), "bad_option"),
        (Setup(("Ana", "Ben", "Cy"), options={"lock": 1}), "bad_option"),
        (Setup(("Ana", "Ben", "Cy"), options={"early_stop": "yes"}), "bad_option"),
        (Setup(("Ana", "Ben", "Cy"), options={"cards_in_game": 0}), "bad_option"),
        (Setup(("Ana", "Ben", "Cy"), options={"cards_in_game": 37}), "bad_option"),
        (Setup(("Ana", "Ben", "Cy"), options={"banker": 3}), "bad_option"),
    ],
)
def test_games_that_cannot_start(setup: Setup, code: str) -> None:
    """Each wrong setup is refused with its own code."""
    with pytest.raises(BadSetup) as caught:
        GAME.start(setup)
    assert caught.value.code == code
    json.dumps(caught.value.to_json())
