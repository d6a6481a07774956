"""What the eye does and has read."""

from typing import Annotated, Literal, NotRequired, TypeAlias, TypedDict

from msgspec import Meta

from companion.log.readings import Outcome
from vision.protocol import EyeState

Box: TypeAlias = Annotated[list[float], Meta(description="x1, y1, x2, y2 in pixels of the frame")]


class NotThrownDieView(TypedDict):
    """A die that lies there and is not thrown now."""

    box: Box
    body: str


class DieView(NotThrownDieView):
    """One die as the eye read it; `sure` where it alone would be believed."""

    face: str
    sure: bool


class AskedDieView(DieView):
    """One die of a question: `alternatives` are the faces that the game allows, likeliest first."""

    alternatives: list[list[str | float]]


class ReadingView(TypedDict):
    """What is shown of any reading."""

    number: int
    thrown: Annotated[bool | None, Meta(description="null: cannot tell")]
    size: Annotated[list[int], Meta(description="of the frame, in pixels")]
    why: Annotated[list[str], Meta(description="the reasons for what became of it")]


class LastReadingView(ReadingView):
    """The newest reading, and what became of it."""

    dice: list[DieView]
    outcome: Outcome
    beside: list[NotThrownDieView]


class DelayView(TypedDict):
    """A likely throw is played by itself after so many `seconds`."""

    seconds: float


class QuestionView(ReadingView):
    """A reading that somebody has to answer; `faces` and `kept` is the likeliest answer."""

    dice: list[AskedDieView]
    picture: bool
    likely: bool
    delay: Annotated[
        DelayView | None, Meta(description="null: it is asked, and not played by itself")
    ]
    faces: list[str]
    kept: list[int]


class EyeStatus(TypedDict):
    """What the eye does, its last reading and the one that is asked about."""

    state: EyeState
    camera: str
    demo: bool
    faces: Annotated[list[str], Meta(description="that it was taught and knows, beside pips")]
    preview_count: Annotated[int, Meta(description="how many pictures there were; 0: none yet")]
    roll: Annotated[LastReadingView | None, Meta(description="null while one is asked about")]
    question: QuestionView | None


class EyeFigures(TypedDict):
    """What changes all the time."""

    fps: float
    age_ms: Annotated[int | None, Meta(description="since its last word")]
    roll_age_ms: int | None


class EyeView(EyeStatus, EyeFigures):
    """All that is known of the eye."""


class ReadingOutcome(TypedDict):
    """What became of a reading, and why."""

    outcome: Literal[Outcome, "repeat"]
    why: list[str]


class RequestedThrow(TypedDict):
    """Throw number `n`, asked of a demo camera: all dice but those in the boxes `keep`."""

    n: int
    keep: list[Box]
    face: NotRequired[Annotated[str, Meta(description="which is to lie up")]]
    count: NotRequired[Annotated[int, Meta(description="dice in the tray from then on")]]
    card: NotRequired[Annotated[str, Meta(description="which is laid there in place of dice")]]
