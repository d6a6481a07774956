"""The JSON that devices are told of themselves and, bankers, of each other."""

from typing import Annotated, Any, Literal, NotRequired, TypeAlias, TypedDict

from msgspec import Meta

SeatNumber: TypeAlias = Annotated[int | None, Meta(description="from 0, clockwise")]


PlayerName: TypeAlias = Annotated[
    str | None, Meta(description="for whom the device plays, also in a game to come")
]
PersonsRole: TypeAlias = Literal["banker", "player", "spectator"]
Role: TypeAlias = PersonsRole | Literal["eye", "new_eye"]


class DeviceView(TypedDict):
    """A device that was let in."""

    device: Annotated[str, Meta(description="its id")]
    number: Annotated[int, Meta(description="what people call it")]
    role: Role
    seat: SeatNumber
    name: PlayerName
    here: Annotated[bool, Meta(description="it follows the table now")]
    you: bool
    camera: NotRequired[Annotated[str, Meta(description="of a new eye: what it looks through")]]
    pictures: NotRequired[Annotated[int, Meta(description="how many a new eye has shown")]]


class AccessView(TypedDict):
    """The code, where phones find the table, and who is in."""

    code: Annotated[str, Meta(description="eight figures; spaces do not count")]
    url: str
    codes_made: Annotated[int, Meta(description="grows with each new code")]
    devices: list[DeviceView]


class DevicesView(AccessView):
    """With it, when each device was last seen, in seconds since 1970."""

    seen: dict[str, float]


class DeviceStatus(TypedDict):
    """What a device is now."""

    role: Annotated[Role | None, Meta(description="null: a stranger")]
    seat: SeatNumber
    taken: Annotated[list[int], Meta(description="the seats that devices play for")]
    own: Annotated[dict[str, Any], Meta(description="what only your seat may know of the game")]
    name: NotRequired[PlayerName]
    bank_left: NotRequired[
        Annotated[bool, Meta(description="to no banker: he may make himself one")]
    ]
    door: NotRequired[Annotated[AccessView, Meta(description="to a banker")]]
    key: NotRequired[Annotated[str, Meta(description="of an eye: Authorization: Bearer …")]]
