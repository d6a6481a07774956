"""Money changes hands but is never created."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.ledger import Ledger, Transfer, seat_account
from engine.core.refusals import NotAllowed

ACCOUNTS = ("bank", "stake", "seat:0", "seat:1")


def test_a_transfer_moves_money() -> None:
    """The payee gets what the payer pays; unused accounts hold 0."""
    ledger = Ledger({"bank": 100}).after_transfers([Transfer("bank", seat_account(1), 30, "deal")])
    assert (ledger["bank"], ledger["seat:1"], ledger["seat:9"]) == (70, 30, 0)
    assert ledger.total == 100


def test_only_named_accounts_may_owe() -> None:
    """A bank with credit goes below zero, a player never does."""
    ledger = Ledger({"bank": 10, "seat:0": 10}, frozenset({"bank"}))
    assert ledger.after_transfers([Transfer("bank", "seat:0", 30, "prize")])["bank"] == -20
    with pytest.raises(NotAllowed) as caught:
        ledger.after_transfers([Transfer("seat:0", "bank", 30, "stake")])
    assert caught.value.code == "not_enough"
    assert caught.value.figures == {"account": "seat:0", "has": 10, "needs": 30}


@pytest.mark.parametrize("amount", [0, -5])
def test_a_transfer_is_positive(amount: int) -> None:
    """An amount of zero or less cannot be moved."""
    with pytest.raises(NotAllowed, match="positive"):
        Ledger({"bank": 10}).after_transfers([Transfer("bank", "stake", amount, "stake")])


def test_a_refused_list_moves_nothing() -> None:
    """If the second transfer is refused, the first has not happened either."""
    ledger = Ledger({"bank": 10})
    with pytest.raises(NotAllowed):
        ledger.after_transfers(
            [Transfer("bank", "stake", 10, "a"), Transfer("bank", "stake", 1, "b")]
        )
    assert ledger == Ledger({"bank": 10})


@settings(deadline=None)
@given(
    st.lists(
        st.builds(
            Transfer,
            st.sampled_from(ACCOUNTS),
            st.sampled_from(ACCOUNTS),
            st.integers(1, 50),
            st.just("test"),
        )
    )
)
def test_the_sum_never_changes(transfers: list[Transfer]) -> None:
    """Whatever is moved or refused, the total stays the same, and only the bank can owe."""
    ledger = Ledger({"bank": 60, "seat:0": 40}, frozenset({"bank"}))
    for transfer in transfers:
        try:
            ledger = ledger.after_transfers([transfer])
        except NotAllowed:
            continue
        assert ledger.total == 100
        assert all(value >= 0 for name, value in ledger.balances.items() if name != "bank")
