"""Which throws people are asked about, as the game stands now.

A question is a row of the log and stays open until an act answers it or somebody says that it was
no throw. It is asked only while the game waits for the very throw that it is about, so that an undo
takes it away and a redo brings it back.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.log.history import MISTAKES, Moment, on_one_path
from companion.throws.reading import Reading, awaited_dice
from companion.throws.verdict import NOT_AWAITED, TABLE_REASONS, TOO_EARLY, Verdict, judge
from engine.core.awaited import Awaited


@dataclass(frozen=True, slots=True)
class Question:
    """The reading that came with `row`, while `moment` was the last act, and what became of it.

    A throw that nobody awaited is a question too, once dice are awaited after it.
    """

    row: int
    reading: Reading
    verdict: Verdict
    moment: Moment | None

    @property
    def early(self) -> bool:
        """Whether it came before the game waited for dice."""
        return NOT_AWAITED in self.verdict.why

    def same_dice(self, other: "Question") -> bool:
        """Tell whether neither is known to be a throw and both show the same after one act.

        A lamp flickers, or the eye starts anew: one "no throw" answers them all.
        """
        thrown = self.reading.thrown or other.reading.thrown
        act, others_act = (q.moment and q.moment.row for q in (self, other))
        same = Counter(self.verdict.faces) == Counter(other.verdict.faces)
        return same and not thrown and act == others_act

    def is_about(self, head: Moment, awaited: Awaited) -> bool:
        """Tell whether the throw that is `awaited` after the act `head` is the one it came for.

        A correction of the act that it came after only says what led to it.
        """
        if self.moment is None:
            return False
        if self.early:
            return head.descends_from(self.moment)
        if not on_one_path(self.moment, head):
            return False
        try:
            came_for = self.moment.awaited
        except MISTAKES:
            return False  # undone, and the rules of this program refuse it
        same_throw = came_for is not None and came_for.throw == awaited.throw
        return same_throw or head.row == self.moment.row

    def judged(self, awaited: Awaited, known: Mapping[int, str]) -> Verdict | None:
        """Return what is asked while the game waits for `awaited`; None if nothing is to be asked.

        `known` are the faces of dice that lie still, see `awaited_dice`. What was asked once is
        never played unasked; where no reason is left, the old ones stand.
        """
        reasons = tuple(reason for reason in self.verdict.why if reason in TABLE_REASONS)
        if self.early:
            reasons = (TOO_EARLY,)
        verdict = judge(awaited, awaited_dice(self.reading, awaited, known), reasons)
        if verdict.outcome == "ignored":
            return None
        return replace(verdict, outcome="asked", why=verdict.why or self.verdict.why)
