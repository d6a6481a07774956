"""A scorer who enters a game of full rules gets the same turns, draws and points."""

from random import Random
from typing import Any

import pytest

from engine.core.offered_game import Setup
from engine.last_one.cards import total_points
from engine.last_one.state import State
from tests.engine.last_one.table import GAME, NAMES, house_rules, willing

SECRET = ("seats", "stock_cards", "options", "phase")
"""Parts of a state in which a scorer differs: what he does not know, and that he waits."""


def mirror(full: State, scorer: State, action: dict[str, Any]) -> tuple[State, State]:
    """Play `action` at both tables; the scorer is not told which cards are drawn."""
    after = GAME.play(full, GAME.actions.parse(action)).state
    if action["type"] != "take":
        scorer = GAME.play(scorer, GAME.actions.parse(action)).state
    if scorer.phase == "score" and len(after.score_sheet) > len(full.score_sheet):
        scorer = show_hands(full, scorer, action)
    return after, scorer


def show_hands(full: State, scorer: State, action: dict[str, Any]) -> State:
    """After the hand's last `action`, let every loser show and announce their cards."""
    for seat in scorer.seats_to_count:
        hand = list(full.seats[seat].known_cards)
        if action["type"] == "take" and full.seats_to_take[0] == seat:
            hand.append(action["card"])
        for card in hand:
            show = {"type": "show", "seat": seat, "card": card}
            scorer = GAME.play(scorer, GAME.actions.parse(show)).state
        score = {"type": "score", "seat": seat, "points": total_points(hand)}
        scorer = GAME.play(scorer, GAME.actions.parse(score)).state
    return scorer


def check_same(full: State, scorer: State) -> None:
    """Check that a scorer knows what full rules know, once nobody has to take cards."""
    names = set(State.__dataclass_fields__) - set(SECRET)
    assert {n: getattr(full, n) for n in names} == {n: getattr(scorer, n) for n in names}
    assert full.phase == scorer.phase
    for known, kept in zip(full.seats, scorer.seats, strict=True):
        assert (known.card_count, known.points, known.bankrupt_in_hand) == (
            kept.card_count,
            kept.points,
            kept.bankrupt_in_hand,
        )


@pytest.mark.parametrize("seed", range(60))
def test_a_scorer_agrees_with_full_rules(seed: int) -> None:
    """They are compared after each action of three hands (or a match), under any house rules."""
    rng = Random(seed)
    rules = house_rules(rng)
    names = NAMES[: rng.randint(2, 6)]
    full: State = GAME.start(Setup(names, options={**rules, "cards": "full"})).state
    scorer: State = GAME.start(Setup(names, options={**rules, "cards": "scorer"})).state
    checked = 0
    while len(full.score_sheet) < 3 and (choices := GAME.legal_choices(full)):
        full, scorer = mirror(full, scorer, willing(full, choices, rng))
        if not full.seats_to_take:
            check_same(full, scorer)
            checked += 1
    assert full.score_sheet == scorer.score_sheet
    assert checked > 5
