"""The table sends little to a phone on a weak Wi-Fi, even late in a long game."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.log.log import Log
from companion.table.table import Table
from companion.web.app import create_app
from engine.core.game import Game
from engine.core.player import next_action
from engine.games import GAMES

MOST = 6_000  # bytes, uncompressed
ACTS = 60
NAMES = ["Ana Maria", "Benedikt", "Cléo", "Dominique"]


class Evening:
    """A table where automatic players play game after game, with dice read by an eye.

    `sizes` are those of all snapshots, as events and as answers to POSTs.
    """

    def __init__(self, folder: Path, game: Game[Any]) -> None:
        self.table = Table(Log(folder, patience=0), GAMES)
        self.game, self.rng = game, random.Random(game.id)
        self.client: FlaskClient = create_app(self.table).test_client()
        self.stream = self.table.listen("tablet")
        self.sizes: list[int] = []
        self.readings = 0

    def play(self) -> None:
        """Do the next act, or start a game."""
        if not self.table.state.is_playing:
            rules = dict(self.game.simulation_options)
            self.post({"type": "start", "game": self.game.id, "names": NAMES, "options": rules})
            return
        state = self.table.state.head.state
        action = next_action(self.game, state, len(NAMES), self.rng.randrange).to_json()
        kept: Any = action.get("kept", [])
        faces: Any = [*kept, *action["thrown"]] if "thrown" in action else action.get("faces")
        if faces is not None and self.table.state.awaited_dice is not None:
            self.read(faces, len(kept))
            action = {"type": "dice", "faces": faces, "kept": list(range(len(kept)))}
            action["number"] = self.readings
        self.post(action)

    def read(self, faces: list[str], kept: int) -> None:
        """Let the eye read `faces`, all doubtful, so that somebody is asked."""
        self.readings += 1
        awaited = self.table.state.awaited_dice
        assert awaited is not None
        dice = [
            {
                "face": face,
                "confidence": 0.7123456789012345,
                "box": [217.12345678901234 + 90 * at + side for side in (0, 100, 60, 160)],
                "body": awaited.body or "white",
                "alternatives": [[face, 0.7123456789012345], ["4", 0.1234567890123456]],
            }
            for at, face in enumerate(faces)
        ]
        reading = {"eye": "eye-1", "number": self.readings, "dice": dice, "thrown": True}
        reading |= {"moved": [at >= kept for at in range(len(dice))], "sure": False}
        reading |= {"doubts": ["touching"], "size": [1280, 720]}
        answer = self.client.post("/api/tables/main/readings", json=reading)
        assert answer.json["outcome"] == "asked", answer.json
        self.sizes.append(len(self.stream.mail["snapshot"].encode().encode()))

    def post(self, action: dict[str, Any]) -> None:
        """Do `action`."""
        version = self.table.snapshot()["version"]
        body = {"id": f"act-{version}", "version": version, "action": action}
        answer = self.client.post("/api/tables/main/actions", json=body)
        assert answer.status_code == 200, answer.json
        self.sizes.append(len(answer.data))
        self.sizes.append(len(self.stream.mail["snapshot"].encode().encode()))


@pytest.fixture
def evening(tmp_path: Path, game: Game[Any]) -> Iterator[Evening]:
    """Return a table for `game`."""
    evening = Evening(tmp_path, game)
    yield evening
    evening.table.close()


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_a_snapshot_stays_light(evening: Evening) -> None:
    """It does not grow with the game, because the log is loaded on demand."""
    for _ in range(ACTS):
        evening.play()
    assert max(evening.sizes) <= MOST
