"""The JSON that is told of games that were played."""

from typing import Annotated, Any, TypeAlias, TypedDict

from msgspec import Meta

from companion.log.fairness import Fairness
from companion.log.row_views import Time, Version

Place: TypeAlias = Annotated[int | None, Meta(description="null: not over, or could not win")]
Scores: TypeAlias = Annotated[list[int], Meta(description="by seat, in `unit`")]


class _Game(TypedDict):
    game: str
    title: str
    unit: Annotated[str, Meta(description="what scores count: cash, bones, points")]


class FeatView(TypedDict):
    """A turning point, at most one of each code in a game that is over.

    Codes are listed in engine/GAME/feats.py; and ``took_lead`` {share}. A figure `chance` says how
    likely it was to come so.
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
    """How a player stands."""

    seat: int
    name: str
    score: int
    place: Place
    winner: bool


class StoryStep(TypedDict):
    """What all had after an act."""

    version: Version
    at: Time
    scores: Scores


class Story(_Game):
    """A game from its start to where it stands."""

    over: bool
    ending: Annotated[str | None, Meta(description="stable word for how it ended")]
    fewest_wins: bool
    began: Time
    last: Time
    seconds: Annotated[int, Meta(description="from the first to the newest act")]
    acts: int
    seats: list[StorySeat]
    series: Annotated[
        list[StoryStep],
        Meta(description="the start, each act that changed a score, and the newest act"),
    ]
    feats: list[FeatView]


class PlayedGame(_Game):
    """A game in a line."""

    version: Annotated[int, Meta(description="its first row: `?game=` of a story")]
    began: Time
    last: Time
    over: bool
    names: list[str]
    scores: Scores
    places: list[Place] | None


class PlayerGameStatistics(_Game):
    """How a player did in one game."""

    finished: int
    won: int
    best: int
    mean: float


class PlayerStatistics(TypedDict):
    """What a player did in all games."""

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
    """A turning point with its weight, by which the greatest of many is found."""

    weight: float


class GameSummary(TypedDict):
    """What statistics say of one game, and its `thrown_dice`; it is kept beside the log."""

    line: PlayedGame
    fewest_wins: bool
    feats: list[WeighedFeat]
    dice: dict[str, list[int]]
