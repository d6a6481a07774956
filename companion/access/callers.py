"""Who asks, by the token that he shows."""

import hmac
import math
import secrets
from contextlib import suppress
from dataclasses import dataclass

from companion.access.access_state import AccessState
from companion.access.attendance import MAX_IDLE_SECONDS
from companion.access.device import TABLE_DISPLAY, role_of, seat_of
from companion.access.tokens import Clock, TokenSigner
from companion.access.views import Role
from companion.files import FileError
from companion.table.table import Table
from companion.throws.verdict import OWN_EYE

WRITE_SEEN_SECONDS = 3600.0  # seconds between two writes of when devices were last seen


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks: `id` for the log and the streams, and his `role` (None: a stranger) and `seat`."""

    id: str
    role: Role | None
    seat: int | None = None

    @property
    def is_eye(self) -> bool:
        """Whether it is a camera, which nobody has approved of or somebody has."""
        return self.role in ("eye", "new_eye")


STRANGER = Caller("", None)


class Callers:
    """Those who come to `table` with a device in `memory`, and this machine's own eye.

    `eye_key` is the key of that eye, `now` and `up` are the clocks of `AccessControl`. Every method
    may be called from any thread.
    """

    def __init__(self, table: Table, memory: AccessState, now: Clock, up: Clock) -> None:
        self.eye_key = secrets.token_urlsafe(24)
        self._table, self._memory, self._now, self._up = table, memory, now, up
        self._tokens = TokenSigner(memory.key, now, up)

    def find(self, token: str) -> Caller:
        """Return who shows `token` (a cookie's value or an eye's key), maybe a `STRANGER`."""
        if hmac.compare_digest(token.encode(), self.eye_key.encode()):
            return Caller(OWN_EYE, "eye")
        with self._memory.lock:
            id_ = self._tokens.read(token, MAX_IDLE_SECONDS) or self._eye_of(token)
            caller = STRANGER if id_ is None else self.caller_of_device(id_)
            if caller is not STRANGER and self._now() - self._memory.written > WRITE_SEEN_SECONDS:
                with suppress(FileError):  # a full disk keeps nobody from looking at the table
                    self._memory.write()
            return caller

    def with_current_role(self, caller: Caller) -> Caller:
        """Return `caller` as he is now; a `STRANGER` if he was shown out."""
        if caller.id in (TABLE_DISPLAY, OWN_EYE) or caller.role is None:
            return caller
        return self.caller_of_device(caller.id)

    def caller_of_device(self, id_: str) -> Caller:
        """Return who comes now with the device `id_`."""
        with self._memory.lock:
            device = self._memory.devices.mark_seen(id_, self._now(), self._up())
            if device is None:
                return STRANGER
            names = self._table.state.original_names
            return Caller(device.id, role_of(device, names), seat_of(device, names))

    def make_token(self, id_: str) -> str:
        """Return a fresh token of device `id_`, good for `MAX_IDLE_SECONDS`."""
        return self._tokens.make_token(id_)

    def _eye_of(self, key: str) -> str | None:
        """Return the eye whose `key` it is, if it is one: nobody is there to renew it."""
        id_ = self._tokens.read(key, math.inf)
        return id_ if id_ is not None and self._memory.devices.is_eye(id_) else None
