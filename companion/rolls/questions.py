"""Which rolls people are asked about, as the game stands now.

A question is a row of the log. It stays open until an act answers it or somebody dismisses it. It
is only asked while the game waits for the roll that it is about, so that an undo removes it and a
redo brings it back.
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
    """The reading of `row`, made after the act `moment`, and the verdict on it.

    A roll that nobody awaited becomes a question once dice are awaited after it.
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
        """Return whether both may be no roll, and show the same dice after the same act.

        A lamp flickers, or the eye restarts: one "no roll" answers them all.
        """
        thrown = self.reading.thrown or other.reading.thrown
        act, others_act = (q.moment and q.moment.row for q in (self, other))
        same = Counter(self.verdict.faces) == Counter(other.verdict.faces)
        return same and not thrown and act == others_act

    def is_about(self, head: Moment, awaited: Awaited) -> bool:
        """Return whether the roll `awaited` after the act `head` is the one it is about.

        Correcting the act before does not change that.
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
            return False  # undone, and today's rules refuse it
        same_throw = came_for is not None and came_for.throw == awaited.throw
        return same_throw or head.row == self.moment.row

    def current_verdict(self, awaited: Awaited, known: Mapping[int, str]) -> Verdict | None:
        """Return the verdict to ask about while the game waits for `awaited`, or None.

        `known` are the faces of dice that lie still, see `keep_only_awaited_dice`. What was asked
        once is never played unasked, and `likely` only holds for the reading as it came. If no
        reason to ask is left, the old ones stand.
        """
        verdict = self._judge(self.reading, awaited, known)
        if verdict.outcome == "ignored":
            return None
        likely = self.verdict.outcome == "likely" and verdict.outcome != "asked"
        outcome: Outcome = "likely" if likely else "asked"
        return replace(verdict, outcome=outcome, why=verdict.why or self.verdict.why)

    def is_confirmed_by(self, later: Reading) -> bool:
        """Return whether `later` shows the same dice, looked at longer."""
        mine = (self.reading.eye, self.reading.number, self.reading.faces)
        return mine == (later.eye, later.confirms, later.faces)

    def verdict_if_confirmed(
        self, later: Reading, awaited: Awaited, known: Mapping[int, str]
    ) -> Verdict | None:
        """Return the verdict now that `later` confirms this one; None: it is asked all the same."""
        if not self.is_confirmed_by(later):
            return None
        verdict = self._judge(self.merged_with_longer_look(later), awaited, known)
        return verdict if verdict.outcome in ("played", "likely") else None

    def merged_with_longer_look(self, later: Reading) -> Reading:
        """Return `later`, a longer look at the same dice, with what they did before."""
        return replace_reading(later, moved=self.reading.moved, thrown=self.reading.thrown)

    def _judge(self, reading: Reading, awaited: Awaited, known: Mapping[int, str]) -> Verdict:
        """Return the verdict on `reading`, with the table's reasons to ask."""
        reasons = tuple(reason for reason in self.verdict.why if reason in TABLE_REASONS)
        if self.is_early:
            reasons = (TOO_EARLY,)
        return judge(awaited, keep_only_awaited_dice(reading, awaited, known), reasons)
