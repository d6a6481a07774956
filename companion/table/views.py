"""The JSON that pages get: the snapshot of a table, its eye, and its camera.

A game adds its own keys to the snapshot (card, dice, attempts_left, bank …) and to its seats.
"""

from typing import Annotated, Any, Literal, NotRequired, TypeAlias, TypedDict

from msgspec import Meta

from companion.log.readings import Outcome
from companion.log.views import ActView, LastRoll, LogRow, Time, Version
from vision.protocol import EyeState, Light

TABLE_NAME = "main"  # in the paths of the API; one process has one table

OnLikely: TypeAlias = Literal["count", "ask", "play"]
"""What becomes of a likely roll: played after a count, asked about, played at once."""


class LikelyRollSettings(TypedDict):
    """The handling of likely rolls; one is played after `seconds`."""

    on_likely: OnLikely
    seconds: float


PixelBox: TypeAlias = Annotated[
    list[float], Meta(description="x1, y1, x2, y2 in pixels of the frame")
]


class OtherDieView(TypedDict):
    """A die that lies there and is not rolled now."""

    box: PixelBox
    body: str


class DieView(OtherDieView):
    """A die as the eye read it; `sure`: there is no doubt about it."""

    face: str
    sure: bool


class ReadingView(TypedDict):
    """The part of a reading that is always shown."""

    number: int
    thrown: Annotated[bool | None, Meta(description="null: cannot tell")]
    size: Annotated[list[int], Meta(description="of the frame, in pixels")]
    why: Annotated[list[str], Meta(description="the reasons for the verdict")]


class LastReadingView(ReadingView):
    """The newest reading, and what became of it."""

    dice: list[DieView]
    outcome: Outcome
    moved_since: bool
    beside: list[OtherDieView]


class DelayView(TypedDict):
    """The delay before a likely roll is played, in `seconds`."""

    seconds: float


class QuestionView(ReadingView):
    """A reading that somebody has to answer, or that is played as `faces` after its `delay`.

    In any answer, the dice `kept` stayed.
    """

    dice: list[DieView]
    picture: bool
    likely: bool
    delay: Annotated[
        DelayView | None, Meta(description="null: it is asked about, and not played automatically")
    ]
    faces: list[str]
    answers: Annotated[
        list[list[str]], Meta(description="faces that the dice can show, likeliest first")
    ]
    kept: list[int]


class EyeStatus(TypedDict):
    """What the eye does, its last reading, and the open question."""

    state: EyeState
    camera: str
    demo: bool
    photographs: Annotated[bool, Meta(description="true: people photograph the dice")]
    faces: Annotated[list[str], Meta(description="taught faces that it knows, besides pips")]
    preview_count: Annotated[int, Meta(description="grows with each preview; 0: there is none")]
    roll: Annotated[LastReadingView | None, Meta(description="null while one is asked about")]
    question: QuestionView | None


class EyeFigures(TypedDict):
    """Figures that change all the time."""

    fps: float
    age_ms: Annotated[int | None, Meta(description="since the last heartbeat")]
    roll_age_ms: int | None


class EyeView(EyeStatus, EyeFigures):
    """Everything that is known of the eye."""


class ReadingOutcome(TypedDict):
    """The outcome of a reading, with the reasons."""

    outcome: Literal[Outcome, "repeat"]
    why: list[str]


class DemoRoll(TypedDict):
    """Request `n` to a demo camera: it rolls all dice outside the boxes `keep`."""

    n: int
    keep: list[PixelBox]
    face: NotRequired[Annotated[str, Meta(description="the face to show")]]
    count: NotRequired[Annotated[int, Meta(description="the new number of dice in the tray")]]
    card: NotRequired[Annotated[str, Meta(description="a card to put there instead of dice")]]


class Error(TypedDict):
    """Why something was refused: a stable code and one sentence; figures are further keys."""

    code: str
    message: str


class HoldView(TypedDict):
    """What a count waits for: a question that is open for `seat`, or the banker's display."""

    what: Literal["question", "banker"]
    seat: int | None


class ClockView(TypedDict):
    """The clock that counts now."""

    seconds: float
    running: bool
    waits_for: Annotated[HoldView | None, Meta(description="null: for nothing but its time")]


class LegalActionView(TypedDict):
    """A legal action: `type`, `seat` unless null, and one value for each of the `fields`."""

    type: str
    seat: int | None
    fields: dict[str, Any]


class BankerPromptView(TypedDict):
    """What a banker would say now: a stable code, the seat that it concerns, and the figures."""

    code: str
    seat: int | None
    figures: dict[str, Any]


class JoinLeaveView(TypedDict):
    """Who may leave the game now and who has left it, by seat, and whether one more may join it."""

    leave: list[int]
    left: list[int]
    join: bool


class GameView(TypedDict):
    """The game's part of the snapshot."""

    game: str | None
    title: str
    phase: str
    over: bool
    seats: Annotated[list[dict[str, Any]], Meta(description="seat, name, and the game's own keys")]
    turn: Annotated[int | None, Meta(description="the seat that the game waits for, if one")]
    legal: list[LegalActionView]
    prompts: list[BankerPromptView]
    awaited: Annotated[dict[str, Any] | None, Meta(description="the dice that are to be rolled")]
    own_faces: Annotated[
        list[str], Meta(description="faces of the game's dice that are not numbers")
    ]
    can_draw: bool
    odds: Annotated[
        dict[str, Any] | None,
        Meta(description="chances, with the game's own keys; null: none, or hidden"),
    ]
    odds_follow: Annotated[bool, Meta(description="true: another snapshot will have the odds")]
    people: JoinLeaveView
    paused: Annotated[
        bool, Meta(description="true: nothing is counted or awaited until someone acts")
    ]


class SceneView(TypedDict):
    """The newest scene: the events that the page shows until another act opens a scene.

    `version` is the row of the act that opened it. Events have a `type` and their own
    fields, and a `sentence` where its key is not the type. Those with a `transfer` moved money or
    bones.
    """

    version: int
    events: list[dict[str, Any]]


class PastSnapshot(GameView):
    """How things stood after an act of a game; the game adds its own keys."""

    act: Annotated[int, Meta(description="its number; 0: the start")]
    at: Time
    last_row: ActView
    scene: Annotated[SceneView | None, Meta(description="null: this act opened it")]


class NewestRowView(TypedDict):
    """The newest act, and the newest roll that counts."""

    last_row: LogRow | None
    last_roll: LastRoll | None
    scene: Annotated[SceneView | None, Meta(description="null: the newest act opened it")]


class TableStateView(GameView, NewestRowView):
    """The part of the snapshot that follows from the log."""

    version: Annotated[int, Meta(description="number of the newest row; id of the event")]
    undo_to: int | None
    redo_to: int | None


class CafeView(TypedDict):
    """News between a table and its café."""

    help: Annotated[bool, Meta(description="whether help was asked for")]
    coming: Annotated[bool, Meta(description="whether somebody of the café is on the way")]
    reports: Annotated[int, Meta(description="how many reports people here have sent")]
    newer: Annotated[str, Meta(description="the version of Croupier that the café announces")]
    away: Annotated[bool, Meta(description="true: the café's broker cannot be reached")]


class Snapshot(TableStateView):
    """All that the page shows, except the log. The game adds its own keys."""

    table: str
    run: Annotated[str, Meta(description="versions are only comparable within a run")]
    clock: ClockView | None
    keep: Annotated[
        list[int] | None,
        Meta(description="the dice that stay for the next roll, as chosen; null: not chosen yet"),
    ]
    eye: EyeView
    settings: LikelyRollSettings
    draws: Annotated[bool, Meta(description="true: the table draws the cards, not people")]
    trouble: Annotated[Error | None, Meta(description="why nothing can be stored")]
    cafe: Annotated[CafeView | None, Meta(description="null: none")]


class SnapshotAfterAction(Snapshot):
    """The snapshot after an action."""

    row: Annotated[int | None, Meta(description="the row that it made")]


class CorrectionEffect(TypedDict):
    """A change by a correction: of the game, or of a seat as ``seat:2.cash``."""

    what: str
    before: Any
    after: Any


class CorrectionPreview(TypedDict):
    """What the correction of `row` would change."""

    row: Version
    changes: list[CorrectionEffect]


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
    """What the camera's newest picture shows, and how well."""

    sharpness: Annotated[float | None, Meta(description="of the dice; null without dice")]
    light: Light
    dice: list[InspectedDie]
    found: Annotated[Shares | None, Meta(description="where the tray seems to lie")]


class Misreading(TypedDict):
    """How often a face was read as another; ``none``: no die."""

    truth: str
    read: str
    count: int


class ComparedRoll(TypedDict):
    """A roll: what people saw, and what the eye read."""

    truth: list[str]
    read: list[str]


class EyeTestView(TypedDict):
    """The test of the eye; the share of right rolls lies between `low` and `high`."""

    on: bool
    throws: int
    number: NotRequired[Annotated[int, Meta(description="of the roll to answer")]]
    last: NotRequired[ComparedRoll]
    right: NotRequired[int]
    asked: NotRequired[Annotated[int, Meta(description="rolls that the table would ask about")]]
    sure_and_wrong: NotRequired[int]
    low: NotRequired[float]
    high: NotRequired[float]
    mistakes: NotRequired[list[Misreading]]


class CameraView(TypedDict):
    """The camera of a table."""

    chosen: Annotated[
        str, Meta(description="auto, pi, demo, none, a number or an address without its password")
    ]
    cameras: list[CameraChoice]
    camera: Annotated[str, Meta(description="the one in use; empty: none")]
    trouble: Annotated[str, Meta(description="why there is no picture; empty: unknown")]
    elsewhere: Annotated[
        bool, Meta(description="true: it is on another device, and not chosen here")
    ]
    demo: Annotated[
        Literal["chosen", "no_camera", "no_picture"] | None,
        Meta(description="why the dice are virtual"),
    ]
    border: Annotated[Shares | None, Meta(description="of the tray; null: the whole picture")]
    seen: InspectionView | None
    throws: Annotated[int, Meta(description="by the eye, in the last twelve hours")]
    asked: Annotated[int, Meta(description="how many of them were asked about")]
    test: EyeTestView
