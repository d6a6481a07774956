"""What a banker is shown of the camera: which there are, how well it sees, and its own test."""

from typing import Annotated, Literal, NotRequired, TypedDict

from msgspec import Meta

from vision.protocol import Light

Shares = Annotated[list[float], Meta(description="x1, y1, x2, y2 in shares of the whole picture")]


class CameraChoice(TypedDict):
    """A camera of this machine: what chooses it, and its name."""

    camera: str
    name: str


class InspectedDie(TypedDict):
    """A die as it lies there now."""

    face: str
    box: Shares


class InspectionView(TypedDict):
    """How well the camera sees, by its newest picture."""

    sharpness: Annotated[float | None, Meta(description="of the dice; null without dice")]
    light: Light
    dice: list[InspectedDie]
    found: Annotated[Shares | None, Meta(description="where the tray seems to lie")]


class Misreading(TypedDict):
    """How often a face was read for another; ``none``: no die."""

    truth: str
    read: str
    count: int


class ComparedThrow(TypedDict):
    """A throw: what people saw, and what the eye read."""

    truth: list[str]
    read: list[str]


class EyeTestView(TypedDict):
    """How the test of the eye stands; the share of right throws lies between `low` and `high`."""

    on: bool
    throws: int
    number: NotRequired[Annotated[int, Meta(description="of the throw that is asked about")]]
    last: NotRequired[ComparedThrow]
    right: NotRequired[int]
    asked: NotRequired[Annotated[int, Meta(description="throws of which the table would ask")]]
    sure_and_wrong: NotRequired[int]
    low: NotRequired[float]
    high: NotRequired[float]
    mistakes: NotRequired[list[Misreading]]


class CameraView(TypedDict):
    """The camera of a table."""

    chosen: Annotated[str, Meta(description="auto, pi, demo, none, a number or an address")]
    cameras: list[CameraChoice]
    camera: Annotated[str, Meta(description="that is looked through; empty: none")]
    elsewhere: Annotated[bool, Meta(description="it is on another machine, and not chosen here")]
    demo: Annotated[
        Literal["chosen", "no_camera", "no_picture"] | None,
        Meta(description="why dice are virtual"),
    ]
    border: Annotated[Shares | None, Meta(description="of the tray; null: the whole picture")]
    seen: InspectionView | None
    throws: Annotated[int, Meta(description="that the eye told in the last twelve hours")]
    asked: Annotated[int, Meta(description="and of which it asked")]
    test: EyeTestView
