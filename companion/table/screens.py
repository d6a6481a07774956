"""What every screen shows of the table, and when it is told."""

import json
from collections.abc import Callable, Collection, Mapping

from companion.table.countdown import Countdown
from companion.table.event_broadcaster import Event, EventBroadcaster, Stream
from companion.table.eyes import Eyes
from companion.table.settings import Settings
from companion.table.store import Store
from companion.table.views.table import CafeView, Snapshot


class Screens:
    """The screens that listen to the table `name`. `now` is a monotonic clock in seconds."""

    def __init__(
        self,
        name: str,
        store: Store,
        eyes: Eyes,
        clock: Countdown,
        settings: Settings,
        now: Callable[[], float],
    ) -> None:
        self._settings = settings
        self.broadcaster = EventBroadcaster()
        self._name, self._store, self._eyes, self._clock, self._now = name, store, eyes, clock, now
        self._eye_shown: Mapping[str, object] = {}
        self.cafe: CafeView | None = None

    def snapshot(self) -> Snapshot:
        """Return all that the page shows, as JSON."""
        now, error = self._now(), self._store.trouble
        return {
            **self._store.state.view(),
            "table": self._name,
            "run": self._store.run_id,
            "clock": self._clock.view(now),
            "eye": {**self._eyes.view(self._store.state, now), **self._eyes.changing_figures(now)},
            "settings": self._settings.view(),
            "trouble": None if error is None else {"code": error.code, "message": error.message},
            "cafe": self.cafe,
        }

    def listen(self, device: str, weaker: Collection[str]) -> Stream:
        """Return the stream of events for `device`; see `EventBroadcaster.listen`."""
        return self.broadcaster.listen(device, _snapshot_event(self.snapshot()), weaker)

    def publish_snapshot(self) -> None:
        """Tell all of it."""
        snapshot = self.snapshot()
        self._eye_shown = snapshot["eye"]
        self.broadcaster.publish_latest(_snapshot_event(snapshot))

    def publish_eye_status(self) -> None:
        """Tell what the eye does, if that is news."""
        now = self._now()
        view = self._eyes.view(self._store.state, now)
        if {**self._eye_shown, **view} != self._eye_shown:
            self._eye_shown = {**view, **self._eyes.changing_figures(now)}
            self.broadcaster.publish_latest(Event("eye", _one_line(self._eye_shown)))


def _snapshot_event(snapshot: Snapshot) -> Event:
    return Event("snapshot", _one_line(snapshot), snapshot["version"])


def _one_line(data: Mapping[str, object]) -> str:
    return json.dumps(data, separators=(",", ":"), allow_nan=False)
