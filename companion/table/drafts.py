"""A row to be: from an act, or from what the eye told."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import msgspec

from companion.log.moment import Moment
from companion.log.row import Kind, Row, Source
from companion.throws.questions import Question
from companion.throws.reading import Reading
from companion.throws.verdict import NOT_AWAITED, Verdict
from engine.core.action import Action
from engine.core.codec import to_json
from engine.core.refusals import Json


@dataclass(frozen=True, slots=True)
class Draft:
    """A row to be: everything but its number, its time, and who asked."""

    kind: Kind
    body: Mapping[str, Json]
    source: Source = "hand"
    eye: str | None = None
    reading: int | None = None
    evidence: bytes | None = None

    def to_row(
        self, seq: int, who: str, request: str | None = None, sent: str | None = None
    ) -> Row:
        """Return the row `seq`, now, by `who`, for the POST `request` of the action `sent`."""
        at = datetime.now(UTC).isoformat(timespec="milliseconds")
        values = (self.kind, self.body, self.source, who, at)
        return Row(seq, *values, request, sent, self.eye, self.reading)


def draft_of_timed_action(action: Action, *, span: bool) -> Draft:
    """Return the row of an action that comes by itself, at the end of a `Timer.span` or without."""
    body: dict[str, Json] = {"action": action.to_json()}
    return Draft("action", body | {"span": True} if span else body, "clock")


def draft_of_likely(head: Moment, question: Question, verdict: Verdict) -> Draft:
    """Return the row that plays a throw to which nobody objected, as the eye read it."""
    body = body_of_dice(head, verdict.faces, verdict.kept)
    told: dict[str, Json] = {"reading_row": question.row, "answers": [question.row]}
    return Draft("action", body | told, "camera", question.reading.eye)


def body_of_dice(head: Moment, faces: Sequence[str], kept: Sequence[int]) -> dict[str, Json]:
    """Return the body of a row in which the dice show `faces` after `head`; raises `Refusal`."""
    action = head.game.action_from_roll(head.state, tuple(faces), tuple(kept))
    return {"action": action.to_json(), "dice": {"faces": list(faces), "kept": list(kept)}}


def draft_of_reading(
    reading: Reading, verdict: Verdict, head: Moment | None, evidence: bytes | None
) -> Draft:
    """Return the row that keeps `reading`, and plays it after `head` if that is the `verdict`.

    The picture is kept where somebody may want to see it: of a throw that was played, is asked
    about, or came before its time.
    """
    eye = (reading.eye, reading.number)
    told: dict[str, Json] = msgspec.json.decode(msgspec.json.encode(reading))
    del told["eye"], told["number"]
    if verdict.outcome == "played" and head is not None:
        body = body_of_dice(head, verdict.faces, verdict.kept) | {"reading": told}
        return Draft("action", body, "camera", *eye, evidence)
    body = {"reading": told, "verdict": to_json(verdict)}
    wanted = verdict.outcome in ("asked", "likely") or (
        NOT_AWAITED in verdict.why and reading.thrown
    )
    return Draft("reading", body, "camera", *eye, evidence if wanted else None)
