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
from typing import Any

from companion.access.views import DeviceView, PersonsRole, Role
from engine.core.names import normalised_names, person_key
from engine.core.refusals import NotAllowed

MAX_DEVICES = 64  # devices; more than that are no table
MAX_GUESTS = 24  # devices of one network that neither play nor keep the bank
MAX_NEW_EYES = 2  # of one network that ask a banker to look
# Who was not seen for so long may make room for others, with a seat and without; in seconds.
GUEST_AWAY_S, PLAYER_AWAY_S = 600.0, 86400.0
TABLE_DISPLAY = "table"  # the id of the table's own display: a browser on the machine itself
MAX_IDLE_S = 30 * 86400.0  # seconds; a device that was not seen for so long is out
BANKER_AWAY_S = 120.0  # seconds without a banker until somebody else may take the bank


@dataclass(frozen=True, slots=True)
class Device:
    """A device that was let in.

    `id` is drawn by chance and never used again, `number` is what people call it, `joined` and
    `seen` are seconds since 1970, `seat` is the name of the player it plays for. An `eye` only
    tells readings, and only when a banker has `approved` of it.
    """

    id: str
    number: int
    joined: float
    seen: float
    banker: bool = False
    seat: str | None = None
    eye: bool = False
    approved: bool = False


def role_of(device: Device, names: Sequence[str]) -> Role:
    """Return the role of `device` at a table where people with `names` play."""
    if device.eye:
        return "eye" if device.approved else "new_eye"
    if device.banker:
        return "banker"
    return "spectator" if seat_of(device, names) is None else "player"


def seat_of(device: Device, names: Sequence[str]) -> int | None:
    """Return the seat that `device` plays, by number."""
    return names.index(device.seat) if device.seat in names else None


def _is_guest(device: Device) -> bool:
    """Tell whether `device` only watches, or is an eye of which nobody approved."""
    return not (device.banker or device.seat or device.approved)


class Devices:
    """The devices of one table, and the rules about roles and seats."""

    def __init__(self, devices: Iterable[Device] = ()) -> None:
        self._devices = {device.id: device for device in devices}
        self._met: dict[str, float] = {}  # when devices were seen by this program (`up`)
        self._networks: dict[str, str] = {}  # from where they joined this program

    def copy(self) -> "Devices":
        """Return the same devices, to be changed by themselves."""
        other = Devices()
        other._devices, other._met = dict(self._devices), dict(self._met)
        other._networks = dict(self._networks)
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
        if device is None or self._idle(device, now, up):
            return None
        self._met[id_] = up
        return self._put(device, seen=max(now, device.seen))

    def _idle(self, device: Device, now: float, up: float) -> bool:
        return self._away(device, now, up) > MAX_IDLE_S

    def _away(self, device: Device, now: float, up: float) -> float:
        return min(now - device.seen, up - self._met.get(device.id, -math.inf))

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
        if eye:
            asking = [device for device in self._of(network) if device.eye]
            self._drop(asking[: 1 - MAX_NEW_EYES])
        self._make_room(now, up, here, network)
        self._networks[id_] = network
        number = max((device.number for device in self.all), default=0) + 1
        banker = not eye and TABLE_DISPLAY not in here and not self.bankers
        self._met[id_] = up
        self._devices[id_] = Device(id_, number, now, now, banker=banker, eye=eye)
        return self._devices[id_]

    def _forget_idle(self, now: float, up: float) -> None:
        """Forget who stayed away too long."""
        self._drop([device for device in self.all if self._idle(device, now, up)])
        self._met = {id_: met for id_, met in self._met.items() if id_ in self._devices}
        self._networks = {id_: name for id_, name in self._networks.items() if id_ in self._met}

    def _make_room(self, now: float, up: float, here: Collection[str], network: str) -> None:
        """Where one more from `network` is too many, forget who was not seen for longest.

        That is nobody who is `here` (ids) or banker, and no player of today: whoever has the code
        could throw the family out otherwise.
        """

        def away(device: Device) -> float:
            return self._away(device, now, up)

        guests = self._of(network)
        if len(guests) >= MAX_GUESTS:
            gone = [device for device in guests if device.id not in here]
        elif len(self._devices) >= MAX_DEVICES:
            gone = [
                device
                for device in self.all
                if not (device.banker or device.id in here)
                and away(device) > (GUEST_AWAY_S if _is_guest(device) else PLAYER_AWAY_S)
            ]
        else:
            return
        if not gone:
            raise NotAllowed("too_many_devices", "There are too many devices at this table.")
        self._drop([max(gone, key=lambda device: (_is_guest(device), away(device)))])

    def _of(self, network: str) -> list[Device]:
        """Return the guests that joined this program from `network`."""
        return [
            device
            for device in self.all
            if _is_guest(device) and network and self._networks.get(device.id) == network
        ]

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

    def pass_on_bank(self, here: Collection[str], names: Sequence[str]) -> None:
        """If nobody is banker, make somebody banker who is `here` (ids), players before others."""
        heirs = [device for device in self.all if device.id in here and not device.eye]
        if TABLE_DISPLAY in here or self.bankers or not heirs:
            return
        heirs.sort(key=lambda device: seat_of(device, names) is None)
        self._put(heirs[0], banker=True)

    def bank_is_free(self, here: Collection[str], now: float) -> bool:
        """Tell whether no banker is `here` (ids) nor was seen for `BANKER_AWAY_S` seconds.

        Who was seen in a time that has yet to come was seen before a power cut, on a machine whose
        clock stood still meanwhile; nobody knows for how long.
        """
        bankers = (
            device.id in here or abs(now - device.seen) < BANKER_AWAY_S for device in self.bankers
        )
        return TABLE_DISPLAY not in here and not any(bankers)

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
