"""Drafts of rows, made from an act or a reading."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from msgspec.structs import replace

from companion.log.moment import Moment
from companion.log.readings import Reading, Verdict
from companion.log.rows import ActionBody, Body, ReadingBody, Roll, Row, Source
from companion.rolls.questions import Question
from companion.rolls.verdict import NOT_AWAITED
from engine.core.action import Action


@dataclass(frozen=True, slots=True)
class Draft:
    """A row without its number, time and author."""

    body: Body
    source: Source = "hand"
    eye: str | None = None
    evidence: bytes | None = None

    def to_row(
        self, seq: int, who: str, request: str | None = None, sent: str | None = None
    ) -> Row:
        """Return the row `seq`, made now by `who`, for the POST `request` of the action `sent`."""
        at = datetime.now(UTC).isoformat(timespec="milliseconds")
        reading = self.body.reading if isinstance(self.body, ActionBody | ReadingBody) else None
        number = None if reading is None else reading.number
        return Row(seq, self.body, self.source, who, at, request, sent, self.eye, number)


def draft_of_timed_action(action: Action, *, span: bool) -> Draft:
    """Return the row of an action by the clock, with or without a `Timer.span`."""
    return Draft(ActionBody(action.to_json(), span=span), "clock")


def draft_of_likely_roll(head: Moment, question: Question, verdict: Verdict) -> Draft:
    """Return the row that plays a likely roll, as the eye read it."""
    body = body_of_dice(head, verdict.faces, verdict.kept)
    body = replace(body, answers=(question.row,), reading_row=question.row)
    return Draft(body, "camera", question.reading.eye)


def body_of_dice(head: Moment, faces: Sequence[str], kept: Sequence[int]) -> ActionBody:
    """Return the body of a row in which the dice show `faces` after `head`; raises `Refusal`."""
    action = head.game.action_from_roll(head.state, tuple(faces), tuple(kept))
    return ActionBody(action.to_json(), Roll(tuple(faces), tuple(kept)))


def draft_of_reading(
    reading: Reading, verdict: Verdict, head: Moment | None, evidence: bytes | None
) -> Draft:
    """Return the row of `reading`, which plays it after `head` if that is the `verdict`.

    The picture is kept if somebody may want to see it: of a roll that was played, is asked about,
    or came too early.
    """
    if verdict.outcome == "played" and head is not None:
        body = replace(body_of_dice(head, verdict.faces, verdict.kept), reading=reading)
        return Draft(body, "camera", reading.eye, evidence)
    wanted = verdict.outcome in ("asked", "likely") or (
        NOT_AWAITED in verdict.why and reading.thrown
    )
    kept = evidence if wanted else None
    return Draft(ReadingBody(reading, verdict), "camera", reading.eye, kept)
