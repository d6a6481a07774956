"""A correction's preview matches its effect in any game with dice."""

import random
import time
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from companion.log.log import Log
from companion.table.acts import Correct
from companion.table.table import ActionRequest, Table
from engine.core.awaited_dice import AwaitedDice
from engine.core.player import next_action
from engine.core.refusals import NotAllowed, Refusal
from engine.games import GAMES
from tests.benchmarks.yardstick import yardstick

ACTS = 30
MOST = 0.7  # yardsticks for a preview, more than twice the measured time
SEEDS = 3
DICE_GAMES = ("last_chance", "den_letzten")
# What a snapshot contains besides the game's view, and a preview need not contain.
NO_NEWS = {
    *(
        "table",
        "version",
        "run",
        "undo_to",
        "redo_to",
        "last_row",
        "last_roll",
        "scene",
        "clock",
        "eye",
    ),
    *("trouble", "legal", "prompts", "awaited", "can_draw", "odds", "options"),
}


class Bench:
    """A table where automatic players have done `ACTS` actions, entering dice as readings."""

    def __init__(self, folder: Path, game: str, seed: int) -> None:
        self.table = Table(Log(folder, patience=0), GAMES)
        self.pick = random.Random(seed).randrange
        self._count = 0
        self.rolls: dict[int, AwaitedDice] = {}
        self.faces: dict[int, list[str]] = {}
        names = ["Ana", "Ben", "Cleo"]
        self.do({"type": "start", "game": game, "names": names, "first_seat": 0})
        while self.version < ACTS:
            self._play()

    @property
    def shown(self) -> dict[str, Any]:
        """The current snapshot."""
        return self.table.snapshot()

    @property
    def version(self) -> int:
        """The number of rows."""
        return int(self.shown["version"])

    def do(self, action: Mapping[str, Any]) -> dict[str, Any]:
        """Do `action` now."""
        self._count += 1
        return self.table.submit(ActionRequest(f"act-{self._count}", self.version, action))

    def _play(self) -> None:
        head = self.table.state.head
        assert head is not None
        game, state = head.game, head.state
        action = next_action(game, state, 3, self.pick).to_json()
        kept: Any = action.get("kept", [])
        faces: Any = [*kept, *action["thrown"]] if "thrown" in action else action.get("faces")
        awaited = game.awaited_dice(state)
        if awaited is None or faces is None:
            self.do(action)
            return
        self.do({"type": "dice", "faces": faces, "kept": list(range(len(kept)))})
        self.rolls[self.version] = awaited
        self.faces[self.version] = faces


@cache
def _folder() -> TemporaryDirectory[str]:
    return TemporaryDirectory()


@cache
def bench(game: str, seed: int) -> Bench:
    """Return a table that is played once for all cases."""
    return Bench(Path(_folder().name) / f"{game}-{seed}", game, seed)


@pytest.fixture(scope="module", autouse=True)
def _close() -> Iterator[None]:
    yield
    for game in DICE_GAMES:
        for seed in range(SEEDS):
            bench(game, seed).table.close()
    bench.cache_clear()
    _folder().cleanup()
    _folder.cache_clear()


def flat(shown: Mapping[str, Any]) -> dict[str, Any]:
    """Return each value of a snapshot, by its name in a preview."""
    seats = {f"seat:{s['seat']}.{key}": value for s in shown["seats"] for key, value in s.items()}
    return seats | {key: shown[key] for key in shown if key not in NO_NEWS | {"seats", "row"}}


def said(ask: Callable[[], Any]) -> Any:
    """Return the result of `ask`, or its refusal."""
    try:
        return ask()
    except Refusal as refusal:
        return refusal


@st.composite
def corrections(draw: st.DrawFn, table: Bench) -> Correct:
    """Draw a roll of `table` with some misread dice, and rarely with other kept dice."""
    row = draw(st.sampled_from(sorted(table.rolls)))
    faces, awaited = list(table.faces[row]), table.rolls[row]
    wrong = draw(st.sets(st.integers(0, len(faces) - 1), max_size=2))
    for die in sorted(wrong):
        faces[die] = draw(st.sampled_from(awaited.faces))
    kept = draw(st.none() | st.none() | st.none() | st.sets(st.integers(0, len(faces) - 1)))
    return Correct(row, tuple(faces), None if kept is None else tuple(sorted(kept)))


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data(), game=st.sampled_from(DICE_GAMES), seed=st.integers(0, SEEDS - 1))
def test_a_preview_matches_the_correction(data: st.DataObject, game: str, seed: int) -> None:
    """It shows every change and no other, or the same refusal with code and row."""
    table = bench(game, seed)
    act = data.draw(corrections(table))
    version, before = table.version, table.shown
    preview, after = (
        said(lambda: act.preview(table.table.state)),
        said(lambda: table.do(act.to_json())),
    )
    event("refused" if isinstance(preview, Refusal) else "accepted")
    if isinstance(preview, Refusal) or isinstance(after, Refusal):
        assert (type(preview), str(preview)) == (type(after), str(after))
        assert flat(table.shown) == flat(before)
        assert table.version == version
        return
    old, new = flat(before), flat(after)
    expected = {key: (old.get(key), new.get(key)) for key in old | new}
    told = {one["what"]: (one["before"], one["after"]) for one in preview["changes"]}
    assert told == {key: pair for key, pair in expected.items() if pair[0] != pair[1]}
    table.do({"type": "undo", "to": version})
    assert flat(table.shown) == old


def test_a_later_act_that_is_no_longer_allowed_is_named(tmp_path: Path) -> None:
    """A roll that would have cracked the card leaves no auction to bid in."""
    table = Table(Log(tmp_path, patience=0), GAMES)
    acts: list[dict[str, Any]] = [
        {"type": "start", "game": "last_chance", "names": ["Ana", "Ben", "Cleo"], "first_seat": 0},
        {"type": "flip", "symbols": list("23456"), "prize": 160_000, "attempts": 3},
        {"type": "dice", "faces": list("12244")},
        {"type": "bid", "seat": 1, "amount": 210_000},
    ]
    for version, act in enumerate(acts):
        table.submit(ActionRequest(f"act-{version}", version, act))
    with pytest.raises(NotAllowed) as refused:
        Correct(3, tuple("23456")).preview(table.state)
    table.close()
    assert refused.value.code == "later_act_refused"
    assert refused.value.figures["row"] == 4


@pytest.mark.parametrize("game", DICE_GAMES)
def test_a_preview_is_fast(game: str) -> None:
    """The third roll of a game of thirty acts takes no noticeable time."""
    table = bench(game, 0)
    row = sorted(table.rolls)[2]
    act = Correct(row, tuple(table.faces[row]))
    took = []
    for _ in range(5):
        began = time.thread_time()
        act.preview(table.table.state)
        took.append(time.thread_time() - began)
    assert min(took) < MOST * yardstick()
