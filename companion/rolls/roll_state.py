"""The eye's readings, according to the log: a fold, like the state of the game itself."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from companion.log.history import History
from companion.log.moment import Moment
from companion.log.readings import Reading, Verdict
from companion.log.rows import ActionBody, DismissalBody, ReadingBody, Row
from companion.rolls.earlier_rolls import faces_of_still_dice, last_played_roll
from companion.rolls.questions import Question
from companion.rolls.verdict import (
    DEMO,
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
from engine.core.refusals import Refusal

MAX_QUESTIONS = 8  # open questions that are remembered


@dataclass(frozen=True, slots=True)
class RollState:
    """Which readings came, were asked about and answered; immutable, each row makes a new state.

    `numbers` are the last readings of each eye; eyes in `missing` have skipped one that nobody was
    asked about. `unanswered` are readings that were asked about, oldest first, `early_throw` the
    last roll that nobody awaited.

    Times are seconds of a monotonic clock, given by the caller. At `changed` something other than
    the eye last changed what is awaited; dice at rest before that are late. At `read` the eye
    `reader` read the last roll that was played. `teller` sent the last roll that was played or
    asked about.
    """

    changed: float
    read: float
    reader: str = ""
    teller: str = OWN_EYE
    numbers: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    missing: frozenset[str] = frozenset()
    unanswered: tuple[Question, ...] = ()
    early_throw: Question | None = None

    # -- changes by a row
    # ---------------------------------------------------------------------------

    def after_row(self, row: Row, moment: Moment | None) -> "RollState":
        """Return the state after `row`, which came after the act `moment`."""
        following = self._after_reading(row, moment)
        if row.kind == "action" and row.source == "camera":
            return replace(following, unanswered=())
        match row.body:
            case DismissalBody(dismissed):
                return following._without({dismissed})
            case ActionBody(answers=answers):
                return following._without({*answers})
        return following

    def after_row_is_kept(self, row: Row, now: float, *, changed: bool) -> "RollState":
        """Return the state after `row` was stored at `now`.

        `changed`: the game awaits another roll than before.
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
            return replace(following, early_throw=None, teller=row.who)
        reading, verdict = row.body.reading, row.body.verdict
        confirms = reading.confirms is not None
        if verdict.why in ((DEMO,), (OTHER_EYE,)) or (confirms and verdict.outcome == "ignored"):
            return following
        same = next((one for one in self.unanswered if one.is_confirmed_by(reading)), None)
        if same is not None:
            following, reading = (
                following._without({same.row}),
                same.merged_with_longer_look(reading),
            )
        # A push does not ask about a missing roll: the next roll will. If no dice are awaited, the
        # game went on without it.
        passed = verdict.outcome == "ignored" and verdict.why != (NOT_AWAITED,)
        if passed and self.has_missed_reading(row.eye, row.reading_number):
            following = replace(following, missing=following.missing | {row.eye})
        question = Question(row.seq, reading, verdict, moment)
        if question.is_early and reading.thrown:
            return replace(following, early_throw=question)
        if self.early_throw and not _only_pushed(question, self.early_throw):
            following = replace(following, early_throw=None)
        if verdict.outcome == "ignored":
            return following
        return replace(following, teller=row.who)._asking(question)

    def _asking(self, question: Question) -> "RollState":
        others = self.unanswered
        if others and question.shows_same_dice(others[-1]):
            others = others[:-1]
        return replace(self, unanswered=(*others, question)[-MAX_QUESTIONS:])

    def _without(self, rows: set[int]) -> "RollState":
        if not rows:
            return self
        early = None if self.early_throw and self.early_throw.row in rows else self.early_throw
        left = tuple(question for question in self.unanswered if question.row not in rows)
        return replace(self, unanswered=left, early_throw=early)

    # -- questions and verdicts
    # ---------------------------------------------------------------------

    def questions(self, history: History) -> Iterator[tuple[Question, Verdict]]:
        """Yield the open questions, newest first; only the first one is asked."""
        head = history.head
        awaited = None if head is None else head.awaited
        if head is None or awaited is None:
            return
        found = [*self.unanswered, *filter(None, [self.early_throw])]
        for question in sorted(found, key=lambda one: -one.row):
            if question.is_about(head, awaited):
                verdict = question.current_verdict(
                    awaited, faces_of_still_dice(history, question.reading, question.row)
                )
                if verdict is not None:
                    yield question, verdict

    def has_taken_reading(self, reading: Reading) -> bool:
        """Return whether `reading`, or a later one of the same eye, has come before."""
        return reading.number <= self.numbers.get(reading.eye, -1)

    def has_missed_reading(self, eye: str, number: int) -> bool:
        """Return whether `eye`, which numbers its readings, skipped one before `number`."""
        last = self.numbers.get(eye)
        return eye in self.missing or (last is not None and number > last + 1)

    def judge(self, reading: Reading, history: History, came: float, who: str) -> Verdict:
        """Return the verdict on `reading`, which arrived at `came` from `who`, after `history`."""
        head = history.head
        awaited = None if head is None else head.awaited
        if head is None or awaited is None:
            return Verdict("ignored", (NOT_AWAITED,), reading.faces)
        if reading.confirms is not None:
            return self._judge_confirming(reading, history)
        known = faces_of_still_dice(history, reading, len(history.rows) + 1)
        asked = list(self.questions(history))
        reasons = {
            UNHEARD: self.has_missed_reading(reading.eye, reading.number),
            TOO_EARLY: self._is_late(reading, known, history, came),
            # Dice that came too early need no answer: the next roll is played all the same.
            NEW_EYE: who != self.teller,
            UNANSWERED: any(TOO_EARLY not in verdict.why for _, verdict in asked),
        }
        lying = any(Counter(one.reading.faces) == Counter(reading.faces) for one, _ in asked)
        why = tuple(reason for reason in TABLE_REASONS if reasons[reason])
        verdict = judge(awaited, keep_only_awaited_dice(reading, awaited, known), why, lying=lying)
        return _as_the_rules_say(verdict, head)

    def _judge_confirming(self, reading: Reading, history: History) -> Verdict:
        """Return the verdict on a question whose dice `reading` shows again after a longer look.

        It is ignored if the question is answered or is not the newest one.
        """
        head, asked = history.head, next(self.questions(history), None)
        if asked is not None and head is not None and head.awaited is not None:
            question = asked[0]
            known = faces_of_still_dice(history, question.reading, question.row)
            verdict = question.verdict_if_confirmed(reading, head.awaited, known)
            if verdict is not None:
                return _as_the_rules_say(verdict, head)
        return replace(NOT_A_ROLL, faces=reading.faces)

    def _is_late(
        self, reading: Reading, known: Mapping[int, str], history: History, came: float
    ) -> bool:
        """Return whether `reading` may show a roll that the table knows already.

        The eye counts rest from when the scene last became quiet. An arm that leaves, a lamp that
        goes on or a second eye can show an old roll as if it were a new one.
        """
        rested = came - reading.after_rest_ms / 1000
        if rested < self.changed or (reading.eye != self.reader and rested < self.read):
            return True
        last = last_played_roll(history)
        if last is None or reading.thrown is False or reading.eye == last.eye:
            return False
        return last.matches(reading, known)


def _as_the_rules_say(verdict: Verdict, head: Moment) -> Verdict:
    """Return `verdict`, but ask about a roll that the rules refuse."""
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
