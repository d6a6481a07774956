"""The automatic player of Last Chance bids, bets, calls and keeps dice sensibly, and wins."""

from typing import Any

import pytest

from engine.core.action import Action
from engine.core.dice import Throw
from engine.last_chance.odds import odds_of_card
from engine.last_chance.player import _limit, decide, highest_wise_stake
from engine.last_chance.rules import lowest_bid
from engine.last_chance.state import Bet, Bid, CallLastChance, CountHighBid, Eliminate, NoBid, Pass
from tests.engine.last_chance.table import GAME, K1, K2, K3, Table
from tests.engine.rivals import play_match, share_won


def first(n: int) -> int:
    """Pick the first of everything."""
    return 0


def said(table: Table, seat: int | None) -> Action | None:
    """Return what the player at `seat` does."""
    return decide(table.state, seat, first)


def test_the_highest_stake_by_expected_log_wealth() -> None:
    """A sure gain is worth all cash, no gain is worth 0, and nobody stakes their last bill."""
    assert highest_wise_stake(1.0, 160_000, 800_000) == 800_000
    assert highest_wise_stake(0.0, 160_000, 800_000) == 0
    # Half a chance of a gain g: (cash + g)(cash - stake) = cash².
    assert highest_wise_stake(0.5, 160_000, 800_000) == pytest.approx(
        800_000 - 800_000**2 / 960_000
    )
    stakes = [highest_wise_stake(chance / 10, 160_000, 800_000) for chance in range(10)]
    assert stakes == sorted(stakes)
    assert stakes[-1] < 800_000


def test_it_bids_more_if_the_chance_is_better() -> None:
    """Nobody bids more than a sensible stake; then the table counts and sells the card."""
    bids = []
    for dice in ("1 1 1 1 1", "1 2 2 4 4", "2 3 4 5 5"):
        table = Table().card(K1, dice)
        while (action := said(table, 0) or said(table, 1)) is not None:
            assert isinstance(action, Bid)
            table.do("bid", seat=action.seat, amount=action.amount)
        bids.append(table.state.high_bid.amount)
        [other] = {0, 1} - {table.state.high_bid.seat}
        assert lowest_bid(table.state, other) > _limit(table.state, other)
    assert bids == sorted(bids)
    assert bids[0] < bids[1] < bids[2] < 800_000
    assert said(table, None) == CountHighBid(1)


def test_it_keeps_the_best_dice() -> None:
    """It keeps one of the best sets; chance picks a face for each die that is rolled."""
    for card, dice in ((K1, "1 2 2 4 4"), (K2, "1 2 4 4 5"), (K3, "2 2 2 5 6")):
        table = Table().card(card, dice).sell(1, 100_000).do("close_bets")
        action = said(table, 1)
        assert isinstance(action, Throw)
        assert action.kept in odds_of_card(card[0].split(), dice.split(), card[2]).best_keeps
        assert action.thrown == ("1",) * (5 - len(action.kept))
        assert said(table, 0) is None


def test_it_bets_on_the_likelier_side() -> None:
    """Nobody bets on themselves, twice, or at an even chance."""
    table = Table().card(K1, "2 3 4 5 5").sell(1, 100_000)  # 1 - (5/6)³ = 0.42
    assert said(table, 0) == Bet(0, 100_000, "no")
    assert said(table, 1) is None
    table.do("bet", seat=0, amount=100_000, on="no")
    assert said(table, 0) is None
    table = Table().card(("2 L L L L", 160_000, 4), "2 3 3 3 5").sell(1, 100_000)
    edge = 2 * chance(table) - 1
    assert 0 < edge < 0.1
    assert said(table, 2) == Bet(2, int(edge * 80) * 10_000, "yes")


def chance(table: Table) -> float:
    """Return the chance of the card on the table."""
    told: Any = GAME.odds_even_if_hidden(table.state)
    return float(told["chance"])


def poor(table: Table, seat: int, cash: int) -> Table:
    """Let `seat` fail to crack cards until only `cash` is left."""
    table.card(K1, "1 1 1 1 1").sell(seat, 800_000 - cash)
    return table.miss()


def test_a_player_without_money_calls_before_the_card_is_sold() -> None:
    """They call on good cards only, and wait for the last count while others bid."""
    table = poor(Table(), 0, 0).do("bid", seat=1, amount=10_000)
    assert said(table, 0) is None
    table.do("count", k=1).do("count", k=2)
    assert chance(table) < 0.5
    assert said(table, 0) is None
    table = Table(cards_in_game=1)
    poor(table, 0, 0).do("bid", seat=1, amount=10_000).do("count", k=1)
    assert said(table, 0) is None
    table.do("count", k=2)
    assert said(table, 0) == CallLastChance(0)


def test_a_player_who_must_open_does() -> None:
    """The last cracker bids at least 0; a banker may pass."""
    table = Table(preset="ravensburger_ewjimmy").card(K1, "1 1 1 1 1")
    assert isinstance(said(table, 0), Bid)
    assert said(table, 1) is None
    table = poor(Table(opener="banker", lc_enabled=False), 0, 0)
    assert said(table, 0) == Pass(0)
    table.do("pass", seat=0)
    assert said(table, None) == NoBid()


def test_a_table_that_waits_gets_a_bid() -> None:
    """Somebody bids the minimum although nobody wants the card; a player without money calls."""
    table = Table(no_bid="wait", elim_cash="stays_frozen").card(
        ("1 1 1 1 1", 10_000, 1), "2 2 2 2 2"
    )
    assert said(table, None) is None
    assert said(table, 2) == Bid(2, 10_000)


def test_a_call_waits_for_the_first_player_too() -> None:
    """A player without money does not call on a bad card while the player at seat 0 can bid."""
    table = Table(no_bid="wait").card(("1 1 1 1 1", 10_000, 1), "2 2 2 2 2")
    table.sell(1, 800_000).miss().sell(2, 800_000).miss()
    assert said(table, 1) is None
    assert said(table, 0) == Bid(0, 10_000)


def test_a_player_whom_only_the_last_card_can_save_stakes_all() -> None:
    """The richest player, who has no card, stakes all; a player with a card bids sensibly."""
    table = Table(cards_in_game=2).card(K1, "1 1 1 1 1").sell(0, 100_000).crack()
    table.card(K1, "1 1 1 1 1").sell(0, 900_000).miss()
    assert table.cash[:2] == [60_000, 800_000]
    assert _limit(table.state, 1) == 800_000
    assert _limit(table.state, 0) < 60_000


def test_the_table_eliminates_overbidders() -> None:
    """The house rule allows overbids; no automatic player makes one."""
    table = Table(overbid="eliminate_at_call").card().do("bid", seat=0, amount=900_000)
    assert said(table, None) == Eliminate(0)


HOUSE_RULES: tuple[dict[str, Any], ...] = (
    {"no_bid": "wait", "lc_enabled": False, "one_left": "play_on"},
    {"no_bid": "reroll_all", "overbid": "eliminate_at_call"},
    {"no_bid": "discard_card_draw_new", "initial_roll": False, "pass_is_final": True},
    {"opener": "banker", "auction_clock": "manual", "lc_zero": "need_10000"},
    {"opener": "last_cracker", "min_bid": "zero", "lc_per_player": 3},
    {"money": "mb", "lock": "within_crack", "early_stop": True},
    {"money": "deluxe", "joker_mode": "J_independent", "lock": "until_cracked"},
    {"bank_limit": "physical", "joker_vs_printed": "must_differ", "bets_to_cracker": True},
    {"bet_visibility": "secret_until_closed", "cards_in_game": 36},
)


@pytest.mark.parametrize("options", HOUSE_RULES)
def test_games_end_under_every_house_rule(options: dict[str, Any]) -> None:
    """The amount of money stays the same."""
    for seed in range(2):
        match = play_match(GAME, 3, seed, options)
        totals = {sum(GAME.balances(state).values()) for state in match.states}
        assert len(totals) == 1


def test_it_beats_random_players() -> None:
    """As one of four players, it wins far more than a quarter of the games."""
    assert share_won(GAME, 4, 25, {"overbid": "refuse_bid"}) > 0.8
