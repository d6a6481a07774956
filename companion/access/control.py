"""Who may join a table, in which role, and who is removed again."""

import math
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from companion.access.callers import Caller, Callers
from companion.access.credentials import UPTIME, Clock, grouped_digits, network_prefix
from companion.access.device import (
    TABLE_DISPLAY,
    AccessView,
    DeviceStatus,
    DeviceView,
    PersonsRole,
    Role,
    role_of,
)
from companion.access.devices import Devices
from companion.access.errors import BankerOnly
from companion.access.store import AccessState, AccessStore
from companion.files import FileError
from companion.table.eyes import EyeReport
from companion.table.table import Table
from engine.core.refusals import Json

PHONE_CAMERA = "phone"  # the name of a phone as the camera
TRUST_FIRST_DEVICE_SECONDS = 900.0  # after the start
WRITE_SEEN_SECONDS = 3600.0  # between two writes of when devices were last seen
EYE_UPDATE_SECONDS = 1.0  # at least between two updates of a new eye on the screens


@dataclass(slots=True)
class _NewEye:
    """What a new eye has sent; `shown` is when the screens were last updated."""

    camera: str = ""
    picture: bytes | None = None
    pictures: int = 0
    shown: float = -math.inf


class AccessControl:
    """Who may come to `table`; its data is kept in `store`, if there is one.

    `now` is the wall clock (seconds since 1970), `up` a monotonic clock (seconds). Every method may
    be called from any thread. With `trust_first` the first device needs no code, within
    `TRUST_FIRST_DEVICE_SECONDS` of the start and while no device is known: a machine without a
    screen shows its code to nobody. Methods raise `NotAllowed` ``no_such_device`` for a device that
    is gone, and `FileError` if the store cannot be written. In both cases nothing has changed
    (except in `remove`).
    """

    def __init__(
        self,
        table: Table,
        store: AccessStore | None = None,
        *,
        now: Clock = time.time,
        up: Clock = UPTIME,
        trust_first: bool = False,
    ) -> None:
        self._table, self._now, self._up = table, now, up
        self._trusts_until = up() + TRUST_FIRST_DEVICE_SECONDS if trust_first else -math.inf
        self._memory = AccessState(store, now)
        self.callers = Callers(table, self._memory, now, up)
        self._new_eyes: dict[str, _NewEye] = {}  # those that wait for approval, by device
        # By device, the secrets that its seat had before it sat down; unknown while it sits down.
        self._secrets_before: dict[str, dict[str, Json]] = {}
        self._sitting_down: set[str] = set()

    @property
    def code(self) -> str:
        """The code that lets a device in."""
        return self._memory.code.code

    # -- coming and going ----------------------------------------------------------------------

    def join(self, code: str, address: str, *, eye: bool = False) -> Caller:
        """Let in somebody at `address` who enters this `code` ("": the first device).

        Raises `WrongCode`, `TooManyGuesses`, `FileError`, or `NotAllowed` ``too_many_devices``; in
        these cases nobody was let in.
        """
        id_, network = secrets.token_urlsafe(12), network_prefix(address)
        with self._changing() as devices:
            if code or eye or not self._trusts_next():
                self._memory.code.check(code, address, self._now())
            names = self._table.state.original_names
            devices.join(
                id_, self._now(), self._up(), self._here(), names, eye=eye, network=network
            )
        return self.callers.caller_of_device(id_)

    def store_when_seen(self) -> None:
        """Store when devices were last seen, if that is due."""
        if self._now() - self._memory.written > WRITE_SEEN_SECONDS:
            # Looking at the table works with a full disk, too.
            with self._memory.lock, suppress(FileError):
                self._memory.write(self._memory.devices, self._memory.code)

    def remove(self, id_: str) -> None:
        """Remove device `id_`; if it was the last banker, somebody who is here becomes banker.

        The device is out even if the store cannot be written: until a restart, or for good once a
        later change can be stored.
        """
        with self._changing(removing=True) as devices:
            devices.remove(id_)
            self._pass_on_bank(devices)

    def remove_all_except(self, id_: str) -> None:
        """Remove every device except `id_`, and make a new code; see `remove`."""
        with self._changing(removing=True, new_code=True) as devices:
            devices.remove_all_except(id_)

    def renew_code(self) -> None:
        """Make a new code; devices that are in stay in."""
        with self._changing(new_code=True):
            pass

    # -- eyes elsewhere ------------------------------------------------------------------------

    def keep_report_of_new_eye(self, id_: str, report: EyeReport) -> None:
        """Keep the report of the new eye `id_`, so that a banker can see it."""
        eye = self._new_eyes.setdefault(id_, _NewEye())
        eye.camera = report.camera
        if report.preview is not None:
            eye.picture, eye.pictures = report.preview, eye.pictures + 1
        if self._up() - eye.shown >= EYE_UPDATE_SECONDS:
            eye.shown = self._up()
            self._table.screens.broadcaster.wake_all_streams()

    def picture_of_new_eye(self, id_: str) -> bytes | None:
        """Return the newest picture (JPEG) of the new eye `id_`, if there is one."""
        eye = self._new_eyes.get(id_)
        return None if eye is None else eye.picture

    def approve(self, id_: str, *, approved: bool = True) -> None:
        """Make `id_` the only camera that joined, or leave none; see `Devices.approve`.

        With a phone as the camera, the table's own eye reads what it sends.
        """
        with self._changing() as devices:
            devices.approve(id_, approved=approved)
        settings = self._table.settings
        if approved and not devices.is_eye(id_) and settings.camera != PHONE_CAMERA:
            settings.choose_camera(PHONE_CAMERA)

    # -- seats and roles -----------------------------------------------------------------------

    def sit(self, id_: str, seat: int | None, *, force: bool = False, ask: bool = False) -> None:
        """Let device `id_` play `seat`, or (None) stand up; see `Devices.sit`.

        During a game a device that may only `ask` waits for a banker: otherwise any guest could
        play for those who have no phone, and see their secrets. Nobody who sits down sees secrets
        that were there before.
        """
        with self._memory.lock:
            try:
                with self._changing() as devices:
                    state = self._table.state
                    ask = ask and state.is_playing
                    devices.sit(id_, seat, state.original_names, force=force, ask=ask)
                    if seat is not None and not ask:
                        self._sitting_down.add(id_)
                if seat is not None and not ask:
                    self._secrets_before[id_] = self._table.state.private_view(seat)
            finally:
                self._sitting_down.discard(id_)

    def claim_name(self, id_: str, name: str) -> None:
        """Let device `id_` play for `name`, now or in a game to come; see `Devices.claim_name`.

        During a game, a banker has to let it play for one of the players.
        """
        with self._changing() as devices:
            state = self._table.state
            own, names = state.original_name_of(name), state.original_names
            devices.claim_name(id_, own, names, ask=state.is_playing)

    def set_role(self, id_: str, role: PersonsRole) -> None:
        """Make device `id_` banker, player or spectator; see `Devices.set_role`."""
        with self._changing() as devices:
            devices.set_role(id_, role)
            self._pass_on_bank(devices)

    def take_bank(self, caller: Caller) -> None:
        """Make `caller` banker; raises `BankerOnly` unless the bank is vacant for them."""
        with self._changing() as devices:
            if not self._bank_is_free(caller):
                raise BankerOnly
            devices.take_bank(caller.id, self._up())

    def seconds_left_as_new_banker(self, caller: Caller) -> float:
        """Return for how many more seconds `caller` counts as a new banker."""
        return self._devices.seconds_left_as_new_banker(caller.id, self._up())

    def _bank_is_free(self, caller: Caller) -> bool:
        """Return whether `caller` may take the bank: players, and between games also spectators."""
        playing = self._table.state.is_playing
        may = caller.role == "player" or (caller.role == "spectator" and not playing)
        return may and self._devices.is_bank_vacant(self._here(), self._now())

    # -- views ---------------------------------------------------------------------------------

    def status(self, caller: Caller, url: str = "") -> DeviceStatus:
        """Return the role, seat and private view of `caller`; phones find the table at `url`."""
        status: DeviceStatus = {"role": caller.role, "seat": None, "taken": [], "own": {}}
        state = self._table.state
        if caller.role is None and self._trusts_next():
            status["first"] = True
        if caller.role is None or caller.is_eye:
            return status
        status["seat"] = caller.seat
        status["taken"] = self._devices.taken_seats(state.original_names)
        status["name"] = self._devices.player_of(caller.id)
        if caller.camera:
            status["camera"] = True
        if (asked := self._devices.seat_asked_by(caller.id, state.original_names)) is not None:
            status["asks"] = asked
        if caller.seat is not None:
            status["own"] = self._own_secrets(caller.id, state.private_view(caller.seat))
        if caller.role == "banker":
            status["door"] = self.banker_view(caller.id, url)
        else:
            status["bank_left"] = self._bank_is_free(caller)
        return status

    def banker_view(self, own: str, url: str) -> AccessView:
        """Return what the banker with the device `own` sees; phones find the table at `url`."""
        devices = self._devices.view(own, self._here(), self._table.state.original_names)
        return {
            "code": grouped_digits(self.code),
            "url": url,
            "codes_made": self._memory.code.made,
            "devices": [self._with_camera(device) for device in devices],
        }

    def _with_camera(self, device: DeviceView) -> DeviceView:
        """Return `device`, for a new eye with its camera and its count of pictures."""
        eye = self._new_eyes.get(device["device"])
        if device["role"] != "new_eye" or eye is None:
            return device
        return {**device, "camera": eye.camera, "pictures": eye.pictures}

    def roles(self) -> dict[str, Role]:
        """Return the role of each device, by id."""
        names = self._table.state.original_names
        return {device.id: role_of(device, names) for device in self._devices.all}

    def _own_secrets(self, id_: str, secrets: dict[str, Json]) -> dict[str, Json]:
        """Return those `secrets` of a seat that were not there when device `id_` sat down.

        Once one has changed, the seat has played since.
        """
        if id_ in self._sitting_down or secrets == self._secrets_before.get(id_):
            return dict.fromkeys(secrets)
        self._secrets_before.pop(id_, None)
        return secrets

    def _trusts_next(self) -> bool:
        """Return whether the next device is the first one and needs no code."""
        is_alone = TABLE_DISPLAY not in self._here()
        return (
            self._up() < self._trusts_until
            and is_alone
            and self._devices.have_all_expired(self._now(), self._up())
        )

    @property
    def _devices(self) -> Devices:
        return self._memory.devices

    def _here(self) -> frozenset[str]:
        return self._table.screens.broadcaster.devices

    def _pass_on_bank(self, devices: Devices) -> None:
        devices.ensure_banker(self._here(), self._table.state.original_names)

    @contextmanager
    def _changing(self, *, removing: bool = False, new_code: bool = False) -> Iterator[Devices]:
        """Provide a copy of the devices to change; store it, use it, and wake every stream.

        If it cannot be stored nothing has changed, unless a device is being removed.
        """
        with self._memory.lock:
            devices, code = self._memory.devices.copy(), self._memory.code
            yield devices
            try:
                code = code.renewed() if new_code else code
                self._memory.replace(devices, code, even_unstored=removing)
            finally:
                for id_ in [id_ for id_ in self._new_eyes if not self._devices.is_eye(id_)]:
                    del self._new_eyes[id_]
                self._table.screens.broadcaster.wake_all_streams()

    def close(self) -> None:
        """Close the store."""
        self._memory.close()
