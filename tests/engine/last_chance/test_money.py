"""The play money of the boxes, and how it is paid in bills."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.last_chance.money import MONEY_BY_EDITION


@settings(deadline=None)
@given(st.sampled_from(sorted(MONEY_BY_EDITION)), st.integers(0, 900))
def test_any_balance_can_be_paid_in_bills(name: str, steps: int) -> None:
    """Change is exact, in bills of the box, larger ones first, and never more than needed."""
    money = MONEY_BY_EDITION[name]
    pile = money.bills_for_amount(steps * money.smallest_bill)
    assert sum(bill * count for bill, count in pile) == steps * money.smallest_bill
    assert [bill for bill, _ in pile] == sorted((bill for bill, _ in pile), reverse=True)
    larger = dict(zip(money.denominations[1:], money.denominations, strict=False))
    assert all(bill * count < larger.get(bill, 10**9) for bill, count in pile)


@pytest.mark.parametrize("amount", [-10_000, 5_000])
def test_what_cannot_be_paid(amount: int) -> None:
    """No negative amount, and none between two bills."""
    with pytest.raises(ValueError, match="cannot be paid"):
        MONEY_BY_EDITION["ravensburger"].bills_for_amount(amount)


def test_the_ravensburger_box() -> None:
    """150 bills make 8 500 000; a player starts with 800 000."""
    money = MONEY_BY_EDITION["ravensburger"]
    assert sum(count for _, count in money.bills_in_box) == 150
    assert (money.total, money.start_cash, money.smallest_bill) == (8_500_000, 800_000, 10_000)


@pytest.mark.parametrize("name", sorted(MONEY_BY_EDITION))
def test_every_box_can_deal_to_six(name: str) -> None:
    """Six players get their bills from the box, and some are left."""
    assert all(count > 0 for _, count in MONEY_BY_EDITION[name].bills_left_in_bank(6))
