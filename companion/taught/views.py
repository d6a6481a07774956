"""The JSON about what a table was taught."""

from typing import Annotated, Any, Literal, TypedDict

from msgspec import Meta


class StillView(TypedDict):
    """A still: its id and, for a die, the colour of its body."""

    still: str
    body: str


class PartView(TypedDict):
    """A face or a card of a set, with its stills."""

    name: str
    stills: list[StillView]


class SetView(TypedDict):
    """A set of dice or cards: its parts, and how many of its dice were `read`, and `right`."""

    name: str
    kind: Annotated[
        Literal["dice", "cards", "confirmed"],
        Meta(description="confirmed: learned in play, not taught"),
    ]
    parts: list[PartView]
    in_use: bool
    right: int
    read: int


class TaughtView(TypedDict):
    """All taught sets."""

    sets: list[SetView]


class CardView(TypedDict):
    """A card in the tray: its likely content, and its picture."""

    card: Annotated[dict[str, Any] | None, Meta(description="null: unknown")]
    sure: Annotated[bool, Meta(description="true: no one needs to be asked")]
    new: Annotated[bool, Meta(description="there was no act since it was put there")]
    picture: Annotated[int, Meta(description="its number, to learn it")]


class CapturedCardView(TypedDict):
    """Whether a still of a card was taken."""

    new: Annotated[bool, Meta(description="false: the same card as before")]


class LessonView(TaughtView):
    """All sets, how many dice lay in the tray, and how many of their stills are new."""

    seen: int
    new: int
    others: Annotated[list[str], Meta(description="the pips of skipped dice")]
