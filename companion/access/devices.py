"""The devices that were let in: who is banker, whose seat each plays, and which must go.

Pure: names at the table, times and the ids of the devices that are `here` come in as arguments.
There are two times: `now` is the wall clock (seconds since 1970), `up` a monotonic clock. A small
machine without a battery for its clock learns the date only after its start. Devices that were seen
before the clock was set must not look as if they had been away for weeks.
"""

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
from companion.budget import BUDGETS, MAX_DEVICES
from engine.core.names import entered_names, person_key
from engine.core.refusals import NotAllowed

# A device that was away for longer may be removed to make room: without a seat, and with one.
GUEST_AWAY_SECONDS, PLAYER_AWAY_SECONDS = 600.0, 86400.0
MAX_IDLE_SECONDS = 30 * 86400.0  # a device that was away for longer has to join again
BANKER_AWAY_SECONDS = 120.0  # how long no banker is seen before somebody else may take the bank
NEW_BANKER_SECONDS = 600.0  # how long somebody who took a vacant bank lacks some rights


def _seconds_away(device: Device, now: float, up: float) -> float:
    return min(now - device.seen, up - device.seen_up)


def _has_expired(device: Device, now: float, up: float) -> bool:
    """Return whether `device` has to join again."""
    return _seconds_away(device, now, up) > MAX_IDLE_SECONDS


class Devices:
    """The devices of one table, and the rules about roles and seats."""

    def __init__(self, devices: Iterable[Device] = ()) -> None:
        self._devices = {device.id: device for device in devices}

    def copy(self) -> "Devices":
        """Return an independent copy."""
        return Devices(self._devices.values())

    @property
    def all(self) -> list[Device]:
        """All devices, in the order in which they joined."""
        return sorted(self._devices.values(), key=lambda device: device.number)

    @property
    def bankers(self) -> list[Device]:
        """The devices of bankers."""
        return [device for device in self.all if device.banker]

    def have_all_expired(self, now: float, up: float) -> bool:
        """Return whether every device would have to join again."""
        return all(_has_expired(device, now, up) for device in self.all)

    def find(self, id_: str) -> Device:
        """Return the device `id_`; raises `NotAllowed` ``no_such_device``."""
        if id_ not in self._devices:
            raise NotAllowed("no_such_device", "That device is no longer at the table.")
        return self._devices[id_]

    def player_of(self, id_: str) -> str | None:
        """Return the name of the player for whom device `id_` plays, if there is one."""
        device = self._devices.get(id_)
        return None if device is None else device.seat

    def mark_seen(self, id_: str, now: float, up: float) -> Device | None:
        """Return the device `id_`, marked as seen `now`; None if it is unknown or has expired."""
        device = self._devices.get(id_)
        if device is None or _has_expired(device, now, up):
            return None
        return self._put(device, seen=max(now, device.seen), seen_up=up)

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

        Raises `NotAllowed` ``too_many_devices``.
        """
        self._drop(device for device in self.all if _has_expired(device, now, up))
        if eye:
            new_eyes = [device for device in self._evictable(network) if device.eye]
            self._drop(new_eyes[: 1 - BUDGETS["new_eye"].devices])
        self._make_room(network, here, names, now, up)
        number = max((device.number for device in self.all), default=0) + 1
        banker = not eye and TABLE_DISPLAY not in here and not self.bankers
        device = Device(id_, number, now, now, banker, eye=eye, seen_up=up, network=network)
        return self._put(device)

    def _make_room(
        self, network: str, here: Collection[str], names: Sequence[str], now: float, up: float
    ) -> None:
        """Remove a device if one more could not join from `network` otherwise.

        It is the one that was away longest, guests of the players with `names` first, but never one
        that is `here`, a banker or one of today's players: otherwise anybody with the code could
        remove the family. Raises `NotAllowed` ``too_many_devices`` if there is none.
        """

        def away(device: Device) -> float:
            return _seconds_away(device, now, up)

        others = self._evictable(network)
        if len(others) >= BUDGETS["spectator"].devices:
            gone = [one for one in others if is_guest(one, names) and one.id not in here]
        elif len(self._devices) >= MAX_DEVICES:
            gone = [
                device
                for device in self.all
                if not (device.banker or device.id in here)
                and away(device)
                > (GUEST_AWAY_SECONDS if is_guest(device, names) else PLAYER_AWAY_SECONDS)
            ]
        else:
            return
        if not gone:
            raise NotAllowed("too_many_devices", "There are too many devices at this table.")
        self._drop([max(gone, key=lambda device: (is_guest(device, names), away(device)))])

    def _evictable(self, network: str) -> list[Device]:
        """Return the devices that joined from `network`, without bankers and the camera."""
        return [
            device
            for device in self.all
            if network and device.network == network and not (device.banker or device.approved)
        ]

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
        [new] = entered_names([name])
        same = [known for known in names if person_key(known) == person_key(new)]
        self._play_for(id_, same[0] if same else new, force=False, ask=ask and bool(same))

    def seat_asked_by(self, id_: str, names: Sequence[str]) -> int | None:
        """Return the seat that device `id_` asks a banker for, or None."""
        device = self._devices.get(id_)
        return names.index(device.asks) if device is not None and device.asks in names else None

    def _play_for(self, id_: str, name: str | None, *, force: bool, ask: bool) -> None:
        device = self.find(id_)
        if device.eye:
            raise NotAllowed("eye_has_no_seat", "A camera cannot play.")
        key = None if name is None else person_key(name)
        seated = {other: person_key(other.seat) for other in self.all if other.seat is not None}
        own = seated.pop(device, None)
        holders = [other for other, theirs in seated.items() if theirs == key]
        if holders and not force:
            raise NotAllowed("seat_taken", f"Another device plays for {name}.", name=name)
        if ask and own != key:
            self._put(device, asks=name)
            return
        for holder in holders:
            self._put(holder, seat=None)
        self._put(device, seat=name, asks=None)

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

    def approve(self, id_: str, *, approved: bool = True) -> None:
        """Make `id_` the only approved camera, or leave none.

        Raises `NotAllowed` ``no_such_device``.
        """
        self.find(id_)
        for device in self.all:
            self._put(device, approved=approved and device.id == id_)

    def remove(self, id_: str) -> None:
        """Remove device `id_`; raises `NotAllowed` ``no_such_device``."""
        self._drop([self.find(id_)])

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
                "approved": device.approved,
            }
            for device in self.all
        ]

    def _put(self, device: Device, **changes: Any) -> Device:
        self._devices[device.id] = replace(device, **changes)
        return self._devices[device.id]

    # -- the bank ------------------------------------------------------------------------------

    def ensure_banker(self, here: Collection[str], names: Sequence[str]) -> None:
        """If there is no banker, make a device that is `here` banker, players before others."""
        heirs = [device for device in self.all if device.id in here and not device.eye]
        if TABLE_DISPLAY not in here and not self.bankers and heirs:
            heirs.sort(key=lambda device: seat_of(device, names) is None)
            self.set_role(heirs[0].id, "banker")

    def is_bank_vacant(self, here: Collection[str], now: float) -> bool:
        """Return whether no banker is `here` or was seen within `BANKER_AWAY_SECONDS`.

        A banker seen in the future was seen before a power cut: the clock stood still while the
        machine was off, and nobody knows for how long.
        """
        bankers = (
            device.id in here or abs(now - device.seen) < BANKER_AWAY_SECONDS
            for device in self.bankers
        )
        return TABLE_DISPLAY not in here and not any(bankers)

    def take_bank(self, id_: str, up: float) -> None:
        """Make the device `id_` banker of a vacant bank."""
        self.set_role(id_, "banker")
        self._put(self.find(id_), took_bank=up)

    def seconds_left_as_new_banker(self, id_: str, up: float) -> float:
        """Return for how many more seconds the device `id_` counts as a new banker.

        The old banker may only be away for a while: until then the new one cannot remove devices or
        delete anything for good.
        """
        device = self._devices.get(id_)
        return 0.0 if device is None else max(0.0, device.took_bank + NEW_BANKER_SECONDS - up)
