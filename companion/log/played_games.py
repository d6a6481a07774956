"""The games of a log: their scores over time, turning points and stories. Pure."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from itertools import pairwise
from typing import Any, TypeVar, cast

from companion.log.history import History
from companion.log.moment import Moment
from companion.log.rows import Row, StartBody
from companion.log.views import FeatView, Story, StorySeat
from engine.core.codec import to_json
from engine.core.feats import Feat
from engine.core.game import GameResult

G = TypeVar("G")


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game of a log, over or not: its moments from the start on, and the rows of the log."""

    moments: tuple[Moment, ...]
    log_rows: Sequence[Row]

    @property
    def last_moment(self) -> Moment:
        """The last act that counts."""
        return self.moments[-1]

    @property
    def is_over(self) -> bool:
        """Whether it was played to its end."""
        return self.last_moment.game.is_over(self.last_moment.state)

    @property
    def title(self) -> str:
        """The title of the game as people know it."""
        return self.last_moment.game.display_title(self.last_moment.state)

    @property
    def names(self) -> tuple[str, ...]:
        """The players, by seat."""
        return tuple(self.last_moment.state.names)

    @property
    def scores_now(self) -> tuple[int, ...]:
        """The score of each seat after the last act, whether or not scores count yet."""
        return self.last_moment.game.scores(self.last_moment.state)

    @property
    def result(self) -> GameResult | None:
        """The result of the game, if it is over."""
        return self.last_moment.game.result(self.last_moment.state) if self.is_over else None

    @property
    def feats(self) -> tuple[Feat, ...]:
        """Its turning points; none before it is over, since they reveal chances."""
        return _feats(self.last_moment) if self.is_over else ()

    def scores(self, moment: Moment) -> tuple[int | None, ...]:
        """Return the score of each seat after `moment`; None before it joined or scores counted."""
        game, state = moment.game, moment.state
        scores = game.scores(state) if game.keeps_score(state) else ()
        return (*scores, *(None,) * (len(self.names) - len(scores)))

    def time_of_moment(self, moment: Moment) -> str:
        """Return when `moment` was (ISO 8601, UTC)."""
        return self.log_rows[moment.row - 1].at


def played_games(history: History) -> Iterator[GameRecord]:
    """Return the games on the path of `history`, newest first; undone ones are not on it."""
    return (game_up_to(head, history.rows) for head in history.heads_of_games())


def skip_resumed(games: Iterable[G], rows: Sequence[Row], start: Callable[[G], int]) -> Iterator[G]:
    """Yield `games` (newest first) except those that another one of them resumes.

    `start` returns the row of `rows` that started a game.
    """
    left = set()
    for game in games:
        if start(game) not in left:
            yield game
        body = rows[start(game) - 1].body
        left.add(body.goes_on if isinstance(body, StartBody) else None)


def game_up_to(head: Moment, rows: Sequence[Row]) -> GameRecord:
    """Return the game that ends with `head`; `rows` are those of the log."""
    return GameRecord(tuple(head.moments_oldest_first()), rows)


# Computing the chances of a whole game is slow on a small machine, and pages ask for it again and
# again. The moment can be the key: a correction makes a new one.
@lru_cache(maxsize=2)
def _feats(last: Moment) -> tuple[Feat, ...]:
    plays = [moment.played for moment in last.moments_oldest_first()]
    states = [played.state for played in plays]
    return (*last.game.feats_to_tell(plays), *_took_lead(last, states))


def _took_lead(last: Moment, states: Sequence[object]) -> tuple[Feat, ...]:
    """Return the act from which the winner led alone to the end; nothing without a sole winner."""
    game = last.game
    winners = game.result(last.state).winners
    if len(winners) != 1:
        return ()
    since = None
    for at, state in enumerate(states):
        leads = game.leaders(state) == winners
        since = None if not leads else at if since is None else since
    if not since:
        return ()
    share = since / (len(states) - 1)
    return (Feat("took_lead", winners[0], since, share, {"share": share}),)


def game_story(played: GameRecord) -> Story:
    """Return the story of a game from its start to where it stands."""
    game, state = played.last_moment.game, played.last_moment.state
    result = played.result
    began, last = map(played.time_of_moment, (played.moments[0], played.last_moment))
    return {
        "game": game.id,
        "title": played.title,
        "over": played.is_over,
        "ending": None if result is None else result.ending,
        "unit": game.unit,
        "version": played.moments[0].row,
        "fewest_wins": game.fewest_wins(state),
        "began": began,
        "last": last,
        "seconds": round(seconds_between(began, last)),
        "acts": len(played.moments) - 1,
        "seats": _seats(played),
        "series": [
            {"version": m.row, "at": played.time_of_moment(m), "scores": list(played.scores(m))}
            for m in _changing(played)
        ],
        "feats": [feat_view(played, feat) for feat in played.feats],
    }


def _seats(played: GameRecord) -> list[StorySeat]:
    result, scores = played.result, played.scores_now
    return [
        {
            "seat": seat,
            "name": name,
            "score": scores[seat],
            "place": None if result is None else result.places[seat],
            "winner": result is not None and seat in result.winners,
        }
        for seat, name in enumerate(played.names)
    ]


def _changing(played: GameRecord) -> list[Moment]:
    """Return the first act after which scores count, those that changed one, and the last act."""
    counting = [m for m in played.moments if m.game.keeps_score(m.state)] or [played.last_moment]
    steps = pairwise(counting)
    changed = [after for before, after in steps if played.scores(before) != played.scores(after)]
    kept = [counting[0], *changed]
    return kept if kept[-1] is played.last_moment else [*kept, played.last_moment]


def feat_view(played: GameRecord, feat: Feat) -> FeatView:
    """Return `feat` of the game `played`, as JSON."""
    moment = played.moments[feat.state_index]
    return {
        "code": feat.code,
        "seat": feat.seat,
        "version": moment.row,
        "at": played.time_of_moment(moment),
        "figures": cast("dict[str, Any]", to_json(feat.figures)),
    }


def seconds_between(began: str, ended: str) -> float:
    """Return the seconds between two times in ISO 8601; 0 if a clock was set back."""
    passed = datetime.fromisoformat(ended) - datetime.fromisoformat(began)
    return max(0.0, passed.total_seconds())
