"""What the screens show of a table, and the events that inform them of changes."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from companion.table.clock import Countdown
from companion.table.event_broadcaster import EventBroadcaster, ServerSentEvent, Stream
from companion.table.eyes import Eyes
from companion.table.likely_roll_delay import LikelyRollDelay
from companion.table.settings import Settings
from companion.table.store import Store
from companion.table.views import TABLE_NAME, CafeView, EyeStatus, Snapshot
from engine.core.refusals import NotAllowed


@dataclass(frozen=True, slots=True)
class CafeNote:
    """News between a table and its café; None: unchanged.

    `wants_help`: the table calls for help. `coming`: somebody is on the way. `report`: people here
    have sent one. `newer` is the version of Croupier that the café announces. `away`: the café's
    broker cannot be reached.
    """

    wants_help: bool | None = None
    report: bool = False
    newer: str | None = None
    away: bool | None = None
    coming: bool = False


class Screens:
    """The screens that show the table. `now` is a monotonic clock in seconds."""

    def __init__(
        self,
        store: Store,
        eyes: Eyes,
        clock: Countdown,
        likely: LikelyRollDelay,
        settings: Settings,
        now: Callable[[], float],
    ) -> None:
        self.broadcaster = EventBroadcaster()
        self._store, self._eyes, self._clock = store, eyes, clock
        self._likely, self._settings, self._now = likely, settings, now
        self._eye_shown: Mapping[str, object] = {}
        self.cafe: CafeView | None = None
        self._kept: tuple[int, list[int]] = (0, [])

    def snapshot(self) -> Snapshot:
        """Return everything that the page shows, as JSON."""
        now, error = self._now(), self._store.trouble
        return {
            **self._store.state.view(),
            "table": TABLE_NAME,
            "run": self._store.run_id,
            "clock": self._clock.view(now),
            "keep": self.kept_dice,
            "eye": {**self._eye_status(now), **self._eyes.figures(now)},
            "settings": self._settings.likely_roll_settings,
            "draws": self._settings.draws,
            "trouble": None if error is None else {"code": error.code, "message": error.message},
            "cafe": self.cafe,
        }

    @property
    def kept_dice(self) -> list[int] | None:
        """The indices of the dice that stay for the next roll, or None if nobody has chosen."""
        version, dice = self._kept
        return dice if version == self._store.state.history.version else None

    def listen(self, device: str, roles: Mapping[str, str] | None) -> Stream:
        """Return the stream of events for `device`; see `EventBroadcaster.listen`."""
        return self.broadcaster.listen(device, _snapshot_event(self.snapshot()), roles)

    def publish_snapshot(self) -> None:
        """Send the snapshot to every screen."""
        snapshot = self.snapshot()
        self._eye_shown = snapshot["eye"]
        self.broadcaster.publish_latest(_snapshot_event(snapshot))

    def keep_dice(self, dice: Sequence[int], version: int) -> None:
        """Show that `dice` (indices) stay for the next roll, until another `version`."""
        self._kept = version, sorted(set(dice))
        self.publish_snapshot()

    def update_cafe(self, note: CafeNote) -> None:
        """Show what is new in `note`; raises `NotAllowed` ``no_cafe``."""
        before = self.cafe
        if before is None:
            raise NotAllowed("no_cafe", "This table is not part of a café.")
        wants_help = before["help"] if note.wants_help is None else note.wants_help
        self.cafe = {
            "help": wants_help,
            "coming": wants_help and (before["coming"] or note.coming),
            "reports": before["reports"] + note.report,
            "newer": before["newer"] if note.newer is None else note.newer,
            "away": before["away"] if note.away is None else note.away,
        }
        self.publish_snapshot()

    def publish_eye_status(self) -> None:
        """Send the status of the eye to every screen, if it has changed."""
        now = self._now()
        view = self._eye_status(now)
        if {**self._eye_shown, **view} != self._eye_shown:
            self._eye_shown = {**view, **self._eyes.figures(now)}
            self.broadcaster.publish_latest(ServerSentEvent("eye", _one_line(self._eye_shown)))

    def _eye_status(self, now: float) -> EyeStatus:
        return self._eyes.view(self._store.state, self._likely.delay_view, now)


def _snapshot_event(snapshot: Snapshot) -> ServerSentEvent:
    return ServerSentEvent("snapshot", _one_line(snapshot), snapshot["version"])


def _one_line(data: Mapping[str, object]) -> str:
    return json.dumps(data, separators=(",", ":"), allow_nan=False)
