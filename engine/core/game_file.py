"""A game as a file: its setup and its actions, from which it can be replayed.

::

    {"croupier": 1, "game": "last_chance", "setup": {"names", "first_seat", "preset", "options"},
     "actions": [{"type": …}, …], "balances": {account: amount}, "check": "…"}

`balances` is what every account held after the last action, so that a program with other rules
notices a difference. `check` is a digest of the rest, so that a changed file is noticed.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.core.action import Action
from engine.core.codec import from_json, to_json
from engine.core.event import Played
from engine.core.game import Game, Games
from engine.core.offered_game import Setup
from engine.core.refusals import BadAction, Json

FILE_FORMAT_VERSION = 1
"""The version that this program writes, and the newest that it reads."""


@dataclass(frozen=True, slots=True)
class Replay:
    """A game that was replayed: `plays` are what its start and each of its `actions` led to."""

    game: Game[Any]
    setup: Setup
    actions: tuple[Action, ...]
    plays: tuple[Played[Any], ...]

    @property
    def states(self) -> list[Any]:
        """The states from the first to the last."""
        return [played.state for played in self.plays]


def replay(game: Game[Any], setup: Setup, actions: Sequence[Action]) -> Replay:
    """Return the game with this `setup` and these `actions`; raises the first `Refusal`."""
    plays = [game.start(setup)]
    for action in actions:
        plays.append(game.play(plays[-1].state, action))
    return Replay(game, setup, tuple(actions), tuple(plays))


def to_game_file(played: Replay) -> dict[str, Json]:
    """Return the game file of `played`."""
    data: dict[str, Json] = {
        "croupier": FILE_FORMAT_VERSION,
        "game": played.game.id,
        "setup": to_json(played.setup),
        "actions": [action.to_json() for action in played.actions],
        "balances": to_json(played.game.balances(played.states[-1])),
    }
    return {**data, "check": _digest(data)}


def from_game_file(games: Games, data: object) -> Replay:
    """Return the replay of the game file `data`.

    Raises `BadAction`: ``foreign_file`` (no game file), ``newer_file``, ``changed_file``,
    ``unknown_game``, ``other_result`` (these rules lead to other balances); and the `Refusal` of a
    setup or an action that these rules do not allow.
    """
    if not isinstance(data, Mapping) or type(data.get("croupier")) is not int:
        raise BadAction("foreign_file", "This is not a Croupier game file.")
    version, known = data["croupier"], FILE_FORMAT_VERSION
    if version > known:
        said = "This game file was written by a newer version of Croupier."
        raise BadAction("newer_file", said, version=version, known=known)
    if data.get("check") != _digest({key: data[key] for key in data if key != "check"}):
        raise BadAction("changed_file", "This game file was changed after it was written.")
    return _read(games, data)


def _read(games: Games, data: Mapping[str, Any]) -> Replay:
    game = games.get(str(data.get("game")))
    if game is None:
        raise BadAction("unknown_game", f"Unknown game {data.get('game')!r}.", known=sorted(games))
    entries = data.get("actions")
    if not isinstance(entries, list):
        raise BadAction("malformed", "actions must be a list.", field="actions")
    setup = from_json(Setup, data.get("setup"), "setup")
    played = replay(game, setup, [game.actions.parse(entry) for entry in entries])
    if to_json(game.balances(played.states[-1])) != data.get("balances"):
        raise BadAction("other_result", "Under these rules, the game has a different result.")
    return played


def _digest(data: Mapping[str, object]) -> str:
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
