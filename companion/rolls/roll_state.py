"""What is known of the eye's readings: a fold of the log, like the state of the game.

A question is a row of the log. It stays open until an act answers it or somebody dismisses it. It
is only asked while the game waits for the roll that it is about, so that an undo removes it and a
redo brings it back.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from msgspec.structs import replace as replace_reading

from companion.log.history import REPLAY_ERRORS, History
from companion.log.moment import Moment, are_on_one_path
from companion.log.readings import Outcome, ReadingReport, Verdict
from companion.log.rows import ActionBody, DismissalBody, ReadingBody, Row
from companion.rolls.earlier_rolls import faces_of_still_dice, last_played_roll
from companion.rolls.verdict import (
    DEMO_DICE,
    NEW_EYE,
    NOT_A_ROLL,
    NOT_AWAITED,
    OTHER_EYE,
    OWN_EYE,
    TABLE_REASONS,
    TOO_EARLY,
    UNANSWERED,
    UNHEARD,
    judge,
    keep_only_awaited_dice,
)
from engine.core.awaited_dice import AwaitedDice
from engine.core.refusals import Refusal

MAX_QUESTIONS = 8  # open questions that are remembered


@dataclass(frozen=True, slots=True)
class Question:
    """The reading of `row`, made after the act `moment`, and the verdict on it.

    A roll that nobody awaited becomes a question once the game awaits dice.
    """

    row: int
    reading: ReadingReport
    verdict: Verdict
    moment: Moment | None

    @property
    def is_early(self) -> bool:
        """Whether it came before the game waited for dice."""
        return NOT_AWAITED in self.verdict.why

    def shows_same_dice(self, other: "Question") -> bool:
        """Return whether both show the same dice after the same act, and may not be rolls.

        A flickering lamp or a restarted eye may cause such questions: one "no roll" answers all.
        """
        thrown = self.reading.thrown or other.reading.thrown
        act, others_act = (q.moment and q.moment.row for q in (self, other))
        same = Counter(self.verdict.faces) == Counter(other.verdict.faces)
        return same and not thrown and act == others_act

    def is_about(self, head: Moment, awaited: AwaitedDice) -> bool:
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
            came_for = self.moment.awaited_dice
        except REPLAY_ERRORS:
            return False  # undone, and today's rules refuse it
        same_roll = came_for is not None and came_for.throw == awaited.throw
        return same_roll or head.row == self.moment.row

    def current_verdict(self, awaited: AwaitedDice, known: Mapping[int, str]) -> Verdict | None:
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

    def is_confirmed_by(self, later: ReadingReport) -> bool:
        """Return whether `later` is a longer look at the same dice."""
        mine = (self.reading.eye, self.reading.number, self.reading.faces)
        return mine == (later.eye, later.confirms, later.faces)

    def verdict_if_confirmed(
        self, later: ReadingReport, awaited: AwaitedDice, known: Mapping[int, str]
    ) -> Verdict | None:
        """Return the verdict if `later` confirms this one; None: people still have to answer."""
        if not self.is_confirmed_by(later):
            return None
        verdict = self._judge(self.merged_with_longer_look(later), awaited, known)
        return verdict if verdict.outcome in ("played", "likely") else None

    def merged_with_longer_look(self, later: ReadingReport) -> ReadingReport:
        """Return `later`, a longer look at the same dice, with `moved` and `thrown` of this one."""
        return replace_reading(later, moved=self.reading.moved, thrown=self.reading.thrown)

    def _judge(
        self, reading: ReadingReport, awaited: AwaitedDice, known: Mapping[int, str]
    ) -> Verdict:
        """Return the verdict on `reading`, with the table's reasons to ask."""
        reasons = tuple(reason for reason in self.verdict.why if reason in TABLE_REASONS)
        if self.is_early:
            reasons = (TOO_EARLY,)
        return judge(awaited, keep_only_awaited_dice(reading, awaited, known), reasons)


@dataclass(frozen=True, slots=True)
class RollState:
    """Which readings came, and which were asked about. It is immutable: each row makes a new state.

    `numbers` has the number of each eye's last reading. An eye in `missing` has skipped a number,
    and nobody was asked about that yet. `unanswered` has the open questions, oldest first.
    `early_roll` is the last roll that nobody awaited.

    Times are seconds of a monotonic clock, given by the caller. `changed` is when something other
    than the eye last changed what is awaited; dice that came to rest before that are late.
    `read` is when the eye `reader` read the last roll that was played. `sender` sent the last roll
    that was played or asked about.
    """

    changed: float
    read: float
    reader: str = ""
    sender: str = OWN_EYE
    numbers: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    missing: frozenset[str] = frozenset()
    unanswered: tuple[Question, ...] = ()
    early_roll: Question | None = None

    # -- changes by a row ------------------------------------------------------------------------

    def after_row(self, row: Row, moment: Moment | None) -> "RollState":
        """Return the state after `row`, which came after the act `moment`."""
        following = self._after_reading(row, moment)
        if row.kind == "action" and row.source == "camera":
            return replace(following, unanswered=())
        match row.body:
            case DismissalBody(dismissed):
                return following.without_questions({dismissed})
            case ActionBody(answers=answers):
                return following.without_questions({*answers})
        return following

    def after_storing(self, row: Row, now: float, *, changed: bool) -> "RollState":
        """Return the state after `row` was stored at `now`.

        `changed`: the game awaits another roll than before it.
        """
        if row.source == "camera":
            return replace(self, read=now, reader=row.eye or "")
        return replace(self, changed=now) if changed else self

    def _after_reading(self, row: Row, moment: Moment | None) -> "RollState":
        """Return the state after the reading of `row`, if it has one."""
        if row.eye is None or row.reading_number is None:
            return self
        newest = max(row.reading_number, self.numbers.get(row.eye, -1))
        numbers = {**self.numbers, row.eye: newest}
        following = replace(self, numbers=numbers, missing=self.missing - {row.eye})
        if not isinstance(row.body, ReadingBody):
            return replace(following, early_roll=None, sender=row.who)
        reading, verdict = row.body.reading, row.body.verdict
        confirms = reading.confirms is not None
        if verdict.why in ((DEMO_DICE,), (OTHER_EYE,)) or (
            confirms and verdict.outcome == "ignored"
        ):
            return following
        same = next((one for one in self.unanswered if one.is_confirmed_by(reading)), None)
        if same is not None:
            following = following.without_questions({same.row})
            reading = same.merged_with_longer_look(reading)
        # An ignored reading raises no question about a skipped one: the next roll will. If no dice
        # are awaited, the game has gone on without it.
        passed = verdict.outcome == "ignored" and verdict.why != (NOT_AWAITED,)
        if passed and self.has_missed_reading(row.eye, row.reading_number):
            following = replace(following, missing=following.missing | {row.eye})
        question = Question(row.seq, reading, verdict, moment)
        if question.is_early and reading.thrown:
            return replace(following, early_roll=question)
        if self.early_roll and not _only_pushed(question, self.early_roll):
            following = replace(following, early_roll=None)
        if verdict.outcome == "ignored":
            return following
        others = following.unanswered
        if others and question.shows_same_dice(others[-1]):
            others = others[:-1]
        questions = (*others, question)[-MAX_QUESTIONS:]
        return replace(following, sender=row.who, unanswered=questions)

    def without_questions(self, rows: set[int]) -> "RollState":
        """Return the state without the questions of `rows`."""
        if not rows:
            return self
        early = None if self.early_roll and self.early_roll.row in rows else self.early_roll
        left = tuple(question for question in self.unanswered if question.row not in rows)
        return replace(self, unanswered=left, early_roll=early)

    # -- questions and verdicts ------------------------------------------------------------------

    def questions(self, history: History) -> Iterator[tuple[Question, Verdict]]:
        """Yield the open questions, newest first; only the first one is asked."""
        head = history.head
        awaited = None if head is None else head.awaited_dice
        if head is None or awaited is None:
            return
        found = [*self.unanswered, *filter(None, [self.early_roll])]
        for question in sorted(found, key=lambda one: -one.row):
            if question.is_about(head, awaited):
                verdict = question.current_verdict(
                    awaited, faces_of_still_dice(history, question.reading, question.row)
                )
                if verdict is not None:
                    yield question, verdict

    def has_taken_reading(self, reading: ReadingReport) -> bool:
        """Return whether `reading`, or a later one of the same eye, has come before."""
        return reading.number <= self.numbers.get(reading.eye, -1)

    def has_missed_reading(self, eye: str, number: int) -> bool:
        """Return whether `eye`, which numbers its readings, skipped one before `number`."""
        last = self.numbers.get(eye)
        return eye in self.missing or (last is not None and number > last + 1)

    def judge(self, reading: ReadingReport, history: History, came: float, who: str) -> Verdict:
        """Return the verdict on `reading`, which arrived at `came` from `who`, after `history`."""
        head = history.head
        awaited = None if head is None else head.awaited_dice
        if head is None or awaited is None:
            return Verdict("ignored", (NOT_AWAITED,), reading.faces)
        if reading.confirms is not None:
            return self._judge_confirming(reading, history)
        known = faces_of_still_dice(history, reading, len(history.rows) + 1)
        asked = list(self.questions(history))
        reasons = {
            UNHEARD: self.has_missed_reading(reading.eye, reading.number),
            TOO_EARLY: self._is_late(reading, known, history, came),
            # Dice that came too early need no answer before the next roll is played.
            NEW_EYE: who != self.sender,
            UNANSWERED: any(TOO_EARLY not in verdict.why for _, verdict in asked),
        }
        asked_about = any(Counter(one.reading.faces) == Counter(reading.faces) for one, _ in asked)
        why = tuple(reason for reason in TABLE_REASONS if reasons[reason])
        kept = keep_only_awaited_dice(reading, awaited, known)
        verdict = judge(awaited, kept, why, asked_about=asked_about)
        return _asked_if_refused(verdict, head)

    def _judge_confirming(self, reading: ReadingReport, history: History) -> Verdict:
        """Return the verdict on a question whose dice `reading` shows again after a longer look.

        It is ignored if the question is answered or is not the newest one.
        """
        head, asked = history.head, next(self.questions(history), None)
        if asked is not None and head is not None and head.awaited_dice is not None:
            question = asked[0]
            known = faces_of_still_dice(history, question.reading, question.row)
            verdict = question.verdict_if_confirmed(reading, head.awaited_dice, known)
            if verdict is not None:
                return _asked_if_refused(verdict, head)
        return replace(NOT_A_ROLL, faces=reading.faces)

    def _is_late(
        self, reading: ReadingReport, known: Mapping[int, str], history: History, came: float
    ) -> bool:
        """Return whether `reading` may show a roll that the table knows already.

        To the eye, dice are at rest since the scene became quiet. After an arm leaves or a lamp
        goes on, or to a second eye, an old roll looks like a new one.
        """
        rested = came - reading.after_rest_ms / 1000
        if rested < self.changed or (reading.eye != self.reader and rested < self.read):
            return True
        last = last_played_roll(history)
        if last is None or reading.thrown is False or reading.eye == last.eye:
            return False
        return last.matches(reading, known)


def _asked_if_refused(verdict: Verdict, head: Moment) -> Verdict:
    """Return `verdict`, but with the outcome ``asked`` for a roll that the rules refuse."""
    if verdict.outcome not in ("played", "likely"):
        return verdict
    try:
        head.game.play(
            head.state, head.game.action_from_roll(head.state, verdict.faces, verdict.kept)
        )
    except Refusal as refusal:
        return replace(verdict, outcome="asked", why=(refusal.code,))
    return verdict


def _only_pushed(later: Question, early: Question) -> bool:
    """Return whether `later` only shows, after a push, the dice that were rolled too early."""
    if later.reading.thrown or later.verdict.outcome != "ignored":
        return False
    return Counter(later.reading.faces) == Counter(early.reading.faces)
