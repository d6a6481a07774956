"""Each action of Last Chance as one line, and back."""

from random import Random
from typing import Any

import pytest

from engine.core.action import Action
from engine.core.game import Setup
from engine.core.refusals import BadAction
from engine.last_chance.actions import Bet, Count, Flip
from tests.engine.last_chance.table import GAME, K2, Table
from tests.engine.playing import random_action

ODD_NAMES = (
    ("Ana", "Ben", "Cy"),
    ("bids 10 000", "Ana bids 10 000", "Ana"),
    ("Nobody bids:", "The betting is closed", "Count 1"),
    ("counts 10 000 once", "a  b", "a b", "passes"),
)
HOUSE_RULES: tuple[dict[str, Any], ...] = (
    {},
    {"pass_is_final": True, "no_bid": "reroll_all", "early_stop": True},
    {"lock": "within_crack", "opener": "banker", "no_bid": "discard_card_draw_new"},
    {"lock": "until_cracked", "money": "deluxe", "joker_mode": "J_independent"},
)


def same(state: Any, action: Action, read: Action) -> bool:
    """Tell whether `read` is `action`; symbols of a card may come in another order."""
    if isinstance(action, Flip):
        return bool(GAME.play(state, action) == GAME.play(state, read))
    return read == action


@pytest.mark.parametrize("names", ODD_NAMES)
@pytest.mark.parametrize("options", HOUSE_RULES)
def test_every_line_of_random_games_parses_back(
    names: tuple[str, ...], options: dict[str, Any]
) -> None:
    """Whatever the players are called and whatever the house rules are."""
    for seed in range(10):
        rng, state = Random(seed), GAME.start(Setup(names, options=options))
        for _ in range(150):
            choices = GAME.legal(state)
            if not choices:
                break
            action = GAME.actions.parse(random_action(choices, rng))
            text = GAME.line(state, action)
            assert "\n" not in text
            assert same(state, action, GAME.parse_line(state, f" {text}\n")), text
            state = GAME.play(state, action)


def test_lines_of_what_is_not_allowed_parse_back_too() -> None:
    """What is wrong with an action is for the rules to say."""
    state = Table().state
    for action in (Count(2), Bet(1, 5_000, "no"), Bet(0, 10_000_000, "yes")):
        assert GAME.parse_line(state, GAME.line(state, action)) == action


def test_a_secret_bet_is_read_only_with_its_side() -> None:
    """The line keeps the secret, so it cannot be read back without the side."""
    state = Table(bet_visibility="secret_until_closed").card().sell(1, 210_000).state
    assert GAME.line(state, Bet(0, 50_000, "no")) == "Ana bets 50 000"
    assert GAME.parse_line(state, "Ana bets 50 000 on no") == Bet(0, 50_000, "no")
    with pytest.raises(BadAction) as refusal:
        GAME.parse_line(state, "Ana bets 50 000")
    assert refusal.value.code == "secret_bet"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Zoe bids 10 000",
        "Ana bids 10,000",
        "Ana bids 1 00 00",
        "Ana bets 50 000 on maybe",
        "Ana throws 3: 2 2 6",
        "Ben throws 4: 2 2 6, kept 2 4",
        "Ben throws 3: 2 2 7",
        "Ben lays 5 on place 3, C",
        "Ana counts 210 000 once",
        "Nobody bids: Cy tries for nothing",
        "Ben turns over 2 3 4 5 6, prize 160 000, 3 attempts",
        "Ana calls All In",
        "Ana draws 7",
    ],
)
def test_a_line_that_says_something_else_is_refused(text: str) -> None:
    """A wrong name, number or place is no small matter: nothing is read into a line."""
    state = Table(lock="within_crack").card(K2, "1 2 4 4 5").sell(1, 10_000).state
    with pytest.raises(BadAction) as refusal:
        GAME.parse_line(state, text)
    assert refusal.value.code == "unreadable"
    assert refusal.value.figures == {"line": text}
