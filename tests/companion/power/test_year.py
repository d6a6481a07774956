"""Evening after evening at one table: its memory and its writes do not grow.

``CROUPIER_EVENINGS=200`` plays a year, by automatic players at full speed, and prints the figures;
``CROUPIER_ACTS=10000`` plays one game of so many acts.
"""

import os
import random
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.access.callers import Caller
from companion.access.control import AccessControl
from companion.access.device import TABLE_DISPLAY
from companion.log.log import Log
from companion.log.readings import DieReport, ReadingReport
from companion.table.table import ActionRequest, Table
from companion.upkeep import machine
from companion.upkeep.housekeeping import run_housekeeping
from engine.core.codec import to_json
from engine.core.player import next_action
from engine.free_table.game_box import READY_MADE_BOXES
from engine.games import GAMES
from vision.frame import encode_jpeg
from vision.virtual.tray import VirtualTray

EVENINGS = int(os.environ.get("CROUPIER_EVENINGS", "2"))
ACTS = int(os.environ.get("CROUPIER_ACTS", "150"))
NAMES = ["Ana", "Ben", "Cleo", "Dan"]
MOST_KB_A_THROW = 60.0  # with its acts
YEAR_BYTES = 600e6


class Year:
    """Automatic players at the table in `folder`, whose dice an eye reads."""

    def __init__(self, folder: Path) -> None:
        self.table = Table(Log(folder), GAMES)
        self.rng = random.Random(1)
        self.picture = encode_jpeg(VirtualTray(np.random.default_rng(1)).frame(0.0))
        self.acts = self.throws = 0

    def evening(self, number: int) -> None:
        """Play a whole game, and look after the files as the program does."""
        game = list(GAMES.values())[number % len(GAMES)]
        start = {"game": game.id, "names": NAMES, "options": dict(game.simulation_options)}
        self._do({"type": "start", **start})
        head = self.table.state.head
        while head is not None and not game.is_over(head.state):
            action = next_action(game, head.state, len(NAMES), self.rng.randrange)
            faces = game.faces_from_action(head.state, action)
            if not faces or not self._read(faces):
                self._do(dict(action.to_json()))
            head = self.table.state.head
        run_housekeeping(self.table, "--backup")

    def _do(self, action: dict[str, Any]) -> None:
        self.acts += 1
        version = self.table.state.history.version
        self.table.submit(ActionRequest(f"{self.acts}", version, action, "tablet"))

    def _read(self, faces: tuple[str, ...]) -> bool:
        """Let the eye read these dice, all rolled; return whether they were played."""
        self.throws += 1
        awaited = self.table.state.awaited_dice
        body = "" if awaited is None else awaited.body
        dice = tuple(
            DieReport(face, 0.9987654321, (60.5 * i, 50.25, 60.5 * i + 50, 99.75), body)
            for i, face in enumerate(faces)
        )
        moved = (True,) * len(dice)
        reading = ReadingReport("run", self.throws, dice, moved, thrown=True, sure=True)
        picture = self.picture + self.rng.randbytes(16)  # another one for each roll
        return self.table.take_reading(reading, picture)["outcome"] == "played"


def _written() -> int:
    """Return the bytes that this process has written to the disk (Linux)."""
    lines = Path("/proc/self/io").read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("write_bytes"))


def test_a_year_of_evenings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Memory, files and threads do not grow, and the disk has space."""
    year = Year(tmp_path / "data")
    memory: list[int] = []
    with closing(year.table):
        before = _written()
        for number in range(EVENINGS):
            year.evening(number)
            memory.append(machine.memory_of_process() or 0)
        written = _written() - before
        files = [path for path in (tmp_path / "data").rglob("*") if path.is_file()]
        size = sum(path.stat().st_size for path in files)
        games = sum(1 for _ in year.table.games_played.newest_first())
        rows = len(year.table.state.history.rows)
        most_known = len(year.table.state.history._versions)
    each, first = written / max(1, year.throws) / 1e3, memory[min(len(GAMES), EVENINGS) - 1]
    told = f"{rows} rows, {year.throws} throws: {size / 1e6:.0f} MB, {each:.0f} kB written a throw"
    with capsys.disabled():
        print(
            f"\n{EVENINGS} evenings, {told}, memory {first / 1e6:.0f} to {memory[-1] / 1e6:.0f} MB"
        )
    assert games == EVENINGS
    assert size < YEAR_BYTES
    assert each < MOST_KB_A_THROW
    assert most_known < rows or EVENINGS < 3  # of two games
    assert memory[-1] < 1.1 * first
    assert len(list((tmp_path / "data" / "backups").iterdir())) <= 2


def test_old_games_are_loaded_on_demand(tmp_path: Path) -> None:
    """Only the current and the last game are in memory; an undo loads an older one."""
    year = Year(tmp_path / "data")
    with closing(year.table):
        for number in (0, 1, 2):
            game = list(GAMES.values())[number]
            options = dict(game.simulation_options)
            year._do({"type": "start", "game": game.id, "names": NAMES, "options": options})
        history = year.table.state.history
        assert set(history._versions) == {0, 2, 3}
        for _ in range(2):
            year._do({"type": "undo"})
        assert year.table.snapshot()["game"] == next(iter(GAMES))


def test_an_acts_work_does_not_grow_with_the_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Calls are counted, not timed, both for playing it and for the status of a device."""
    year = Year(tmp_path / "data")
    with closing(year.table):
        access, banker = AccessControl(year.table), Caller(TABLE_DISPLAY, "banker")
        year._do({"type": "start", "game": "free_table", "names": NAMES})
        year._do({"type": "arrange", "box": to_json(READY_MADE_BOXES["property"])})

        def act() -> None:
            year._do({"type": "press", "seat": 0, "button": 0})
            access.status(banker)

        early = min(_calls(act) for _ in range(9))
        while year.acts < ACTS:
            act()
        late, began = min(_calls(act) for _ in range(9)), time.process_time()
        act()
        took = time.process_time() - began
    with capsys.disabled():
        print(f"\nafter {ACTS} acts {took * 1e3:.1f} ms for one more")
    assert late < 1.1 * early


def _calls(act: Callable[[], None]) -> int:
    """Return how many Python functions an `act` calls or resumes."""
    events: list[str] = []
    sys.setprofile(lambda frame, event, argument: events.append(event))
    try:
        act()
    finally:
        sys.setprofile(None)
    return events.count("call")
