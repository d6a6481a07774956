"""Turning points of Jour de Chance: risky draws that went well, and pairs."""

import pytest

from tests.engine.jour_de_chance.table import Table


def test_safe_and_unlucky_draws() -> None:
    """Drawing a 9 next to a 4 made no pair, as was likely; drawing a 4 was bad luck."""
    table = Table().deal(4, 7).draw(9)  # Ana, with the smaller card, begins
    seat, at, figures = table.feats()["boldest_draw"]
    fours = 3  # of four, one lies in her row; 53 cards are in the pile
    assert (seat, at, figures["card"]) == (0, 3, 9)
    assert figures["chance"] == pytest.approx(1 - fours / 53)
    table = Table().deal(4, 7).draw(4)
    seat, at, figures = table.feats()["unlucky_draw"]
    assert (seat, at, figures["card"]) == (0, 3, 4)
    assert figures["chance"] == pytest.approx(fours / 53)


def test_the_most_dangerous_draw_is_a_feat() -> None:
    """More cards pair with a 7 than with a 4."""
    table = Table().deal(4, 7).draw(9).draw(8)
    assert table.feats()["boldest_draw"][:2] == (1, 4)


def test_an_act_without_risk_is_no_feat() -> None:
    """The first card of a row can't make a pair, and banking a card is not drawing."""
    table = Table().deal(4, 7).draw(4)  # Ana's row is gone
    told = table.feats()
    assert table.bank(1, 7).feats() == told
    assert table.draw(2).feats() == told


def test_a_draw_is_reported_once() -> None:
    """A pause or a new name after a draw does not count as the next player's draw."""
    told = Table().deal(4, 7).draw(9).feats()
    table = Table().deal(4, 7).draw(9).do("pause").do("resume").do("rename", seat=1, name="Bea")
    assert table.feats() == told
