"""One table: accepts acts and readings, stores them, and informs every screen."""

import json
import logging
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

from msgspec.structs import replace as replace_fields

from companion.files import FileError
from companion.log.history import History
from companion.log.log import Log
from companion.log.moment import Moment
from companion.log.readings import ReadingReport, Verdict
from companion.log.rows import ActionBody, DismissalBody, Draft, ReadingBody
from companion.rolls.roll_state import RollState
from companion.rolls.verdict import (
    IN_LESSON,
    IN_TEST,
    NOT_A_ROLL,
    NOT_AWAITED,
    OWN_EYE,
    ROLL_UNCLEAR,
    TABLE_REASONS,
    with_inferred_moves,
)
from companion.table import acts
from companion.table.backup.check import restore_table_files
from companion.table.backup.save import back_up_before_replacing
from companion.table.boxes import EnteredCards
from companion.table.clock import Countdown, Watchers
from companion.table.event_broadcaster import Stream
from companion.table.eye_test import EyeTest
from companion.table.eyes import DiceLesson, EyeReport, Eyes, LastReading
from companion.table.likely_roll_delay import LikelyRollDelay
from companion.table.screens import CafeNote, Screens
from companion.table.settings import Settings
from companion.table.snapshot import game_view
from companion.table.state import TableState
from companion.table.store import GamesPlayed, Store
from companion.table.views import DemoRoll, ReadingOutcome, Snapshot, SnapshotAfterAction
from engine.core.action import Action
from engine.core.game import Games
from engine.core.refusals import Json, NotNow, Refusal
from vision.bounding_box import BoundingBox

log = logging.getLogger(__name__)

TICK_SECONDS = 1.0  # at most between two ticks


@dataclass(frozen=True, slots=True)
class ActionRequest:
    """A POST: its unique `id`, the `version` that the page saw, the `action`, and the device."""

    id: str
    version: int
    action: Mapping[str, Json]
    who: str = ""


class StaleVersion(Exception):
    """The page acted on an old version; `snapshot` is the newest."""

    def __init__(self, snapshot: Snapshot) -> None:
        super().__init__("stale")
        self.snapshot = snapshot


class Table:
    """The table whose rows are in `log`, which it owns from now on. Any thread may use it.

    Raises `FileError` ``log_damaged`` if its rows cannot be played, and closes the log then.

    `housekeeping` is what the last check of its files found: why a row is `damaged`, how many were
    `repaired`, why there is no `backup`. `now` is a monotonic clock in seconds; this machine's eye
    last reported at `own_eye_heard`. `game_over`, which must return at once, is called whenever a
    game ends. `closed` is set when the table is closed.
    """

    def __init__(
        self, log: Log, games: Games, *, now: Callable[[], float] = time.monotonic
    ) -> None:
        self.games, self.folder = games, log.path.parent
        self.housekeeping: Mapping[str, Json] = {}
        self.game_over: Callable[[], None] = lambda: None
        self.own_eye_heard = float("-inf")
        self._now = now
        self.lock, self.closed = threading.RLock(), threading.Event()
        self.store = Store(log, games, now)
        self.games_played = GamesPlayed(self.store)
        self.entered_cards, self.settings = EnteredCards(self.folder), Settings(self.folder)
        self.eyes, self.eye_test, self._clock = Eyes(), EyeTest(now), Countdown()
        self.lesson, self.watchers = DiceLesson(self.eyes, now), Watchers()
        self.likely_roll_delay = LikelyRollDelay(self.store, self.settings, now)
        self.screens = Screens(
            self.store, self.eyes, self._clock, self.likely_roll_delay, self.settings, now
        )
        self._slow_odds = ThreadPoolExecutor(1, "odds")
        self._hold_clock()

    @property
    def state(self) -> TableState:
        """The state after all rows; it is immutable, and each row makes a new one."""
        return self.store.state

    # -- acts ----------------------------------------------------------------------------------

    def submit(self, request: ActionRequest) -> SnapshotAfterAction:
        """Do what `request` asks, once; return the snapshot after it.

        `row` in the answer is the row that it made, also if the request is repeated. Raises
        `Refusal`, `StaleVersion`, `FileError` ``log_unwritable``; then nothing has changed.
        """
        sent = json.dumps(request.action, sort_keys=True)
        with self.lock:
            if (row := self.store.row_of_request(request.id, sent)) is None:
                row = self._do(request, sent)
                self._let_clock_wait()
                self.screens.publish_snapshot()
            return {**self.screens.snapshot(), "row": row}

    def _do(self, request: ActionRequest, sent: str) -> int | None:
        act = acts.parse_act(request.action, self.state)
        match act:
            case acts.SwitchClock():
                self._clock.set_running(act.running, self._now())
                self.watchers.release()
                return None
            case acts.AskAboutLikelyRoll():
                self.likely_roll_delay.ask_about(act.number)
                return None
            case acts.SetLikelyRolls():
                act.check()
                self.likely_roll_delay.change_settings(act.on_likely, act.seconds)
                return None
            case acts.LetTableDraw():
                self.settings.let_table_draw(act.draws)
                return None
        if isinstance(act, acts.LetGuestsAct):
            guests_act = act.next_act(self.state)
            if guests_act is None or self._is_for_demo_tray(guests_act.action):
                return None
            act = guests_act
        # A dismissal names its reading, so that no version matters.
        if request.version != self.state.history.version and not isinstance(act, acts.Dismiss):
            raise StaleVersion(self.screens.snapshot())
        if isinstance(act, acts.ResumeGame):
            # The clock of a resumed game waits until somebody is ready.
            drafts, run = act.drafts(self.games_played), False
        else:
            drafts, run = [act.draft(self.state)], True
        return self._record(drafts, request.who, request.id, sent, run=run)

    def _is_for_demo_tray(self, action: Action) -> bool:
        """Return whether the demo tray has to make this roll; if so, show which dice stay."""
        head = self.state.head
        if head is None or not self.eyes.is_demo or self.eyes.state(self._now()) == "lost":
            return False
        if not head.game.faces_from_action(head.state, action):
            return False
        dice = cast("dict[str, Any]", self.screens.snapshot())["dice"]
        faces, kept = [die["face"] for die in dice], list[int]()
        for face in getattr(action, "kept", ()):
            kept += [i for i, lying in enumerate(faces) if lying == face and i not in kept][:1]
        self.screens.keep_dice(kept, self.state.history.version)
        return True

    def report_watcher(self, device: str, *, banks: bool, asks: bool, seat: int | None) -> float:
        """Note that `device` shows the table; see `Watchers.note_device`."""
        with self.lock:
            left = self.watchers.note_device(device, self._now(), banks=banks, asks=asks, seat=seat)
            if self._let_clock_wait():
                self.screens.publish_snapshot()
            return left

    def _let_clock_wait(self) -> bool:
        now = self._now()
        self.watchers.renew_question_time(
            self.state.history.version, now, counts=self._clock.may_be_held
        )
        return self._clock.apply_hold(self.watchers.current_hold(now), now)

    def keep_dice(self, dice: Sequence[int], seat: int | None, version: int) -> Snapshot:
        """Show on every display which `dice` (indices) of `seat` stay for the next roll.

        Nothing is stored: the roll says which stayed. Raises `StaleVersion`, `NotNow`.
        """
        with self.lock:
            if version != self.state.history.version:
                raise StaleVersion(self.screens.snapshot())
            if self.state.awaited_dice is None or seat != self.state.seat_to_act:
                raise NotNow("no_dice", "The table is not waiting for these dice.")
            self.screens.keep_dice(dice, version)
            return self.screens.snapshot()

    # -- readings ------------------------------------------------------------------------------

    def take_reading(
        self, reading: ReadingReport, evidence: bytes | None, who: str = OWN_EYE
    ) -> ReadingOutcome:
        """Handle a reading from the eye `who`; return what became of it.

        Raises `FileError` ``log_unwritable``; then the reading may come again.
        """
        came = self._now()  # somebody may be entering this very roll before the lock is free
        with self.lock:
            if self.state.rolls.has_taken_reading(reading):
                return {"outcome": "repeat", "why": []}
            now, state = self._now(), self.state
            replaced, is_certain = self._question_of_photograph_before(reading)
            if self.eyes.reads_photographs and state.awaited_dice is not None:
                before = state.awaited_dice.before
                kept = [before[i] for i in self.screens.kept_dice or () if i < len(before)]
                reading = with_inferred_moves(reading, state.awaited_dice, kept)
                if is_certain:
                    reading = replace_fields(reading, thrown=True)
            reading = self.eyes.as_requested_demo_roll(reading)
            aside = self.eyes.verdict_if_inactive(reading.eye, who, now)
            rolls = state.rolls.without_questions(replaced)
            verdict = aside or self._judge(rolls, reading, came, who)
            try:
                gone = replaced if verdict.outcome in ("asked", "likely") else set()
                draft = _draft_of_reading(reading, verdict, state.head, evidence)
                self._record([*(Draft(DismissalBody(row)) for row in gone), draft], who)
            except FileError as trouble:
                verdict = Verdict("ignored", (trouble.code,))
                raise
            finally:
                if aside is None and (reading.confirms is None or verdict.outcome != "ignored"):
                    self.eyes.last = LastReading(reading, verdict, state.awaited_dice, now)
            self.screens.publish_snapshot()
            return {"outcome": verdict.outcome, "why": list(verdict.why)}

    def _question_of_photograph_before(self, reading: ReadingReport) -> tuple[set[int], bool]:
        """Return the row of the question that `reading`, a photograph of the same roll, replaces.

        Also return whether the question was certainly about a roll.
        """
        asked = self.state.question if self.eyes.reads_photographs else None
        if asked is None or asked[0].reading.eye != reading.eye:
            return set(), False
        question, verdict = asked
        return {question.row}, {ROLL_UNCLEAR, *TABLE_REASONS}.isdisjoint(verdict.why)

    def _judge(self, rolls: RollState, reading: ReadingReport, came: float, who: str) -> Verdict:
        """Return the verdict on `reading`, which may belong to a test or a lesson."""
        if self.eye_test.is_on:
            self.eye_test.take_reading(reading)
            return IN_TEST
        if self.lesson.is_going_on:
            return IN_LESSON
        if self.eyes.is_first_reading_of_demo(reading):
            return NOT_A_ROLL
        verdict = rolls.judge(reading, self.state.history, came, who)
        return self.likely_roll_delay.verdict_by_settings(verdict, reading)

    def take_report(self, report: EyeReport, who: str = OWN_EYE) -> list[DemoRoll]:
        """Handle a heartbeat of the eye `who`; return the rolls requested of a demo."""
        with self.lock:
            now = self._now()
            if who == OWN_EYE:
                self.own_eye_heard = now
            camera = self.eyes.camera_key
            requested = self.eyes.take_report(report, who, now)
            if self.eyes.camera_key != camera:
                self.eye_test.forget()
            self.screens.publish_eye_status()
            return requested

    def forget_own_eye(self) -> None:
        """Forget what this machine's eye saw: it has ended, and another camera will be used."""
        with self.lock:
            self.eyes.forget_eyes_of(OWN_EYE)
            self.screens.publish_eye_status()

    def request_demo_roll(
        self, keep: tuple[BoundingBox, ...], tap: str = "", face: str = "", card: str = ""
    ) -> int:
        """Ask the demo camera for a roll (see `Eyes.request_demo_roll`); return its number."""
        with self.lock:
            return self.eyes.request_demo_roll(keep, tap, face, self.state.awaited_dice, card)

    # -- rows ----------------------------------------------------------------------------------

    def _record(
        self,
        drafts: Sequence[Draft],
        who: str,
        request: str | None = None,
        sent: str | None = None,
        *,
        run: bool = True,
    ) -> int:
        """Store `drafts` and all that follows from them; return the number of the last row.

        A count that starts runs at once, unless `run` is false. The caller publishes the snapshot.
        Raises as `Store.append` does, and publishes why nothing can be stored.
        """
        store, before, trouble = self.store, self.state, self.store.trouble
        try:
            row = store.append(drafts, who, request, sent)
        except FileError as error:
            if trouble is None or trouble.code != error.code:
                self.screens.publish_snapshot()
            raise
        if self.state.history.version != before.history.version:
            run = run and drafts[-1].body.kind in ("start", "action")
            if self.state.game_start != before.game_start:
                # The time of another game must not go on.
                self._clock.reset(None, self._now(), run=False)
            if self.state.game["paused"]:
                self._clock.clear(self._now())
            else:
                self._clock.reset(self.state.timer, self._now(), run=run)
            self._order_slow_odds()
        self.likely_roll_delay.handle_stored_row(row)
        try:
            self.entered_cards.remember_from(self.state)
        except FileError as error:  # people enter it again next time
            log.warning("a card cannot be remembered: %s", error)
        if self.state.game["over"] and not before.game["over"]:
            self.game_over()
        return row

    def _hold_clock(self) -> None:
        """Hold the clock until somebody is ready, and publish the snapshot."""
        # The time of another log must not go on.
        self._clock.reset(None, self._now(), run=False)
        self._clock.reset(self.state.timer, self._now(), run=False)
        self._order_slow_odds()
        self.screens.publish_snapshot()

    def _order_slow_odds(self) -> None:
        """Let the odds follow, if they take time: no act waits for them."""
        head = self.state.head
        if head is not None and self.state.game["odds_follow"]:
            self._slow_odds.submit(self._show_odds_after, head)

    def _show_odds_after(self, head: Moment) -> None:
        """Compute the odds after `head`, and show them unless there was another act meanwhile."""
        if self.state.head is not head:
            return
        try:
            game = game_view(head, slow_odds=True)
        except Exception:  # the game goes on without them
            log.exception("The odds cannot be computed.")
            return
        with self.lock:
            if self.state.head is head:
                self.store.state = replace(self.state, game=game)
                self.screens.publish_snapshot()

    # -- backups ------------------------------------------------------------------------------

    def restore_backup(self, copy: Path, run: str, version: int) -> Path:
        """Replace the log by the checked backup `copy`; return where the old one is kept.

        `run` and `version` are those that the page saw, so that nothing unseen is lost and a repeat
        changes nothing. Raises `StaleVersion`, `FileError`; then nothing has changed.
        """
        self._check_seen(run, version)
        # The slow part comes before the lock, so that others can play on.
        self.store.check(copy)
        kept = back_up_before_replacing(self.folder)
        with self.lock:
            try:
                self._check_seen(run, version)
            except StaleVersion:
                kept.unlink(missing_ok=True)
                raise
            with restore_table_files(copy, self.folder):
                self.store.replace_rows(copy)
            self.eyes.forget()
            self.likely_roll_delay.forget()
            self._hold_clock()
        self.entered_cards.remember_cards_of(History(self.games, self.store.log.rows()))
        return kept

    def _check_seen(self, run: str, version: int) -> None:
        with self.lock:
            if (run, version) != (self.store.run_id, self.state.history.version):
                raise StaleVersion(self.screens.snapshot())

    # -- views ---------------------------------------------------------------------------------

    def snapshot(self) -> Snapshot:
        """Return everything that the page shows, as JSON."""
        with self.lock:
            return self.screens.snapshot()

    def update_cafe(self, note: CafeNote) -> Snapshot:
        """Show what is new between table and café; raises `NotAllowed` ``no_cafe``."""
        with self.lock:
            self.screens.update_cafe(note)
            return self.screens.snapshot()

    def listen(self, device: str, roles: Mapping[str, str] | None = None) -> Stream:
        """Return the stream of events for `device`; see `EventBroadcaster.listen`."""
        with self.lock:
            return self.screens.listen(device, roles)

    def picture_of_row(self, row: int) -> bytes | None:
        """Return the JPEG in which the dice of `row` were read, if there is one."""
        with self.lock:
            return self.store.picture_of_row(row)

    # -- time --------------------------------------------------------------------------------

    def run_clock(self) -> None:
        """Tick until `close`, whatever fails."""
        wait = 0.0
        while not self.closed.wait(wait):
            try:
                wait = self.tick()
            except Exception:  # without the clock, counts and likely rolls would stop
                log.exception("The clock failed, but keeps running.")
                wait = TICK_SECONDS

    def tick(self) -> float:
        """Do what is due; return the seconds until the next tick."""
        with self.lock:
            if self._let_clock_wait():
                self.screens.publish_snapshot()
            self._play_what_is_due()
            self.screens.publish_eye_status()
            clock = self._clock.seconds_left(self._now()) if self._clock.is_running else None
            waits = (TICK_SECONDS, clock, self.likely_roll_delay.seconds_left)
            return min(left for left in waits if left is not None)

    def _play_what_is_due(self) -> None:
        """Play the end of a count, and a likely roll that nobody stopped, when they are due.

        If the disk is full, the clock is held and the roll asked about: nothing is sold.
        """
        action, likely = self._clock.due_action(self._now()), self.likely_roll_delay.take_due_row()
        due = [] if likely is None else [likely]
        if action is not None:
            due.insert(0, Draft(ActionBody(action.to_json(), span=self._clock.spans_acts), "clock"))
        for draft in due:
            try:
                self._record([draft], "clock")
            except (Refusal, FileError):
                self._clock.pause(self._now())
            self.screens.publish_snapshot()

    def close(self) -> None:
        """End the streams and the clock, and close the log."""
        self.screens.broadcaster.close()
        with self.lock:
            if not self.closed.is_set():
                self.closed.set()
                self._slow_odds.shutdown(wait=False, cancel_futures=True)
                self.store.log.close()


def _draft_of_reading(
    reading: ReadingReport, verdict: Verdict, head: Moment | None, evidence: bytes | None
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
