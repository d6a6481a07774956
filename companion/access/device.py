"""A device that was let in: its role, the seat it plays, and the JSON that devices get about them.

A seat is stored as the player's name, so that a phone stays with Ana when people sit differently in
the next game, and returns to her when a start is undone.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal, NotRequired, TypeAlias, TypedDict

from msgspec import Meta

from engine.core.names import person_key

TABLE_DISPLAY = "table"  # the id of the table's own display: a browser on the machine itself


PersonsRole: TypeAlias = Literal["banker", "player", "spectator"]
Role: TypeAlias = PersonsRole | Literal["eye", "new_eye"]


@dataclass(frozen=True, slots=True)
class Device:
    """A device that was let in.

    `id` is random and never reused, `number` is what people call it, `joined` and `seen` are
    seconds since 1970, `seat` is the name of the player it plays for. An `eye` only sends readings.
    The camera that a banker `approved`, an eye or a phone, is the only one that counts.

    The rest is never stored: when it was last seen and when it took a vacant bank (both on a
    monotonic clock), the network that it joined from, and the player for whom it `asks` to play.
    """

    id: str
    number: int
    joined: float
    seen: float
    banker: bool = False
    seat: str | None = None
    eye: bool = False
    approved: bool = False
    seen_up: float = -math.inf
    took_bank: float = -math.inf
    network: str = ""
    asks: str | None = None


def role_of(device: Device, names: Sequence[str]) -> Role:
    """Return the role of `device` at a table where people with `names` play."""
    if device.eye:
        return "eye" if device.approved else "new_eye"
    if device.banker:
        return "banker"
    return "spectator" if seat_of(device, names) is None else "player"


def seat_of(device: Device, names: Sequence[str]) -> int | None:
    """Return the number of the seat that `device` plays, if it plays one."""
    keys = [person_key(name) for name in names]
    key = None if device.seat is None else person_key(device.seat)
    return keys.index(key) if key in keys else None


def is_guest(device: Device, names: Sequence[str]) -> bool:
    """Return whether `device` plays for none of `names` and is neither banker nor camera."""
    return not (device.banker or device.approved) and seat_of(device, names) is None


SeatNumber: TypeAlias = Annotated[int | None, Meta(description="from 0, clockwise")]
PlayerName: TypeAlias = Annotated[str | None, Meta(description="the player, also of a future game")]


class DeviceView(TypedDict):
    """A device that was let in."""

    device: Annotated[str, Meta(description="its id")]
    number: Annotated[int, Meta(description="what people call it")]
    role: Role
    seat: SeatNumber
    name: PlayerName
    here: Annotated[bool, Meta(description="it follows the table now")]
    you: bool
    asks: Annotated[SeatNumber, Meta(description="the seat that a banker may give it")]
    approved: Annotated[bool, Meta(description="it is the camera that a banker chose")]
    camera: NotRequired[Annotated[str, Meta(description="of a new eye")]]
    pictures: NotRequired[Annotated[int, Meta(description="how many a new eye has sent")]]


class AccessView(TypedDict):
    """The code, where phones find the table, and who is in."""

    code: Annotated[str, Meta(description="eight digits; spaces do not count")]
    url: str
    codes_made: Annotated[int, Meta(description="grows with each new code")]
    devices: list[DeviceView]


class DeviceStatus(TypedDict):
    """The role and the seat of a device."""

    role: Annotated[Role | None, Meta(description="null: a stranger")]
    seat: SeatNumber
    taken: Annotated[list[int], Meta(description="the seats that devices play for")]
    own: Annotated[dict[str, Any], Meta(description="the private view of your seat")]
    name: NotRequired[PlayerName]
    asks: NotRequired[Annotated[int, Meta(description="the seat that a banker has to give you")]]
    camera: NotRequired[
        Annotated[bool, Meta(description="true: this phone is the camera for everybody's rolls")]
    ]
    bank_left: NotRequired[
        Annotated[bool, Meta(description="true: you may take the bank, no banker is here")]
    ]
    first: NotRequired[
        Annotated[bool, Meta(description="true: the first device, which needs no code")]
    ]
    door: NotRequired[Annotated[AccessView, Meta(description="for bankers only")]]
    key: NotRequired[Annotated[str, Meta(description="for an eye: Authorization: Bearer …")]]
