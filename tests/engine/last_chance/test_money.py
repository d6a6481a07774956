"""The play money of the boxes, and how it is paid in bills."""

import pytest

from engine.last_chance.options import MONEY_BY_EDITION


def test_the_ravensburger_box() -> None:
    """150 bills make 8 500 000; a player starts with 800 000."""
    money = MONEY_BY_EDITION["ravensburger"]
    assert sum(count for _, count in money.bills_in_box) == 150
    assert (money.total, money.start_cash, money.smallest_bill) == (8_500_000, 800_000, 10_000)


@pytest.mark.parametrize("name", sorted(MONEY_BY_EDITION))
def test_every_box_has_enough_bills_for_six_players(name: str) -> None:
    """After the deal, some bills are left."""
    money = MONEY_BY_EDITION[name]
    dealt = dict(money.starting_bills)
    assert all(count > 6 * dealt[bill] for bill, count in money.bills_in_box)
