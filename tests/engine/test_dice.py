"""In every game with dice, `faces_from_action` undoes `action_from_roll`."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.action import Action
from engine.core.game import Game
from engine.core.offered_game import Setup
from engine.core.refusals import Refusal
from engine.games import GAMES
from tests.companion.tiny import TINY
from tests.engine.playing import random_action, random_options
from tests.engine.rivals import NAMES

DICE_GAMES = {
    game.id: game
    for game in (*GAMES.values(), TINY)
    if type(game).action_from_roll is not Game.action_from_roll
}


@pytest.mark.parametrize("game", DICE_GAMES.values(), ids=DICE_GAMES)
@settings(max_examples=40)
@given(seed=st.integers(0, 2**32))
def test_the_faces_come_back_from_the_action(game: Game[Any], seed: int) -> None:
    """Each roll in a random game gives back its faces; other actions give none."""
    rng = Random(seed)
    names = NAMES[: rng.randint(3, game.max_players)]
    try:
        state = game.start(Setup(names, options=random_options(game, rng))).state
    except Refusal:  # contradictory house rules
        return
    for _ in range(60):
        throw = _throw(game, state, rng)
        if throw is not None:
            faces, action = throw
            assert Counter(game.faces_from_action(state, action)) == Counter(faces)
            try:
                state = game.play(state, action).state
                continue
            except Refusal:  # not allowed with these locked dice
                pass
        choices = game.legal_choices(state)
        if not choices:
            return
        action = game.actions.parse(random_action(choices, rng))
        is_throw = throw is not None and action.type == throw[1].type
        assert bool(game.faces_from_action(state, action)) == is_throw
        state = game.play(state, action).state


def _throw(game: Game[Any], state: Any, rng: Random) -> tuple[list[str], Action] | None:
    """Return faces that the awaited dice may show, some perhaps kept, and the action for them."""
    waits = game.awaited_dice(state)
    if waits is None:
        return None
    faces = [rng.choice(die) for die in waits.each or [waits.faces] * waits.count]
    kept = [die for die in range(len(faces)) if rng.random() < 0.3]
    try:
        return faces, game.action_from_roll(state, faces, kept)
    except Refusal:  # no die may be kept
        return faces, game.action_from_roll(state, faces, ())
