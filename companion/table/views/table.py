"""The snapshot of a table.

A game adds keys of its own (card, dice, attempts_left, bank …), and to its seats.
"""

from typing import Annotated, Any, TypedDict

from msgspec import Meta

from companion.log.views import ActView, LastRoll, LogRow, Time, Version
from companion.table.settings import SettingsView
from companion.table.views.eye import EyeView


class Error(TypedDict):
    """Why something is not done: a stable code and one sentence; figures are further keys."""

    code: str
    message: str


class ClockView(TypedDict):
    """What is being counted."""

    seconds: float
    running: bool


class LegalActionView(TypedDict):
    """What may be done now: `type`, `seat` unless null, and one value for each of the `fields`."""

    type: str
    seat: int | None
    fields: dict[str, Any]


class BankerPromptView(TypedDict):
    """What a banker would say now: a stable code, whom it concerns, and the figures."""

    code: str
    seat: int | None
    figures: dict[str, Any]


class JoinLeaveView(TypedDict):
    """Who may leave the game now, by seat, and whether one more may join it."""

    leave: list[int]
    join: bool


class GameView(TypedDict):
    """What the game itself says."""

    game: str | None
    title: str
    phase: str
    over: bool
    seats: Annotated[list[dict[str, Any]], Meta(description="seat, name, and the game's own")]
    turn: Annotated[int | None, Meta(description="the seat that the game waits for, if one")]
    legal: list[LegalActionView]
    prompts: list[BankerPromptView]
    awaited: Annotated[dict[str, Any] | None, Meta(description="the dice that are to be thrown")]
    own_faces: Annotated[list[str], Meta(description="of the game's dice that are no numbers")]
    can_draw: bool
    odds: Annotated[
        dict[str, Any] | None,
        Meta(description="chances, with the game's own keys; null: none, or hidden"),
    ]
    people: JoinLeaveView
    paused: Annotated[bool, Meta(description="nothing is counted or awaited until somebody acts")]


class SceneView(TypedDict):
    """What the newest act brought that the page shows until another such act.

    `version` is the row of that act. Events have a `type`, `sentence` where another than the type
    says it, and their own fields; those with a `transfer` moved money or bones.
    """

    version: int
    events: list[dict[str, Any]]


class PastSnapshot(GameView):
    """How things stood after an act of a game; the game adds keys of its own."""

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
    """What the rows of the log say."""

    version: Annotated[int, Meta(description="number of the newest row; id of the event")]
    undo_to: int | None
    redo_to: int | None


class CafeView(TypedDict):
    """What goes on between the table and its café."""

    help: Annotated[bool, Meta(description="whether help was asked for")]
    reports: Annotated[int, Meta(description="how many reports somebody here has let go there")]
    newer: Annotated[str, Meta(description="the version of Croupier that the café announces")]
    away: Annotated[bool, Meta(description="whether the café's broker is not reached")]


class Snapshot(TableStateView):
    """All that the page shows, save the log. The game adds keys of its own."""

    table: str
    run: Annotated[str, Meta(description="versions compare only within one run of a table")]
    clock: ClockView | None
    eye: EyeView
    settings: SettingsView
    trouble: Annotated[Error | None, Meta(description="why nothing can be kept")]
    cafe: Annotated[CafeView | None, Meta(description="null: the table belongs to none")]


class SnapshotAfterAction(Snapshot):
    """The snapshot after an action."""

    row: Annotated[int | None, Meta(description="the row that it made")]


class CorrectionEffect(TypedDict):
    """What a correction would change: of the game, or of a seat as ``seat:2.cash``."""

    what: str
    before: Any
    after: Any


class CorrectionPreview(TypedDict):
    """What the correction of `row` would change."""

    row: Version
    changes: list[CorrectionEffect]
