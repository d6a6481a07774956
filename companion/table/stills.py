"""Pictures from the eye at full size, which it sends when somebody asks for one."""

import threading

WAIT_SECONDS = 5.0  # for an eye that tells something each second


class Stills:
    """Keeps the newest still; any thread may wait for the next one."""

    def __init__(self) -> None:
        self._came = threading.Condition()
        self._waiting = 0
        self._count = 0
        self._newest: bytes | None = None

    @property
    def wanted(self) -> bool:
        """Whether somebody waits."""
        return self._waiting > 0

    def take(self, jpeg: bytes) -> None:
        """Give `jpeg` to all who wait."""
        with self._came:
            self._newest = jpeg
            self._count += 1
            self._came.notify_all()

    def wait(self) -> bytes | None:
        """Return the next still, or None where none comes within `WAIT_SECONDS`."""
        with self._came:
            before = self._count
            self._waiting += 1
            try:
                came = self._came.wait_for(lambda: self._count > before, WAIT_SECONDS)
            finally:
                self._waiting -= 1
            return self._newest if came else None
