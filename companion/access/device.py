"""One device that was let in: what it is at a table, and whose seat it plays.

A seat is kept by the player's name, so that a phone stays with Ana when the next game seats people
otherwise, and comes back to her when a start is undone.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.access.views import Role
from engine.core.names import person_key

TABLE_DISPLAY = "table"  # the id of the table's own display: a browser on the machine itself


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
    keys = [person_key(name) for name in names]
    key = None if device.seat is None else person_key(device.seat)
    return keys.index(key) if key in keys else None


def is_guest(device: Device) -> bool:
    """Tell whether `device` only watches, or is an eye of which nobody approved."""
    return not (device.banker or device.seat or device.approved)
