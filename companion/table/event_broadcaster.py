"""Live events to many listeners (Server-Sent Events).

Each event is a whole snapshot, so a slow listener only needs the newest one of each kind. Its
mailbox has one place for each kind, so that nothing piles up for a phone that is out of range.
"""

import threading
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.budget import BUDGETS, MAX_STREAMS, ROLE_RANKS

HEARTBEAT_SECONDS = 5.0  # only a stream that sends something notices a broken connection


@dataclass(frozen=True, slots=True)
class ServerSentEvent:
    """An event: `name`, its `data` (JSON on one line), and its `id` if it can be resumed."""

    name: str
    data: str
    id: int | None = None

    def encode(self) -> str:
        """Return the event as the HTML standard defines it, section 9.2.6."""
        number = "" if self.id is None else f"id: {self.id}\n"
        return f"{number}event: {self.name}\ndata: {self.data}\n\n"


class TooManyStreams(Exception):
    """There are too many listeners."""


class Stream:
    """The endless, encoded events of one listener: an iterator that must be closed."""

    def __init__(
        self, broadcaster: "EventBroadcaster", device: str, first: ServerSentEvent
    ) -> None:
        self.device = device
        self.mail = {first.name: first}
        self.ended = False
        self.woken = False
        self._broadcaster = broadcaster
        self._begun = False

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        if not self._begun:
            self._begun = True
            return "retry: 1000\n\n"  # ms until a browser reconnects
        news = self._broadcaster.news
        with news:
            news.wait_for(
                lambda: self.mail or self.woken or self.ended, self._broadcaster.heartbeat
            )
            self.woken = False
            if self.ended:
                raise StopIteration
            mail = "".join(event.encode() for event in self.mail.values())
            self.mail.clear()
        return mail or ": still here\n\n"

    def close(self) -> None:
        """Give up the place of this stream."""
        self._broadcaster.leave(self)


class EventBroadcaster:
    """Gives every published event to every listener, and a sign of life after each `heartbeat`."""

    def __init__(self, most: int = MAX_STREAMS, heartbeat: float = HEARTBEAT_SECONDS) -> None:
        self._most = most
        self.heartbeat = heartbeat
        self.news = threading.Condition()
        self._streams: list[Stream] = []
        self._closed = False

    def publish_latest(self, event: ServerSentEvent) -> None:
        """Give `event` to every listener, in place of a waiting older one of that name."""
        with self.news:
            for stream in self._streams:
                stream.mail.pop(event.name, None)  # or the new one would keep its position
                stream.mail[event.name] = event
            self.news.notify_all()

    def listen(
        self, device: str, first: ServerSentEvent, roles: Mapping[str, str] | None = None
    ) -> Stream:
        """Return the stream for `device`, starting with `first`; `roles` are those of devices.

        If all places are taken the oldest stream of another device gives way: one with more than
        its share (`companion.budget`), or of a lower role, or else of the same role with more
        streams; raises `TooManyStreams` if there is none. The table's own display counts as banker.
        """
        stream = Stream(self, device, first)
        with self.news:
            if len(self._streams) >= self._most:
                self._drop_oldest(device, roles or {})
            self._streams.append(stream)
            stream.ended = self._closed
            self._wake()
        return stream

    def leave(self, stream: Stream) -> None:
        """Forget `stream`."""
        with self.news:
            stream.ended = True
            if stream in self._streams:
                self._streams.remove(stream)
                self._wake()

    def wake_all_streams(self) -> None:
        """Wake every stream, even without events: something about its listener may have changed."""
        with self.news:
            self._wake()

    def _wake(self) -> None:
        for stream in self._streams:
            stream.woken = True
        self.news.notify_all()

    @property
    def devices(self) -> frozenset[str]:
        """The devices that listen now."""
        with self.news:
            return frozenset(stream.device for stream in self._streams)

    @property
    def stream_count(self) -> int:
        """How many streams are open."""
        return len(self._streams)

    def close(self) -> None:
        """End every stream, including future ones."""
        with self.news:
            self._closed = True
            for stream in self._streams:
                stream.ended = True
            self.news.notify_all()

    def _drop_oldest(self, device: str, roles: Mapping[str, str]) -> None:
        counts = Counter(stream.device for stream in self._streams)

        def order(other: str, more: int = 0) -> tuple[bool, int, int]:
            role, count = roles.get(other, "banker"), counts[other]
            return count + more <= BUDGETS[role].streams, ROLE_RANKS[role], -max(count, 1)

        own = order(device, 1)
        weaker = [other for other in counts if other == device or order(other) < own]
        if not weaker:
            raise TooManyStreams
        victim = min(weaker, key=order)
        oldest = next(stream for stream in self._streams if stream.device == victim)
        oldest.ended = True
        self._streams.remove(oldest)
        self.news.notify_all()
