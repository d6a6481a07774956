"""The known rolls are a fold of the log: a restart changes nothing, at any step."""

import shutil
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from msgspec.structs import replace

from companion.table.eyes import question_view
from companion.table.state import TableState, state_of_rows
from engine.core.refusals import Refusal
from tests.companion.conftest import JPEG, Played, seen
from tests.companion.tiny import GAMES

FACES = st.lists(st.sampled_from("123456"), min_size=2, max_size=3)
THREE = st.lists(st.sampled_from("12"), min_size=3, max_size=3)  # few, so that some are equal


def known(state: TableState) -> object:
    """Return everything that is known of rolls except times, and the question."""
    found = state.rolls
    rows = [question.row for question in found.unanswered]
    early = found.early_roll and found.early_roll.row
    asked = [(question.row, verdict) for question, verdict in found.questions(state.history)]
    return (
        dict(found.numbers),
        found.missing,
        rows,
        early,
        asked,
        question_view(state, None),
    )


class Evening(RuleBasedStateMachine):
    """A table where people and eyes do everything, in any order."""

    @initialize()
    def open(self) -> None:
        """Start a game."""
        self.folder = tempfile.mkdtemp()
        self.played = Played(Path(self.folder) / "data")
        self.played.start()
        self.numbers = {"run1": 0, "run2": 0}
        self.outcomes: dict[tuple[str, int], str] = {}

    @rule(
        faces=FACES | THREE,
        eye=st.sampled_from(["run1", "run2"]),
        thrown=st.sampled_from([True, True, False, None]),
        sure=st.booleans(),
        missed=st.sampled_from([0, 0, 0, 1]),
        wait=st.sampled_from([0.0, 2.0]),
    )
    def read(
        self, faces: list[str], eye: str, thrown: bool | None, sure: bool, missed: int, wait: float
    ) -> None:
        """Send a reading, again, and check that nothing happens twice."""
        self.played.clock.t += wait
        missed = missed if self.numbers[eye] else 0  # nothing is known of earlier readings
        self.numbers[eye] += 1 + missed
        reading = seen(self.numbers[eye], " ".join(faces), thrown=thrown, sure=sure)
        reading = replace(reading, eye=eye, after_rest_ms=500.0)
        before = self.played.shown["version"]
        outcome = self.played.read(reading, JPEG)["outcome"]
        assert (outcome == "played") == (self.played.shown["version"] != before)
        if outcome == "played":
            assert (thrown, sure, len(faces), missed) == (True, True, 3, 0)
        assert self.played.read(reading, JPEG)["outcome"] == "repeat"

    @rule(faces=THREE)
    def tell(self, faces: list[str]) -> None:
        """Enter dice by hand."""
        self._try("dice", faces=faces)

    @rule()
    def answer(self) -> None:
        """Confirm the eye's reading; nobody is asked about it again."""
        question: Any = self.played.shown["eye"]["question"]
        if question is not None and len(question["faces"]) == 3:
            self._try("dice", faces=question["faces"], number=question["number"])
            assert self.played.shown["eye"]["question"] is None

    @rule()
    def dismiss(self) -> None:
        """Dismiss the reading."""
        question: Any = self.played.shown["eye"]["question"]
        if question is not None:
            asked = self.played.table.state.question
            self._try("dismiss", number=question["number"])
            assert self.played.table.state.question != asked

    @rule(act=st.sampled_from(["open", "undo", "redo", "start", "pay", "count"]))
    def act(self, act: str) -> None:
        """Do another act."""
        self.played.clock.t += 1
        shown = self.played.shown
        if act == "start":
            self.played.start()
        elif act == "redo" and shown["redo_to"] is not None:
            self._try("undo", to=shown["redo_to"])
        elif act == "pay":
            self._try("pay", seat=0, amount=1)
        elif act == "count" and shown.get("count") is not None:
            self._try("count", k=shown["count"] + 1)
        elif act in ("open", "undo"):
            self._try(act)

    @rule(faces=THREE)
    def correct(self, faces: list[str]) -> None:
        """Correct the last roll."""
        roll: Any = self.played.shown["last_roll"]
        if roll is not None:
            self._try("correct", row=roll["version"], faces=faces)

    @rule()
    def restart(self) -> None:
        """Cut the power."""
        asked = known(self.played.table.state)
        self.played.again()
        assert known(self.played.table.state) == asked

    def _try(self, type_: str, **fields: Any) -> None:
        try:
            self.played.do(type_, **fields)
        except Refusal:
            assert type_ not in ("dismiss",)

    @invariant()
    def folds(self) -> None:
        """Check that the log alone gives the same."""
        if hasattr(self, "played"):
            state = self.played.table.state
            again = state_of_rows(list(state.history.rows), GAMES, Path(), 0.0, state.pictures)
            assert known(again) == known(state)

    @invariant()
    def pictures(self) -> None:
        """Check that every question has its picture."""
        if hasattr(self, "played"):
            question: Any = self.played.shown["eye"]["question"]
            if question is not None:
                assert self.played.picture_of(question["number"]) == JPEG

    def teardown(self) -> None:
        """Close the table."""
        if hasattr(self, "played"):
            self.played.table.close()
            shutil.rmtree(self.folder)


TestEvening = Evening.TestCase
TestEvening.settings = settings(max_examples=15, stateful_step_count=30, deadline=None)
