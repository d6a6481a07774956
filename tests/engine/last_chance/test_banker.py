"""The banker's side of Last Chance: prompts, log lines, dice, deck."""

import json

import pytest

from engine.core.refusals import BadAction, NotAllowed, NotNow
from engine.games import GAMES
from engine.last_chance.cards import INVENTED_DECK
from tests.engine.last_chance.table import GAME, K1, KNOWN_CARDS, Table


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_deal(players: int) -> None:
    """Each player gets 5+5+5 bills; the bank keeps the rest, per denomination as in the box."""
    table = Table(*"ABCDEF"[:players])
    _, figures = table.prompts["deal"]
    assert figures["bills"] == [[10_000, 5], [50_000, 5], [100_000, 5]]
    counts = {3: [35, 25, 45], 4: [30, 20, 40], 5: [25, 15, 35], 6: [20, 10, 30]}[players]
    assert [count for _, count in reversed(table.state.bills_of("bank"))] == counts
    assert table.bank == {3: 6_100_000, 4: 5_300_000, 5: 4_500_000, 6: 3_700_000}[players]
    assert table.payments == [("bank", f"seat:{s}", 800_000, "deal") for s in range(players)]


@pytest.mark.parametrize("through", [1, 2])
def test_a_late_player_is_dealt_bills(through: int) -> None:
    """Players may join in any phase."""
    table = Table().card(dice="1 2 2 4 4")
    if through > 1:
        table.do("bid", seat=0, amount=170_000)
    table.do("join", name="Opa")
    assert table.happened["player_joined"] == {"type": "player_joined", "seat": 3, "name": "Opa"}
    assert table.payments == [("bank", "seat:3", 800_000, "deal")]
    assert table.happened["paid"]["bills"] == [[100_000, 5], [50_000, 5], [10_000, 5]]


def test_prompts_of_a_round() -> None:
    """They name who acts, the exact bills, and the figures of each moment."""
    table = Table(first=1)
    assert table.prompts["flip"] == (1, {"cards_left": 7})
    table.card(dice="")
    assert table.prompts["first_roll"] == (1, {})
    table.do("roll", faces=list("12244"))
    assert table.prompts["bidding"] == (None, {"min": 10_000})
    assert table.prompts["nobody_bids"][0] is None
    table.do("bid", seat=0, amount=170_000)
    assert table.prompts["count"] == (0, {"next": 1, "amount": 170_000, "seconds": 3.0})
    for k in (1, 2, 3):
        table.do("count", k=k)
    bills = [[100_000, 1], [50_000, 1], [10_000, 2]]
    assert table.prompts["stake"] == (
        0,
        {"amount": 170_000, "bills": bills, "last_chance": False},
    )
    assert table.prompts["bets"] == (None, {"min": 10_000, "max": 100_000, "seats": [1, 2]})
    table.throw("2 4", "1 1 3")
    assert table.prompts["throw"] == (
        0,
        {"attempts_left": 2, "attempts": 3, "needs": [["5", "6"]]},
    )
    table.throw("2 4 3", "5 6")
    assert list(table.prompts) == ["flip"]
    assert [event["type"] for event in table.events] == ["rolled", "card_cracked", "paid", "paid"]


def test_a_lucky_flash_and_an_elimination_are_announced() -> None:
    """The banker says what to pay, and who is out."""
    table = Table().card(K1, "2 3 4 5 6")
    bills = [[100_000, 1], [50_000, 1], [10_000, 1]]
    assert table.happened["lucky_flash"]["prize"] == 160_000
    assert table.happened["paid"]["bills"] == bills
    table.card().do("last_chance", seat=2).miss()
    assert (
        table.happened["crack_failed"]["seat"] == table.happened["player_eliminated"]["seat"] == 2
    )
    table.sell(1, 810_000)
    assert table.prompts["overbid"][1]["short"] == 10_000
    table = Table().card(("2 3 4 5 6", 500_000, 3))
    assert "unusual_card" in table.prompts


def test_dice_become_the_right_action() -> None:
    """Five faces and the dice not rolled become the first roll or an attempt."""
    table = Table().card(dice="")
    first = GAME.action_from_roll(table.state, list("12244"), [])
    assert first.to_json() == {"type": "roll", "faces": ["1", "2", "2", "4", "4"], "seat": None}
    with pytest.raises(NotAllowed, match="All dice"):
        GAME.action_from_roll(table.state, list("12244"), [1])
    table.do("roll", faces=list("12244"))
    with pytest.raises(NotNow):
        GAME.action_from_roll(table.state, list("12244"), [])
    table.sell(0, 10_000)
    throw = GAME.action_from_roll(table.state, list("62241"), [1, 3])
    told = {"type": "throw", "kept": ["2", "4"], "thrown": ["6", "2", "1"], "seat": None}
    assert throw.to_json() == told
    for faces, kept in ((list("62247"), []), (list("62241"), [5])):
        with pytest.raises(BadAction):
            GAME.action_from_roll(table.state, faces, kept)


def test_awaited_dice() -> None:
    """Five dice are awaited for the first roll and for attempts, none in an auction."""
    table = Table()
    assert GAME.awaited_dice(table.state) is None
    waited = GAME.awaited_dice(table.card(dice="").state)
    assert waited
    assert (waited.count, waited.before, waited.fixed) == (5, (), ())
    table.do("roll", faces=list("12244"))
    assert GAME.awaited_dice(table.state) is None
    waited = GAME.awaited_dice(table.sell(0, 10_000).state)
    assert waited
    assert waited.before == ("1", "2", "2", "4", "4")


def test_each_awaited_roll_differs_from_every_other() -> None:
    """Betting does not change the awaited roll; another attempt with the same dice is a new one."""
    table = Table().card().sell(0, 10_000)
    first = GAME.awaited_dice(table.state)
    assert GAME.awaited_dice(table.do("close_bets").state) == first
    again = GAME.awaited_dice(table.throw("1 2 2 4", "4").state)
    assert first
    assert again
    assert (again.before, again.throw != first.throw) == (first.before, True)


def test_a_card_that_is_sold_again_awaits_other_rolls() -> None:
    """This holds even without a roll in between, and if the first roll is repeated."""
    table = Table(no_bid="reroll_all", early_stop=True).card(("2 3 4 5 6", 160_000, 1), dice="")
    throws = [GAME.awaited_dice(table.state)]
    table.do("roll", faces=list("12244")).do("no_bid")
    throws.append(GAME.awaited_dice(table.state))
    table.do("roll", faces=list("12244"))
    for seat in (0, 1):
        throws.append(GAME.awaited_dice(table.sell(seat, 10_000).state))
        table.throw("1 2 2 4", "4")
    told = [waited.throw for waited in throws if waited is not None]
    assert len(set(told)) == len(throws) == 4


def test_the_invented_deck_is_drawn_without_repeats() -> None:
    """Chance offers each of 36 cards once, within the ranges seen on real cards."""
    table = Table(cards_in_game=36)
    assert GAME.possible_draws(Table().card().state) == ()
    for left in range(36, 0, -1):
        cards = GAME.possible_draws(table.state)
        assert len(cards) == left
        card = cards[0].to_json()
        table.card((" ".join(card["symbols"]), card["prize"], card["attempts"]), "")
        face_up = table.view["card"]["symbols"]
        dice = [s if s in "123456" else {"L": "1", "C": "2"}[s] for s in face_up]
        table.do("roll", faces=dice)
    assert table.phase == "over"
    assert len({card.symbols for card in INVENTED_DECK}) == 36
    assert all(130_000 <= c.prize <= 360_000 and c.attempts in (3, 4) for c in INVENTED_DECK)
    assert not set(KNOWN_CARDS) & set(INVENTED_DECK)


def test_an_exhausted_deck_is_shuffled_again() -> None:
    """After the last card, those that nobody won are shuffled and offered again."""
    table = Table(no_bid="discard_card_draw_new")
    for number in range(37):
        cards = GAME.possible_draws(table.state)
        assert len(cards) == (36 - number if number < 36 else 36)
        table.state = GAME.play(table.state, cards[0]).state
        table.do("roll", faces=_missing(table)).do("no_bid")


def _missing(table: Table) -> list[str]:
    """Return dice that do not crack the card on the table."""
    printed = [s for s in table.view["card"]["symbols"] if s in "123456"]
    return list("12345") if len(printed) < 3 else [str(7 - int(printed[0]))] * 5


def test_the_game_is_listed_by_its_id() -> None:
    """It also describes itself in JSON."""
    assert GAMES[GAME.id] is GAME
    json.dumps(GAME.description_for_page())


def test_the_same_card_twice_is_remarked_on() -> None:
    """Each card of a box is unique, but cards may be put back."""
    table = Table().card()
    assert "card_again" not in table.prompts
    table.sell(0, 10_000).crack().card()
    assert table.prompts["card_again"] == (None, {})
    back = Table(no_bid="discard_card_draw_new").card().do("no_bid").card()
    assert "card_again" not in back.prompts


def test_the_auction_follows_the_first_roll() -> None:
    """This holds even if somebody left after the card was turned over."""
    table = Table().card(dice="").do("leave", seat=2).do("roll", faces=[*"12244"])
    assert "auction_opened" in table.happened
    assert any(event.opens_scene for event in table.plays[-1].events)
