"""What the page is shown of the eye's readings: the last one, and the one that is asked about."""

from dataclasses import dataclass

from companion.log.readings import Die, Reading, Verdict
from companion.table.delay import LikelyThrowDelay
from companion.table.state import TableState
from companion.table.views import eye
from companion.throws.awaited_dice import indices_of_awaited_dice, keep_only_awaited_dice
from companion.throws.earlier_throws import faces_of_still_dice
from companion.throws.verdict import ranked_faces
from engine.core.awaited import Awaited


@dataclass(frozen=True, slots=True)
class LastReading:
    """The newest `reading`, and what became of it at the time `at`.

    It was judged while the game waited for `awaited`.
    """

    reading: Reading
    verdict: Verdict
    awaited: Awaited | None
    at: float

    @property
    def was_played(self) -> bool:
        """Whether nobody was asked about it: its faces are sure, whatever is doubted beside."""
        return self.verdict.outcome == "played"

    def view(self) -> eye.LastReadingView:
        """Return it as JSON."""
        meant = indices_of_awaited_dice(self.reading, self.awaited)
        reading = keep_only_awaited_dice(self.reading, self.awaited)
        beside = [die for i, die in enumerate(self.reading.dice) if i not in meant]
        return {
            **_reading_view(reading, self.verdict.why),
            "dice": _dice_view(reading, played=self.was_played),
            "outcome": self.verdict.outcome,
            "beside": [{"box": _box(die), "body": die.body} for die in beside],
        }


def question_view(state: TableState, delay: LikelyThrowDelay) -> eye.QuestionView | None:
    """Return the open question of `state` as JSON, if there is one, and the `delay` about it."""
    asked, awaited = state.question, state.awaited
    if asked is None or awaited is None:
        return None
    question, verdict = asked
    known = faces_of_still_dice(state.history, question.reading, question.row)
    reading = keep_only_awaited_dice(question.reading, awaited, known)
    dice: list[eye.AskedDieView] = [
        {
            **view,
            "alternatives": [
                [face, round(chance, 3)] for face, chance in ranked_faces(die, awaited.faces)
            ],
        }
        for die, view in zip(reading.dice, _dice_view(reading), strict=True)
    ]
    return {
        **_reading_view(reading, verdict.why),
        "dice": dice,
        "picture": state.history.rows[question.row - 1].picture in state.pictures,
        "likely": verdict.outcome == "likely",
        "delay": delay.view(question.row),
        "faces": list(verdict.faces),
        "kept": list(verdict.kept),
    }


def _dice_view(reading: Reading, *, played: bool = False) -> list[eye.DieView]:
    return [
        {"face": die.face, "sure": die.sure or played, "box": _box(die), "body": die.body}
        for die in reading.dice
    ]


def _box(die: Die) -> list[float]:
    return [round(side, 1) for side in die.box]


def _reading_view(reading: Reading, why: tuple[str, ...]) -> eye.ReadingView:
    return {
        "number": reading.number,
        "thrown": reading.thrown,
        "size": list(reading.size),
        "why": list(why),
    }
