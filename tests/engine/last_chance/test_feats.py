"""Turning points of Last Chance: what was bought, and what came of it."""

import pytest

from tests.engine.last_chance.table import K1, Table

CHANCE = pytest.approx(0.228111, abs=1e-6)  # of K1 with 1 2 2 4 4 (Rules §1.7)
SURE = ("2 3 4 5 6", 160_000, 9)


def test_a_good_bid_and_a_lucky_crack() -> None:
    """A stake below the fair bid is worth something on average; the cracker was lucky."""
    table = Table().card().sell(1, 10_000).crack()
    feats = table.feats()
    assert feats.keys() == {"best_bid", "luckiest_crack"}
    seat, at, figures = feats["best_bid"]
    gain = round(0.228111 * 160_000 - (1 - 0.228111) * 10_000)
    assert (seat, at) == (1, 6)
    assert figures == {"stake": 10_000, "prize": 160_000, "chance": CHANCE, "gain": gain}
    seat, at, figures = feats["luckiest_crack"]
    assert (seat, at) == (1, 7)
    assert figures == {"stake": 10_000, "prize": 160_000, "attempts": 3, "chance": CHANCE}


def test_a_bid_above_the_fair_one_and_a_failure_that_was_likely_are_none() -> None:
    """A bad bargain and an expected result are not reported."""
    assert Table().card().sell(1, 800_000).miss().feats() == {}


def test_a_failure_that_was_unlikely_is_unlucky() -> None:
    """With nine attempts 2 3 4 6 6 usually succeeds; `chance` is that of failing."""
    table = Table().card(SURE, "2 3 4 6 6").sell(0, 800_000).do("close_bets")
    while table.state.cracker is not None:
        table.throw("", "1 1 1 1 1")
    seat, at, figures = table.feats()["unlucky_crack"]
    assert (seat, at) == (0, len(table.log))
    assert (figures["stake"], figures["attempts"]) == (800_000, 9)
    assert 0 < figures["chance"] < 0.5


@pytest.mark.parametrize("gone", [(1,), (0, 2)])
def test_a_crack_that_leaving_cuts_short_is_none(gone: tuple[int, ...]) -> None:
    """This holds if the cracker leaves, or is left alone so that the game is over."""
    table = Table().card(SURE, "2 3 4 6 6").sell(1, 800_000).throw("", "1 1 1 1 1")
    for seat in gone:
        table.do("leave", seat=seat)
    assert "unlucky_crack" not in table.feats()


def test_what_nobody_bid_is_no_bid() -> None:
    """A try for nothing and a last chance are worth something, but nobody named that price."""
    assert Table().card().do("no_bid").feats() == {}
    assert Table().card(SURE).do("last_chance", seat=0).feats() == {}
    raised = Table().card(SURE).do("bid", seat=1, amount=10_000).do("last_chance", seat=0)
    assert raised.feats() == {}
    opened = Table(opener="last_cracker").card().sell(0, 0)
    assert opened.feats().keys() == {"best_bid"}


def test_the_best_bid_is_the_one_that_was_worth_most() -> None:
    """If two chances are equal, the cheaper one counts; it is reported at the time of the bid."""
    table = Table().card().sell(1, 30_000).miss().sell(2, 10_000)
    assert table.feats()["best_bid"][:2] == (2, 13)


def test_the_luckiest_crack_is_the_least_likely() -> None:
    """If two succeed at the first attempt, the one without a second attempt counts."""
    table = Table().card().sell(1, 10_000).crack()
    table.card(("2 3 4 5 6", 160_000, 1), "1 2 2 4 4").sell(2, 10_000).crack()
    assert table.feats()["luckiest_crack"][:2] == (2, len(table.log))


def test_a_lucky_flash() -> None:
    """The first dice match: 120 of 7776 rolls of K1 do. A first roll that misses is nothing."""
    table = Table().card(K1, "2 3 4 5 6")
    assert table.feats() == {
        "lucky_flash": (0, 2, {"chance": pytest.approx(120 / 7776), "prize": 160_000})
    }
    assert Table().card().feats() == {}
