"""What is asked of people about readings of the eye, and what becomes of it as the game goes on."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.table.history import Moment, one_path
from companion.table.judge import OF_THE_TABLE, TOO_EARLY, Seen, SeenDie, Verdict, judge, meant
from companion.table.log import Row
from engine.core.awaited import Awaited

MOST_OPEN = 8  # questions, with their pictures, that are remembered one behind the other

Roll = tuple[Seen, bytes | None]  # a reading and its picture


@dataclass(frozen=True, slots=True)
class Judged:
    """A reading, `whole` as it was read, and what was thought of it while `awaited` was awaited."""

    whole: Seen
    verdict: Verdict
    awaited: Awaited | None
    evidence: bytes | None

    @property
    def seen(self) -> Seen:
        """Only the dice that are awaited."""
        return meant(self.awaited, self.whole)

    @property
    def beside(self) -> tuple[SeenDie, ...]:
        """The other dice, which the game did not throw."""
        seen = self.seen.dice
        return tuple(die for die in self.whole.dice if die not in seen)

    def asks_of(self, awaited: Awaited | None) -> bool:
        """Tell whether the throw that is `awaited` is the one that this was judged as."""
        old = self.awaited
        return old is not None and awaited is not None and old.throw == awaited.throw

    def anew(self, awaited: Awaited | None) -> "Judged | None":
        """Return the question while the game waits for `awaited`; None if nothing is to be asked.

        What was asked once is never played unasked; where no reason is left, the old ones stand.
        """
        if awaited == self.awaited:
            return self
        reasons = tuple(reason for reason in self.verdict.why if reason in OF_THE_TABLE)
        verdict = judge(awaited, meant(awaited, self.whole), reasons)
        if awaited is None or verdict.outcome == "ignore":
            return None
        verdict = replace(verdict, outcome="ask", why=verdict.why or self.verdict.why)
        return replace(self, verdict=verdict, awaited=awaited)


@dataclass(frozen=True, slots=True)
class _Aside:
    """The questions that were `open` after the act `head`, before a row led to another throw."""

    open: tuple[Judged, ...]
    head: Moment | None


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of people: it never changes, but rows and readings make another.

    The questions that are `open` are all about the throw that is awaited. Only the newest is asked;
    those before it come back where that was no throw after all. `early` is a throw that nobody
    awaited yet. What was open when an undo or another game led away from its throw lies `aside`:
    the eye tells it but once.
    """

    open: tuple[Judged, ...] = ()
    early: Roll | None = None
    aside: tuple[_Aside, ...] = ()

    @property
    def question(self) -> Judged | None:
        """What somebody has to answer."""
        return self.open[-1] if self.open else None

    def unanswered(self, awaited: Awaited | None) -> bool:
        """Tell whether a throw that may well be the one `awaited` is asked about.

        Dice that came too early need not be: the next throw is played all the same.
        """
        return any(one.asks_of(awaited) and TOO_EARLY not in one.verdict.why for one in self.open)

    def asking(self, judged: Judged) -> "Asked":
        """Return what is asked when `judged` is asked too.

        Where neither may be a throw and the dice lie as they did (a lamp flickers, the eye starts
        anew), it takes the place of the question: one "no throw" answers them all.
        """
        instead = self.question is not None and _lies_so(judged.seen, self.question.seen)
        others = self.open[:-1] if instead else self.open
        return replace(self, open=(*others, judged)[-MOST_OPEN:])

    def dismissed(self) -> "Asked":
        """Return what is asked when the question was about no throw."""
        return replace(self, open=self.open[:-1])

    def after(
        self, row: Row, before: Moment | None, head: Moment | None, awaited: Awaited | None
    ) -> "Asked":
        """Return what is asked since `row` led from `before` to `head`, which waits for `awaited`.

        A question stays where that is the same throw, on the same path, and after a correction,
        which only says what led to it. Any other act has answered it. Where it was undone, and
        where a game begins or an act without dice led away, it is set aside until the game waits
        for its throw again; the next throw of the eye that is played ends that too.
        """
        stay = one_path(before, head)
        left = _anew(self.open, awaited, corrected=row.kind == "correct") if stay else ()
        aside = () if row.source == "camera" else self.aside
        no_dice = row.kind == "action" and "dice" not in row.body
        led_away = no_dice or row.kind in ("undo", "start")
        if self.open and not left and led_away:
            aside = (*aside, _Aside(self.open, before))[-MOST_OPEN:]
        asked = replace(self, open=left, aside=aside)
        return asked if left else asked._brought_back(head, awaited)

    def _brought_back(self, head: Moment | None, awaited: Awaited | None) -> "Asked":
        for one in reversed(self.aside):
            if one_path(one.head, head) and (again := _anew(one.open, awaited)):
                others = tuple(other for other in self.aside if other is not one)
                return replace(self, open=again, aside=others)
        return self

    def offering(self, awaited: Awaited | None) -> "Asked":
        """Return what is asked when the game begins to wait: dice that were thrown too early."""
        if awaited is None or self.early is None:
            return self
        whole, evidence = self.early
        verdict = judge(awaited, meant(awaited, whole), (TOO_EARLY,))
        return replace(self, open=(Judged(whole, verdict, awaited, evidence),), early=None)


def _lies_so(one: Seen, other: Seen) -> bool:
    """Tell whether both show the same dice, and neither is known to be a throw."""
    return not (one.thrown or other.thrown) and Counter(one.faces) == Counter(other.faces)


def _anew(
    questions: Sequence[Judged], awaited: Awaited | None, *, corrected: bool = False
) -> tuple[Judged, ...]:
    """Return those of `questions` that are still asked while the game waits for `awaited`."""
    same = (one for one in questions if corrected or one.asks_of(awaited))
    return tuple(again for one in same if (again := one.anew(awaited)) is not None)
