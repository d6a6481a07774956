"""The delay before a likely roll is played, and what the settings make of one."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from msgspec.structs import replace as replace_fields

from companion.log.readings import Outcome, ReadingReport, Verdict
from companion.log.rows import Draft
from companion.rolls.verdict import NOT_A_ROLL
from companion.table.settings import Settings
from companion.table.store import Store
from companion.table.views import DelayView, OnLikely

OUTCOME_BY_SETTING: Mapping[OnLikely, Outcome] = {
    "count": "likely",
    "ask": "asked",
    "play": "played",
}


class LikelyRollDelay:
    """The delay before a likely roll of the table in `store` is played, as `settings` say.

    Anything that interrupts it (an answer, another roll, a tap, the end of this process) ends it
    for good: then the roll is asked about. `now` is a monotonic clock in seconds. One thread at a
    time may use it.
    """

    def __init__(self, store: Store, settings: Settings, now: Callable[[], float]) -> None:
        self._store, self._settings, self._now = store, settings, now
        self._row, self._ends = 0, 0.0  # of the question with the delay; 0: none has one
        self._cancelled = 0  # the row of the last question whose delay somebody cancelled

    def forget(self) -> None:
        """Forget the delay and what was cancelled: the log was replaced."""
        self._row = self._cancelled = 0

    def _cancel(self) -> None:
        """Cancel the delay: somebody objects."""
        self._cancelled, self._row = self._row or self._cancelled, 0

    def ask_about(self, number: int) -> None:
        """Ask about the likely roll of reading `number` instead of playing it."""
        likely = self._store.state.likely_question
        if likely and likely[0].reading.number == number:
            self._cancel()

    def change_settings(self, on_likely: OnLikely, seconds: float) -> None:
        """Set what happens to likely rolls; raises `FileError` ``log_unwritable``."""
        self._settings.set_likely_roll_settings(on_likely, seconds)
        self._cancel()

    def verdict_by_settings(self, verdict: Verdict, reading: ReadingReport) -> Verdict:
        """Return `verdict` on `reading`, or what the settings make of it if it is likely.

        A confirmation does not play a roll that somebody wants to be asked about.
        """
        asked = self._store.state.question
        on_likely = self._settings.likely_roll_settings["on_likely"]
        is_likely = verdict.outcome == "likely"
        if reading.confirms is not None and asked:
            by_tap = asked[0].row == self._cancelled
            if by_tap or (on_likely == "ask" and (is_likely or asked[0].reading.likely)):
                return replace(NOT_A_ROLL, faces=reading.faces)
        return replace(verdict, outcome=OUTCOME_BY_SETTING[on_likely]) if is_likely else verdict

    def handle_stored_row(self, row: int) -> None:
        """Begin the delay of the stored `row` if it is a likely roll, or end one it interrupts."""
        likely = self._store.state.likely_question
        if likely is None or likely[0].row not in (row, self._row):
            self._row = 0
        elif likely[0].row == row:
            self._row = row
            self._ends = self._now() + self._settings.likely_roll_settings["seconds"]

    @property
    def delay_view(self) -> DelayView | None:
        """The delay of the question, as shown with it, if it has one."""
        return {"seconds": self._settings.likely_roll_settings["seconds"]} if self._row else None

    @property
    def seconds_left(self) -> float | None:
        """The seconds until a likely roll is played, or None if there is none."""
        return max(0.0, self._ends - self._now()) if self._row else None

    def take_due_row(self) -> Draft | None:
        """Return the row that plays the likely roll if its delay is over, but only once."""
        head, likely = self._store.state.head, self._store.state.likely_question
        if self.seconds_left != 0 or head is None or likely is None:
            return None
        self._cancel()
        question, verdict = likely
        body = replace_fields(
            head.body_of_roll(verdict.faces, verdict.kept),
            answers=(question.row,),
            reading_row=question.row,
        )
        return Draft(body, "camera", question.reading.eye)
