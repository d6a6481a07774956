"""Keeps new rows, and what follows: the clock runs, a card is remembered."""

import logging
from collections.abc import Callable, Sequence

from companion.files import FileError
from companion.table.countdown import Countdown
from companion.table.drafts import Draft, draft_of_timed_action
from companion.table.entered_cards import EnteredCards
from companion.table.likely_throws import LikelyThrows
from companion.table.screens import Screens
from companion.table.store import Store
from engine.core.refusals import Refusal

log = logging.getLogger(__name__)


class Recorder:
    """Keeps rows in `store`; `clock`, `likely` throws and `cards` hear of them.

    `screens` are told what nobody else can tell them: what is due, and that nothing can be kept.
    `game_over` is called, and should return at once, whenever a game has ended. `now` is a
    monotonic clock in seconds. One thread at a time may use it.
    """

    def __init__(
        self,
        store: Store,
        screens: Screens,
        clock: Countdown,
        likely: LikelyThrows,
        cards: EnteredCards,
        now: Callable[[], float],
    ) -> None:
        self.game_over: Callable[[], None] = lambda: None
        self._store, self._screens, self._clock, self._cards = store, screens, clock, cards
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
        """Keep `drafts` as `Store.append` does; return the row of the last.

        What an act started to count runs at once, unless `run` is false. Who calls tells the
        screens. Raises as that does, and tells them then why nothing can be kept.
        """
        store, before, trouble = self._store, self._store.state, self._store.trouble
        try:
            row = store.append(drafts, who, request, sent)
        except FileError as error:
            if trouble is None or trouble.code != error.code:
                self._screens.publish_snapshot()
            raise
        if store.state.history.version != before.history.version:
            run = run and drafts[-1].body.kind in ("start", "action")
            if store.state.game_start != before.game_start:
                self._clock.reset(None, self._now(), run=False)  # no time runs on from another game
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
        """Keep what nobody did: a count whose time has come, a throw to which nobody objected.

        On a full disk the clock is held and the throw asked about: nobody is sold anything.
        """
        action, likely = self._clock.due_action(self._now()), self._likely.due_row()
        due = [] if action is None else [draft_of_timed_action(action, span=self._clock.has_span)]
        for draft in due if likely is None else [*due, likely]:
            try:
                self.record([draft], "clock")
            except (Refusal, FileError):
                self._clock.pause(self._now())
            self._screens.publish_snapshot()

    def hold_clock(self) -> None:
        """Let nothing be counted before somebody is ready, and tell everything anew."""
        self._clock.reset(None, self._now(), run=False)  # no time runs on from another log
        self._clock.reset(self._store.state.timer, self._now(), run=False)
        self._screens.publish_snapshot()

    def _learn_card(self) -> None:
        try:
            self._cards.remember_from(self._store.state)
        except FileError as error:  # it is entered again next time
            log.warning("a card is not remembered: %s", error)
