"""A game file gives the same game back, or is refused with one line that says why."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from engine.core.game_file import Replay, _digest, from_game_file, replay, to_game_file
from engine.core.offered_game import Setup
from engine.core.player import next_action
from engine.core.refusals import Refusal
from engine.games import GAMES

NAMES = ("Ana", "Ben", "Cy")


def played(game_id: str, most: int = 60) -> Replay:
    """Return the first `most` actions of a game of automatic players."""
    game, rng, actions = GAMES[game_id], Random(7), []
    setup = Setup(NAMES, 1, options=game.simulation_options)
    state = game.start(setup).state
    while not game.is_over(state) and len(actions) < most:
        actions.append(next_action(game, state, len(NAMES), rng.randrange))
        state = game.play(state, actions[-1]).state
    return replay(game, setup, actions)


@pytest.mark.parametrize("game_id", GAMES)
def test_a_game_file_gives_the_same_game_back(game_id: str) -> None:
    """Setup, actions, states and lines are equal after JSON and back."""
    game = played(game_id)
    again = from_game_file(GAMES, json.loads(json.dumps(to_game_file(game))))
    assert again == game
    assert len(again.plays) == 1 + len(game.actions)
    assert to_game_file(again) == to_game_file(game)


def test_house_rules_that_are_lists_come_back_too() -> None:
    """The sides of a die are a list; a malformed value from a page is refused."""
    setup = Setup(NAMES, options={"white_1": ("dog", "2", "4"), "bump": "chain"})
    game = replay(GAMES["den_letzten"], setup, ())
    assert from_game_file(GAMES, json.loads(json.dumps(to_game_file(game)))) == game

    data = to_game_file(game)
    data["setup"] = {"names": NAMES, "options": {"white_1": {"sides": [1, [2]]}}}
    with pytest.raises(Refusal) as refusal:
        from_game_file(GAMES, _signed(data))
    assert refusal.value.code == "malformed"


def _signed(data: dict[str, Any]) -> dict[str, Any]:
    data.pop("check")
    return {**data, "check": _digest(data)}


def _rename(data: dict[str, Any]) -> dict[str, Any]:
    data["setup"]["names"][0] = "Eva"
    return data


def _illegal(data: dict[str, Any]) -> dict[str, Any]:
    data["actions"].append({"type": "count", "k": 9})
    return _signed(data)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda data: None, "foreign_file"),
        (lambda data: [data], "foreign_file"),
        (lambda data: {}, "foreign_file"),
        (lambda data: {**data, "croupier": "1"}, "foreign_file"),
        (lambda data: {**data, "croupier": 2}, "newer_file"),
        (lambda data: {**data, "actions": data["actions"][:-1]}, "changed_file"),
        (lambda data: {**data, "check": ""}, "changed_file"),
        (_rename, "changed_file"),
        (lambda data: _signed({**data, "game": "chess"}), "unknown_game"),
        (lambda data: _signed({**data, "game": None}), "unknown_game"),
        (lambda data: _signed({**data, "actions": {}}), "malformed"),
        (lambda data: _signed({**data, "actions": ["bid"]}), "malformed"),
        (lambda data: _signed({**data, "setup": None}), "malformed"),
        (lambda data: _signed({**data, "setup": {"names": ["Ana"]}}), "player_count"),
        (lambda data: _signed({**data, "game": "den_letzten"}), "unknown_action"),
        (lambda data: _signed({**data, "balances": {}}), "other_result"),
        (_illegal, "wrong_count"),
    ],
)
def test_files_that_are_refused(change: Callable[[Any], Any], code: str) -> None:
    """A file is refused if it is foreign, newer, changed, of another game or against the rules."""
    data = json.loads(json.dumps(to_game_file(played("last_chance", 8))))
    with pytest.raises(Refusal) as refusal:
        from_game_file(GAMES, change(data))
    assert refusal.value.code == code
    assert "\n" not in refusal.value.message


def test_replay_raises_the_first_refusal() -> None:
    """An action that is not allowed stops a replay."""
    game = played("last_chance", 3)
    with pytest.raises(Refusal):
        replay(game.game, game.setup, (*game.actions, game.actions[0]))
