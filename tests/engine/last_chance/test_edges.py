"""The edge cases of Rules §1.4, and the end of a game."""

from engine.core.event import run_steps
from engine.core.ledger import Transfer
from engine.last_chance.state import make_transfers
from tests.engine.last_chance.table import GAME, K1, Table


def test_a_player_without_money_stays() -> None:
    """They cannot bet, or bid without risk, but they flip cards and may have a lucky flash."""
    table = Table(overbid="refuse_bid").card().sell(1, 800_000).miss()
    assert table.cash[1] == 0
    assert 1 not in [choice["seat"] for choice in table.choices("bid")]
    table.sell(0, 10_000)
    assert [choice["seat"] for choice in table.choices("bet")] == [2]
    assert table.code("bet", seat=1, amount=10_000, on="no") == "not_enough_cash"
    assert table.crack().state.flipper == 1
    assert table.card(K1, "2 3 4 5 6").cash[1] == 160_000


def test_an_eliminated_player_takes_no_part() -> None:
    """They are skipped and keep their cards, which stay counted."""
    table = Table("Ana", "Ben", "Cy", "Di").card().sell(1, 10_000).crack()
    table.card().sell(1, 10_000_000 - 2_000_000).do("eliminate", seat=1)
    assert table.view["cards_left"] == 6
    assert len(table.view["seats"][1]["cards"]) == 1
    for kind, fields in (
        ("bid", {"amount": 10_000}),
        ("last_chance", {}),
        ("pass", {}),
    ):
        assert table.code(kind, seat=1, **fields) == "eliminated"
    table.sell(0, 10_000)
    assert table.code("bet", seat=1, amount=10_000, on="no") == "eliminated"
    assert table.crack().state.flipper == 2


def test_an_eliminated_flipper_is_followed_by_the_left_neighbour() -> None:
    """A flipper who overbids is out, and the next player to the left flips."""
    table = Table(first=2).card().sell(2, 810_000).do("eliminate", seat=2)
    assert table.sell(1, 10_000).crack().state.flipper == 0


def test_an_eliminated_crackers_free_try_passes_to_the_left() -> None:
    """If the last cracker is out and nobody bids, the player to their left tries for nothing."""
    table = Table().card().do("last_chance", seat=2).miss().do("no_bid")
    assert table.state.cracker == 0


def test_raising_ones_own_bid_is_allowed_with_a_remark() -> None:
    """The banker makes the remark."""
    table = Table().card().do("bid", seat=0, amount=10_000).do("bid", seat=0, amount=20_000)
    assert table.happened["bid_placed"]["raises_own_bid"]
    assert not table.do("bid", seat=1, amount=30_000).happened["bid_placed"]["raises_own_bid"]


def test_a_raise_restarts_the_count() -> None:
    """After "one", "two" and a raise, the count starts again at one."""
    table = Table().card().do("bid", seat=0, amount=10_000).do("count", k=1).do("count", k=2)
    assert table.do("bid", seat=1, amount=20_000).view["count"] == 0
    refusal = table.refused("count", k=3)
    assert (refusal["code"], refusal["next"]) == ("wrong_count", 1)
    assert table.code("no_bid") == "there_is_a_bid"


def test_last_chance_beats_any_bid_until_three() -> None:
    """Calling it ends the auction, even for the high bidder; after three it is too late."""
    table = Table().card().do("bid", seat=0, amount=700_000).do("count", k=1).do("count", k=2)
    table.do("last_chance", seat=0)
    assert (table.state.cracker, table.view["stake"]) == (0, 800_000)
    late = Table().card().sell(0, 10_000)
    assert late.code("last_chance", seat=1) == "wrong_phase"


def test_bets_on_a_last_chance() -> None:
    """The other players may bet on a last chance too."""
    table = Table().card().do("last_chance", seat=0)
    assert table.do("bet", seat=1, amount=100_000, on="yes").crack().cash[1] == 900_000


def test_a_bet_can_be_turned_changed_and_taken_back() -> None:
    """Each player has one token: the bet on the table counts, and bills that stay are not moved."""
    table = Table().card().sell(0, 10_000).do("bet", seat=1, amount=50_000, on="no")
    table.do("bet", seat=1, amount=50_000, on="yes")
    assert table.view["bets"] == [
        {"seat": 1, "amount": 50_000, "on": "yes", "bills": [[50_000, 1]]}
    ]
    assert table.payments == []
    table.do("bet", seat=1, amount=20_000, on="yes")
    assert (table.cash[1], table.payments[0][-1]) == (780_000, "bet_back")
    table.do("bet", seat=1, amount=100_000, on="yes")
    assert table.cash[1] == 700_000
    table.do("take_back", seat=1)
    assert (table.cash[1], table.view["bets"]) == (800_000, [])
    assert table.happened["bet_taken_back"]["amount"] == 100_000
    assert table.code("take_back", seat=1) == "no_bet"
    assert table.prompts["bets"][1]["seats"] == [1, 2]


def test_a_player_with_no_other_money_cannot_raise_a_bet() -> None:
    """They may switch sides or reduce it."""
    table = Table().card().sell(0, 10_000)
    spent = Transfer("seat:1", "bank", 760_000, "deal")
    table.state = run_steps(make_transfers(table.state, spent)).state
    table.do("bet", seat=1, amount=40_000, on="no").do("bet", seat=1, amount=40_000, on="yes")
    assert table.choices("bet")[0]["fields"]["amount"]["max"] == 40_000
    assert table.code("bet", seat=1, amount=50_000, on="yes") == "not_enough_cash"
    assert table.do("bet", seat=1, amount=10_000, on="yes").cash[1] == 30_000


def test_no_bet_after_the_first_roll() -> None:
    """Nor after the betting is closed; existing bets stay."""
    table = Table().card().sell(0, 10_000).do("bet", seat=1, amount=10_000, on="no")
    table.throw("", "1 1 1 1 1")
    assert table.code("take_back", seat=1) == "wrong_phase"
    assert table.code("bet", seat=2, amount=10_000, on="yes") == "wrong_phase"
    closed = Table().card().sell(0, 10_000).do("close_bets")
    assert closed.code("bet", seat=1, amount=10_000, on="yes") == "wrong_phase"
    assert closed.code("close_bets") == "wrong_phase"


def test_a_whole_game_ends_with_a_ranking() -> None:
    """After seven cards the richest player with a card wins; one without a card has no place."""
    table = Table()
    for winner in (0, 1, 0, 1, 1, 0, 1):
        table.card().sell(winner, 10_000).crack()
    assert table.phase == "over"
    assert table.view["ranking"] == [
        {"seat": 1, "place": 1, "cash": 1_440_000, "cards": 4, "qualified": True},
        {"seat": 0, "place": 2, "cash": 1_280_000, "cards": 3, "qualified": True},
        {"seat": 2, "place": None, "cash": 800_000, "cards": 0, "qualified": False},
    ]
    assert table.prompts["game_over"] == (None, {"winners": [1]})
    assert GAME.is_over(table.state)
