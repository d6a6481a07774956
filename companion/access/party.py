"""Everybody who was let in: devices, who of them is banker, and whose seat each one plays.

Pure: names at the table, time and who is there come in as arguments. A seat is kept by the player's
name, so that a phone stays with Ana when the next game seats people otherwise, and comes back to
her when a start is undone.

Time comes twice: `now` is the time of day, in seconds since 1970, and `up` runs evenly while this
program does. A small machine without a battery for its clock learns the time of day only after its
start; who was seen since then must not look away for weeks when it is set right.
"""

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

from engine.core.refusals import NotAllowed

Role: TypeAlias = Literal["banker", "player", "spectator"]

MOST = 64  # devices; more than that are no table
IDLE = 30 * 86400.0  # seconds; a device that was not seen for so long is out
AWAY = 120.0  # seconds without a banker until somebody else may take the bank


@dataclass(frozen=True, slots=True)
class Device:
    """A device that was let in.

    `id` is drawn by chance and never used again, `number` is what people call it, `joined` and
    `seen` are seconds since 1970, `seat` is the name of the player it plays for. An `eye` only
    tells readings and has no role.
    """

    id: str
    number: int
    joined: float
    seen: float
    banker: bool = False
    seat: str | None = None
    eye: bool = False


def role_of(device: Device, names: Sequence[str]) -> Role | None:
    """Return the role of `device` at a table where people with `names` play."""
    if device.eye:
        return None
    if device.banker:
        return "banker"
    return "spectator" if seat_of(device, names) is None else "player"


def seat_of(device: Device, names: Sequence[str]) -> int | None:
    """Return the seat that `device` plays, by number."""
    return names.index(device.seat) if device.seat in names else None


class Party:
    """The devices of one table, and the rules about roles and seats."""

    def __init__(self, devices: Iterable[Device] = ()) -> None:
        self._devices = {device.id: device for device in devices}
        self._met: dict[str, float] = {}  # when devices were seen by this program (`up`)

    def copy(self) -> "Party":
        """Return a party of its own with the same devices."""
        other = Party()
        other._devices, other._met = dict(self._devices), dict(self._met)
        return other

    @property
    def devices(self) -> list[Device]:
        """All of them, in the order in which they came."""
        return sorted(self._devices.values(), key=lambda device: device.number)

    @property
    def bankers(self) -> list[Device]:
        """Those who may do everything."""
        return [device for device in self.devices if device.banker]

    def find(self, id_: str) -> Device:
        """Return the device `id_`; raises `NotAllowed` ``no_such_device``."""
        if id_ not in self._devices:
            raise NotAllowed("no_such_device", "That device is not at the table any more.")
        return self._devices[id_]

    def seen(self, id_: str, now: float, up: float) -> Device | None:
        """Return the device `id_`, seen `now`, or None if it is not (or no longer) of the party."""
        device = self._devices.get(id_)
        if device is None or self._idle(device, now, up):
            return None
        self._met[id_] = up
        return self._put(device, seen=max(now, device.seen))

    def _idle(self, device: Device, now: float, up: float) -> bool:
        return min(now - device.seen, up - self._met.get(device.id, -math.inf)) > IDLE

    def join(self, id_: str, now: float, up: float, *, eye: bool, bank_kept: bool) -> Device:
        """Let the new device `id_` in; the first one is banker unless the bank is `bank_kept`."""
        self._make_room(now, up)
        number = max((device.number for device in self.devices), default=0) + 1
        banker = not eye and not bank_kept and not self.bankers
        self._met[id_] = up
        self._devices[id_] = Device(id_, number, now, now, banker=banker, eye=eye)
        return self._devices[id_]

    def _make_room(self, now: float, up: float) -> None:
        """Forget who stayed away too long; in a full party, who was not seen for longest."""
        for device in self.devices:
            if self._idle(device, now, up):
                del self._devices[device.id]
        if len(self._devices) >= MOST:
            oldest = min(self.devices, key=lambda device: (device.banker, device.seen))
            del self._devices[oldest.id]
        self._met = {id_: met for id_, met in self._met.items() if id_ in self._devices}

    def sit(self, id_: str, name: str | None, *, force: bool = False) -> None:
        """Let device `id_` play for `name`, or (None) stand up.

        With `force` another device gives the seat up for it. Raises `NotAllowed`: ``seat_taken``,
        ``no_such_device``, ``eye_has_no_seat``.
        """
        if self.find(id_).eye:
            raise NotAllowed("eye_has_no_seat", "A camera cannot play.")
        holders = [d for d in self.devices if name is not None and d.seat == name and d.id != id_]
        if holders and not force:
            raise NotAllowed("seat_taken", f"Another device plays for {name} already.", name=name)
        for holder in holders:
            self._put(holder, seat=None)
        self._put(self.find(id_), seat=name)

    def set_role(self, id_: str, role: Role) -> None:
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

    def remove(self, id_: str) -> None:
        """Show device `id_` out; raises `NotAllowed` ``no_such_device``."""
        self.find(id_)
        del self._devices[id_]

    def keep_only(self, id_: str) -> None:
        """Show everybody out but device `id_`."""
        self._devices = {key: device for key, device in self._devices.items() if key == id_}

    def pass_on(self, here: Collection[str], names: Sequence[str]) -> None:
        """If nobody is banker, make somebody banker who is `here` (ids), players before others."""
        heirs = [device for device in self.devices if device.id in here and not device.eye]
        if self.bankers or not heirs:
            return
        heirs.sort(key=lambda device: seat_of(device, names) is None)
        self._put(heirs[0], banker=True)

    def bank_left(self, here: Collection[str], now: float) -> bool:
        """Tell whether no banker is `here` (ids) nor was seen for `AWAY` seconds.

        Who was seen in a time that has yet to come was seen before a power cut, on a machine whose
        clock stood still meanwhile; nobody knows for how long.
        """
        return not any(
            device.id in here or abs(now - device.seen) < AWAY for device in self.bankers
        )

    def _put(self, device: Device, **changes: Any) -> Device:
        self._devices[device.id] = replace(device, **changes)
        return self._devices[device.id]
