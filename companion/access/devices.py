"""The devices that were let in: which is a banker, whose seat each plays, and when one must go.

Pure: names at the table, times and the ids of the devices that are `here` come in as arguments.
There are two times: `now` is the wall clock (seconds since 1970), `up` a monotonic clock. A small
machine without a battery for its clock learns the date only after its start. When the clock is then
set right, devices seen since the start must not look as if they had been away for weeks.
"""

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Any

from companion.access.device import (
    TABLE_DISPLAY,
    Device,
    DeviceView,
    PersonsRole,
    is_guest,
    role_of,
    seat_of,
)
from engine.core.names import normalised_names, person_key
from engine.core.refusals import NotAllowed

MAX_DEVICES = 64
MAX_OF_NETWORK = 24  # of one network, not counting bankers and approved eyes
MAX_NEW_EYES = 2  # of one network, waiting for approval
# A device that was away for longer may be removed to make room: without a seat, and with one.
GUEST_AWAY_S, PLAYER_AWAY_S = 600.0, 86400.0
MAX_IDLE_SECONDS = 30 * 86400.0  # a device that was away for longer has to join again
BANKER_AWAY_SECONDS = 120.0  # how long no banker is seen before somebody else may take the bank
NEW_BANKER_SECONDS = 600.0  # how long somebody who took a vacant bank lacks some rights


class Attendance:
    """When devices were last seen, and from which network they joined, since this program began."""

    def __init__(self) -> None:
        self._seen: dict[str, float] = {}  # by id, on the clock `up`
        self._networks: dict[str, str] = {}  # by id

    def copy(self) -> "Attendance":
        """Return an independent copy."""
        other = Attendance()
        other._seen, other._networks = dict(self._seen), dict(self._networks)
        return other

    def note_joined(self, id_: str, network: str, up: float) -> None:
        """Note that the device `id_` has joined from `network`."""
        self._seen[id_], self._networks[id_] = up, network

    def note_seen(self, id_: str, up: float) -> None:
        """Note that the device `id_` was seen."""
        self._seen[id_] = up

    def has_expired(self, device: Device, now: float, up: float) -> bool:
        """Return whether `device` has to join again."""
        return self._seconds_away(device, now, up) > MAX_IDLE_SECONDS

    def _seconds_away(self, device: Device, now: float, up: float) -> float:
        return min(now - device.seen, up - self._seen.get(device.id, -math.inf))

    def keep_only(self, devices: Collection[Device]) -> None:
        """Forget all devices except `devices`."""
        ids = {device.id for device in devices}
        self._seen = {id_: seen for id_, seen in self._seen.items() if id_ in ids}
        self._networks = {id_: name for id_, name in self._networks.items() if id_ in ids}

    def eyes_to_evict(self, devices: Sequence[Device], network: str) -> list[Device]:
        """Return the new eyes that have to go when one more joins from `network`."""
        eyes = [device for device in self._evictable(devices, network) if device.eye]
        return eyes[: 1 - MAX_NEW_EYES]

    def device_to_evict(
        self,
        devices: Sequence[Device],
        network: str,
        here: Collection[str],
        names: Sequence[str],
        now: float,
        up: float,
    ) -> list[Device]:
        """Return the device, if any, that has to go when one more joins from `network`.

        It is the one that was away longest, never one that is `here`, a banker or one of today's
        players: anybody with the code could remove the family otherwise. Raises `NotAllowed`
        ``too_many_devices`` if there is none.
        """

        def away(device: Device) -> float:
            return self._seconds_away(device, now, up)

        others = self._evictable(devices, network)
        if len(others) >= MAX_OF_NETWORK:
            gone = [one for one in others if is_guest(one, names) and one.id not in here]
        elif len(devices) >= MAX_DEVICES:
            gone = [
                device
                for device in devices
                if not (device.banker or device.id in here)
                and away(device) > (GUEST_AWAY_S if is_guest(device, names) else PLAYER_AWAY_S)
            ]
        else:
            return []
        if not gone:
            raise NotAllowed("too_many_devices", "There are too many devices at this table.")
        return [max(gone, key=lambda device: (is_guest(device, names), away(device)))]

    def _evictable(self, devices: Sequence[Device], network: str) -> list[Device]:
        """Return the devices that joined from `network`, without bankers and approved eyes."""
        return [
            device
            for device in devices
            if network and self._networks.get(device.id) == network
            if not (device.banker or device.approved)
        ]


class Devices:
    """The devices of one table, and the rules about roles and seats."""

    def __init__(self, devices: Iterable[Device] = ()) -> None:
        self._devices = {device.id: device for device in devices}
        self._attendance = Attendance()
        self._asked: dict[str, str] = {}  # for whom devices want to play, by id; never stored

    def copy(self) -> "Devices":
        """Return an independent copy."""
        other = Devices(self._devices.values())
        other._attendance, other._asked = self._attendance.copy(), dict(self._asked)
        return other

    @property
    def all(self) -> list[Device]:
        """All devices, in the order in which they joined."""
        return sorted(self._devices.values(), key=lambda device: device.number)

    @property
    def bankers(self) -> list[Device]:
        """The devices of bankers."""
        return [device for device in self.all if device.banker]

    def are_gone(self, now: float, up: float) -> bool:
        """Return whether no device is left that need not join again."""
        return all(self._attendance.has_expired(device, now, up) for device in self.all)

    def find(self, id_: str) -> Device:
        """Return the device `id_`; raises `NotAllowed` ``no_such_device``."""
        if id_ not in self._devices:
            raise NotAllowed("no_such_device", "That device is no longer at the table.")
        return self._devices[id_]

    def name_of(self, id_: str) -> str | None:
        """Return the name of the player for whom device `id_` plays, if there is one."""
        device = self._devices.get(id_)
        return None if device is None else device.seat

    def mark_seen(self, id_: str, now: float, up: float) -> Device | None:
        """Return the device `id_`, marked as seen `now`; None if it is unknown or has expired."""
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
        names: Sequence[str] = (),
        *,
        eye: bool = False,
        network: str = "",
    ) -> Device:
        """Add the new device `id_`; it becomes banker if nobody else is (see `ensure_banker`).

        At a full table a guest of the people with `names` makes room before others.
        Raises `NotAllowed` ``too_many_devices``.
        """
        self._forget_idle(now, up)
        attendance = self._attendance
        if eye:
            self._drop(attendance.eyes_to_evict(self.all, network))
        self._drop(attendance.device_to_evict(self.all, network, here, names, now, up))
        attendance.note_joined(id_, network, up)
        number = max((device.number for device in self.all), default=0) + 1
        banker = not eye and TABLE_DISPLAY not in here and not self.bankers
        self._devices[id_] = Device(id_, number, now, now, banker=banker, eye=eye)
        return self._devices[id_]

    def _forget_idle(self, now: float, up: float) -> None:
        self._drop([one for one in self.all if self._attendance.has_expired(one, now, up)])
        self._attendance.keep_only(self.all)

    def _drop(self, devices: Iterable[Device]) -> None:
        for device in devices:
            del self._devices[device.id]

    def sit(
        self,
        id_: str,
        seat: int | None,
        names: Sequence[str],
        *,
        force: bool = False,
        ask: bool = False,
    ) -> None:
        """Let device `id_` play `seat`, or no seat (None), in a game of people with `names`.

        With `force`, a device that has the seat gives it up. With `ask` a banker has to let the
        device sit, unless it plays that seat already. Raises `NotAllowed`: ``no_such_seat``,
        ``seat_taken``, ``no_such_device``, ``eye_has_no_seat``.
        """
        if seat is not None and not 0 <= seat < len(names):
            raise NotAllowed("no_such_seat", "There is no player in that seat.")
        name = None if seat is None else names[seat]
        self._play_for(id_, name, force=force, ask=ask and name is not None)

    def claim_name(self, id_: str, name: str, names: Sequence[str], *, ask: bool = False) -> None:
        """Let device `id_` play for `name`: one of `names`, or somebody in a future game.

        With `ask`, a banker has to let it play for one of `names`. Raises `NotAllowed` as `sit`
        does, `BadSetup` ``bad_name``.
        """
        [new] = normalised_names([name])
        same = [known for known in names if person_key(known) == person_key(new)]
        self._play_for(id_, same[0] if same else new, force=False, ask=ask and bool(same))

    def seat_asked_by(self, id_: str, names: Sequence[str]) -> int | None:
        """Return the seat that device `id_` asks a banker for, if it does."""
        asked = self._asked.get(id_)
        return names.index(asked) if id_ in self._devices and asked in names else None

    def _play_for(self, id_: str, name: str | None, *, force: bool, ask: bool) -> None:
        device = self.find(id_)
        if device.eye:
            raise NotAllowed("eye_has_no_seat", "A camera cannot play.")
        key = None if name is None else person_key(name)
        others = [d for d in self.all if d.seat is not None and d.id != id_]
        holders = [other for other in others if person_key(str(other.seat)) == key]
        if holders and not force:
            raise NotAllowed("seat_taken", f"Another device plays for {name}.", name=name)
        self._asked.pop(id_, None)
        if ask and name is not None and (device.seat is None or person_key(device.seat) != key):
            self._asked[id_] = name
            return
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
            raise NotAllowed("no_seat", "A player needs a seat.")
        seat = None if role == "spectator" else device.seat
        self._put(device, banker=role == "banker", seat=seat)

    def is_eye(self, id_: str) -> bool:
        """Return whether `id_` is an eye that was let in."""
        return id_ in self._devices and self._devices[id_].eye

    def approve(self, id_: str) -> None:
        """Make `id_` the only approved eye; raises `NotAllowed` ``no_such_device``."""
        if not self.is_eye(id_):
            raise NotAllowed("no_such_device", "That camera is no longer at the table.")
        for device in self.all:
            if device.eye:
                self._put(device, approved=device.id == id_)

    def remove(self, id_: str) -> None:
        """Remove device `id_`; raises `NotAllowed` ``no_such_device``."""
        self.find(id_)
        del self._devices[id_]

    def remove_all_except(self, id_: str) -> None:
        """Remove every device except `id_`."""
        self._devices = {key: device for key, device in self._devices.items() if key == id_}

    def taken_seats(self, names: Sequence[str]) -> list[int]:
        """Return the seats that devices play, in a game of people with `names`."""
        seats = (seat_of(device, names) for device in self.all)
        return sorted(seat for seat in seats if seat is not None)

    def view(self, own: str, here: Collection[str], names: Sequence[str]) -> list[DeviceView]:
        """Return all devices as the device `own` sees them; those `here` follow the table now."""
        return [
            {
                "device": device.id,
                "number": device.number,
                "role": role_of(device, names),
                "seat": seat_of(device, names),
                "name": device.seat,
                "here": device.id in here,
                "you": device.id == own,
                "asks": self.seat_asked_by(device.id, names),
            }
            for device in self.all
        ]

    def _put(self, device: Device, **changes: Any) -> Device:
        self._devices[device.id] = replace(device, **changes)
        return self._devices[device.id]


class BankerRole:
    """Who becomes banker when the banker is gone."""

    def __init__(self) -> None:
        self._taken: dict[str, float] = {}  # when devices took the bank, on the clock `up`

    def ensure_banker(self, devices: Devices, here: Collection[str], names: Sequence[str]) -> None:
        """If there is no banker, make a device that is `here` banker, players before others."""
        heirs = [device for device in devices.all if device.id in here and not device.eye]
        if TABLE_DISPLAY in here or devices.bankers or not heirs:
            return
        heirs.sort(key=lambda device: seat_of(device, names) is None)
        devices.set_role(heirs[0].id, "banker")

    def is_vacant(self, devices: Devices, here: Collection[str], now: float) -> bool:
        """Return whether no banker is `here` or was seen within `BANKER_AWAY_SECONDS`.

        A banker seen in the future was seen before a power cut: the clock stood still while the
        machine was off, and nobody knows for how long.
        """
        bankers = (
            device.id in here or abs(now - device.seen) < BANKER_AWAY_SECONDS
            for device in devices.bankers
        )
        return TABLE_DISPLAY not in here and not any(bankers)

    def take_over(self, devices: Devices, id_: str, up: float) -> None:
        """Make the device `id_` banker of a vacant bank."""
        devices.set_role(id_, "banker")
        self._taken[id_] = up

    def seconds_as_new_banker(self, id_: str, up: float) -> float:
        """Return for how many more seconds the device `id_` counts as a new banker.

        The old banker may only be away for a while: until then the new one cannot remove devices or
        delete anything for good.
        """
        return max(0.0, self._taken.get(id_, -math.inf) + NEW_BANKER_SECONDS - up)
