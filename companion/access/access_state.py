"""What access control knows of a table for good: its code, its key, and who was let in."""

import secrets
import threading

from companion.access.devices import Devices
from companion.access.join_code import JoinCode, new_code
from companion.access.store import AccessStore, StoredAccess
from companion.access.tokens import Clock
from companion.files import FileError


class AccessState:
    """The `code`, the `key` that signs tokens and the `devices`, kept in `store` if there is one.

    `now` is the time in seconds since 1970, `written` when all of it was last kept. Hold `lock` to
    use it. Raises `FileError` where the store cannot be written.
    """

    def __init__(self, store: AccessStore | None, now: Clock) -> None:
        self._store, self._now = store, now
        self.lock = threading.RLock()
        known = store.read() if store is not None else None
        stored = known or StoredAccess(new_code(), secrets.token_hex(32), ())
        self.code, self.key = JoinCode(stored.code), stored.key
        self.devices = Devices(stored.devices)
        self.written = now()
        if known is None:
            self.write()

    def copy(self) -> tuple[Devices, JoinCode]:
        """Return what may change, as it is now."""
        return self.devices.copy(), self.code

    def write(self, *, else_back_to: tuple[Devices, JoinCode] | None = None) -> None:
        """Keep it as it is now; where that fails, all is as it was in that copy, if there is one.

        Or a restart would take back what people were told.
        """
        self.written = self._now()
        if self._store is None:
            return
        try:
            self._store.write(StoredAccess(self.code.code, self.key, tuple(self.devices.all)))
        except FileError:
            if else_back_to is not None:
                self.devices, self.code = else_back_to
            raise

    def close(self) -> None:
        """Close the store."""
        if self._store is not None:
            self._store.close()
