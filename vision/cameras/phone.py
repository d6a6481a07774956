"""Photographs from a phone, taken now and then."""

from collections.abc import Iterator
from queue import Empty, SimpleQueue
from time import monotonic

import numpy as np

from vision.frame import Frame, decode_jpeg

SIGN_OF_LIFE = 1.0  # seconds between two frames while no photograph comes
NO_PICTURE = np.zeros((1, 1, 3), np.uint8)


class PhoneCamera:
    """The photographs that are passed to `show`, in order.

    While none comes, the last frame is repeated as a sign of life, with its number. Before the
    first, and for a photograph that cannot be decoded, the picture is a single pixel.
    """

    live = True
    name = "phone"

    def __init__(self) -> None:
        self._photographs: SimpleQueue[bytes] = SimpleQueue()
        self._open = True

    def show(self, jpeg: bytes) -> None:
        """Show a photograph; any thread may call this."""
        self._photographs.put(jpeg)

    def frames(self) -> Iterator[Frame]:
        """Yield each photograph at least once."""
        start, image, number = monotonic(), NO_PICTURE, 0
        while self._open:
            yield Frame(image, monotonic() - start, number)
            try:
                jpeg = self._photographs.get(timeout=SIGN_OF_LIFE)
            except Empty:
                continue
            number += 1
            try:
                image = decode_jpeg(jpeg)
            except ValueError:
                image = NO_PICTURE

    def close(self) -> None:
        """End the frames."""
        self._open = False
