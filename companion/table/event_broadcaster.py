"""Live events to many listeners (Server-Sent Events).

Each event is a whole snapshot, so a slow listener only needs the newest one of each kind. Its
mailbox has one place for each kind, so that nothing piles up for a phone that is out of range.
"""

import threading
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass

MAX_STREAMS = 48  # of the server's 64 threads: 16 are left for acts and pages
HEARTBEAT = 5.0  # seconds; only a stream that sends something notices a broken connection


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

    def __init__(self, most: int = MAX_STREAMS, heartbeat: float = HEARTBEAT) -> None:
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

    def listen(self, device: str, first: ServerSentEvent, weaker: Collection[str] = ()) -> Stream:
        """Return the stream for `device`, starting with `first`.

        If all places are taken, the oldest stream of the device with the most gives way, or, if
        each has one, that of a `weaker` device; raises `TooManyStreams` if there is none.
        """
        stream = Stream(self, device, first)
        with self.news:
            if len(self._streams) >= self._most:
                self._drop_oldest(device, weaker)
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

    def _drop_oldest(self, device: str, weaker: Collection[str]) -> None:
        streams = Counter(stream.device for stream in self._streams)
        most, own = max(streams.values(), default=0), streams[device]
        if most > max(own, 1):
            weaker = [other for other, count in streams.items() if count == most]
        elif own:
            weaker = [device]
        oldest = next((stream for stream in self._streams if stream.device in weaker), None)
        if oldest is None:
            raise TooManyStreams
        oldest.ended = True
        self._streams.remove(oldest)
        self.news.notify_all()
