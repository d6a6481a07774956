"""Who is let in at one table, as what, and who is shown out again."""

import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager

from companion.access.access_state import AccessState
from companion.access.banker_role import BankerRole
from companion.access.callers import Caller, Callers
from companion.access.device import role_of
from companion.access.devices import Devices
from companion.access.errors import BankerOnly
from companion.access.join_code import digits_in_groups
from companion.access.new_eyes import NewEyes
from companion.access.rate_limit import network_of_address
from companion.access.store import AccessStore
from companion.access.tokens import UPTIME, Clock
from companion.access.views import AccessView, DeviceStatus, PersonsRole
from companion.table.eyes import EyeReport
from companion.table.table import Table


class AccessControl:
    """Who may come to `table`; what it knows is kept in `store`, if there is one.

    `now` is the time in seconds since 1970; `up`, in seconds too, runs evenly and is never set.
    Every method may be called from any thread. Where a device is named that is gone they raise
    `NotAllowed` ``no_such_device``, and `FileError` where the store cannot be written. Then nothing
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
        self._table, self._now, self._up = table, now, up
        self._memory = AccessState(store, now)
        self.callers = Callers(table, self._memory, now, up)
        self._bank, self._new_eyes = BankerRole(), NewEyes()

    @property
    def code(self) -> str:
        """The code that lets a device in."""
        return self._memory.code.code

    # -- coming and going ----------------------------------------------------------------------

    def join(self, code: str, address: str, *, eye: bool = False) -> Caller:
        """Let somebody at `address` in, who tells this `code`.

        Raises `WrongCode`, `TooManyGuesses`, `FileError`, `NotAllowed` ``too_many_devices``; then
        nobody was let in.
        """
        with self._changing():
            self._memory.code.check(code, address, self._now())
            id_, network = secrets.token_urlsafe(12), network_of_address(address)
            self._devices.join(id_, self._now(), self._up(), self._here(), eye=eye, network=network)
            return self.callers.caller_of_device(id_)

    def remove(self, id_: str) -> None:
        """Show device `id_` out; the last banker's right passes on to somebody who is here.

        It is out though the store cannot be written: until a restart, or for good with the next
        change that can be kept.
        """
        with self._changing(out=True):
            self._devices.remove(id_)
            self._pass_on_bank()

    def log_out_all(self, but: str) -> None:
        """Show every device out but the device `but`, and make a new code; see `remove`."""
        with self._changing(out=True):
            self._devices.remove_all_but(but)
            self._memory.code = self._memory.code.renewed()

    def renew_code(self) -> None:
        """Make a new code; who is in stays in."""
        with self._changing():
            self._memory.code = self._memory.code.renewed()

    # -- eyes elsewhere ------------------------------------------------------------------------

    def keep_report_of_new_eye(self, id_: str, report: EyeReport) -> None:
        """Keep what the new eye `id_` tells of itself, for a banker to see."""
        with self._memory.lock:
            if self._new_eyes.keep_report(id_, report, self._up()):
                self._table.screens.broadcaster.wake_all_streams()

    def picture_of_new_eye(self, id_: str) -> bytes | None:
        """Return what the new eye `id_` sees (JPEG), if it has shown anything."""
        with self._memory.lock:
            return self._new_eyes.picture(id_)

    def approve(self, id_: str) -> None:
        """Let the eye `id_` tell readings, and no other that joined; see `Devices.approve`."""
        with self._changing():
            self._devices.approve(id_)

    # -- seats and roles -----------------------------------------------------------------------

    def sit(self, id_: str, seat: int | None, *, force: bool = False) -> None:
        """Let device `id_` play `seat`, or (None) stand up; see `Devices.sit`."""
        with self._changing():
            self._devices.sit(id_, seat, self._table.state.original_names, force=force)

    def claim_name(self, id_: str, name: str) -> None:
        """Let device `id_` play for `name`, now or in a game to come; see `Devices.claim_name`."""
        with self._changing():
            state = self._table.state
            self._devices.claim_name(id_, state.original_name_of(name), state.original_names)

    def set_role(self, id_: str, role: PersonsRole) -> None:
        """Make device `id_` banker, player or spectator; see `Devices.set_role`."""
        with self._changing():
            self._devices.set_role(id_, role)
            self._pass_on_bank()

    def take_bank(self, caller: Caller) -> None:
        """Make `caller` banker; raises `BankerOnly` unless the bank is left to him."""
        with self._changing():
            if not self._bank_is_free(caller):
                raise BankerOnly
            self._bank.take_over(self._devices, caller.id, self._up())

    def seconds_as_new_banker(self, caller: Caller) -> float:
        """Return for how many seconds more `caller` is new in a bank that was left."""
        return self._bank.seconds_as_new_banker(caller.id, self._up())

    def _bank_is_free(self, caller: Caller) -> bool:
        """Tell whether the bank is left to `caller`: a player, or between games whoever is in."""
        playing = self._table.state.is_playing
        may = caller.role == "player" or (caller.role == "spectator" and not playing)
        return may and self._bank.is_vacant(self._devices, self._here(), self._now())

    # -- what is told --------------------------------------------------------------------------

    def status(self, caller: Caller, url: str = "") -> DeviceStatus:
        """Return what `caller` is now, for himself; phones find the table at `url`."""
        told: DeviceStatus = {"role": caller.role, "seat": None, "taken": [], "own": {}}
        with self._memory.lock:
            state = self._table.state
            if caller.role is None or caller.is_eye:
                return told
            told["seat"], told["taken"] = (
                caller.seat,
                self._devices.taken_seats(state.original_names),
            )
            told["name"] = self._devices.name_of(caller.id)
            if caller.seat is not None:
                told["own"] = state.private_view(caller.seat)
            if caller.role == "banker":
                told["door"] = self.banker_view(caller.id, url)
            else:
                told["bank_left"] = self._bank_is_free(caller)
            return told

    def banker_view(self, own: str, url: str) -> AccessView:
        """Return what a banker, whose device is `own`, sees; phones find the table at `url`."""
        with self._memory.lock:
            devices = self._devices.view(own, self._here(), self._table.state.original_names)
            return {
                "code": digits_in_groups(self.code),
                "url": url,
                "codes_made": self._memory.code.made,
                "devices": [self._new_eyes.device_view(device) for device in devices],
            }

    def spectators(self) -> frozenset[str]:
        """Return the devices that only watch."""
        with self._memory.lock:
            names = self._table.state.original_names
            watching = (one for one in self._devices.all if role_of(one, names) == "spectator")
            return frozenset(device.id for device in watching)

    def last_seen(self) -> dict[str, float]:
        """Return when each device was last seen, in seconds since 1970, by its id."""
        with self._memory.lock:
            return {device.id: device.seen for device in self._devices.all}

    # -- within --------------------------------------------------------------------------------

    @property
    def _devices(self) -> Devices:
        return self._memory.devices

    def _here(self) -> frozenset[str]:
        return self._table.screens.broadcaster.devices

    def _pass_on_bank(self) -> None:
        self._bank.ensure_banker(self._devices, self._here(), self._table.state.original_names)

    @contextmanager
    def _changing(self, *, out: bool = False) -> Iterator[None]:
        """Keep what is changed within, and let every stream look again at whom it speaks to.

        What cannot be kept is as it was; but who is shown `out` is out.
        """
        with self._memory.lock:
            before = self._memory.copy()
            yield
            try:
                self._memory.write(else_back_to=None if out else before)
            finally:
                self._new_eyes.forget_removed(self._devices.is_eye)
                self._table.screens.broadcaster.wake_all_streams()

    def close(self) -> None:
        """Close the store."""
        self._memory.close()
