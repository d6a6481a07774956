"""The automatic player of Jour de Chance draws and banks sensibly, and wins."""

from typing import Any

import pytest

from engine.core.action import Action
from engine.jour_de_chance.player import decide, estimated_win_chance
from engine.jour_de_chance.state import BankCard, DealCard, DrawCard, NameOldest
from tests.engine.jour_de_chance.table import GAME, Table
from tests.engine.rivals import play_match, share_won


def said(table: Table, seat: int | None) -> Action | None:
    """Return what the player at `seat` does if chance always picks the last option."""
    return decide(table.state, seat, lambda n: n - 1)


def test_the_table_deals_and_finds_the_oldest() -> None:
    """Players act only in their own turns."""
    assert said(Table(), None) == DealCard(10, 0)
    assert said(Table(), 0) is None
    assert said(Table().deal(4, 4), None) == NameOldest(1)
    table = Table().set(("4", ""), ("9", ""))
    assert said(table, None) is None
    assert said(table, 1) is None


def test_a_player_without_a_row_draws() -> None:
    """They are not allowed to bank."""
    assert said(Table().set(("", "10 10"), ("9", "")), 0) == DrawCard(10, 0)


def test_it_does_not_go_over_21_needlessly() -> None:
    """Banking any open card would go over 21, so it draws."""
    assert said(Table().set(("9 8", "10 5"), ("9", "")), 0) == DrawCard(10, 0)


def test_it_banks_to_get_nearest_to_21() -> None:
    """It catches up when another player is far ahead and about to go over 21."""
    table = Table(3).set(("2", "5"), ("9", "10 10"), ("7", "10"))
    assert said(table, 0) == BankCard(1, 9, 0)


def test_the_estimated_chance_of_winning() -> None:
    """Over 21 it is 0, the chances of all players sum to 1, and both risk and lead count."""
    assert estimated_win_chance([22, 5], 0) == 0
    assert estimated_win_chance([10, 10], 0) == pytest.approx(0.5, abs=0.01)
    assert estimated_win_chance([20, 10], 0) < estimated_win_chance([10, 10], 0)
    assert estimated_win_chance([12, 10, 20], 0) > estimated_win_chance([8, 10, 20], 0)
    for totals in ([21, 0, 3], [5, 5, 5, 5], [20, 19, 18]):
        assert sum(
            estimated_win_chance(totals, seat) for seat in range(len(totals))
        ) == pytest.approx(1)


HOUSE_RULES: tuple[dict[str, Any], ...] = (
    {"stop_at_21": True, "final_tie": "playoff"},
    {"draw_pile_empty": "end"},
)


@pytest.mark.parametrize("options", HOUSE_RULES)
def test_games_end_under_every_house_rule(options: dict[str, Any]) -> None:
    """No card is lost."""
    for seed in range(5):
        match = play_match(GAME, 5, seed, options)
        assert {sum(GAME.balances(state).values()) for state in match.states} == {55}


def test_it_beats_random_players() -> None:
    """As one of three players, it wins far more than a third of the games."""
    assert share_won(GAME, 3, 100) > 0.6
