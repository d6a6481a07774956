"""Who sends a request, known by their token, and which rights they have."""

import hmac
import math
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from companion.access import errors
from companion.access.credentials import Clock, TokenSigner
from companion.access.device import TABLE_DISPLAY, Role, role_of, seat_of
from companion.access.devices import MAX_IDLE_SECONDS
from companion.access.store import AccessState
from companion.budget import BUDGETS, Budget
from companion.rolls.verdict import OWN_EYE
from companion.table.acts import TABLE_ACT_NAMES, DrawAtRandom, Rematch
from companion.table.table import Table
from engine.core.people import Leave


@dataclass(frozen=True, slots=True)
class Caller:
    """Who sends a request: their `id` in the log, `role` (None: a stranger) and `seat`.

    `camera`: a banker has approved it as the camera.
    """

    id: str
    role: Role | None
    seat: int | None = None
    camera: bool = False

    @property
    def is_eye(self) -> bool:
        """Whether it is a camera, approved or not."""
        return self.role in ("eye", "new_eye")

    @property
    def budget(self) -> Budget:
        """What it may use of the machine; a spectator that is the camera counts as a player."""
        return BUDGETS["player" if self.camera and self.role == "spectator" else self.role]


STRANGER = Caller("", None)


class Callers:
    """Finds callers of `table` among the devices in `memory`.

    `eye_key` is our own eye's token, `own_key` that of programs which may read the data folder.
    `now` and `up` are the clocks of `AccessControl`. Every method may be called from any thread.
    """

    def __init__(self, table: Table, memory: AccessState, now: Clock, up: Clock) -> None:
        self.eye_key, self.own_key = secrets.token_urlsafe(24), secrets.token_urlsafe(24)
        self._table, self._memory, self._now, self._up = table, memory, now, up
        self._tokens = TokenSigner(memory.key, now, up)

    def find(self, token: str) -> Caller:
        """Return the caller with this `token` (a cookie's value or an eye's key), or `STRANGER`."""
        if hmac.compare_digest(token.encode(), self.eye_key.encode()):
            return Caller(OWN_EYE, "eye")
        if hmac.compare_digest(token.encode(), self.own_key.encode()):
            return Caller(TABLE_DISPLAY, "banker")
        id_ = self._tokens.read(token, MAX_IDLE_SECONDS) or self._eye_of(token)
        return STRANGER if id_ is None else self.caller_of_device(id_)

    def with_current_role(self, caller: Caller) -> Caller:
        """Return `caller` with their present role and seat; `STRANGER` if they were removed."""
        if caller.id in (TABLE_DISPLAY, OWN_EYE) or caller.role is None:
            return caller
        return self.caller_of_device(caller.id)

    def caller_of_device(self, id_: str) -> Caller:
        """Return the caller with the device `id_`, and mark it as seen."""
        device = self._memory.devices.mark_seen(id_, self._now(), self._up())
        if device is None:
            return STRANGER
        names = self._table.state.original_names
        role, seat = role_of(device, names), seat_of(device, names)
        return Caller(device.id, role, seat, device.approved)

    def make_token(self, id_: str) -> str:
        """Return a fresh token of device `id_`, good for `MAX_IDLE_SECONDS`."""
        return self._tokens.make_token(id_)

    def _eye_of(self, key: str) -> str | None:
        """Return the eye with this `key`, if any; keys never expire: nobody could renew them."""
        id_ = self._tokens.read(key, math.inf)
        return id_ if id_ is not None and self._memory.devices.is_eye(id_) else None


Right: TypeAlias = Literal["anyone", "inside", "seated", "any_eye", "eye", "banker", "settled"]
"""``anyone``: strangers, too · ``inside``: every device that was let in, except eyes · ``seated``:
bankers and players · ``any_eye``: an eye, approved or not, or a banker · ``eye``: an approved eye
or a banker · ``banker``: bankers only · ``settled``: a banker who has not just taken a vacant bank.
"""


def check_right(right: Right, caller: Caller, seconds_left_as_new_banker: float = 0.0) -> None:
    """Raise an `AccessDenied` unless `caller` has this `right`.

    `seconds_left_as_new_banker`: how much longer they count as a new banker.
    """
    if right == "settled" and caller.role == "banker" and seconds_left_as_new_banker:
        raise errors.NewBanker(seconds_left_as_new_banker)
    if right == "anyone" or caller.role == "banker":
        return
    if caller.role is None:
        raise errors.CodeNeeded
    if caller.is_eye and right in ("eye", "any_eye"):
        if right == "eye" and caller.role != "eye":
            raise errors.NewEye
        return
    if caller.is_eye or right in ("settled", "banker", "eye", "any_eye"):
        raise errors.BankerOnly
    if right == "seated" and caller.role != "player":
        raise errors.OnlyWatching


_OF_BANKERS = TABLE_ACT_NAMES - {Rematch.type, DrawAtRandom.type} | {Leave.type}


def check_action(action: Mapping[str, Any], caller: Caller) -> None:
    """Raise an `AccessDenied` unless `caller` may do `action` at the table.

    Bankers may do everything. Players may only do actions that name their own `seat`: those of the
    game, except to leave for good, a draw and a rematch.
    """
    if caller.role == "banker":
        return
    if caller.role != "player":
        raise errors.OnlyWatching
    seat, type_ = action.get("seat"), action.get("type")
    if seat is None or (isinstance(type_, str) and type_ in _OF_BANKERS):
        raise errors.BankerOnly
    # True == 1 in Python; only a number is a seat.
    if type(seat) is not int or seat != caller.seat:
        raise errors.NotYourSeat
