"""Which rolls people are asked about, as the game stands now.

A question is a row of the log and stays open until an act answers it or somebody says that it was
no roll. It is asked only while the game waits for the very roll that it is about, so that an undo
takes it away and a redo brings it back.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from msgspec.structs import replace as replace_reading

from companion.log.history import REPLAY_ERRORS
from companion.log.moment import Moment, are_on_one_path
from companion.log.readings import Outcome, Reading, Verdict
from companion.rolls.verdict import (
    NOT_AWAITED,
    TABLE_REASONS,
    TOO_EARLY,
    judge,
    keep_only_awaited_dice,
)
from engine.core.awaited import Awaited


@dataclass(frozen=True, slots=True)
class Question:
    """The reading that came with `row`, while `moment` was the last act, and what became of it.

    A roll that nobody awaited is a question too, once dice are awaited after it.
    """

    row: int
    reading: Reading
    verdict: Verdict
    moment: Moment | None

    @property
    def is_early(self) -> bool:
        """Whether it came before the game waited for dice."""
        return NOT_AWAITED in self.verdict.why

    def shows_same_dice(self, other: "Question") -> bool:
        """Tell whether neither is known to be a roll and both show the same after one act.

        A lamp flickers, or the eye starts anew: one "no roll" answers them all.
        """
        thrown = self.reading.thrown or other.reading.thrown
        act, others_act = (q.moment and q.moment.row for q in (self, other))
        same = Counter(self.verdict.faces) == Counter(other.verdict.faces)
        return same and not thrown and act == others_act

    def is_about(self, head: Moment, awaited: Awaited) -> bool:
        """Tell whether the roll that is `awaited` after the act `head` is the one it came for.

        A correction of the act that it came after only says what led to it.
        """
        if self.moment is None:
            return False
        if self.is_early:
            return head.descends_from(self.moment)
        if not are_on_one_path(self.moment, head):
            return False
        try:
            came_for = self.moment.awaited
        except REPLAY_ERRORS:
            return False  # undone, and the rules of this program refuse it
        same_throw = came_for is not None and came_for.throw == awaited.throw
        return same_throw or head.row == self.moment.row

    def current_verdict(self, awaited: Awaited, known: Mapping[int, str]) -> Verdict | None:
        """Return what is asked while the game waits for `awaited`; None if nothing is to be asked.

        `known` are the faces of dice that lie still, see `keep_only_awaited_dice`. What was asked
        once is never played unasked, and what is `likely` only as it came; where no reason is left,
        the old ones stand.
        """
        verdict = self._judge(self.reading, awaited, known)
        if verdict.outcome == "ignored":
            return None
        likely = self.verdict.outcome == "likely" and verdict.outcome != "asked"
        outcome: Outcome = "likely" if likely else "asked"
        return replace(verdict, outcome=outcome, why=verdict.why or self.verdict.why)

    def is_confirmed_by(self, later: Reading) -> bool:
        """Tell whether `later` shows the very dice of this one, looked at longer."""
        told = (self.reading.eye, self.reading.number, self.reading.faces)
        return told == (later.eye, later.confirms, later.faces)

    def verdict_if_confirmed(
        self, later: Reading, awaited: Awaited, known: Mapping[int, str]
    ) -> Verdict | None:
        """Return what to do now that `later` confirms this; None where it is asked all the same."""
        if not self.is_confirmed_by(later):
            return None
        verdict = self._judge(self.merged_with_longer_look(later), awaited, known)
        return verdict if verdict.outcome in ("played", "likely") else None

    def merged_with_longer_look(self, later: Reading) -> Reading:
        """Return the reading `later` of the same dice with what they did before this one."""
        return replace_reading(later, moved=self.reading.moved, thrown=self.reading.thrown)

    def _judge(self, reading: Reading, awaited: Awaited, known: Mapping[int, str]) -> Verdict:
        """Judge the `reading` of its dice, with the reasons to ask that the table had."""
        reasons = tuple(reason for reason in self.verdict.why if reason in TABLE_REASONS)
        if self.is_early:
            reasons = (TOO_EARLY,)
        return judge(awaited, keep_only_awaited_dice(reading, awaited, known), reasons)
