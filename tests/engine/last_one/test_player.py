"""The automatic player of Last One plays sensibly, sees only its own cards, and wins."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.core.action import Action
from engine.last_one.player import decide
from engine.last_one.state import (
    CallLastCard,
    DeclareJoker,
    DrawCards,
    EndMelee,
    FinePlayer,
    NameSuit,
    Pass,
    PlayCard,
    State,
)
from tests.engine.last_one.table import GAME, Table
from tests.engine.rivals import play_match, share_won


def said(table: Table, seat: int | None) -> Action | None:
    """Return what the player at `seat` does if chance always picks the first option."""
    return decide(table.state, seat, lambda n: 0)


def full(*hands: str, top: str, **options: Any) -> Table:
    """Return a table with these hands, where Ana has to play on `top`."""
    return Table(len(hands), cards="full", **options).lay(*hands, top=top)


def test_it_sheds_high_cards_and_keeps_wild_ones() -> None:
    """It plays a king before a 9, an 8 only if nothing else fits, and otherwise draws."""
    others = ("5♦ 6♦ 7♦ 9♦ 10♦", "5♣ 6♣ 7♣ 9♣ 10♣")
    assert said(full("9♠ K♠ 8♥ joker", *others, top="10♠"), 0) == PlayCard(0, "KS")
    table = full("9♥ K♥ 8♣ J♥", *others, top="10♠")
    assert said(table, 0) == PlayCard(0, "8C", None, "hearts")
    assert said(full("9♥ K♥", *others, top="10♠"), 0) == DrawCards(0)
    assert said(full("9♥ K♥", *others, top="10♠"), 1) is None


def test_a_joker_or_8_is_played_when_somebody_is_nearly_out() -> None:
    """They cost most if they are left in the hand."""
    assert said(full("9♠ 8♥ 5♦", "5♣", "7♣ 9♣", top="10♠"), 0) == PlayCard(
        0, "8H", None, "diamonds"
    )


def test_it_calls_and_waits_for_calls() -> None:
    """The table fines players who forget, and automatic players wait for calls."""
    table = full("9♠ K♠", "5♦ 6♦ J♠", "7♣ 9♣ K♦", top="10♠").say("Ana plays K♠")
    assert said(table, 0) == CallLastCard(0)
    assert said(table, 1) is None
    assert said(table, None) == FinePlayer(0, "last_card")
    table.do("call_last_card", seat=0)
    assert said(table, 1) == PlayCard(1, "JS")


def test_a_melee_is_joined_to_save_oneself() -> None:
    """The defender continues it if possible, even with a joker; others join only to end it."""
    hands = ("4♠ K♠ 2♥", "5♠ 6♦ J♠", "9♣ K♦ joker")
    table = full(*hands, top="10♠").say("Ana plays 4♠")
    assert said(table, 1) == PlayCard(1, "5S")
    assert said(table, 2) is None
    table.say("Ben plays 5♠")
    assert said(table, 0) is None
    assert said(table, 2) is None
    assert said(table, None) == EndMelee(0)
    table = full("4♠ K♠ 2♥", "9♣ K♦ joker", "5♠ 6♦ J♠", top="10♠").say("Ana plays 4♠")
    assert said(table, 1) == PlayCard(1, "Joker", "5S")


def test_any_card_goes_on_a_3() -> None:
    """The player plays their most expensive card."""
    table = full("3♠ K♦ 5♥ 9♠", "5♦ 6♦ J♠", "7♣ 9♣ Q♦", top="10♠")
    assert said(table, 0) == PlayCard(0, "3S")
    assert said(table.say("Ana plays 3♠"), 0) == PlayCard(0, "KD")


def test_the_dealer_names_the_suit_they_hold() -> None:
    """So they do after an 8 or joker was turned up. After drawing, they may pass."""
    table = full("9♠ K♠", "5♦ 6♦ J♠", "7♣ 9♣ Q♣", top="8♠")
    ready = replace(table.state, phase="name_suit", turn=2)
    assert decide(ready, 2, lambda n: 0) == NameSuit("clubs", 2)
    assert decide(replace(ready, phase="declare"), 2, lambda n: 0) == DeclareJoker("3C", 2)
    table = full("9♥ K♥", "5♦ 6♦ J♠", "7♣ 9♣ Q♣", top="10♠", draw_then_play=True)
    drawn = replace(table.state, phase="drawn")
    assert decide(drawn, 0, lambda n: 0) == Pass(0)


def shuffled(state: State, seat: int, rng: Random) -> State:
    """Return `state` with all cards that `seat` does not see dealt again at random."""
    hidden = list(state.stock_cards)
    for number, other in enumerate(state.seats):
        hidden += other.known_cards if number != seat else ()
    rng.shuffle(hidden)
    seats = []
    for number, other in enumerate(state.seats):
        if number != seat:
            other = replace(other, known_cards=tuple(hidden[: other.card_count]))
            del hidden[: other.card_count]
        seats.append(other)
    return replace(state, seats=tuple(seats), stock_cards=tuple(hidden))


def test_it_does_not_look_into_other_hands() -> None:
    """Its action does not depend on the cards that others hold."""
    rng = Random(1)
    match = play_match(GAME, 4, 1)
    acts = 0
    for state in match.states:
        for seat in range(4) if not state.seats_to_take else ():
            action = decide(state, seat, lambda n: 0)
            acts += action is not None
            assert decide(shuffled(state, seat, rng), seat, lambda n: 0) == action
    assert acts > 100


def test_a_scorer_has_no_automatic_players() -> None:
    """Nobody can play cards that the table does not know."""
    assert all(said(Table(), seat) is None for seat in (None, 0, 1, 2))


HOUSE_RULES: tuple[dict[str, Any], ...] = (
    {"three": "must", "eight_same_suit": "must_change", "opening_special": "rebury"},
    {"two_stacks": True, "draw_then_play": True, "hand_size": 9, "finish_effects": "resolved"},
    {"melee_top": "K", "attacker_follows_self": True, "after_melee": "after_last_defender"},
    {"melee_top": "8", "joker_in_melee": False, "dealer_chooses": True, "call_window": "within_3s"},
)


@pytest.mark.parametrize("options", HOUSE_RULES)
def test_games_end_under_every_house_rule(options: dict[str, Any]) -> None:
    """No card is lost."""
    for seed in range(2):
        match = play_match(GAME, 4, seed, options)
        assert {sum(GAME.balances(state).values()) for state in match.states} == {54}


def test_it_beats_random_players() -> None:
    """As one of three players, it wins far more than a third of the games."""
    assert share_won(GAME, 3, 25) > 0.6
