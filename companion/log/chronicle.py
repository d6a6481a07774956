"""Looking back on the games of a log: what each seat had all along, turning points, statistics.

Pure; what the functions return is JSON.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from itertools import pairwise
from typing import Any, cast

from companion.log.game_views import (
    BestFeat,
    FeatView,
    PlayedGame,
    PlayerStatistics,
    Statistics,
    Story,
    StorySeat,
    Tally,
)
from companion.log.history import MISTAKES, Moment
from companion.log.log import Row
from engine.core.codec import to_json
from engine.core.feats import Feat
from engine.core.game import Result
from engine.core.names import person_key


@dataclass(frozen=True, slots=True)
class Played:
    """One game of a log, over or not: its moments from the start on, and the rows of the log."""

    moments: tuple[Moment, ...]
    rows: Sequence[Row]

    @property
    def last(self) -> Moment:
        """The last act that counts."""
        return self.moments[-1]

    @property
    def over(self) -> bool:
        """Whether it was played to its end."""
        return self.last.game.over(self.last.state)

    @property
    def names(self) -> tuple[str, ...]:
        """The players, by seat."""
        setup = self.moments[0].body["setup"]
        assert isinstance(setup, dict)
        return tuple(setup["names"])

    @property
    def result(self) -> Result | None:
        """How it ended, if it did."""
        return self.last.game.result(self.last.state) if self.over else None

    @property
    def feats(self) -> tuple[Feat, ...]:
        """Its turning points; none before it is over, since they tell chances."""
        return _feats(self.last) if self.over else ()

    def scores(self, moment: Moment) -> tuple[int, ...]:
        """Return what each seat had after `moment`."""
        return moment.game.scores(moment.state)

    def at(self, moment: Moment) -> str:
        """Return when `moment` was (ISO 8601, UTC)."""
        return self.rows[moment.row - 1].at


def played_games(head: Moment | None, rows: Sequence[Row]) -> Iterator[Played]:
    """Yield the games on the path that ends with `head`, newest first; undone ones are not on it.

    `rows` are those of the log.
    """
    while head is not None:
        moments = tuple(reversed(list(head.back())))
        yield Played(moments, rows)
        head = moments[0].before


def playable(games: Iterable[Played]) -> Iterator[Played]:
    """Yield the newest of `games` (newest first), and of the older ones what can still be played.

    An older game that today's rules see otherwise does not matter for the others. The newest is
    what the table shows: what is wrong with it is raised by whoever looks at it.
    """
    for at, played in enumerate(games):
        if at == 0 or _plays(played):
            yield played


def _plays(played: Played) -> bool:
    try:
        _ = played.last.state
    except MISTAKES:
        return False
    return True


# Finding the chances of a whole game takes a moment on a small machine, and a game that is over
# is asked for again and again; a moment is its own key, since a correction makes new ones.
@lru_cache(maxsize=512)
def _feats(last: Moment) -> tuple[Feat, ...]:
    states = [moment.state for moment in reversed(list(last.back()))]
    return (*last.game.feats(states), *_took_lead(last, states))


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


def story(played: Played) -> Story:
    """Return a game from its start to where it stands: seats, series, turning points."""
    game = played.last.game
    result = played.result
    began, last = played.at(played.moments[0]), played.at(played.last)
    return {
        "game": game.id,
        "title": game.title,
        "over": played.over,
        "ending": None if result is None else result.ending,
        "unit": game.unit,
        "fewest_wins": game.fewest_wins,
        "began": began,
        "last": last,
        "seconds": round(seconds(began, last)),
        "acts": len(played.moments) - 1,
        "seats": _seats(played),
        "series": [
            {"version": m.row, "at": played.at(m), "scores": list(played.scores(m))}
            for m in _changing(played)
        ],
        "feats": [_feat_json(played, feat) for feat in played.feats],
    }


def _seats(played: Played) -> list[StorySeat]:
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


def _changing(played: Played) -> list[Moment]:
    """Return the start, each act after which a score is another, and the last act."""
    steps = pairwise(played.moments)
    changed = [after for before, after in steps if played.scores(before) != played.scores(after)]
    kept = [played.moments[0], *changed]
    return kept if kept[-1] is played.last else [*kept, played.last]


def _feat_json(played: Played, feat: Feat) -> FeatView:
    moment = played.moments[feat.state_index]
    return {
        "code": feat.code,
        "seat": feat.seat,
        "version": moment.row,
        "at": played.at(moment),
        "figures": cast("dict[str, Any]", to_json(feat.figures)),
    }


def seconds(began: str, ended: str) -> float:
    """Return the time between two times in ISO 8601; never negative, whatever clocks do."""
    passed = datetime.fromisoformat(ended) - datetime.fromisoformat(began)
    return max(0.0, passed.total_seconds())


# -- all games ---------------------------------------------------------------------------------


def statistics(all_games: Iterable[Played]) -> Statistics:
    """Return every `playable` game in a line, newest first, and what each player did in them.

    Players are known by their names (`engine.core.names`). ``left_out`` counts the other games.
    """
    known = list(all_games)
    listed = list(playable(known))
    people: dict[str, list[tuple[Played, int]]] = {}
    for played in listed:
        for seat, name in enumerate(played.names):
            people.setdefault(person_key(name), []).append((played, seat))
    told = [_player(games_of) for games_of in people.values()]
    told.sort(key=lambda player: (-player["won"], -player["finished"], player["name"]))
    return {
        "games": [_line(played) for played in listed],
        "players": told,
        "left_out": len(known) - len(listed),
    }


def _line(played: Played) -> PlayedGame:
    result = played.result
    return {
        "game": played.last.game.id,
        "title": played.last.game.title,
        "unit": played.last.game.unit,
        "version": played.moments[0].row,
        "began": played.at(played.moments[0]),
        "last": played.at(played.last),
        "over": played.over,
        "names": list(played.names),
        "scores": list(played.scores(played.last)),
        "places": None if result is None else list(result.places),
    }


def _player(games_of: Sequence[tuple[Played, int]]) -> PlayerStatistics:
    newest, seat = games_of[0]
    finished = [(played, at) for played, at in games_of if played.over]
    titles = dict.fromkeys(played.last.game.id for played, _ in finished)
    return {
        "name": newest.names[seat],
        "games": len(games_of),
        "finished": len(finished),
        "won": sum(_won(played, at) for played, at in finished),
        "by_game": [_in_game(title, finished) for title in titles],
        "feats": _best_feats(finished),
    }


def _won(played: Played, seat: int) -> bool:
    return played.result is not None and seat in played.result.winners


def _in_game(game: str, finished: Sequence[tuple[Played, int]]) -> Tally:
    mine = [(played, seat) for played, seat in finished if played.last.game.id == game]
    rules = mine[0][0].last.game
    scores = [played.scores(played.last)[seat] for played, seat in mine]
    return {
        "game": game,
        "title": rules.title,
        "unit": rules.unit,
        "finished": len(mine),
        "won": sum(_won(played, seat) for played, seat in mine),
        "best": min(scores) if rules.fewest_wins else max(scores),
        "mean": sum(scores) / len(scores),
    }


def _best_feats(finished: Sequence[tuple[Played, int]]) -> list[BestFeat]:
    """Return a player's own weightiest feat of each code and game."""
    best: dict[tuple[str, str], tuple[Feat, Played]] = {}
    for played, seat in finished:
        for feat in played.feats:
            key = (played.last.game.id, feat.code)
            if feat.seat == seat and (key not in best or feat.weight > best[key][0].weight):
                best[key] = (feat, played)
    return [{"game": game, **_feat_json(p, feat)} for (game, _), (feat, p) in best.items()]
