"""What the page is shown of the eye's readings: the last one, and the one that is asked about."""

from dataclasses import dataclass

from companion.table.state import State
from companion.throws.earlier_throws import faces_of_still_dice
from companion.throws.reading import Reading, awaited_dice, indices_of_awaited
from companion.throws.verdict import Verdict, ranked
from engine.core.awaited import Awaited
from engine.core.refusals import Json
from vision.reading import SURE


@dataclass(frozen=True, slots=True)
class LastReading:
    """The newest `reading`, and what became of it at the time `at`.

    It was judged while the game waited for `awaited`.
    """

    reading: Reading
    verdict: Verdict
    awaited: Awaited | None
    at: float

    def view(self) -> dict[str, Json]:
        """Return it as JSON."""
        meant = indices_of_awaited(self.reading, self.awaited)
        beside = [die for i, die in enumerate(self.reading.dice) if i not in meant]
        return {
            **_reading_view(awaited_dice(self.reading, self.awaited)),
            "outcome": self.verdict.outcome,
            "why": list(self.verdict.why),
            "beside": [{"box": list(die.box), "body": die.body} for die in beside],
        }


def question_view(state: State) -> Json:
    """Return the open question of `state` as JSON, if there is one."""
    if state.question is None or state.awaited is None:
        return None
    question, verdict = state.question
    known = faces_of_still_dice(state.history, question.reading, question.row)
    reading = awaited_dice(question.reading, state.awaited, known)
    dice: list[Json] = [
        {**view, "alternatives": [list(pair) for pair in ranked(die, state.awaited.faces)]}
        for die, view in zip(reading.dice, _dice_view(reading), strict=True)
    ]
    return {
        **_reading_view(reading),
        "why": list(verdict.why),
        "dice": dice,
        "picture": question.row in state.pictures,
        "faces": list(verdict.faces),
        "kept": list(verdict.kept),
    }


def _dice_view(reading: Reading) -> list[dict[str, Json]]:
    return [
        {
            "face": die.face,
            "confidence": die.confidence,
            "sure": die.confidence >= SURE,
            "box": list(die.box),
            "body": die.body,
            "moved": moved,
        }
        for die, moved in zip(reading.dice, reading.moved, strict=True)
    ]


def _reading_view(reading: Reading) -> dict[str, Json]:
    return {
        "number": reading.number,
        "dice": list(_dice_view(reading)),
        "thrown": reading.thrown,
        "sure": reading.sure,
        "doubts": list(reading.doubts),
        "size": list(reading.size),
    }
