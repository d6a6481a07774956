"""The pictures of a phone: photographs taken now and then, or a live picture from a stand."""

from collections.abc import Iterator
from contextlib import suppress
from queue import Empty, SimpleQueue
from time import monotonic

import numpy as np

from vision.frame import Frame, decode_jpeg

REPEAT_SECONDS = 1.0  # between two frames while no photograph comes
LOST_SECONDS = 2.0  # without a message from a phone on a stand
MAX_WAITING_PICTURES = 10  # pictures; the oldest are dropped, or the eye would fall behind
PUT_AWAY_SECONDS = 30.0  # of silence, after which photographs are expected again
EMPTY_PICTURE = np.zeros((1, 1, 3), np.uint8)


class PhoneCamera:
    """The pictures that are passed to `put_picture`, in order.

    While no photograph comes, the last frame is repeated as a sign of life, with its number. Before
    the first picture, for one that cannot be decoded, and while a phone on a stand is silent, the
    image is `EMPTY_PICTURE`. The frames end when photographs follow a live picture, or the reverse.
    """

    live = True

    def __init__(self) -> None:
        self.on_stand = False
        self._pictures: SimpleQueue[tuple[float, bytes]] = SimpleQueue()
        self._open = True

    @property
    def name(self) -> str:
        """A short name for people."""
        return "phone on a stand" if self.on_stand else "phone"

    def put_picture(self, jpeg: bytes, *, on_stand: bool = False) -> None:
        """Show a picture; any thread may call this.

        For a phone `on_stand`, no bytes mean that nothing has changed.
        """
        self.on_stand = on_stand  # first: a live frame must not be read as a photograph
        self._pictures.put((monotonic(), jpeg))
        while self._pictures.qsize() > MAX_WAITING_PICTURES:
            with suppress(Empty):  # the eye has just taken it
                self._pictures.get_nowait()

    def frames(self) -> Iterator[Frame]:
        """Yield each picture, and the last one again where nothing has changed."""
        on_stand, image, number = self.on_stand, EMPTY_PICTURE, 0
        start = now = heard = monotonic()
        while self._open and self.on_stand == on_stand:
            yield Frame(image, now - start, number)
            try:
                now, jpeg = self._pictures.get(timeout=LOST_SECONDS if on_stand else REPEAT_SECONDS)
            except Empty:
                now = monotonic()
                if on_stand:
                    image, self.on_stand = EMPTY_PICTURE, now - heard < PUT_AWAY_SECONDS
                continue
            heard = now
            if on_stand and not jpeg:
                continue
            number += 1
            try:
                image = decode_jpeg(jpeg)
            except ValueError:
                image = EMPTY_PICTURE

    def close(self) -> None:
        """End the frames."""
        self._open = False

    def reopen(self) -> "PhoneCamera":
        """Show pictures again."""
        self._open = True
        return self
