"""Who keeps the bank when its banker is gone.

Names at the table, time and who is here (ids) come in as arguments.
"""

import math
from collections.abc import Collection, Sequence

from companion.access.device import TABLE_DISPLAY, seat_of
from companion.access.devices import Devices

BANKER_AWAY_SECONDS = 120.0  # seconds without a banker until somebody else may take the bank
NEW_BANKER_SECONDS = 600.0  # seconds in which who took a bank that was left has not all its rights


class BankerRole:
    """The bank of one table; `up` is the time in seconds, which runs evenly and is never set."""

    def __init__(self) -> None:
        self._taken: dict[str, float] = {}  # when devices took it (`up`)

    def ensure_banker(self, devices: Devices, here: Collection[str], names: Sequence[str]) -> None:
        """If nobody is banker, make somebody banker who is `here` (ids), players before others."""
        heirs = [device for device in devices.all if device.id in here and not device.eye]
        if TABLE_DISPLAY in here or devices.bankers or not heirs:
            return
        heirs.sort(key=lambda device: seat_of(device, names) is None)
        devices.set_role(heirs[0].id, "banker")

    def is_vacant(self, devices: Devices, here: Collection[str], now: float) -> bool:
        """Tell whether no banker is `here` (ids) nor was seen for `BANKER_AWAY_SECONDS`.

        Who was seen in a time that has yet to come was seen before a power cut, on a machine whose
        clock stood still meanwhile; nobody knows for how long.
        """
        bankers = (
            device.id in here or abs(now - device.seen) < BANKER_AWAY_SECONDS
            for device in devices.bankers
        )
        return TABLE_DISPLAY not in here and not any(bankers)

    def take_over(self, devices: Devices, id_: str, up: float) -> None:
        """Make the device `id_` banker of a bank that was left."""
        devices.set_role(id_, "banker")
        self._taken[id_] = up

    def seconds_as_new_banker(self, id_: str, up: float) -> float:
        """Return for how many seconds more the device `id_` is new in a bank that was left.

        Its banker is only away for a while, perhaps: nobody shall be sent out in his name, and
        nothing thrown away for good.
        """
        return max(0.0, self._taken.get(id_, -math.inf) + NEW_BANKER_SECONDS - up)
