"""Turning points of Last Chance: bargains, and lucky or unlucky results."""

import pytest

from tests.engine.last_chance.table import K1, Table

CHANCE = pytest.approx(0.228111, abs=1e-6)  # of K1 with 1 2 2 4 4 (Rules §1.7)
SURE = ("2 3 4 5 6", 160_000, 9)


def test_a_good_bid_and_a_lucky_crack() -> None:
    """A stake below the fair bid gains on average, and an unlikely success is lucky."""
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


def test_a_bad_bid_and_a_likely_failure_are_no_feats() -> None:
    """The bid was above the fair one."""
    assert Table().card().sell(1, 800_000).miss().feats() == {}


def test_an_unlikely_failure_is_unlucky() -> None:
    """With nine attempts, 2 3 4 6 6 usually succeeds; `chance` is that of failing."""
    table = Table().card(SURE, "2 3 4 6 6").sell(0, 800_000).do("close_bets")
    while table.state.cracker is not None:
        table.throw("", "1 1 1 1 1")
    seat, at, figures = table.feats()["unlucky_crack"]
    assert (seat, at) == (0, len(table.log))
    assert (figures["stake"], figures["attempts"]) == (800_000, 9)
    assert 0 < figures["chance"] < 0.5


@pytest.mark.parametrize("gone", [(1,), (0, 2)])
def test_a_crack_cut_short_by_a_leaver_is_no_feat(gone: tuple[int, ...]) -> None:
    """The cracker leaves, or all others do, so that the game is over."""
    table = Table().card(SURE, "2 3 4 6 6").sell(1, 800_000).throw("", "1 1 1 1 1")
    for seat in gone:
        table.do("leave", seat=seat)
    assert "unlucky_crack" not in table.feats()


def test_a_chance_without_a_bid_is_no_best_bid() -> None:
    """A free try and a last chance are worth something, but nobody named that price."""
    assert Table().card().do("no_bid").feats() == {}
    assert Table().card(SURE).do("last_chance", seat=0).feats() == {}
    raised = Table().card(SURE).do("bid", seat=1, amount=10_000).do("last_chance", seat=0)
    assert raised.feats() == {}
    opened = Table(opener="last_cracker").card().sell(0, 0)
    assert opened.feats().keys() == {"best_bid"}


def test_the_best_bid_was_worth_most() -> None:
    """With equal chances, the cheaper bid counts; it is reported at the time of the bid."""
    table = Table().card().sell(1, 30_000).miss().sell(2, 10_000)
    assert table.feats()["best_bid"][:2] == (2, 13)


def test_the_luckiest_crack_is_the_least_likely() -> None:
    """Of two cracks at the first attempt, the one without further attempts counts."""
    table = Table().card().sell(1, 10_000).crack()
    table.card(("2 3 4 5 6", 160_000, 1), "1 2 2 4 4").sell(2, 10_000).crack()
    assert table.feats()["luckiest_crack"][:2] == (2, len(table.log))


def test_a_lucky_flash() -> None:
    """Of 7776 first rolls, 120 match K1. A first roll that misses is no feat."""
    table = Table().card(K1, "2 3 4 5 6")
    assert table.feats() == {
        "lucky_flash": (0, 2, {"chance": pytest.approx(120 / 7776), "prize": 160_000})
    }
    assert Table().card().feats() == {}
