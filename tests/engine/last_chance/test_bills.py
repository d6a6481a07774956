"""The table names only existing bills: purses, bank and stake hold the bills they pay with."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.ledger import Transfer
from engine.last_chance.state import Purses, pay_in_bills, value_of_bills
from tests.engine.last_chance.table import GAME, Table
from tests.engine.last_chance.test_random import MOST_ACTIONS, lucky, random_setup
from tests.engine.playing import play_out

KINDS = (100_000, 50_000, 10_000)


def pays(purses: Purses, payer: str, payee: str, amount: int) -> tuple[object, object]:
    """Return the bills paid and the change, as pairs of denomination and count."""
    _, paid = pay_in_bills(purses, KINDS, Transfer(payer, payee, amount, "stake"))
    return paid.bills, paid.change


def test_a_stake_is_paid_in_bills_the_player_holds() -> None:
    """A player's whole starting money is five bills of each kind, not eight large ones."""
    table = Table().card().do("last_chance", seat=0)
    assert table.view["stake_bills"] == [[100_000, 5], [50_000, 5], [10_000, 5]]
    assert table.prompts["stake"][1]["bills"] == [[100_000, 5], [50_000, 5], [10_000, 5]]
    assert table.state.bills_of("seat:0") == []


def test_a_bill_is_broken_at_the_bank() -> None:
    """A player with only a large bill pays with it; the bank gives change, the stake is exact."""
    purses = {"seat:0": (1, 0, 0), "bank": (0, 3, 9)}
    after, paid = pay_in_bills(purses, KINDS, Transfer("seat:0", "stake", 30_000, "stake"))
    assert paid.bills == ((100_000, 1),)
    assert paid.change == ((50_000, 1), (10_000, 2))
    assert after == {"seat:0": (0, 1, 2), "stake": (0, 0, 3), "bank": (1, 2, 4)}


def test_the_payee_gives_the_bank_change() -> None:
    """If the payee has no change, the bank owes bills."""
    purses = {"bank": (2, 0, 0), "seat:0": (0, 0, 4)}
    assert pays(purses, "bank", "seat:0", 160_000) == (
        ((100_000, 2),),
        ((10_000, 4),),
    )
    purses = {"bank": (2, 0, 0), "seat:0": (0, 1, 0)}
    assert pays(purses, "bank", "seat:0", 160_000) == (
        ((100_000, 1), (50_000, 1), (10_000, 1)),
        (),
    )


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32))
def test_no_bill_is_created_or_lost(seed: int) -> None:
    """Each account's bills add up to its balance; of each kind there are as many as in the box."""
    played = play_out(GAME, random_setup(Random(seed)), Random(seed), MOST_ACTIONS, lucky)
    money = played.states[0].options.money_of_edition
    box = money.bill_counts(money.bills_in_box)
    for state in played.states:
        for account, pile in state.purses.items():
            assert value_of_bills(pile, money.denominations) == state.money[account]
            assert account == "bank" or min(pile) >= 0
        assert tuple(map(sum, zip(*state.purses.values(), strict=True))) == box
