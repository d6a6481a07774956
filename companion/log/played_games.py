"""Looking back on the games of a log: what each seat had all along, turning points, statistics.

Pure; what the functions return is JSON.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from itertools import pairwise
from typing import Any, cast

from companion.log.fairness import Fairness, fairness
from companion.log.game_views import (
    BestFeat,
    FeatView,
    GameSummary,
    PlayedGame,
    PlayerGameStatistics,
    PlayerStatistics,
    Statistics,
    Story,
    StorySeat,
    WeighedFeat,
)
from companion.log.history import REPLAY_ERRORS, History
from companion.log.moment import Moment
from companion.log.row import Row
from companion.log.thrown_dice import thrown_dice
from engine.core.codec import to_json
from engine.core.feats import Feat
from engine.core.game import Result
from engine.core.names import person_key

LONG_BREAK_SECONDS = 6 * 3600.0
"""After such a break between two games it is another evening."""


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game of a log, over or not: its moments from the start on, and the rows of the log."""

    moments: tuple[Moment, ...]
    rows: Sequence[Row]

    @property
    def last(self) -> Moment:
        """The last act that counts."""
        return self.moments[-1]

    @property
    def is_over(self) -> bool:
        """Whether it was played to its end."""
        return self.last.game.is_over(self.last.state)

    @property
    def title(self) -> str:
        """What people call it."""
        return self.last.game.display_title(self.last.state)

    @property
    def names(self) -> tuple[str, ...]:
        """The players, by seat."""
        return tuple(self.last.state.names)

    @property
    def result(self) -> Result | None:
        """How it ended, if it did."""
        return self.last.game.result(self.last.state) if self.is_over else None

    @property
    def feats(self) -> tuple[Feat, ...]:
        """Its turning points; none before it is over, since they tell chances."""
        return _feats(self.last) if self.is_over else ()

    def scores(self, moment: Moment) -> tuple[int, ...]:
        """Return what each seat had after `moment`; who had not joined yet, nothing."""
        scores = moment.game.scores(moment.state)
        return (*scores, *(0,) * (len(self.names) - len(scores)))

    def time_of_moment(self, moment: Moment) -> str:
        """Return when `moment` was (ISO 8601, UTC)."""
        return self.rows[moment.row - 1].at


def played_games(history: History) -> Iterator[GameRecord]:
    """Yield the games on the path of `history`, newest first; undone ones are not on it."""
    version = len(history.rows)
    while (head := history.head_at(version)) is not None:
        played = game_up_to(head, history.rows)
        yield played
        version = played.moments[0].row - 1


def game_up_to(head: Moment, rows: Sequence[Row]) -> GameRecord:
    """Return the game of which `head` is the last act; `rows` are those of the log."""
    return GameRecord(tuple(reversed(list(head.moments_newest_first()))), rows)


# Finding the chances of a whole game takes a moment on a small machine, and a game that is over
# is asked for again and again; a moment is its own key, since a correction makes new ones.
@lru_cache(maxsize=2)
def _feats(last: Moment) -> tuple[Feat, ...]:
    states = [moment.state for moment in reversed(list(last.moments_newest_first()))]
    return (*last.game.feats_to_tell(states), *_took_lead(last, states))


def _took_lead(last: Moment, states: Sequence[object]) -> tuple[Feat, ...]:
    """Return from where on the winner was alone in the lead for good, if one has won."""
    game = last.game
    winners = game.result(last.state).winners
    if len(winners) != 1:
        return ()
    since = None
    for at, state in enumerate(states):
        leads = _leaders(game.scores(state), fewest=game.fewest_wins) == winners
        since = None if not leads else at if since is None else since
    if not since:
        return ()
    share = since / (len(states) - 1)
    return (Feat("took_lead", winners[0], since, share, {"share": share}),)


def _leaders(scores: Sequence[int], *, fewest: bool) -> tuple[int, ...]:
    best = min(scores) if fewest else max(scores)
    return tuple(seat for seat, score in enumerate(scores) if score == best)


# -- one game ----------------------------------------------------------------------------------


def game_story(played: GameRecord) -> Story:
    """Return a game from its start to where it stands: seats, series, turning points."""
    game = played.last.game
    result = played.result
    began, last = played.time_of_moment(played.moments[0]), played.time_of_moment(played.last)
    return {
        "game": game.id,
        "title": played.title,
        "over": played.is_over,
        "ending": None if result is None else result.ending,
        "unit": game.unit,
        "fewest_wins": game.fewest_wins,
        "began": began,
        "last": last,
        "seconds": round(seconds_between(began, last)),
        "acts": len(played.moments) - 1,
        "seats": _seats(played),
        "series": [
            {"version": m.row, "at": played.time_of_moment(m), "scores": list(played.scores(m))}
            for m in _changing(played)
        ],
        "feats": [_feat_json(played, feat) for feat in played.feats],
    }


def _seats(played: GameRecord) -> list[StorySeat]:
    result, scores = played.result, played.scores(played.last)
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
    """Return the start, each act after which a score is another, and the last act."""
    steps = pairwise(played.moments)
    changed = [after for before, after in steps if played.scores(before) != played.scores(after)]
    kept = [played.moments[0], *changed]
    return kept if kept[-1] is played.last else [*kept, played.last]


def _feat_json(played: GameRecord, feat: Feat) -> FeatView:
    moment = played.moments[feat.state_index]
    return {
        "code": feat.code,
        "seat": feat.seat,
        "version": moment.row,
        "at": played.time_of_moment(moment),
        "figures": cast("dict[str, Any]", to_json(feat.figures)),
    }


def seconds_between(began: str, ended: str) -> float:
    """Return the time between two times in ISO 8601; never negative, whatever clocks do."""
    passed = datetime.fromisoformat(ended) - datetime.fromisoformat(began)
    return max(0.0, passed.total_seconds())


# -- all games ---------------------------------------------------------------------------------


def summarise_game(played: GameRecord) -> GameSummary | None:
    """Return what statistics say of one game; None if today's rules cannot play it any more."""
    try:
        feats = [{"weight": feat.weight, **_feat_json(played, feat)} for feat in played.feats]
        return {
            "line": _line(played),
            "fewest_wins": played.last.game.fewest_wins,
            "feats": cast("list[WeighedFeat]", feats),
            "dice": thrown_dice(played.moments, played.rows),
        }
    except REPLAY_ERRORS:
        return None


def all_statistics(games: Iterable[GameSummary | None]) -> Statistics:
    """Return every game (newest first) in a line, and what each player did in them.

    Players are known by their names (`engine.core.names`). ``left_out`` counts the games that
    cannot be played any more (None).
    """
    known = list(games)
    listed = [game for game in known if game is not None]
    people: dict[str, list[tuple[GameSummary, int]]] = {}
    for game in listed:
        for seat, name in enumerate(game["line"]["names"]):
            people.setdefault(person_key(name), []).append((game, seat))
    told = [_player(games_of) for games_of in people.values()]
    told.sort(key=lambda player: (-player["won"], -player["finished"], player["name"]))
    return {
        "games": [game["line"] for game in listed],
        "players": told,
        "dice": {"evening": _fairness(_newest_evening(listed)), "all": _fairness(listed)},
        "left_out": len(known) - len(listed),
    }


def _newest_evening(games: Sequence[GameSummary]) -> Iterator[GameSummary]:
    """Yield the newest of `games` (newest first) and those before it without a long break."""
    following = None
    for game in games:
        if following and seconds_between(game["line"]["last"], following) > LONG_BREAK_SECONDS:
            return
        following = game["line"]["began"]
        yield game


def _fairness(games: Iterable[GameSummary]) -> list[Fairness]:
    counts: dict[str, list[int]] = {}
    for game in games:
        for body, more in game["dice"].items():
            before = counts.get(body, [0] * len(more))
            counts[body] = [one + other for one, other in zip(before, more, strict=True)]
    return fairness(counts)


def _line(played: GameRecord) -> PlayedGame:
    result = played.result
    return {
        "game": played.last.game.id,
        "title": played.title,
        "unit": played.last.game.unit,
        "version": played.moments[0].row,
        "began": played.time_of_moment(played.moments[0]),
        "last": played.time_of_moment(played.last),
        "over": played.is_over,
        "names": list(played.names),
        "scores": list(played.scores(played.last)),
        "places": None if result is None else list(result.places),
    }


def _player(games_of: Sequence[tuple[GameSummary, int]]) -> PlayerStatistics:
    newest, seat = games_of[0]
    finished = [(game, at) for game, at in games_of if game["line"]["over"]]
    titles = dict.fromkeys(game["line"]["title"] for game, _ in finished)
    return {
        "name": newest["line"]["names"][seat],
        "games": len(games_of),
        "finished": len(finished),
        "won": sum(has_won(game["line"], at) for game, at in finished),
        "by_game": [_in_game(title, finished) for title in titles],
        "feats": _best_feats(finished),
    }


def has_won(line: PlayedGame, seat: int) -> bool:
    """Tell whether `seat` has won the game of `line`, alone or with others."""
    return line["places"] is not None and line["places"][seat] == 1


def _in_game(title: str, finished: Sequence[tuple[GameSummary, int]]) -> PlayerGameStatistics:
    mine = [(one, seat) for one, seat in finished if one["line"]["title"] == title]
    newest = mine[0][0]
    scores = [one["line"]["scores"][seat] for one, seat in mine]
    return {
        "game": newest["line"]["game"],
        "title": title,
        "unit": newest["line"]["unit"],
        "finished": len(mine),
        "won": sum(has_won(one["line"], seat) for one, seat in mine),
        "best": min(scores) if newest["fewest_wins"] else max(scores),
        "mean": sum(scores) / len(scores),
    }


def _best_feats(finished: Sequence[tuple[GameSummary, int]]) -> list[BestFeat]:
    """Return a player's own weightiest feat of each code and game."""
    best: dict[tuple[str, str], WeighedFeat] = {}
    for game, seat in finished:
        for feat in game["feats"]:
            key = (game["line"]["game"], feat["code"])
            if feat["seat"] == seat and (key not in best or feat["weight"] > best[key]["weight"]):
                best[key] = feat
    return [
        cast(BestFeat, {"game": game, **{k: v for k, v in feat.items() if k != "weight"}})
        for (game, _), feat in best.items()
    ]
