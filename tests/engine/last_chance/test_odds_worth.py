"""What chances are worth in money, and which of it the table shows."""

import doctest
from itertools import product

import pytest

from engine.last_chance import odds
from engine.last_chance.cards import cracks_card
from engine.last_chance.odds import Odds, expected_bet_gain, fair_bid, lucky_flash_chance
from engine.last_chance.options import Options
from tests.engine.last_chance.table import GAME, K1, K2, K3, Table
from tests.engine.rivals import play_match, random_player


def test_the_examples_in_the_docstrings() -> None:
    """The examples run as written."""
    tried = doctest.testmod(odds)
    assert (tried.failed, tried.attempted) == (0, 3)


@pytest.mark.parametrize(
    ("card", "ways"), [("23456", 120), ("34LLL", 90), ("2LLCC", 350), ("66633", 10)]
)
def test_lucky_flashes_are_as_frequent_as_counted(card: str, ways: int) -> None:
    """The chance equals the count over all 7776 rolls (Rules §1.7)."""
    assert lucky_flash_chance(tuple(card)) == pytest.approx(ways / 7776, abs=1e-12)
    counted = sum(cracks_card(card, dice, Options()) for dice in product("123456", repeat=5))
    assert counted == ways


def test_a_fair_bid_wins_and_loses_as_much() -> None:
    """At the fair bid, expected win and loss are equal; a certain crack has no fair bid."""
    for chance in (0.05, 0.228111, 0.5, 0.9):
        bid = fair_bid(chance, 160_000)
        assert bid is not None
        assert chance * 160_000 == pytest.approx((1 - chance) * bid)
    assert fair_bid(0.0, 160_000) == 0
    assert fair_bid(1.0, 160_000) is None
    assert fair_bid(1 - 1e-13, 160_000) is None


def test_a_fair_bid_of_whole_steps_is_not_rounded_down() -> None:
    """With one number missing the chance is 1 in 6, the fair bid a fifth of the prize."""
    for prize in range(50_000, 1_000_000, 50_000):
        told = GAME.odds_even_if_hidden(Table().card(("1 2 3 4 6", prize, 1), "1 2 3 4 5").state)
        assert told is not None
        assert told["fair_bid"] == prize // 5


def test_no_bid_is_too_high_for_a_certain_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """No card is certain, but the computation must not fail if one were."""
    monkeypatch.setattr(odds, "odds_of_open_card", lambda _: Odds(1 - 1e-13, ((),)))
    told = odds.odds_as_json(Table().card().state)
    assert told is not None
    assert told["fair_bid"] is None


def test_the_two_sides_of_a_bet_cancel_out() -> None:
    """Yes and no together gain nothing; at an even chance, neither is worth anything."""
    assert expected_bet_gain(0.8, 50_000, "yes") == pytest.approx(30_000)
    assert expected_bet_gain(0.8, 50_000, "no") == pytest.approx(-30_000)
    assert expected_bet_gain(0.5, 50_000, "yes") == 0


def test_what_is_shown_in_each_phase() -> None:
    """Before the roll it is the lucky flash, in the auction the fair bid, then bets while open."""
    table = Table()
    assert GAME.odds_even_if_hidden(table.state) is None
    table.card(K1, "")
    told = GAME.odds_even_if_hidden(table.state)
    assert told is not None
    assert told["lucky_flash"] == pytest.approx(120 / 7776)
    assert told["chance"] is None
    told = GAME.odds_even_if_hidden(table.do("roll", faces=list("12244")).state)
    assert told is not None
    assert (told["attempts"], told["fair_bid"], told["bets"]) == (3, 40_000, None)
    told = GAME.odds_even_if_hidden(table.sell(0, 10_000).state)
    assert told is not None
    assert (told["fair_bid"], told["keep"]) == (None, (("2", "4"),))
    assert told["bets"]["amount"] == 100_000
    assert told["bets"]["no"] == pytest.approx(100_000 * (1 - 2 * 0.228111), abs=0.1)
    assert len(told["costs"]) == 16
    assert told["costs"]["2"] == pytest.approx(0.0227445)
    told = GAME.odds_even_if_hidden(table.do("close_bets").throw("2 4", "2 2 6").state)
    assert told is not None
    assert (told["attempts"], told["bets"]) == (2, None)


def test_nothing_is_shown_once_the_game_is_over() -> None:
    """This holds even for an open card when only one player is left."""
    end = play_match(GAME, 3, 56, rivals=[random_player(GAME)] * 2).states[-1]
    assert end.card is not None
    assert GAME.odds_even_if_hidden(end) is None


def test_the_fair_bids_of_the_known_cards_are_whole_steps() -> None:
    """They are multiples of the smallest bill, and not above the exact fair bid."""
    for card, dice in ((K1, "1 2 2 4 4"), (K2, "1 2 4 4 5"), (K3, "2 2 2 5 6")):
        told = GAME.odds_even_if_hidden(Table().card(card, dice).state)
        assert told is not None
        fair = fair_bid(told["chance"], card[1])
        assert fair is not None
        assert told["fair_bid"] % 10_000 == 0
        assert 0 <= fair - told["fair_bid"] < 10_000


def nearly_broke(rule: str) -> Table:
    """Return a table with an auction of K1, whose bank has 100 000 left."""
    table = Table(bank_limit=rule, cards_in_game=36)
    for _ in range(6):
        table.card(("2 3 4 5 6", 1_000_000, 3), "2 3 4 5 6")
    assert table.bank == 100_000
    return table.card()


def test_a_bank_without_credit_pays_what_it_has() -> None:
    """Bids and bets are worth only what can be won: 100 000 of 160 000.

    After a success, nothing is left for those who bet yes; after a failure, the stake is.
    """
    told = GAME.odds_even_if_hidden(nearly_broke("unlimited").state)
    assert told is not None
    assert told["fair_bid"] == 40_000
    table = nearly_broke("physical")
    told = GAME.odds_even_if_hidden(table.state)
    assert told is not None
    chance = told["chance"]
    fair = fair_bid(chance, 100_000)
    assert fair is not None
    assert told["fair_bid"] == fair // 10_000 * 10_000 == 20_000
    told = GAME.odds_even_if_hidden(table.sell(0, 20_000).state)
    assert told is not None
    assert told["bets"]["yes"] == pytest.approx(-(1 - chance) * 100_000)
    assert told["bets"]["no"] == pytest.approx((1 - 2 * chance) * 100_000)
    assert table.feats()["best_bid"][2]["prize"] == 100_000
