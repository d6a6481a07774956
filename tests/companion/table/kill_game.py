"""Kills a table again and again during a scripted game, and checks for lost or repeated acts.

`python -m tests.companion.table.kill_game --times 200` prints what it found; the suite runs a few.
The player acts like a page and an eye: each act has an id, each reading a number, and both are
repeated until answered.
"""

import argparse
import base64
import random
import tempfile
import threading
import time
import uuid
from collections import Counter
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path
from typing import Any

from companion.log.log import read_rows
from engine.core.action import Action
from engine.core.codec import to_json
from engine.core.offered_game import Setup
from engine.games import GAMES
from tests.companion.serving import Served, free_port

GAME = GAMES["last_chance"]
JPEG = b"\xff\xd8\xff\xc0\x00\x11\x08\x00\x10\x00\x10\x03" + b"evidence" * 2000
NAMES = ("Ana", "Ben", "Cleo", "Dan")
OPTIONS = {"auction_clock": "manual"}  # otherwise the clock would act, too


@dataclass
class Report:
    """The result of a run of kills."""

    kills: int
    acknowledged: int
    repeated: int
    lost: int
    doubled: int
    states_differ: int
    questions: int
    killed_while_asked: int


class Script:
    """An endless game of legal random acts, known in advance on this side."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.state: Any = None

    def next(self) -> dict[str, Any]:
        """Return the next act as a page would send it, or dice that the eye reads or asks about."""
        if self.state is None or GAME.is_over(self.state):
            self.state = GAME.start(Setup(NAMES, 0, options=OPTIONS)).state
            names = list(NAMES)
            return {"type": "start", "game": GAME.id, "names": names} | {
                "first_seat": 0,
                "options": OPTIONS,
            }
        awaited = GAME.awaited_dice(self.state)
        if awaited is not None:
            faces = [self.rng.choice("123456") for _ in range(awaited.count)]
            self._play(GAME.action_from_roll(self.state, faces, ()))
            return {"type": self.rng.choice(["dice", "reading", "question"]), "faces": faces}
        return self._play(self._choose())

    def _choose(self) -> Action:
        chances = GAME.possible_draws(self.state)
        if chances:
            return self.rng.choice(chances)
        choices = [choice.to_json() for choice in GAME.legal_choices(self.state)]
        kinds = {choice["type"]: choice for choice in choices}
        if "count" in kinds and self.rng.random() < 0.8:
            return GAME.actions.parse({"type": "count", "k": self.state.auction_count + 1})
        bids = [c for c in choices if c["type"] in ("bid", "eliminate", "no_bid")]
        choice: Any = self.rng.choice(bids)
        fields = {name: _first(spec) for name, spec in choice["fields"].items()}
        seat = {} if choice["seat"] is None else {"seat": choice["seat"]}
        return GAME.actions.parse({"type": choice["type"], **seat, **fields})

    def _play(self, action: Action) -> dict[str, Any]:
        self.state = GAME.play(self.state, action).state
        sent = action.to_json()
        return dict(sent)


def _first(spec: Any) -> Any:
    return spec["min"] if "min" in spec else spec["one_of"][0]


class Player:
    """Plays the script against a server that may die at any moment."""

    def __init__(self, seed: int) -> None:
        self.script = Script(seed)
        self.acknowledged: list[str] = []
        self.repeated = 0
        self.served: Served | None = None
        self.stopped = threading.Event()
        self.questions = 0
        self.asked = threading.Event()
        self._rows = 0
        self._version = 0
        self._readings = 0

    def play(self) -> None:
        """Act until stopped; repeat each act until it is acknowledged."""
        while not self.stopped.is_set():
            act = self.script.next()
            if act["type"] in ("reading", "question"):
                self._read(act["faces"], sure=act["type"] == "reading")
            else:
                self._act(act)

    def _act(self, act: dict[str, Any]) -> None:
        self._insist("actions", {"id": str(uuid.uuid4()), "version": self._version, "action": act})
        self._version = self._rows

    def _read(self, faces: list[str], *, sure: bool) -> None:
        """Let the eye read dice, and answer a question, which may come after a power cut."""
        reading = self._reading(faces, sure=sure)
        number = reading["number"]
        self._insist("readings", reading)
        question = self._question()
        if question is None:
            assert sure
            self._version = self._rows
            return
        # Dice that were entered by hand are asked about even if the eye is sure.
        assert (question["number"], not sure or question["why"] == ["too early"]) == (number, True)
        self.questions += 1
        self.asked.set()
        self.stopped.wait(self.script.rng.uniform(0.0, 0.3))  # people look at the dice
        assert self._question() == question
        self.asked.clear()
        self._act({"type": "dice", "faces": faces, "number": number})

    def _question(self) -> Any:
        while True:
            try:
                assert self.served is not None
                return self.served.get("/api/tables/main")["eye"]["question"]
            except (OSError, HTTPException, ValueError):
                time.sleep(0.01)

    def _insist(self, path: str, body: dict[str, Any]) -> None:
        tries = 0
        while True:
            served = self.served
            try:
                assert served is not None
                status, answer = served.post(path, body)
            except (OSError, HTTPException, ValueError):
                tries = 1
                time.sleep(0.01)
                continue
            assert status == 200, (path, body, answer)
            if path == "readings":
                assert answer["outcome"] in ("played", "asked", "repeat"), answer
            self._rows += 1
            self.acknowledged.append(str(body.get("id", body.get("number"))))
            self.repeated += tries
            return

    def _reading(self, faces: list[str], *, sure: bool) -> dict[str, Any]:
        self._readings += 1
        box = [0.0, 0.0, 1.0, 1.0]
        dice = [{"face": face, "confidence": 1.0, "box": box} for face in faces]
        return {
            "eye": "run",
            "number": self._readings,
            "dice": dice,
            "moved": [True] * len(dice),
            "thrown": True,
            "sure": sure,
            "evidence": base64.b64encode(JPEG).decode(),
        }


def run(times: int, seed: int, data: Path) -> Report:
    """Kill the server at `times` random moments; return the result."""
    rng = random.Random(seed)
    player = Player(seed)
    killed_while_asked = 0
    port = free_port()
    thread = threading.Thread(target=player.play, daemon=True)
    served = player.served = Served(data, port=port).wait()
    thread.start()
    try:
        for number in range(times):
            # Any time after its first answer: during or between acts, or while it reopens the log.
            time.sleep(rng.uniform(0.0, 0.5))
            if number % 2:
                player.asked.wait(30)
            killed_while_asked += player.asked.is_set()
            served.kill()
            served = player.served = Served(data, port=port)
            if rng.random() < 0.8:
                served.wait()
        served.wait()
        time.sleep(0.5)
        player.stopped.set()
        thread.join(30)
        assert not thread.is_alive(), served.output.read_text()[-3000:]
        shown = served.get("/api/tables/main")
    finally:
        served.kill()
    return _compare(times, killed_while_asked, player, shown, data)


def _compare(
    times: int, killed_while_asked: int, player: Player, shown: dict[str, Any], data: Path
) -> Report:
    rows = read_rows(data)
    kept = [row.request or str(row.reading_number) for row in rows]
    expected = GAME.view(player.script.state)
    same = all(shown[key] == value for key, value in _plain(expected).items())
    return Report(
        kills=times,
        acknowledged=len(player.acknowledged),
        repeated=player.repeated,
        lost=sum((Counter(player.acknowledged) - Counter(kept)).values()),
        doubled=sum((Counter(kept) - Counter(player.acknowledged)).values()),
        states_differ=int(not same or kept != player.acknowledged),
        questions=player.questions,
        killed_while_asked=killed_while_asked,
    )


def _plain(view: Any) -> dict[str, Any]:
    plain: Any = to_json(view)
    return dict(plain)


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        print(run(args.times, args.seed, Path(folder) / "data"))


if __name__ == "__main__":
    main()
