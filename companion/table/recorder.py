"""Stores new rows with all that follows from them, and plays what is due: counts, likely rolls."""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from msgspec.structs import replace as replace_fields

from companion.files import FileError
from companion.log.moment import Moment
from companion.log.readings import Outcome, Reading, Verdict
from companion.log.rows import ActionBody, Draft, ReadingBody
from companion.rolls.verdict import NOT_A_ROLL, NOT_AWAITED
from companion.table.boxes import EnteredCards
from companion.table.clock import Countdown
from companion.table.settings import Settings
from companion.table.store import Store
from companion.table.views import DelayView, OnLikely
from engine.core.refusals import Refusal

log = logging.getLogger(__name__)

OUTCOME_BY_SETTING: Mapping[OnLikely, Outcome] = {
    "count": "likely",
    "ask": "asked",
    "play": "played",
}


class LikelyRolls:
    """The delay before a likely roll of the table in `store` is played, as `settings` say.

    Anything that interrupts it (an answer, another roll, a tap, the end of this process) ends it
    for good: then the roll is asked about. `now` is a monotonic clock in seconds. One thread at a
    time may use it.
    """

    def __init__(self, store: Store, settings: Settings, now: Callable[[], float]) -> None:
        self._store, self._settings, self._now = store, settings, now
        self._row, self._ends = 0, 0.0  # of the question with the delay; 0: none has one
        self._stopped = 0  # the row of the last question whose delay somebody stopped

    def forget(self) -> None:
        """Forget the delay and what was stopped: the log was replaced."""
        self._row = self._stopped = 0

    def stop(self) -> None:
        """End the delay: somebody objects."""
        self._stopped, self._row = self._row or self._stopped, 0

    def ask_about(self, number: int) -> None:
        """Ask about the likely roll of reading `number` instead of playing it."""
        likely = self._store.state.likely_question
        if likely and likely[0].reading.number == number:
            self.stop()

    def change_settings(self, on_likely: OnLikely, seconds: float) -> None:
        """Set what becomes of likely rolls; raises `FileError` ``log_unwritable``."""
        self._settings.set_likely_rolls(on_likely, seconds)
        self.stop()

    def outcome_by_settings(self, verdict: Verdict, reading: Reading) -> Verdict:
        """Return the verdict on `reading`, which the settings decide if `verdict` is likely.

        A confirmation does not play a roll that somebody wants to be asked about.
        """
        asked, on_likely = self._store.state.question, self._settings.on_likely
        is_likely = verdict.outcome == "likely"
        if reading.confirms is not None and asked:
            by_tap = asked[0].row == self._stopped
            if by_tap or (on_likely == "ask" and (is_likely or asked[0].reading.likely)):
                return replace(NOT_A_ROLL, faces=reading.faces)
        return replace(verdict, outcome=OUTCOME_BY_SETTING[on_likely]) if is_likely else verdict

    def handle_kept_row(self, row: int) -> None:
        """Begin the delay of the stored `row` if it is a likely roll, or end one it interrupts."""
        likely = self._store.state.likely_question
        if likely is None or likely[0].row not in (row, self._row):
            self._row = 0
        elif likely[0].row == row:
            self._row, self._ends = row, self._now() + self._settings.seconds

    @property
    def delay(self) -> DelayView | None:
        """The delay of the question, as shown with it, if it has one."""
        return {"seconds": self._settings.seconds} if self._row else None

    @property
    def seconds_left(self) -> float | None:
        """The seconds until a likely roll is played, or None if there is none."""
        return max(0.0, self._ends - self._now()) if self._row else None

    def due_row(self) -> Draft | None:
        """Return, once, the row that plays the likely roll if its delay is over."""
        head, likely = self._store.state.head, self._store.state.likely_question
        if self.seconds_left != 0 or head is None or likely is None:
            return None
        self.stop()
        question, verdict = likely
        body = replace_fields(
            head.body_of_roll(verdict.faces, verdict.kept),
            answers=(question.row,),
            reading_row=question.row,
        )
        return Draft(body, "camera", question.reading.eye)


def draft_of_reading(
    reading: Reading, verdict: Verdict, head: Moment | None, evidence: bytes | None
) -> Draft:
    """Return the row of `reading`, which plays it after `head` if that is the `verdict`.

    The picture is kept if somebody may want to see it: of a roll that was played, is asked about,
    or came too early.
    """
    if verdict.outcome == "played" and head is not None:
        body = replace_fields(head.body_of_roll(verdict.faces, verdict.kept), reading=reading)
        return Draft(body, "camera", reading.eye, evidence)
    came_early = NOT_AWAITED in verdict.why and reading.thrown
    kept = evidence if came_early or verdict.outcome in ("asked", "likely") else None
    return Draft(ReadingBody(reading, verdict), "camera", reading.eye, kept)


class Recorder:
    """Adds rows to `store`, and updates `clock`, `likely` rolls and `cards` after each.

    It calls `publish` after rows that nobody asked for, and when nothing can be stored. It calls
    `game_over`, which must return at once, whenever a game ends. `now` is a monotonic clock in
    seconds. One thread at a time may use it.
    """

    def __init__(
        self,
        store: Store,
        publish: Callable[[], None],
        clock: Countdown,
        likely: LikelyRolls,
        cards: EnteredCards,
        now: Callable[[], float],
    ) -> None:
        self.game_over: Callable[[], None] = lambda: None
        self._store, self._publish, self._clock, self._cards = store, publish, clock, cards
        self._likely, self._now = likely, now

    def record(
        self,
        drafts: Sequence[Draft],
        who: str,
        request: str | None = None,
        sent: str | None = None,
        *,
        run: bool = True,
    ) -> int:
        """Append `drafts` to the store; return the number of the last row.

        A count that starts runs at once, unless `run` is false. The caller publishes the snapshot.
        Raises as `Store.append` does, and publishes why nothing can be stored.
        """
        store, before, trouble = self._store, self._store.state, self._store.trouble
        try:
            row = store.append(drafts, who, request, sent)
        except FileError as error:
            if trouble is None or trouble.code != error.code:
                self._publish()
            raise
        if store.state.history.version != before.history.version:
            run = run and drafts[-1].body.kind in ("start", "action")
            if store.state.game_start != before.game_start:
                self._clock.reset(None, self._now(), run=False)  # no time goes on from another game
            if store.state.game["paused"]:
                self._clock.clear(self._now())
            else:
                self._clock.reset(store.state.timer, self._now(), run=run)
        self._likely.handle_kept_row(row)
        self._learn_card()
        if store.state.game["over"] and not before.game["over"]:
            self.game_over()
        return row

    def record_what_is_due(self) -> None:
        """Store what is due: the end of a count, a likely roll that nobody stopped.

        If the disk is full, the clock is held and the roll asked about: nothing is sold.
        """
        action, likely = self._clock.due_action(self._now()), self._likely.due_row()
        due = [] if likely is None else [likely]
        if action is not None:
            due.insert(0, Draft(ActionBody(action.to_json(), span=self._clock.spans_acts), "clock"))
        for draft in due:
            try:
                self.record([draft], "clock")
            except (Refusal, FileError):
                self._clock.pause(self._now())
            self._publish()

    def hold_clock(self) -> None:
        """Hold the clock until somebody is ready, and publish the snapshot."""
        self._clock.reset(None, self._now(), run=False)  # no time goes on from another log
        self._clock.reset(self._store.state.timer, self._now(), run=False)
        self._publish()

    def _learn_card(self) -> None:
        try:
            self._cards.remember_from(self._store.state)
        except FileError as error:  # people enter it again next time
            log.warning("a card cannot be remembered: %s", error)
