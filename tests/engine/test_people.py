"""What happens to money, bones and cards when people join late or leave early."""

from typing import Any

import pytest

from engine.core.game import Game
from engine.core.offered_game import Setup
from engine.core.people import Leave
from engine.games import GAMES
from tests.engine.den_letzten.table import Table as Dogs
from tests.engine.jour_de_chance.table import Table as Chance
from tests.engine.last_chance.table import Table as Auction
from tests.engine.last_one.table import Table as Cards
from tests.engine.yacht.table import Table as Yacht


def test_a_cracker_leaves() -> None:
    """Their stake and cash go to the bank, bets are returned, and the card is sold as it is."""
    table = Auction("Ana", "Ben", "Cy").card().sell(0, 100_000)
    table.do("bet", seat=1, amount=50_000, on="no").throw("", "1 1 1 1 1").do("leave", seat=0)
    assert (table.cash, table.bank) == ([0, 800_000, 800_000], 8_500_000 - 1_600_000)
    assert (table.phase, table.happened["player_left"]["seat"]) == ("auction", 0)
    assert "".join(die["face"] for die in table.view["dice"]) == "11111"


def test_the_highest_bidder_and_a_bettor_leave() -> None:
    """The bidding restarts; the leaver's bet goes to the bank, and the crack goes on."""
    table = Auction("Ana", "Ben", "Cy", "Di").card().do("bid", seat=3, amount=10_000)
    assert table.do("leave", seat=3).view["high_bid"] is None
    table.sell(0, 100_000).do("bet", seat=1, amount=50_000, on="no").do("leave", seat=1)
    assert (table.phase, table.view["bets"], table.cash[1]) == ("bets", [], 0)


def test_the_last_player_left_gets_their_stake_back() -> None:
    """The game is over, and no stake or bet is left on the table."""
    table = Auction("Ana", "Ben", "Cy").card().do("leave", seat=2).sell(0, 100_000)
    table.do("bet", seat=1, amount=50_000, on="no").do("leave", seat=1)
    assert (table.phase, table.cash) == ("over", [800_000, 0, 0])
    assert GAMES["last_chance"].result(table.state).winners == (0,)


def test_a_late_bidder_gets_the_usual_money() -> None:
    """They get bills too and may bid at once."""
    table = Auction("Ana", "Ben", "Cy").card().do("join", name="Di")
    assert table.state.bills_of("seat:3") == [(100_000, 5), (50_000, 5), (10_000, 5)]
    assert table.sell(3, 10_000).state.cracker == 3


def test_the_dark_dog_s_owner_leaves() -> None:
    """Their bones go into the box; the round is played to its end, then the next player leads."""
    table = Dogs(4).do("throw_white", faces=["1", "2"]).do("stop")
    table.do("leave", seat=0)
    assert table.view["box"] == 6 + 6
    for _ in range(3):
        table.do("throw_white", faces=["dog", "dog"])
    assert (table.phase, table.view["first_player"], table.view["round"]) == ("step_dog", 1, 1)


@pytest.mark.parametrize("thrown", [False, True])
def test_the_dark_dog_s_owner_leaves_in_their_own_turn(thrown: bool) -> None:
    """The next player gets the dark dog and leads this round, the one after leads the next."""
    table = Dogs(4)
    if thrown:
        table.do("throw_white", faces=["1", "2"])
    table.do("leave", seat=0)
    assert (table.phase, table.view["first_player"], table.state.turn) == ("throw", 1, 1)
    for _ in range(3):
        table.do("throw_white", faces=["dog", "dog"])
    assert (table.phase, table.view["first_player"], table.state.turn) == ("step_dog", 2, 2)


def test_a_late_dog_runner_gets_as_many_bones_as_the_poorest() -> None:
    """They never get more than the box still holds."""
    table = Dogs(5).do("join", name="Zoe")
    assert [seat["bones"] for seat in table.view["seats"]] == [5] * 6
    assert table.view["box"] == 0


def test_a_player_leaves_a_melee() -> None:
    """The melee ends without a draw; the leaver's cards go back into the stock."""
    table = Cards(players=4).open("9♥").say("Ana plays 4♥").do("leave", seat=1)
    assert (table.phase, table.game.turn(table.state), table.cards) == ("turn", 2, [6, 0, 7, 7])
    assert table.code("play", seat=1, card="5H") == "has_left"


def test_announced_points_count_for_a_player_who_leaves() -> None:
    """The player leaves while the hand is counted."""
    table = Cards(players=4, limit=300).open("9♥").say("Ana is out of cards", "Ben scores 90")
    table.do("leave", seat=1).say("Cleo scores 20").do("leave", seat=3)
    assert table.view["sheet"] == [[0, 90, 20, None]]
    assert (table.points, table.phase) == ([0, 90, 20, 0], "deal")
    table.do("leave", seat=2)
    ranking = [(row["seat"], row["place"]) for row in table.view["ranking"]]
    assert ranking == [(0, 1), (2, 2), (3, 3), (1, 4)]


def test_the_last_loser_leaves_after_announcing_points() -> None:
    """The match is over, and the hand's points are on the sheet."""
    table = Cards(players=3, limit=300).open("9♥").say("Ana is out of cards", "Ben scores 90")
    table.do("leave", seat=2)
    assert (table.phase, table.points) == ("deal", [0, 90, 0])
    table.open("9♥").say("Ana is out of cards").do("leave", seat=1)
    assert (table.phase, table.view["sheet"]) == ("over", [[0, 90, None], [0, None, None]])


def test_a_late_card_player_waits_for_the_deal() -> None:
    """They start with as many points as the player with the most."""
    table = Cards().open("9♥")
    assert table.code("join", name="Dora") == "no_joining"
    table.say("Ana is out of cards", "Ben scores 20", "Cleo scores 30").do("join", name="Dora")
    assert table.points == [0, 20, 30, 30]
    assert table.do("deal", size=5).cards == [5] * 4


def test_a_jour_de_chance_player_leaves_and_another_comes() -> None:
    """Their row is discarded; the new player has no cards and must draw."""
    table = Chance(3)
    for card in (1, 5, 7):
        table.do("deal_card", card=card)
    table.do("leave", seat=0).do("join", name="Zoe")
    assert (table.turn, sum(table.state.discards)) == (1, 1)
    table.do("draw_card", card=8).do("draw_card", card=9)
    assert table.turn == 3
    assert table.code("bank_card", owner=1, card=5) == "must_draw"


def test_a_yacht_player_leaves_and_another_comes() -> None:
    """The dice pass to the next player; the new player fills the rest of their sheet alone."""
    table = Yacht(3).throw("1 1 1 1 1").do("leave", seat=0).do("join", name="Zoe")
    assert (table.turn, table.view["dice"], table.view["round"]) == (1, [], 1)
    boxes = table.view["boxes"]
    for box in boxes:
        for seat in (1, 2) if box == boxes[0] else (3, 1, 2):
            assert table.turn == seat
            table.throw("1 2 3 4 6").score(box if seat != 3 else boxes[boxes.index(box) - 1])
    assert (table.turn, table.view["round"]) == (3, 13)
    table.throw("1 2 3 4 6").score(boxes[-1])
    assert table.phase == "over"
    assert [row["place"] for row in table.view["ranking"]] == [1, 1, 1, 4]
    alone = Yacht(2).do("leave", seat=1).throw("1 2 3 4 6").score("ones")
    assert (alone.turn, alone.code("leave", seat=0)) == (0, "no_leaving")


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_a_player_who_left_does_not_lead(game: Game[Any]) -> None:
    """Nor does anybody lead at the start, before anything is scored."""
    state = game.start(Setup(("Ana", "Ben", "Cleo"))).state
    everybody = () if game.id in ("last_chance", "free_table") else (0, 1, 2)
    assert game.leaders(state) == everybody
    assert game.leaders(game.play(state, Leave(1)).state) == tuple(s for s in everybody if s != 1)


def test_only_a_player_with_a_card_leads() -> None:
    """A player with more money but no card could not win."""
    table = Auction("Ana", "Ben", "Cy").card().sell(0, 500_000).miss().sell(0, 10_000).crack()
    assert table.cash == [460_000, 800_000, 800_000]
    assert GAMES["last_chance"].leaders(table.state) == (0,)


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_names_are_put_right(game: Game[Any]) -> None:
    """A new name must not be empty or taken; other players' names stay the same."""
    table = {"last_chance": Auction, "den_letzten": Dogs, "last_one": Cards}.get(game.id, Chance)(
        *(("Ana", "Ben", "Cy") if game.id == "last_chance" else (3,))
    )
    before = table.state.names
    assert table.code("rename", seat=0, name=f" {before[1].upper()}") == "duplicate_name"
    assert table.code("rename", seat=0, name="  ") == "bad_name"
    assert table.code("rename", seat=9, name="Zoe") == "no_such_seat"
    assert table.do("rename", seat=0, name="Zoe ").state.names == ("Zoe", *before[1:])
    renamed = {"type": "player_renamed", "seat": 0, "old_name": before[0], "name": "Zoe"}
    assert table.events == [renamed]
