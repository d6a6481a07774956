"""What becomes of throws that are likely: played after a delay, asked about, or played at once."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.log.readings import Outcome, Reading, Verdict
from companion.table.acts import Ask, Set
from companion.table.delay import LikelyThrowDelay
from companion.table.drafts import Draft, draft_of_likely
from companion.table.settings import OnLikely, Settings
from companion.table.store import Store
from companion.throws.verdict import NO_THROW

OUTCOME_BY_SETTING: Mapping[OnLikely, Outcome] = {
    "count": "likely",
    "ask": "asked",
    "play": "played",
}


class LikelyThrows:
    """Runs the `delay` about a throw of the table kept in `store`, as `settings` say.

    `now` is a monotonic clock in seconds. One thread at a time may use it.
    """

    def __init__(
        self, store: Store, delay: LikelyThrowDelay, settings: Settings, now: Callable[[], float]
    ) -> None:
        self._store, self._delay, self._settings, self._now = store, delay, settings, now

    def handle_act(self, act: Ask | Set) -> None:
        """Ask about a likely throw rather than play it, or change the settings.

        Raises `FileError` ``log_unwritable``, `BadAction`.
        """
        likely = self._store.state.likely_question
        if isinstance(act, Set):
            act.check()
            self._settings.set_likely_throws(act.on_likely, act.seconds)
        if isinstance(act, Set) or (likely and likely[0].reading.number == act.number):
            self._delay.stop()

    def outcome_by_settings(self, verdict: Verdict, reading: Reading) -> Verdict:
        """Return what becomes of `reading` by the settings, where the table's `verdict` is likely.

        Nothing confirms a throw of which somebody wanted to be asked, by a tap or by the settings.
        """
        asked, on_likely = self._store.state.question, self._settings.on_likely
        is_likely = verdict.outcome == "likely"
        if reading.confirms is not None and asked:
            by_tap = asked[0].row == self._delay.stopped
            if by_tap or (on_likely == "ask" and (is_likely or asked[0].reading.likely)):
                return replace(NO_THROW, faces=reading.faces)
        return replace(verdict, outcome=OUTCOME_BY_SETTING[on_likely]) if is_likely else verdict

    def handle_kept_row(self, row: int) -> None:
        """Take note that `row` was kept: begin a delay of it, or end one that it interrupts."""
        likely = self._store.state.likely_question
        if likely is not None and likely[0].row == row:
            self._delay.begin(row, self._settings.seconds, self._now())
        else:
            self._delay.stop_unless_for(None if likely is None else likely[0].row)

    @property
    def seconds_left(self) -> float | None:
        """The seconds until a throw is played; None while none is waited for."""
        return self._delay.seconds_left(self._now())

    def due_row(self) -> Draft | None:
        """Return the row that plays the throw to which nobody objected in time, once."""
        head, likely = self._store.state.head, self._store.state.likely_question
        if self.seconds_left != 0 or head is None or likely is None:
            return None
        self._delay.stop()
        return draft_of_likely(head, *likely)
