"""One table: takes in what people do and what the eye sees, keeps it, and tells everybody.

The only owner of the log and the history. Every public method may be called from any thread. It
never asks which game is played.
"""

import json
import secrets
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from companion.table import acts
from companion.table.asked import Asked, Judged
from companion.table.backup import keep_aside
from companion.table.chronicle import Played, played_games
from companion.table.countdown import Countdown
from companion.table.drafting import Draft, dice_body, draft, parse
from companion.table.eye_desk import Box, EyeDesk, Report
from companion.table.history import Games, History, Moment
from companion.table.hub import Event, Hub, Stream
from companion.table.judge import PAST, TOO_EARLY, UNANSWERED, UNHEARD, Seen, Verdict, judge, meant
from companion.table.late import Late, recalled
from companion.table.log import Log, LogError, Row, rows_at
from companion.table.snapshot import changes, fold, game_view, last_view, log_view
from engine.core.action import Action
from engine.core.awaited import Awaited
from engine.core.game import Timer
from engine.core.refusals import Json, NotAllowed, NotNow, Refusal


@dataclass(frozen=True, slots=True)
class Request:
    """A POST: its unique `id`, the `version` that the page saw, the `action`, and the device."""

    id: str
    version: int
    action: Mapping[str, Json]
    who: str = ""


class Stale(Exception):  # noqa: N818 -- it reads as what the client is told
    """The page acted on an old version; `snapshot` is the newest."""

    def __init__(self, snapshot: dict[str, Json]) -> None:
        super().__init__("stale")
        self.snapshot = snapshot


@dataclass(frozen=True, slots=True)
class _Next:
    """What a row makes of the table: all that can fail is worked out here, before it is kept."""

    history: History
    pictures: frozenset[int]
    shown: dict[str, Json]
    timer: Timer | None
    asked: Asked
    late: Late
    changed: bool = False  # whether the game awaits another throw than before


class Table:
    """The table kept in `log`, which is the table's own from now on.

    Raises `LogError` ``log_damaged`` if its rows cannot be played, and closes the log then.

    `now` is a monotonic clock in seconds. `run_clock` starts the thread that counts. `game_over` is
    called, and should return at once, whenever a game has ended.
    """

    def __init__(
        self,
        log: Log,
        games: Games,
        *,
        name: str = "main",
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.name, self.games = name, games
        self.hub = Hub()
        self._log, self._now = log, now
        self.game_over: Callable[[], None] = lambda: None
        self._lock = threading.RLock()
        self._clock = Countdown()
        self._late: Late
        self._wake = threading.Condition(self._lock)
        self._closed = False
        try:
            with self._lock:
                self._load(fold(log.rows(), games, log.path))
        except BaseException:
            log.close()  # nobody else has it
            raise

    def _load(self, history: History) -> None:
        """Take in the log, which means `history`, and show it."""
        self._run_id = secrets.token_hex(4)
        self._eye = EyeDesk()
        self._trouble: LogError | None = None
        self._requests = {row.request: row.seq for row in history.rows if row.request}
        for row in history.rows:
            if row.eye is not None and row.reading is not None:
                self._eye.mark_seen(row.eye, row.reading)
        pictures, head = self._log.evidence_rows(), history.head
        shown = self._view(history, pictures, game_view(head))
        late = recalled(history, self._now())
        self._take(_Next(history, pictures, shown, _timer(head), Asked(), late), run=False)

    # -- what people do ---------------------------------------------------------------------

    def submit(self, request: Request) -> dict[str, Json]:
        """Do what `request` asks, once; return the snapshot after it.

        `row` in the answer is the row that it made, the same whenever it is repeated. Raises
        `Refusal`, `Stale`, `LogError` ``log_unwritable``; then nothing has changed.
        """
        with self._lock:
            asked = json.dumps(request.action, sort_keys=True)
            if request.id in self._requests:
                return self._again(request.id, asked)
            act = parse(request.action, self._history)
            if isinstance(act, acts.Clock | acts.Dismiss):
                self._set_clock(act) if isinstance(act, acts.Clock) else self._eye.dismiss(act)
                self._tell()
                return {**self.snapshot(), "row": None}
            if request.version != self._history.version:
                raise Stale(self.snapshot())
            seq = self._commit(
                draft(act, self._history, self._eye),
                who=request.who,
                request=request.id,
                asked=asked,
            )
            return {**self.snapshot(), "row": seq}

    def preview(self, act: acts.Correct) -> dict[str, Json]:
        """Return `{"changes": […]}` that the correction `act` would make; raises `Refusal`."""
        with self._lock:
            row = draft(act, self._history, self._eye).row(self._history.version + 1, "")
            moment = self._history.check(row)
            return {"row": act.row, "changes": changes(self._history.head, moment)}

    def _again(self, request: str, asked: str) -> dict[str, Json]:
        seq = self._requests[request]
        if self._history.rows[seq - 1].asked != asked:
            raise NotAllowed("id_reused", "This id was already used for something else.", row=seq)
        return {**self.snapshot(), "row": seq}

    def _set_clock(self, act: acts.Clock) -> None:
        if act.running and not self._clock.ticking:
            raise NotNow("no_clock", "Nothing is being counted.")
        self._clock.go(self._now()) if act.running else self._clock.hold(self._now())

    # -- what the eye sees ------------------------------------------------------------------

    def reading(self, seen: Seen, evidence: bytes | None, who: str = "eye") -> dict[str, Json]:
        """Take in a reading; return `{"outcome": played|asked|ignored|repeat, "why": […]}`.

        Raises `LogError` ``log_unwritable``, and then the reading may come again.
        """
        came = self._now()  # whoever holds the lock may be telling this very throw
        with self._lock:
            now, head = self._now(), self._history.head
            if (passed := self._eye.let_pass(seen, now)) is not None:
                return passed
            awaited = _awaited(head)
            verdict = judge(awaited, meant(awaited, seen), self._reasons(seen, awaited, came))
            try:
                if verdict.outcome == "play" and head is not None:
                    verdict = self._play_reading(head, seen, verdict, evidence, who)
            except LogError as trouble:
                unkept = Verdict("ignore", (trouble.code,))
                self._eye.keep_roll(Judged(seen, unkept, awaited, evidence), now)
                raise
            self._eye.take_in(Judged(seen, verdict, awaited, evidence), now)
            self._late = self._late.heard(seen)
            self._tell()
            return {"outcome": PAST[verdict.outcome], "why": list(verdict.why)}

    def _reasons(self, seen: Seen, awaited: Awaited | None, came: float) -> tuple[str, ...]:
        """Return the reasons `OF_THE_TABLE` to ask about `seen`, which `came` then."""
        reasons = {
            TOO_EARLY: self._late.is_late(seen, came),
            UNHEARD: self._eye.missed_before(seen),
            UNANSWERED: self._eye.asked.unanswered(awaited),
        }
        return tuple(reason for reason, holds in reasons.items() if holds)

    def _play_reading(
        self, head: Moment, seen: Seen, verdict: Verdict, evidence: bytes | None, who: str
    ) -> Verdict:
        try:
            body = dice_body(head, verdict.faces, verdict.kept)
            new = Draft("action", body, "camera", seen.eye, seen.number, evidence)
            self._commit(new, who=who)
        except Refusal as refusal:
            return Verdict("ask", (refusal.code,), verdict.faces, verdict.kept)
        return verdict

    def eye_report(self, report: Report) -> list[Json]:
        """Take in a heartbeat of the eye; return the throws `{"n", "keep"}` asked of a demo."""
        with self._lock:
            before = self._eye.face(self._now())
            throws = self._eye.hear(report, self._now())
            if self._eye.face(self._now()) != before:
                self._tell_eye()
            return throws

    def throw_tray(self, keep: tuple[Box, ...], tap: str = "") -> int:
        """Ask the demo tray for a throw, as `EyeDesk.ask_throw` does; return its number.

        Raises `NotNow` ``no_demo`` without a demo camera.
        """
        with self._lock:
            if not self._eye.face(self._now())["demo"]:
                raise NotNow("no_demo", "There is no virtual tray to throw in.")
            return self._eye.ask_throw(keep, tap)

    # -- backups ------------------------------------------------------------------------------

    @property
    def run_id(self) -> str:
        """The name of this table's life since it took in its log."""
        return self._run_id

    @property
    def folder(self) -> Path:
        """Where the log of this table is."""
        return self._log.path.parent

    def restore(self, copy: Path, run: str, version: int) -> Path:
        """Replace the log by the checked backup `copy`; return where the old one is kept.

        `run` and `version` are what the page saw, so that nothing is lost that it has not seen and
        a repeat changes nothing. Raises `Stale`, `LogError`; then nothing has changed.
        """
        self._check_seen(run, version)
        # What takes long with a big log comes first: the others play on.
        history = fold(rows_at(copy), self.games, copy)
        kept = keep_aside(self.folder, self.games)
        with self._lock:
            try:
                self._check_seen(run, version)
            except Stale:
                kept.unlink(missing_ok=True)
                raise
            self._log.take_over(copy)
            self._load(history)
            return kept

    def _check_seen(self, run: str, version: int) -> None:
        with self._lock:
            if (run, version) != (self._run_id, self._history.version):
                raise Stale(self.snapshot())

    # -- what everybody may know ------------------------------------------------------------

    def snapshot(self) -> dict[str, Json]:
        """Return all that the page shows, as JSON."""
        with self._lock:
            trouble = self._trouble
            return {
                **self._shown,
                "clock": self._clock.view(self._now(), time.time()),
                "eye": self._eye.view(self._now()),
                "trouble": None if trouble is None else trouble.to_json(),
            }

    def log(self, after: int = 0) -> dict[str, Json]:
        """Return the newest `rows` of the log, of them only what is new or changed since `after`.

        `run` and `version` say of when that is: the versions of another run say nothing here.
        """
        with self._lock:
            run, history, pictures = self._run_id, self._history, self._pictures
        known = after if after <= history.version else 0
        rows = log_view(history, pictures, known)
        return {"run": run, "version": history.version, "rows": rows}

    def games_played(self) -> list[Played]:
        """Return the games on this table's path, newest first; looking at them holds nobody up."""
        with self._lock:
            head, rows = self._history.head, self._history.rows[:]
        return list(played_games(head, rows))

    def names(self) -> list[str]:
        """Return who plays, by seat; nobody before the first game."""
        with self._lock:
            seats: Any = self._shown["seats"]
            return [seat["name"] for seat in seats]

    @property
    def playing(self) -> bool:
        """Whether a game is on."""
        with self._lock:
            return bool(self._shown["seats"]) and not self._shown["over"]

    def private_view(self, seat: int) -> dict[str, Json]:
        """Return what only `seat` may know of the game that is on."""
        with self._lock:
            head = self._history.head
            return {} if head is None else head.game.private_view(head.state, seat)

    def listen(self, device: str) -> Stream:
        """Return the stream of events for `device`; raises `TooManyStreams`."""
        with self._lock:
            return self.hub.listen(device, self._event())

    def picture(self) -> bytes | None:
        """Return the eye's last preview (JPEG), if there is one."""
        return self._eye.preview

    def evidence(self, seq: int) -> bytes | None:
        """Return the JPEG kept with row `seq`, if there is one."""
        with self._lock:
            return self._log.evidence(seq) if seq in self._pictures else None

    def reading_picture(self, number: int) -> bytes | None:
        """Return the JPEG of the asked or the last reading, if `number` is its number."""
        with self._lock:
            found = self._eye.roll(number)
            return None if found is None else found[1]

    def eye_state(self) -> str:
        """Return what the eye sees, one of `vision.protocol.EYE_STATES`."""
        with self._lock:
            return str(self._eye.face(self._now())["state"])

    # -- time --------------------------------------------------------------------------------

    def tick(self) -> float:
        """Do what is due; return the seconds until the next look."""
        with self._lock:
            now = self._now()
            action = self._clock.due(now)
            if action is not None:
                self._count(action)
            if self._eye.face(now) != self._eye_told:
                self._tell_eye()
            return min(1.0, self._clock.left(now)) if self._clock.running else 1.0

    def run_clock(self) -> None:
        """Start the thread that ticks until `close`."""
        threading.Thread(target=self._run, name="clock", daemon=True).start()

    def close(self) -> None:
        """End the streams and the clock, and give the log back."""
        self.hub.close()
        with self._wake:
            if not self._closed:
                self._closed = True
                self._wake.notify_all()
                self._log.close()

    def _run(self) -> None:
        with self._wake:
            while not self._closed:
                self._wake.wait(self.tick())

    def _count(self, action: Action) -> None:
        try:
            self._commit(Draft("action", {"action": action.to_json()}, "clock"), who="clock")
        except (Refusal, LogError):
            # A full disk: nobody is sold anything, and the page shows why (`trouble`).
            self._clock.hold(self._now())
            self._tell()

    # -- the one way in ----------------------------------------------------------------------

    def _commit(
        self, new: Draft, *, who: str, request: str | None = None, asked: str | None = None
    ) -> int:
        """Play, keep, remember and show `new`; what raises before it is kept has changed nothing.

        After that it is only remembered and told.
        """
        row = new.row(self._history.version + 1, who, request, asked)
        following = self._next(row, new)
        try:
            self._log.append(row, new.evidence)
        except LogError as trouble:
            known, self._trouble = self._trouble, trouble
            if known is None or known.code != trouble.code:
                self._tell()
            raise
        self._trouble = None
        if request is not None:
            self._requests[request] = row.seq
        ended = following.shown["over"] and not self._shown["over"]
        late = following.late.kept(row, changed=following.changed, now=self._now())
        self._take(replace(following, late=late), run=new.kind in ("start", "action"))
        if ended:
            self.game_over()
        return row.seq

    def _next(self, row: Row, new: Draft) -> _Next:
        """Return what `row`, made of `new`, would make of the table; raises a `Refusal`."""
        before, moment = self._history.head, self._history.check(row)
        history = self._history.plus(row, moment)
        pictures = self._pictures | ({row.seq} if new.evidence is not None else set())
        shown = self._view(history, pictures, game_view(moment))
        was, waits = _awaited(before), _awaited(moment)
        asked = self._eye.asked.after(row, before, moment, waits)
        if new.kind == "action" and was is None:
            asked = asked.offering(waits)
        late = self._late.after(row, before, self._eye.roll(new.reading))
        changed = new.kind == "start" or was != waits
        return _Next(history, pictures, shown, _timer(moment), asked, late, changed)

    def _view(
        self, history: History, pictures: frozenset[int], view: dict[str, Json]
    ) -> dict[str, Json]:
        """Return what everybody sees of `history`, of whose last act the game says `view`."""
        return {
            "table": self.name,
            "version": history.version,
            "run": self._run_id,
            **view,
            "can_undo": history.undo_to is not None,
            "undo_to": history.undo_to,
            "redo_to": history.redo_to,
            **last_view(history, pictures),
        }

    def _take(self, following: _Next, *, run: bool) -> None:
        """Make `following` the table that everybody sees, the clock running or held."""
        self._history = following.history
        self._pictures = following.pictures
        self._shown = following.shown
        self._eye.asked = following.asked
        self._late = following.late
        self._clock.reset(following.timer, self._now(), run=run)
        self._tell()

    def _event(self) -> Event:
        return Event("snapshot", _one_line(self.snapshot()), self._history.version)

    def _tell(self) -> None:
        self._eye_told = self._eye.face(self._now())
        self.hub.publish(self._event())
        self._wake.notify_all()

    def _tell_eye(self) -> None:
        self._eye_told = self._eye.face(self._now())
        self.hub.publish(Event("eye", _one_line(self._eye.view(self._now()))))


def _awaited(moment: Moment | None) -> Awaited | None:
    return None if moment is None else moment.game.awaited(moment.state)


def _timer(moment: Moment | None) -> Timer | None:
    return None if moment is None else moment.game.timer(moment.state)


def _one_line(data: Json) -> str:
    return json.dumps(data, separators=(",", ":"), allow_nan=False)
