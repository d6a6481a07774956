"""What the eye tells only when somebody asks for it: pictures at full size."""

import threading
from typing import Generic, TypeVar

WAIT_SECONDS = 5.0  # for an eye that tells something each second

T = TypeVar("T")


class NextValue(Generic[T]):
    """Keeps the `newest` of one kind; any thread may wait for the next one."""

    def __init__(self) -> None:
        self.newest: T | None = None
        self._came = threading.Condition()
        self._waiting = 0
        self._count = 0

    @property
    def is_waited_for(self) -> bool:
        """Whether somebody waits."""
        return self._waiting > 0

    def put(self, told: T) -> None:
        """Give what the eye `told` to all who wait."""
        with self._came:
            self.newest = told
            self._count += 1
            self._came.notify_all()

    def wait_for_next(self) -> T | None:
        """Return the next one, or None where none comes within `WAIT_SECONDS`."""
        with self._came:
            before = self._count
            self._waiting += 1
            try:
                came = self._came.wait_for(lambda: self._count > before, WAIT_SECONDS)
            finally:
                self._waiting -= 1
            return self.newest if came else None
