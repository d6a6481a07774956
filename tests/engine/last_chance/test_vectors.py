"""The examples LC-1 to LC-10 of Rules §1.7, step by step."""

from itertools import chain, product

import pytest

from engine.last_chance.cards import cracks_card, missing_faces
from engine.last_chance.options import Options
from tests.engine.last_chance.table import K1, K2, K3, Table

STAKE = 100_000


@pytest.mark.parametrize("first_throw", ["2 2 6", "2 6 6"], ids=["LC-1-FR", "LC-1-EN"])
def test_lc1_three_attempts_fail_and_the_dice_stay(first_throw: str) -> None:
    """LC-1: the third roll misses the 5; the stake is lost and the same dice are sold again."""
    table = Table().card(K1, "1 2 2 4 4")
    assert table.phase == "auction"  # no lucky flash
    table.sell(0, STAKE).do("close_bets")
    assert table.state.attempts_left == 3
    table.throw("2 4", first_throw)
    assert (table.dice, table.phase) == (" ".join(sorted(f"2 4 {first_throw}".split())), "crack")
    table.throw("2 4 6", "1 3")
    assert (table.dice, table.view["needs"]) == ("1 2 3 4 6", [["5"]])
    assert table.view["needs_beside"] == {"2 3 4 6": [["5"]]}
    assert table.view["offered"] == [0, 1, 2, 4]
    assert table.state.attempts_left == 1
    table.throw("2 4 6 3", "6")
    assert (table.phase, table.dice) == ("auction", "2 3 4 6 6")
    assert table.cash == [700_000, 800_000, 800_000]
    assert table.bank == 6_100_000 + STAKE
    assert table.view["card"]["prize"] == 160_000
    assert table.happened["crack_failed"]["seat"] == 0


def test_lc2_changes_their_mind_and_succeeds_at_the_fourth_attempt() -> None:
    """LC-2: the 5 that was kept is rolled later; success at attempt 4 pays 240 000."""
    table = Table().card(K2, "1 2 4 4 5")
    assert table.phase == "auction"
    table.sell(1, STAKE)
    table.throw("4 5", "3 3 3")
    assert table.view["needs"] == [["3"]]
    table.throw("4 3 3 3", "1").throw("4 3 3 3", "2")
    assert (table.phase, table.state.attempts_left) == ("crack", 1)
    table.throw("4 3 3 3", "3")
    assert table.dice == "3 3 3 3 4"
    assert table.cash == [800_000, 1_040_000, 800_000]
    assert table.bank == 6_100_000 - 240_000
    assert table.view["seats"][1]["cards"] == [
        {"symbols": ["3", "4", "L", "L", "L"], "prize": 240_000, "attempts": 4}
    ]


def test_lc2_may_keep_only_the_4() -> None:
    """LC-2: keeping the 4 alone and rolling four dice is legal too."""
    table = Table().card(K2, "1 2 4 4 5").sell(1, STAKE).throw("4", "1 1 2 6")
    assert table.state.attempts_left == 3


@pytest.mark.parametrize("lock", ["within_crack", "until_cracked"])
def test_lc2_is_refused_under_a_lock(lock: str) -> None:
    """LC-2: under a lock, the 5 set aside as a long drink may not be rolled again."""
    table = Table(lock=lock).card(K2, "1 2 4 4 5").sell(1, STAKE).throw("4 5", "3 3 3")
    refusal = table.refused("throw", kept=["4", "3", "3", "3"], thrown=["1"])
    assert (refusal["code"], refusal["faces"]) == ("locked", ["5"])


def test_lc3_succeeds_with_an_attempt_unused() -> None:
    """LC-3: the 6 comes at attempt 3 of 4; the fourth is not rolled."""
    table = Table().card(K3, "2 2 2 5 6").sell(2, STAKE)
    table.throw("2 2 2 6", "1").throw("2 2 2 6", "5")
    assert (table.phase, table.state.attempts_left) == ("crack", 2)
    table.throw("2 2 2 6", "6")
    assert (table.phase, table.dice) == ("flip", "2 2 2 6 6")
    assert table.cash == [800_000, 800_000, 930_000]
    assert table.bank == 6_100_000 - 130_000


@pytest.mark.parametrize(
    ("dice", "made"), [("1 2 3 5 5", False), ("1 2 3 4 5", True), ("1 1 2 3 3", True)]
)
def test_lc4_long_drink_and_cocktail_differ(dice: str, made: bool) -> None:
    """LC-4: on 1 2 3 L C the two jokers are different numbers, which may be printed ones."""
    assert cracks_card(["1", "2", "3", "L", "C"], dice.split(), Options()) is made


def _bets(**options: object) -> Table:
    table = Table(**options).card(K1).sell(0, 100_000)
    table.do("bet", seat=1, amount=50_000, on="yes")
    return table.do("bet", seat=2, amount=100_000, on="no")


def test_lc5_bets_on_a_failure() -> None:
    """LC-5: after a failure, stake and "yes" are lost and "no" is paid; each payment has a line."""
    table = _bets().miss()
    assert table.cash == [700_000, 750_000, 900_000]
    assert table.bank == 6_100_000 + 50_000
    assert table.payments == [
        ("stake", "bank", 100_000, "stake_lost"),
        ("bet:1", "bank", 50_000, "bet_lost"),
        ("bet:2", "seat:2", 100_000, "bet_back"),
        ("bank", "seat:2", 100_000, "bet_won"),
    ]


def test_lc5_bets_on_a_success() -> None:
    """LC-5: after a success, first stake and prize are paid, then the bets."""
    table = _bets().crack()
    assert table.cash == [960_000, 850_000, 700_000]
    assert table.bank == 6_100_000 - 110_000
    assert table.payments == [
        ("stake", "seat:0", 100_000, "stake_back"),
        ("bank", "seat:0", 160_000, "prize"),
        ("bet:2", "bank", 100_000, "bet_lost"),
        ("bet:1", "seat:1", 50_000, "bet_back"),
        ("bank", "seat:1", 50_000, "bet_won"),
    ]


def test_lc5_bets_to_the_cracker() -> None:
    """LC-5: with `bets_to_cracker`, a lost bet on "no" goes to the cracker."""
    table = _bets(bets_to_cracker=True).crack()
    assert table.cash == [1_060_000, 850_000, 700_000]
    assert table.bank == 6_100_000 - 210_000


def _poor(cash: int) -> Table:
    """Return a table where Ana has `cash` left and a K2 is for sale again."""
    table = Table().card(K2, "1 2 4 4 5").sell(0, 800_000 - cash)
    while table.phase != "auction":
        table.throw("", "1 2 4 4 5")
    return table


def test_lc6_last_chance_made() -> None:
    """LC-6: the stake of 30 000 comes back with the prize, and the call is used up."""
    table = _poor(30_000).do("last_chance", seat=0)
    assert (table.cash[0], table.view["stake"], table.phase) == (0, 30_000, "bets")
    table.throw("4", "3 3 3 3")
    ana = table.view["seats"][0]
    assert (ana["cash"], len(ana["cards"]), ana["last_chances_left"]) == (270_000, 1, 0)
    table.card()
    assert table.code("last_chance", seat=0) == "last_chance_spent"


def test_lc6_last_chance_missed() -> None:
    """LC-6: after a failed last chance, the player loses everything and is out."""
    table = _poor(30_000).do("last_chance", seat=0)
    while table.phase != "auction":
        table.throw("", "1 2 4 4 5")
    assert (table.cash[0], table.view["seats"][0]["active"]) == (0, False)
    assert (table.dice, table.bank) == ("1 2 4 4 5", 6_100_000 + 800_000)
    assert table.code("bid", seat=0, amount=10_000) == "eliminated"


def test_lc7_over_bid() -> None:
    """LC-7: an overbidder is out; their 90 000 go to the bank, and the dice stay."""
    table = _poor(90_000).sell(0, 100_000)
    assert table.phase == "overbid"
    bank = table.bank
    table.do("eliminate", seat=0)
    assert (table.cash[0], table.bank, table.view["seats"][0]["active"]) == (
        0,
        bank + 90_000,
        False,
    )
    assert (table.phase, table.dice) == ("auction", "1 2 4 4 5")


def test_lc8_lucky_flash() -> None:
    """LC-8: if the first roll matches, the flipper gets prize and card; the next player flips."""
    table = Table().card(K1, "6 5 4 3 2")
    assert table.cash == [960_000, 800_000, 800_000]
    assert [len(seat["cards"]) for seat in table.view["seats"]] == [1, 0, 0]
    assert (table.phase, table.state.flipper, table.view["cards_left"]) == ("flip", 1, 6)


@pytest.mark.parametrize(
    ("amount", "code"),
    [
        (-10_000, "bet_limits"),
        (0, "bet_limits"),
        (5_000, "bet_step"),
        (10_000, ""),
        (100_000, ""),
        (110_000, "bet_limits"),
    ],
)
def test_lc9_bet_bounds(amount: int, code: str) -> None:
    """LC-9: a bet is 10 000 to 100 000, in steps of 10 000."""
    table = Table().card().sell(0, 100_000)
    if code:
        assert table.code("bet", seat=1, amount=amount, on="yes") == code
    else:
        assert table.do("bet", seat=1, amount=amount, on="yes").cash[1] == 800_000 - amount


def test_lc9_bet_beyond_own_cash_and_on_oneself() -> None:
    """LC-9: a player with 40 000 cannot bet 50 000; the cracker never bets."""
    table = Table().card().sell(0, 760_000).miss().sell(1, 10_000)
    refusal = table.refused("bet", seat=0, amount=50_000, on="no")
    assert (refusal["code"], refusal["cash"], refusal["amount"]) == (
        "not_enough_cash",
        40_000,
        50_000,
    )
    assert table.code("bet", seat=1, amount=10_000, on="yes") == "own_bet"


def test_lc10_bid_steps() -> None:
    """LC-10: bids are multiples of 10 000, each higher than the last by any amount."""
    table = Table().card().do("bid", seat=0, amount=210_000)
    refusal = table.refused("bid", seat=1, amount=205_000)
    assert (refusal["code"], refusal["amount"], refusal["step"]) == ("bid_step", 205_000, 10_000)
    refusal = table.refused("bid", seat=1, amount=210_000)
    assert (refusal["code"], refusal["min"]) == ("bid_too_low", 220_000)
    assert table.code("bid", seat=1, amount=-220_000) == "bid_too_low"
    table.do("bid", seat=1, amount=220_000).do("bid", seat=2, amount=500_000)
    assert table.view["high_bid"] == {"seat": 2, "amount": 500_000}


@pytest.mark.parametrize(
    ("symbols", "count"),
    [("2 3 4 5 6", 120), ("3 4 L L L", 90), ("2 L L C C", 350), ("6 6 6 3 3", 10)],
)
def test_lucky_flash_frequency(symbols: str, count: int) -> None:
    """The number of first rolls that crack K1, K2, K3 and K5 agrees with Rules §1.7."""
    rolls = product("123456", repeat=5)
    assert sum(cracks_card(symbols.split(), roll, Options()) for roll in rolls) == count


def test_needs_are_the_fewest_dice() -> None:
    """If several smallest sets of dice complete the card, all are listed."""
    for card, dice, ways in (
        ("23456", "12244", ("356",)),
        ("2LLCC", "22256", ("5", "6")),
        ("23456", "65432", ()),
    ):
        missing = missing_faces(card, dice, Options())
        assert {*chain.from_iterable(missing.values())} == {tuple(way) for way in ways}
