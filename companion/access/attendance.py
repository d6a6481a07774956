"""When devices were last seen and from where they joined: who is out, and who makes room.

Time comes twice: `now` is the time of day, in seconds since 1970, and `up` runs evenly while this
program does. A small machine without a battery for its clock learns the time of day only after its
start; who was seen since then must not look away for weeks when it is set right.
"""

import math
from collections.abc import Collection, Sequence

from companion.access.device import Device, is_guest
from engine.core.refusals import NotAllowed

MAX_DEVICES = 64  # devices; more than that are no table
MAX_OF_NETWORK = 24  # devices of one network, save bankers and eyes that were approved
MAX_NEW_EYES = 2  # of one network that ask a banker to look
# Who was not seen for so long may make room for others, without a seat and with one; in seconds.
GUEST_AWAY_S, PLAYER_AWAY_S = 600.0, 86400.0
MAX_IDLE_SECONDS = 30 * 86400.0  # seconds; a device that was not seen for so long is out


class Attendance:
    """What this program saw of the devices, by id."""

    def __init__(self) -> None:
        self._met: dict[str, float] = {}  # when they were seen (`up`)
        self._networks: dict[str, str] = {}  # from where they joined

    def copy(self) -> "Attendance":
        """Return the same, to be changed by itself."""
        other = Attendance()
        other._met, other._networks = dict(self._met), dict(self._networks)
        return other

    def note_joined(self, id_: str, network: str, up: float) -> None:
        """Note that the device `id_` has joined from `network`."""
        self._met[id_], self._networks[id_] = up, network

    def note_seen(self, id_: str, up: float) -> None:
        """Note that the device `id_` was seen."""
        self._met[id_] = up

    def has_expired(self, device: Device, now: float, up: float) -> bool:
        """Tell whether `device` stayed away too long."""
        return self._away(device, now, up) > MAX_IDLE_SECONDS

    def _away(self, device: Device, now: float, up: float) -> float:
        """Return the seconds for which `device` was not seen."""
        return min(now - device.seen, up - self._met.get(device.id, -math.inf))

    def forget_all_but(self, devices: Collection[Device]) -> None:
        """Forget whoever is not among `devices`."""
        ids = {device.id for device in devices}
        self._met = {id_: met for id_, met in self._met.items() if id_ in ids}
        self._networks = {id_: name for id_, name in self._networks.items() if id_ in ids}

    def eyes_to_push_out(self, devices: Sequence[Device], network: str) -> list[Device]:
        """Return whom one more eye from `network` pushes out: those that nobody approved of."""
        eyes = [device for device in self._others_of(devices, network) if device.eye]
        return eyes[: 1 - MAX_NEW_EYES]

    def guest_to_push_out(
        self, devices: Sequence[Device], network: str, here: Collection[str], now: float, up: float
    ) -> list[Device]:
        """Where one more from `network` is too many, return who was not seen for longest.

        That is nobody who is `here` (ids) or banker, and no player of today: whoever has the code
        could throw the family out otherwise. Raises `NotAllowed` ``too_many_devices``.
        """

        def away(device: Device) -> float:
            return self._away(device, now, up)

        others = self._others_of(devices, network)
        if len(others) >= MAX_OF_NETWORK:
            gone = [one for one in others if is_guest(one) and one.id not in here]
        elif len(devices) >= MAX_DEVICES:
            gone = [
                device
                for device in devices
                if not (device.banker or device.id in here)
                and away(device) > (GUEST_AWAY_S if is_guest(device) else PLAYER_AWAY_S)
            ]
        else:
            return []
        if not gone:
            raise NotAllowed("too_many_devices", "There are too many devices at this table.")
        return [max(gone, key=lambda device: (is_guest(device), away(device)))]

    def _others_of(self, devices: Sequence[Device], network: str) -> list[Device]:
        """Return who joined this program from `network`, save bankers and approved eyes."""
        return [
            device
            for device in devices
            if network and self._networks.get(device.id) == network
            if not (device.banker or device.approved)
        ]
