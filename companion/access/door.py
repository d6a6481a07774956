"""The door of one table: who is let in, as what, and who is shown out again."""

import hmac
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import Literal, TypeAlias

from itsdangerous import BadSignature, TimestampSigner

from companion.access.code import in_groups, is_code, new_code
from companion.access.denied import BankerOnly, TooManyGuesses, WrongCode
from companion.access.guesses import Guesses
from companion.access.party import IDLE, Device, Party, Role, role_of, seat_of
from companion.access.store import Store
from companion.table.log import LogError
from companion.table.table import Table
from engine.core.refusals import Json, NotAllowed

OWN = "table"  # the id of the table's own display: a browser on the machine itself
KEEP_SEEN = 3600.0  # seconds between two writes of when devices were last seen


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks: `id` for the log and the streams, and his `role` (None: a stranger) and `seat`."""

    id: str
    role: Role | Literal["eye"] | None
    seat: int | None = None


Clock: TypeAlias = Callable[[], float]
# That of Linux goes on while a laptop sleeps.
_up: Clock = partial(time.clock_gettime, getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))
STRANGER = Caller("", None)


class _Signer(TimestampSigner):
    """Signs with the time of the door's own clock."""

    def __init__(self, key: str, now: Clock) -> None:
        super().__init__(key, salt="croupier device")
        self._now = now

    def get_timestamp(self) -> int:
        return int(self._now())


class Door:
    """The door of `table`; what it knows is kept in `store`, if there is one.

    `now` is the time in seconds since 1970; `up`, in seconds too, runs evenly and is never set.
    Every method may be called from any thread. Where a device is named that is gone they raise
    `NotAllowed` ``no_such_device``, and `LogError` where the store cannot be written. Then nothing
    has changed (but see `remove`).
    """

    def __init__(
        self, table: Table, store: Store | None = None, *, now: Clock = time.time, up: Clock = _up
    ) -> None:
        self.eye_key = secrets.token_urlsafe(24)
        self._table, self._store, self._now, self._up = table, store, now, up
        self._began = now() - up()
        self._lock = threading.RLock()
        kept = store.read() if store is not None else None
        self._code = kept.code if kept else new_code()
        self._key = kept.key if kept else secrets.token_hex(32)
        self._party = Party(kept.devices if kept else ())
        self._signer = _Signer(self._key, now)
        self._guesses = Guesses()
        self._codes_made = 0
        self._written = now()
        if kept is None:
            self._write()

    # -- who asks ------------------------------------------------------------------------------

    @property
    def code(self) -> str:
        """The code that lets a device in."""
        return self._code

    def caller(self, token: str) -> Caller:
        """Return who shows `token` (a cookie's value or an eye's key), maybe a `STRANGER`."""
        if hmac.compare_digest(token.encode(), self.eye_key.encode()):
            return Caller("eye", "eye")
        with self._lock:
            device = self._known(token)
            return STRANGER if device is None else self._as_caller(device)

    def token(self, id_: str) -> str:
        """Return a fresh token of device `id_`, good for `party.IDLE` seconds."""
        return self._signer.sign(id_).decode()

    def _known(self, token: str) -> Device | None:
        try:
            id_, signed = self._signer.unsign(token, return_timestamp=True)
        except BadSignature:
            return None
        # One from the future is ours all the same: a small machine without a battery for its
        # clock may start in the past.
        if self._now() - signed.timestamp() - self._set_forward() > IDLE:
            return None
        device = self._party.seen(id_.decode(), self._now(), self._up())
        if device is not None and self._now() - self._written > KEEP_SEEN:
            with suppress(LogError):  # a full disk keeps nobody from looking at the table
                self._write()
        return device

    def _set_forward(self) -> float:
        """Return by how many seconds the time was set forward since this door was made.

        So much older do the cookies look that were handed out before.
        """
        return max(0.0, self._now() - self._up() - self._began)

    def _as_caller(self, device: Device) -> Caller:
        names = self._table.state.names
        role = "eye" if device.eye else role_of(device, names)
        return Caller(device.id, role, seat_of(device, names))

    # -- coming and going ----------------------------------------------------------------------

    def join(self, guess: str, address: str, *, eye: bool = False) -> Caller:
        """Let somebody at `address` in, who tells `guess` as the code.

        Raises `WrongCode`, `TooManyGuesses`, `LogError`; then nobody was let in.
        """
        id_ = secrets.token_urlsafe(12)
        with self._changing():
            self._check_guess(guess, address)
            kept = OWN in self._here()
            times = self._now(), self._up()
            return self._as_caller(self._party.join(id_, *times, eye=eye, bank_kept=kept))

    def _check_guess(self, guess: str, address: str) -> None:
        wait = self._guesses.wait(address, self._now())
        if wait > 0:
            raise TooManyGuesses(wait)
        if not is_code(guess, self._code):
            self._guesses.add(address, self._now())
            raise WrongCode

    def remove(self, id_: str) -> None:
        """Show device `id_` out; the last banker's right passes on to somebody who is here.

        It is out though the store cannot be written: until a restart, or for good with the next
        change that can be kept.
        """
        with self._changing(out=True):
            self._party.remove(id_)
            self._pass_on()

    def log_out_all(self, but: str) -> None:
        """Show every device out but the device `but`, and make a new code; see `remove`."""
        with self._changing(out=True):
            self._party.keep_only(but)
            self._make_code()

    def make_code(self) -> None:
        """Make a new code; who is in stays in."""
        with self._changing():
            self._make_code()

    def _make_code(self) -> None:
        self._code = new_code()
        self._codes_made += 1
        self._guesses = Guesses()  # the code that was guessed at is no longer the code

    # -- seats and roles -----------------------------------------------------------------------

    def sit(self, id_: str, seat: int | None, *, force: bool = False) -> None:
        """Let device `id_` play `seat`, or (None) stand up; see `Party.sit`.

        Raises `NotAllowed` ``no_such_seat`` too.
        """
        with self._changing():
            names = self._table.state.names
            if seat is not None and not 0 <= seat < len(names):
                raise NotAllowed("no_such_seat", "Nobody plays at that seat.")
            self._party.sit(id_, None if seat is None else names[seat], force=force)

    def set_role(self, id_: str, role: Role) -> None:
        """Make device `id_` banker, player or spectator; see `Party.set_role`."""
        with self._changing():
            self._party.set_role(id_, role)
            self._pass_on()

    def take_bank(self, caller: Caller) -> None:
        """Make `caller` banker; raises `BankerOnly` unless the bank is left to him."""
        with self._changing():
            if not self._bank_left(caller):
                raise BankerOnly
            self._party.set_role(caller.id, "banker")

    # -- what is told --------------------------------------------------------------------------

    def you(self, caller: Caller, url: str = "") -> dict[str, Json]:
        """Return what `caller` is now, for himself.

        ``role seat own`` (his secrets) ``taken`` (the seats that devices play), to a banker
        ``door`` (see `door_view`), to others ``bank_left`` (he may take the bank).
        """
        told: dict[str, Json] = {"role": None, "seat": None, "taken": [], "own": {}}
        with self._lock:
            if caller.role is None or caller.role == "eye":
                return {**told, "role": caller.role}
            told |= {"role": caller.role, "seat": caller.seat, "taken": self._taken()}
            if caller.seat is not None:
                told["own"] = self._table.state.private_view(caller.seat)
            if caller.role == "banker":
                told["door"] = self.door_view(caller.id, url)
            else:
                told["bank_left"] = self._bank_left(caller)
            return told

    def again(self, caller: Caller) -> Caller:
        """Return `caller` as he is now; a `STRANGER` if he was shown out."""
        if caller.id in (OWN, "eye") or caller.role is None:
            return caller
        with self._lock:
            device = self._party.seen(caller.id, self._now(), self._up())
            return STRANGER if device is None else self._as_caller(device)

    def door_view(self, own: str, url: str) -> dict[str, Json]:
        """Return what a banker sees of the door: ``code url codes_made devices``."""
        with self._lock:
            names, here = self._table.state.names, self._here()
            devices: list[Json] = [
                {
                    "device": device.id,
                    "number": device.number,
                    "role": "eye" if device.eye else role_of(device, names),
                    "seat": seat_of(device, names),
                    "here": device.id in here,
                    "you": device.id == own,
                }
                for device in self._party.devices
            ]
            code = in_groups(self._code)
            return {"code": code, "url": url, "codes_made": self._codes_made, "devices": devices}

    def last_seen(self) -> dict[str, float]:
        """Return when each device was last seen, in seconds since 1970, by its id."""
        with self._lock:
            return {device.id: device.seen for device in self._party.devices}

    # -- within --------------------------------------------------------------------------------

    def _here(self) -> frozenset[str]:
        return self._table.screens.hub.devices

    def _taken(self) -> list[Json]:
        names = self._table.state.names
        seats = (seat_of(device, names) for device in self._party.devices)
        return [*sorted(seat for seat in seats if seat is not None)]

    def _bank_left(self, caller: Caller) -> bool:
        """Tell whether the bank is left to `caller`: a player, or between games whoever is in."""
        here = self._here()
        fit = caller.role == "player" or (
            caller.role == "spectator" and not self._table.state.playing
        )
        return fit and OWN not in here and self._party.bank_left(here, self._now())

    def _pass_on(self) -> None:
        if OWN not in self._here():
            self._party.pass_on(self._here(), self._table.state.names)

    @contextmanager
    def _changing(self, *, out: bool = False) -> Iterator[None]:
        """Keep what is changed within, and let every stream look again at whom it speaks to.

        What cannot be kept is as it was, or a restart would take back what people were told; but
        who is shown `out` is out.
        """
        with self._lock:
            before = self._party.copy(), self._code, self._codes_made, self._guesses
            yield
            try:
                self._write()
            except LogError:
                if not out:
                    self._party, self._code, self._codes_made, self._guesses = before
                raise
            finally:
                self._table.screens.hub.stir()

    def _write(self) -> None:
        self._written = self._now()
        if self._store is not None:
            self._store.write(self._code, self._key, self._party.devices)

    def close(self) -> None:
        """Close the store."""
        if self._store is not None:
            self._store.close()
