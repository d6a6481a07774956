"""A stream of events that knows whom it speaks to."""

import json
from collections.abc import Callable, Iterator

from companion.access.views import DeviceStatus
from companion.table.event_broadcaster import Event, Stream


class DeviceStream:
    """`stream`, with an event ``you`` whenever `you` says something new of its device.

    It begins with `greeting`, and ends as soon as `you` says None: the device was shown out. Must
    be closed.
    """

    def __init__(
        self, stream: Stream, you: Callable[[], DeviceStatus | None], greeting: Event
    ) -> None:
        self._stream, self._you, self._greeting = stream, you, greeting
        self._told: DeviceStatus | None = None
        self._begun = False

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        chunk = next(self._stream)
        # Asked after the mail was taken and before it is sent: nobody hears what came after him.
        now = self._you()
        if now is None:
            self.close()
            raise StopIteration
        if not self._begun:
            self._begun = True  # the first piece only says that the stream is open
            return chunk + self._greeting.encode()
        if now == self._told:
            return chunk
        self._told = now
        event = Event("you", json.dumps(now, separators=(",", ":"), allow_nan=False))
        return chunk + event.encode()

    def close(self) -> None:
        """Give the place back."""
        self._stream.close()
