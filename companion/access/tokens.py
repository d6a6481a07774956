"""The tokens by which devices are known: a device's id, signed with the time."""

import time
from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from itsdangerous import BadSignature, TimestampSigner

Clock: TypeAlias = Callable[[], float]
# That of Linux goes on while a laptop sleeps.
UPTIME: Clock = partial(time.clock_gettime, getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


class TokenSigner(TimestampSigner):
    """Signs and reads tokens with `key`.

    `now` is the time in seconds since 1970; `up`, in seconds too, runs evenly and is never set.
    """

    def __init__(self, key: str, now: Clock, up: Clock) -> None:
        super().__init__(key, salt="croupier device")
        self._now, self._up = now, up
        self._began = now() - up()

    def get_timestamp(self) -> int:
        """Return the time, as `TimestampSigner` asks for it."""
        return int(self._now())

    def make_token(self, id_: str) -> str:
        """Return a fresh token of the device `id_`."""
        return self.sign(id_).decode()

    def read(self, token: str, max_age: float) -> str | None:
        """Return whose `token` it is; None if it is not one of ours, or older than `max_age` s."""
        try:
            id_, signed = self.unsign(token, return_timestamp=True)
        except BadSignature:
            return None
        # What was handed out before the time was set forward looks older by so much. One from the
        # future is ours all the same: a small machine without a battery for its clock may start in
        # the past.
        set_forward = max(0.0, self._now() - self._up() - self._began)
        old = self._now() - signed.timestamp() - set_forward > max_age
        return None if old else id_.decode()
