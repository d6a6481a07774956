"""Everybody who was let in: devices, who of them is banker, and whose seat each one plays.

Pure: names at the table, time (`now` and `up` as in `attendance`) and who is there come in as
arguments.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Any

from companion.access.attendance import Attendance
from companion.access.device import TABLE_DISPLAY, Device, role_of, seat_of
from companion.access.views import DeviceView, PersonsRole
from engine.core.names import normalised_names, person_key
from engine.core.refusals import NotAllowed


class Devices:
    """The devices of one table, and the rules about roles and seats."""

    def __init__(self, devices: Iterable[Device] = ()) -> None:
        self._devices = {device.id: device for device in devices}
        self._attendance = Attendance()

    def copy(self) -> "Devices":
        """Return the same devices, to be changed by themselves."""
        other = Devices(self._devices.values())
        other._attendance = self._attendance.copy()
        return other

    @property
    def all(self) -> list[Device]:
        """All of them, in the order in which they came."""
        return sorted(self._devices.values(), key=lambda device: device.number)

    @property
    def bankers(self) -> list[Device]:
        """Those who may do everything."""
        return [device for device in self.all if device.banker]

    def find(self, id_: str) -> Device:
        """Return the device `id_`; raises `NotAllowed` ``no_such_device``."""
        if id_ not in self._devices:
            raise NotAllowed("no_such_device", "That device is not at the table any more.")
        return self._devices[id_]

    def name_of(self, id_: str) -> str | None:
        """Return the name of the player for whom the device `id_` plays, if it is here."""
        device = self._devices.get(id_)
        return None if device is None else device.seat

    def mark_seen(self, id_: str, now: float, up: float) -> Device | None:
        """Return the device `id_`, seen `now`, or None if it is not (or no longer) among them."""
        device = self._devices.get(id_)
        if device is None or self._attendance.has_expired(device, now, up):
            return None
        self._attendance.note_seen(id_, up)
        return self._put(device, seen=max(now, device.seen))

    def join(
        self,
        id_: str,
        now: float,
        up: float,
        here: Collection[str] = (),
        *,
        eye: bool = False,
        network: str = "",
    ) -> Device:
        """Let the new device `id_` in; the first one is banker unless the table's own is `here`.

        Raises `NotAllowed` ``too_many_devices``.
        """
        self._forget_idle(now, up)
        attendance = self._attendance
        if eye:
            self._drop(attendance.eyes_to_push_out(self.all, network))
        self._drop(attendance.guest_to_push_out(self.all, network, here, now, up))
        attendance.note_joined(id_, network, up)
        number = max((device.number for device in self.all), default=0) + 1
        banker = not eye and TABLE_DISPLAY not in here and not self.bankers
        self._devices[id_] = Device(id_, number, now, now, banker=banker, eye=eye)
        return self._devices[id_]

    def _forget_idle(self, now: float, up: float) -> None:
        """Forget who stayed away too long."""
        self._drop([one for one in self.all if self._attendance.has_expired(one, now, up)])
        self._attendance.forget_all_but(self.all)

    def _drop(self, devices: Iterable[Device]) -> None:
        for device in devices:
            del self._devices[device.id]

    def sit(self, id_: str, seat: int | None, names: Sequence[str], *, force: bool = False) -> None:
        """Let device `id_` play `seat`, or (None) stand up, where people with `names` play.

        With `force` another device gives the seat up for it. Raises `NotAllowed`: ``no_such_seat``,
        ``seat_taken``, ``no_such_device``, ``eye_has_no_seat``.
        """
        if seat is not None and not 0 <= seat < len(names):
            raise NotAllowed("no_such_seat", "Nobody plays at that seat.")
        self._play_for(id_, None if seat is None else names[seat], force=force)

    def claim_name(self, id_: str, name: str, names: Sequence[str]) -> None:
        """Let device `id_` play for `name`: one of `names`, or somebody of a game to come.

        Raises `NotAllowed` as `sit` does, `BadSetup` ``bad_name``.
        """
        [new] = normalised_names([name])
        same = [known for known in names if person_key(known) == person_key(new)]
        self._play_for(id_, same[0] if same else new, force=False)

    def _play_for(self, id_: str, name: str | None, *, force: bool) -> None:
        device = self.find(id_)
        if device.eye:
            raise NotAllowed("eye_has_no_seat", "A camera cannot play.")
        key = None if name is None else person_key(name)
        others = [d for d in self.all if d.seat is not None and d.id != id_]
        holders = [other for other in others if person_key(str(other.seat)) == key]
        if holders and not force:
            raise NotAllowed("seat_taken", f"Another device plays for {name} already.", name=name)
        for holder in holders:
            self._put(holder, seat=None)
        self._put(self.find(id_), seat=name)

    def set_role(self, id_: str, role: PersonsRole) -> None:
        """Make device `id_` banker, player (keeping its seat) or spectator (giving it up).

        Raises `NotAllowed`: ``no_seat``, ``no_such_device``, ``eye_has_no_seat``.
        """
        device = self.find(id_)
        if device.eye:
            raise NotAllowed("eye_has_no_seat", "A camera cannot play.")
        if role == "player" and device.seat is None:
            raise NotAllowed("no_seat", "A player has a seat.")
        seat = None if role == "spectator" else device.seat
        self._put(device, banker=role == "banker", seat=seat)

    def is_eye(self, id_: str) -> bool:
        """Tell whether `id_` is one of them, and an eye."""
        return id_ in self._devices and self._devices[id_].eye

    def approve(self, id_: str) -> None:
        """Make `id_` the one eye that may tell readings; raises `NotAllowed` ``no_such_device``."""
        if not self.is_eye(id_):
            raise NotAllowed("no_such_device", "That camera is not at the table any more.")
        for device in self.all:
            if device.eye:
                self._put(device, approved=device.id == id_)

    def remove(self, id_: str) -> None:
        """Show device `id_` out; raises `NotAllowed` ``no_such_device``."""
        self.find(id_)
        del self._devices[id_]

    def remove_all_but(self, id_: str) -> None:
        """Show everybody out but device `id_`."""
        self._devices = {key: device for key, device in self._devices.items() if key == id_}

    def taken_seats(self, names: Sequence[str]) -> list[int]:
        """Return the seats that devices play, at a table where people with `names` do."""
        seats = (seat_of(device, names) for device in self.all)
        return sorted(seat for seat in seats if seat is not None)

    def view(self, own: str, here: Collection[str], names: Sequence[str]) -> list[DeviceView]:
        """Return them as the device `own` sees them, while those `here` (ids) follow the table."""
        return [
            {
                "device": device.id,
                "number": device.number,
                "role": role_of(device, names),
                "seat": seat_of(device, names),
                "name": device.seat,
                "here": device.id in here,
                "you": device.id == own,
            }
            for device in self.all
        ]

    def _put(self, device: Device, **changes: Any) -> Device:
        self._devices[device.id] = replace(device, **changes)
        return self._devices[device.id]
