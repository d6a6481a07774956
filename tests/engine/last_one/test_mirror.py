"""A scorer who is told what full rules play keeps the same turns, draws and points."""

from random import Random
from typing import Any

import pytest

from engine.core.game import Setup
from engine.last_one.cards import points
from engine.last_one.state import State
from tests.engine.last_one.table import GAME, NAMES, house_rules, willing

SECRET = ("seats", "unseen", "options", "phase")
"""Parts of a state in which a scorer differs: what he does not know, and that he waits."""


def mirror(full: State, scorer: State, action: dict[str, Any]) -> tuple[State, State]:
    """Play `action` at both tables; the scorer hears nothing of cards taken from the stock."""
    after = GAME.play(full, GAME.actions.parse(action))
    if action["type"] != "take":
        scorer = GAME.play(scorer, GAME.actions.parse(action))
    if scorer.phase == "score" and len(after.sheet) > len(full.sheet):
        scorer = show_hands(full, scorer, action)
    return after, scorer


def show_hands(full: State, scorer: State, action: dict[str, Any]) -> State:
    """Let every loser show and say what he holds after the last `action` of the hand."""
    for seat in scorer.losers:
        hand = list(full.seats[seat].hand)
        if action["type"] == "take" and full.pending[0] == seat:
            hand.append(action["card"])
        for card in hand:
            show = {"type": "show", "seat": seat, "card": card}
            scorer = GAME.play(scorer, GAME.actions.parse(show))
        score = {"type": "score", "seat": seat, "points": points(hand)}
        scorer = GAME.play(scorer, GAME.actions.parse(score))
    return scorer


def check_same(full: State, scorer: State) -> None:
    """All that a scorer keeps is what full rules know, once nobody takes cards any more."""
    names = set(State.__dataclass_fields__) - set(SECRET) - {"happened"}
    assert {n: getattr(full, n) for n in names} == {n: getattr(scorer, n) for n in names}
    assert full.phase == scorer.phase
    for known, kept in zip(full.seats, scorer.seats, strict=True):
        assert (known.cards, known.points, known.out) == (kept.cards, kept.points, kept.out)


@pytest.mark.parametrize("seed", range(60))
def test_a_scorer_keeps_what_full_rules_know(seed: int) -> None:
    """Action by action through three hands (or a match), under any house rules."""
    rng = Random(seed)
    rules = house_rules(rng)
    names = NAMES[: rng.randint(2, 6)]
    full: State = GAME.start(Setup(names, options={**rules, "cards": "full"}))
    scorer: State = GAME.start(Setup(names, options={**rules, "cards": "scorer"}))
    checked = 0
    while len(full.sheet) < 3 and (choices := GAME.legal(full)):
        full, scorer = mirror(full, scorer, willing(full, choices, rng))
        if not full.pending:
            check_same(full, scorer)
            checked += 1
    assert full.sheet == scorer.sheet
    assert checked > 5
