"""Who is let in at one table, as what, and who is shown out again."""

import hmac
import math
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from companion.access.devices import MAX_IDLE_S, TABLE_DISPLAY, Devices, role_of, seat_of
from companion.access.errors import BankerOnly, NewBanker
from companion.access.join_code import JoinCode, in_groups, new_code
from companion.access.rate_limit import network
from companion.access.store import AccessStore, Stored
from companion.access.tokens import UPTIME, Clock, Tokens
from companion.access.views import AccessView, DeviceStatus, DeviceView, PersonsRole, Role
from companion.log.log import LogError
from companion.table.eyes import EyeReport
from companion.table.table import Table
from companion.throws.verdict import OWN_EYE
from engine.core.names import person_key

NEW_BANKER_S = 600.0  # seconds in which who took a bank that was left sends nobody out
WRITE_SEEN_EVERY = 3600.0  # seconds between two writes of when devices were last seen


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


@dataclass(slots=True)
class _NewEye:
    """What a new eye shows; `told` is when screens last heard of it (see `AccessControl.up`)."""

    camera: str = ""
    picture: bytes | None = None
    pictures: int = 0
    told: float = -math.inf


class AccessControl:
    """Who may come to `table`; what it knows is kept in `store`, if there is one.

    `now` is the time in seconds since 1970; `up`, in seconds too, runs evenly and is never set.
    Every method may be called from any thread. Where a device is named that is gone they raise
    `NotAllowed` ``no_such_device``, and `LogError` where the store cannot be written. Then nothing
    has changed (but see `remove`).
    """

    def __init__(
        self,
        table: Table,
        store: AccessStore | None = None,
        *,
        now: Clock = time.time,
        up: Clock = UPTIME,
    ) -> None:
        self.eye_key = secrets.token_urlsafe(24)
        self._table, self._store, self._now, self._up = table, store, now, up
        self._lock = threading.RLock()
        known = store.read() if store is not None else None
        stored = known or Stored(new_code(), secrets.token_hex(32), ())
        self._code, self._key = JoinCode(stored.code), stored.key
        self._devices = Devices(stored.devices)
        self._tokens = Tokens(stored.key, now, up)
        self._took_bank: dict[str, float] = {}  # when devices did (`up`)
        self._new_eyes: dict[str, _NewEye] = {}
        self._written = now()
        if known is None:
            self._write()

    @property
    def code(self) -> str:
        """The code that lets a device in."""
        return self._code.code

    # -- who asks ------------------------------------------------------------------------------

    def caller(self, token: str) -> Caller:
        """Return who shows `token` (a cookie's value or an eye's key), maybe a `STRANGER`."""
        if hmac.compare_digest(token.encode(), self.eye_key.encode()):
            return Caller(OWN_EYE, "eye")
        with self._lock:
            id_ = self._tokens.read(token, MAX_IDLE_S) or self._eye_of(token)
            caller = STRANGER if id_ is None else self._as_caller(id_)
            if caller is not STRANGER and self._now() - self._written > WRITE_SEEN_EVERY:
                with suppress(LogError):  # a full disk keeps nobody from looking at the table
                    self._write()
            return caller

    def refreshed(self, caller: Caller) -> Caller:
        """Return `caller` as he is now; a `STRANGER` if he was shown out."""
        if caller.id in (TABLE_DISPLAY, OWN_EYE) or caller.role is None:
            return caller
        with self._lock:
            return self._as_caller(caller.id)

    def token(self, id_: str) -> str:
        """Return a fresh token of device `id_`, good for `devices.MAX_IDLE_S` seconds."""
        return self._tokens.make(id_)

    def _eye_of(self, key: str) -> str | None:
        """Return the eye whose `key` it is, if it is one: nobody is there to renew it."""
        id_ = self._tokens.read(key, math.inf)
        return id_ if id_ is not None and self._devices.is_eye(id_) else None

    def _as_caller(self, id_: str) -> Caller:
        device, names = (
            self._devices.mark_seen(id_, self._now(), self._up()),
            self._table.state.first_names,
        )
        if device is None:
            return STRANGER
        return Caller(device.id, role_of(device, names), seat_of(device, names))

    # -- coming and going ----------------------------------------------------------------------

    def join(self, code: str, address: str, *, eye: bool = False) -> Caller:
        """Let somebody at `address` in, who tells this `code`.

        Raises `WrongCode`, `TooManyGuesses`, `LogError`, `NotAllowed` ``too_many_devices``; then
        nobody was let in.
        """
        with self._changing():
            self._code.check(code, address, self._now())
            id_ = secrets.token_urlsafe(12)
            self._devices.join(
                id_, self._now(), self._up(), self._here(), eye=eye, network=network(address)
            )
            return self._as_caller(id_)

    def remove(self, id_: str) -> None:
        """Show device `id_` out; the last banker's right passes on to somebody who is here.

        It is out though the store cannot be written: until a restart, or for good with the next
        change that can be kept.
        """
        with self._changing(out=True):
            self._devices.remove(id_)
            self._devices.pass_on_bank(self._here(), self._table.state.first_names)

    def log_out_all(self, but: str) -> None:
        """Show every device out but the device `but`, and make a new code; see `remove`."""
        with self._changing(out=True):
            self._devices.remove_all_but(but)
            self._code = self._code.renewed()

    def renew_code(self) -> None:
        """Make a new code; who is in stays in."""
        with self._changing():
            self._code = self._code.renewed()

    # -- eyes elsewhere ------------------------------------------------------------------------

    def show(self, id_: str, report: EyeReport) -> None:
        """Keep what the new eye `id_` tells of itself, for a banker to see."""
        with self._lock:
            eye = self._new_eyes.setdefault(id_, _NewEye())
            eye.camera = report.camera
            if report.preview is not None:
                eye.picture, eye.pictures = report.preview, eye.pictures + 1
            # No more often than a banker can look, whatever it sends.
            if (now := self._up()) - eye.told >= 1.0:
                eye.told = now
                self._table.screens.broadcaster.wake_all()

    def picture_of_new_eye(self, id_: str) -> bytes | None:
        """Return what the new eye `id_` sees (JPEG), if it has shown anything."""
        with self._lock:
            return self._new_eyes[id_].picture if id_ in self._new_eyes else None

    def approve(self, id_: str) -> None:
        """Let the eye `id_` tell readings, and no other that joined; see `Devices.approve`."""
        with self._changing():
            self._devices.approve(id_)

    # -- seats and roles -----------------------------------------------------------------------

    def sit(self, id_: str, seat: int | None, *, force: bool = False) -> None:
        """Let device `id_` play `seat`, or (None) stand up; see `Devices.sit`."""
        with self._changing():
            self._devices.sit(id_, seat, self._table.state.first_names, force=force)

    def claim_name(self, id_: str, name: str) -> None:
        """Let device `id_` play for `name`, now or in a game to come; see `Devices.claim_name`."""
        with self._changing():
            state, key = self._table.state, person_key(name)
            called = {
                person_key(new): old
                for new, old in zip(state.names, state.first_names, strict=True)
            }
            self._devices.claim_name(id_, called.get(key, name), state.first_names)

    def set_role(self, id_: str, role: PersonsRole) -> None:
        """Make device `id_` banker, player or spectator; see `Devices.set_role`."""
        with self._changing():
            self._devices.set_role(id_, role)
            self._devices.pass_on_bank(self._here(), self._table.state.first_names)

    def take_bank(self, caller: Caller) -> None:
        """Make `caller` banker; raises `BankerOnly` unless the bank is left to him."""
        with self._changing():
            if not self._bank_is_free(caller):
                raise BankerOnly
            self._devices.set_role(caller.id, "banker")
            self._took_bank[caller.id] = self._up()

    def check_settled(self, caller: Caller) -> None:
        """Raise `NewBanker` if `caller` has just taken a bank that was left.

        Its banker is only away for a while, perhaps; nobody shall be sent out in his name.
        """
        wait = self._took_bank.get(caller.id, -math.inf) + NEW_BANKER_S - self._up()
        if wait > 0:
            raise NewBanker(wait)

    def _bank_is_free(self, caller: Caller) -> bool:
        """Tell whether the bank is left to `caller`: a player, or between games whoever is in."""
        playing = self._table.state.playing
        may = caller.role == "player" or (caller.role == "spectator" and not playing)
        return may and self._devices.bank_is_free(self._here(), self._now())

    # -- what is told --------------------------------------------------------------------------

    def status(self, caller: Caller, url: str = "") -> DeviceStatus:
        """Return what `caller` is now, for himself; phones find the table at `url`."""
        told: DeviceStatus = {
            "role": caller.role,
            "seat": None,
            "taken": [],
            "own": {},
        }
        with self._lock:
            state = self._table.state
            if caller.role is None or caller.is_eye:
                return told
            told["seat"], told["taken"] = caller.seat, self._devices.taken_seats(state.first_names)
            told["name"] = self._devices.name_of(caller.id)
            if caller.seat is not None:
                told["own"] = state.private_view(caller.seat)
            if caller.role == "banker":
                told["door"] = self.view(caller.id, url)
            else:
                told["bank_left"] = self._bank_is_free(caller)
            return told

    def view(self, own: str, url: str) -> AccessView:
        """Return what a banker, whose device is `own`, sees; phones find the table at `url`."""
        with self._lock:
            devices = self._devices.view(own, self._here(), self._table.state.first_names)
            return {
                "code": in_groups(self.code),
                "url": url,
                "codes_made": self._code.made,
                "devices": [self._with_eye(device) for device in devices],
            }

    def _with_eye(self, device: DeviceView) -> DeviceView:
        eye = self._new_eyes.get(device["device"])
        if device["role"] != "new_eye" or eye is None:
            return device
        return {**device, "camera": eye.camera, "pictures": eye.pictures}

    def spectators(self) -> frozenset[str]:
        """Return the devices that only watch."""
        with self._lock:
            names = self._table.state.first_names
            watching = (one for one in self._devices.all if role_of(one, names) == "spectator")
            return frozenset(device.id for device in watching)

    def last_seen(self) -> dict[str, float]:
        """Return when each device was last seen, in seconds since 1970, by its id."""
        with self._lock:
            return {device.id: device.seen for device in self._devices.all}

    # -- within --------------------------------------------------------------------------------

    def _here(self) -> frozenset[str]:
        return self._table.screens.broadcaster.devices

    @contextmanager
    def _changing(self, *, out: bool = False) -> Iterator[None]:
        """Keep what is changed within, and let every stream look again at whom it speaks to.

        What cannot be kept is as it was, or a restart would take back what people were told; but
        who is shown `out` is out.
        """
        with self._lock:
            before = self._devices.copy(), self._code
            yield
            eyes = self._new_eyes.items()
            self._new_eyes = {id_: eye for id_, eye in eyes if self._devices.is_eye(id_)}
            try:
                self._write()
            except LogError:
                if not out:
                    self._devices, self._code = before
                raise
            finally:
                self._table.screens.broadcaster.wake_all()

    def _write(self) -> None:
        self._written = self._now()
        if self._store is not None:
            self._store.write(Stored(self.code, self._key, tuple(self._devices.all)))

    def close(self) -> None:
        """Close the store."""
        if self._store is not None:
            self._store.close()
