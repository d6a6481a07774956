"""The exact odds of Jour de Chance, against playing every card that may come."""

from dataclasses import replace
from random import Random

import pytest

from engine.core.offered_game import Setup
from engine.jour_de_chance.events import PairDrawn
from engine.jour_de_chance.odds import odds
from engine.jour_de_chance.state import TARGET_POINTS, State
from tests.engine.jour_de_chance.table import GAME, NAMES, Table
from tests.engine.playing import play_out


def share_of_draws(state: State, *, over: bool) -> float:
    """Play every card that may come; return the share that makes a pair (`over`: goes over 21)."""
    draws = GAME.possible_draws(state)
    events = [event for draw in draws for event in GAME.play(state, draw).events]
    pairs = [event for event in events if isinstance(event, PairDrawn)]
    return sum(not over or pair.total > TARGET_POINTS for pair in pairs) / len(draws)


def check(state: State) -> None:
    """Compare the odds of `state` with playing on from it."""
    found = odds(state)
    assert found is not None
    assert found.draw.pair == pytest.approx(share_of_draws(state, over=False), abs=1e-12)
    assert found.draw.over == pytest.approx(share_of_draws(state, over=True), abs=1e-12)
    allowed = {
        (owner, card)
        for choice in GAME.legal_choices(state)
        if choice.type == "bank_card"
        for owner in choice.fields["owner"].one_of
        for card in choice.fields["card"].one_of
    }
    assert {(bank.owner, bank.card) for bank in found.bank} == allowed
    for bank in found.bank:
        data = {"type": "bank_card", "owner": bank.owner, "card": bank.card}
        after = GAME.play(state, GAME.actions.parse(data)).state
        if not after.in_playoff or state.in_playoff:
            assert after.seats[found.seat].total == bank.total
        assert bank.over == (bank.total > TARGET_POINTS)
        if after.phase == "turn":
            check_too_high(after, found.seat, bank.too_high)


def check_too_high(after: State, seat: int, expected: float) -> None:
    """Let `seat` draw and bank each card of the pile; count how often that goes over 21."""
    again = replace(after, turn=seat)
    draws = GAME.possible_draws(again)
    over = 0
    for draw in draws:
        drawn = GAME.play(again, draw).state
        row = drawn.seats[seat].row
        over += drawn.seats[seat].total + row[-1] > TARGET_POINTS
    assert expected == pytest.approx(over / len(draws), abs=1e-12)


def test_a_worked_example() -> None:
    """With a row of 3 8 and 14 banked, 2 threes and 7 eights of 50 cards pair; an 8 goes over."""
    state = Table().set(("3 8", "10 4"), ("9", "")).state
    found = GAME.odds(state)
    assert found == {
        "seat": 0,
        "draw": {"pair": 9 / 50, "over": 7 / 50},
        "bank": [
            {"owner": 0, "card": 3, "total": 17, "over": False, "too_high": 42 / 50},
            {"owner": 0, "card": 8, "total": 22, "over": True, "too_high": 1.0},
            {"owner": 1, "card": 9, "total": 23, "over": True, "too_high": 1.0},
        ],
    }


def test_odds_are_shown_only_during_turns() -> None:
    """There are none during the deal, when the oldest player is asked for, or after the end."""
    assert GAME.odds(Table().state) is None
    assert GAME.odds(Table().deal(4, 4).state) is None
    assert GAME.odds(Table().set(("8", "10 4"), ("2", "")).draw(8).state) is None


def test_without_a_row_nothing_is_at_risk() -> None:
    """A player who must draw cannot make a pair or bank anything."""
    found = odds(Table().set(("", "10 10"), ("9", "")).state)
    assert found is not None
    assert (found.draw.pair, found.draw.over, found.bank) == (0, 0, ())


def test_odds_equal_brute_force_in_random_games() -> None:
    """In every turn of random games the odds equal those from playing every card."""
    for seed in range(25):
        rng = Random(seed)
        played = play_out(GAME, Setup(NAMES[: rng.randint(2, 8)]), rng, 10_000)
        for state in played.states:
            if state.phase == "turn":
                check(state)
