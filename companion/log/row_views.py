"""Rows of the log."""

from typing import Annotated, Any, NotRequired, TypeAlias, TypedDict

from msgspec import Meta

from companion.log.row import Kind, Source

Version: TypeAlias = Annotated[int, Meta(description="the number of a row of the log")]
Time: TypeAlias = Annotated[str, Meta(description="UTC", extra_json_schema={"format": "date-time"})]


class RollView(TypedDict):
    """The dice that an act told, as corrected since; those at the indices `kept` stayed."""

    faces: list[str]
    kept: list[int]


class ThrownDiceView(TypedDict, total=False):
    """The dice that could be thrown: what they can show, and their own colour.

    `bodies` are the colours of the dice that were told, as far as the eye read them.
    """

    faces: list[str]
    body: str
    bodies: list[str]


class ActView(TypedDict):
    """What a row says was done: in English, and as JSON where today's rules can play it."""

    kind: Kind
    line: str
    game: NotRequired[str]
    names: NotRequired[Annotated[list[str], Meta(description="by seat")]]
    action: NotRequired[Annotated[dict[str, Any], Meta(description="as everybody may know it")]]


class LogRow(ActView):
    """One act of the log."""

    version: Version
    game_start: Annotated[int | None, Meta(description="the row that began the game then on")]
    source: Source
    who: Annotated[str, Meta(description="the device")]
    at: Time
    has_picture: Annotated[bool, Meta(description="whether there is a picture")]
    counts: Annotated[bool, Meta(description="false: undone, or of an older game")]
    dice: NotRequired[RollView]
    thrown: NotRequired[ThrownDiceView]
    row: NotRequired[Annotated[int, Meta(description="which row was corrected")]]
    undone: NotRequired[Annotated[bool, Meta(description="taken back, or corrected anew")]]
    back: NotRequired[Annotated[ActView | None, Meta(description="what an undo went back to")]]


class LastRoll(TypedDict):
    """The newest act of the game that told dice and still counts."""

    version: Version
    reading: Annotated[int | None, Meta(description="which reading of the eye told them")]
    faces: Annotated[list[str], Meta(description="what they show, as told or corrected")]
    kept: Annotated[list[int], Meta(description="the places of those that stayed, as told")]


class LogRows(TypedDict):
    """Rows of the log, oldest first, as of `version` in the `run` of the table."""

    run: str
    version: Version
    rows: list[LogRow]
