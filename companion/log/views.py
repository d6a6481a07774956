"""The rows and the games of a log as JSON."""

from typing import Annotated, Any, NotRequired, TypeAlias, TypedDict

from msgspec import Meta

from companion.log.fairness import Fairness
from companion.log.rows import Kind, Source

Version: TypeAlias = Annotated[int, Meta(description="the number of a row of the log")]
Time: TypeAlias = Annotated[str, Meta(description="UTC", extra_json_schema={"format": "date-time"})]
FirstRow: TypeAlias = Annotated[int, Meta(description="its first row: `?game=` of a story")]
Place: TypeAlias = Annotated[int | None, Meta(description="null: not over, or could not win")]
Scores: TypeAlias = Annotated[list[int], Meta(description="by seat, in `unit`")]


class RollView(TypedDict):
    """The dice of an act, as corrected since; those at the indices `kept` stayed."""

    faces: list[str]
    kept: list[int]


class RolledDiceView(TypedDict, total=False):
    """The dice of a roll: the faces that they can show, and their own colour.

    `bodies` are the colours of the dice, if the eye read them all.
    """

    faces: list[str]
    body: str
    bodies: list[str]


class ActView(TypedDict):
    """What was done, as a line in English and, if today's rules can play it, as events."""

    kind: Kind
    line: str
    game: NotRequired[str]
    names: NotRequired[Annotated[list[str], Meta(description="by seat, after the act")]]
    events: NotRequired[
        Annotated[list[dict[str, Any]], Meta(description="what happened, as everyone may see it")]
    ]


class UndoView(ActView):
    """The first act that an undo took back or, as a redo, restored."""

    acts: Annotated[int, Meta(description="how many it were")]
    redo: bool


class LogRow(ActView):
    """One act of the log."""

    version: Version
    game_start: Annotated[int | None, Meta(description="the first row of the game at that time")]
    source: Source
    who: Annotated[str, Meta(description="the device")]
    at: Time
    has_picture: Annotated[bool, Meta(description="whether there is a picture")]
    counts: Annotated[bool, Meta(description="false: undone, or of an older game")]
    dice: NotRequired[RollView]
    thrown: NotRequired[RolledDiceView]
    row: NotRequired[Annotated[int, Meta(description="which row was corrected")]]
    undone: NotRequired[Annotated[bool, Meta(description="undone, or corrected again")]]
    undo: NotRequired[UndoView]


class LastRoll(TypedDict):
    """The newest roll of the game that still counts."""

    version: Version
    reading: Annotated[int | None, Meta(description="the reading of the eye that gave them")]
    faces: Annotated[list[str], Meta(description="what they show, as read or corrected")]
    kept: Annotated[list[int], Meta(description="the positions of those that stayed, as read")]


class LogRows(TypedDict):
    """Rows of the log, oldest first, as of `version` in the `run` of the table."""

    run: str
    version: Version
    rows: list[LogRow]


class _Game(TypedDict):
    game: str
    title: str
    unit: Annotated[str, Meta(description="what scores count: cash, bones, points")]


class FeatView(TypedDict):
    """A turning point, at most one of each code in a game that is over.

    Codes are those in `find_feats` of each game, and ``took_lead`` {share}. The figure `chance`, if
    there is one, says how likely it was.
    """

    code: str
    seat: int
    version: Version
    at: Time
    figures: Annotated[dict[str, Any], Meta(description="money in units")]


class BestFeat(FeatView):
    """A player's own weightiest turning point of that code and `game`."""

    game: str


class StorySeat(TypedDict):
    """A player's standing in a story."""

    seat: int
    name: str
    score: int
    place: Place
    winner: bool


class StoryStep(TypedDict):
    """The scores after an act."""

    version: Version
    at: Time
    scores: Annotated[list[int | None], Meta(description="by seat; null before it joined")]


class Story(_Game):
    """A game from its start to where it stands."""

    version: FirstRow
    over: bool
    ending: Annotated[str | None, Meta(description="stable code for how it ended")]
    fewest_wins: bool
    began: Time
    last: Time
    seconds: Annotated[int, Meta(description="from the first to the newest act")]
    acts: int
    seats: list[StorySeat]
    series: Annotated[
        list[StoryStep],
        Meta(description="from when scores count: each act that changed one, and the newest act"),
    ]
    feats: list[FeatView]


class PlayedGame(_Game):
    """A game as a line of the statistics."""

    version: FirstRow
    began: Time
    last: Time
    over: bool
    names: list[str]
    scores: Scores
    places: list[Place] | None


class PlayerGameStatistics(_Game):
    """The figures of a player in one game."""

    finished: int
    won: int
    best: Annotated[int | None, Meta(description="of the games won; null: no win is the best")]
    mean: float


class PlayerStatistics(TypedDict):
    """The figures of a player in all games."""

    name: str
    games: int
    finished: int
    won: int
    by_game: list[PlayerGameStatistics]
    feats: list[BestFeat]


class DiceStatistics(TypedDict):
    """Whether the dice are fair: those of the newest evening, and of all games."""

    evening: list[Fairness]
    all: list[Fairness]


class Statistics(TypedDict):
    """Every game that can still be played, newest first, and its players, most games won first."""

    games: list[PlayedGame]
    players: list[PlayerStatistics]
    dice: DiceStatistics
    left_out: Annotated[int, Meta(description="older games that today's rules refuse")]


class WeighedFeat(FeatView):
    """A turning point with its weight, by which the greatest one is found."""

    weight: float


class GameSummary(TypedDict):
    """What statistics say about one game, and its `rolled_dice`; it is stored next to the log."""

    line: PlayedGame
    fewest_wins: bool
    all_win_alike: NotRequired[bool]  # older tables do not say it to a hub
    feats: list[WeighedFeat]
    dice: dict[str, list[int]]
