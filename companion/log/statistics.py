"""Every game of a log in a line, and what each player and the dice did in all of them.

Pure; what the functions return is JSON.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import cast

from companion.log.fairness import Fairness, fairness
from companion.log.game_views import (
    BestFeat,
    GameSummary,
    PlayedGame,
    PlayerGameStatistics,
    PlayerStatistics,
    Statistics,
    WeighedFeat,
)
from companion.log.history import REPLAY_ERRORS
from companion.log.played_games import GameRecord, feat_view, seconds_between
from companion.log.thrown_dice import thrown_dice
from engine.core.names import person_key

LONG_BREAK_SECONDS = 6 * 3600.0
"""After such a break between two games it is another evening."""


def summarise_game(played: GameRecord) -> GameSummary | None:
    """Return what statistics say of one game; None if today's rules cannot play it any more."""
    last = played.last_moment
    try:
        feats = [{"weight": feat.weight, **feat_view(played, feat)} for feat in played.feats]
        return {
            "line": _line(played),
            "fewest_wins": last.game.fewest_wins(last.state),
            "feats": cast("list[WeighedFeat]", feats),
            "dice": thrown_dice(played.moments, played.log_rows),
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
        "game": played.last_moment.game.id,
        "title": played.title,
        "unit": played.last_moment.game.unit,
        "version": played.moments[0].row,
        "began": played.time_of_moment(played.moments[0]),
        "last": played.time_of_moment(played.last_moment),
        "over": played.is_over,
        "names": list(played.names),
        "scores": list(played.scores(played.last_moment)),
        "places": None if result is None else list(result.places),
    }


def _player(games_of: Sequence[tuple[GameSummary, int]]) -> PlayerStatistics:
    newest, seat = games_of[0]
    finished = [(game, at) for game, at in games_of if game["line"]["over"]]
    games = dict.fromkeys(_game_of(game["line"]) for game, _ in finished)
    return {
        "name": newest["line"]["names"][seat],
        "games": len(games_of),
        "finished": len(finished),
        "won": sum(has_won(game["line"], at) for game, at in finished),
        "by_game": [_in_game(game, finished) for game in games],
        "feats": _best_feats(finished),
    }


def has_won(line: PlayedGame, seat: int) -> bool:
    """Tell whether `seat` has won the game of `line`, alone or with others."""
    return line["places"] is not None and line["places"][seat] == 1


def _game_of(line: PlayedGame) -> tuple[str, str]:
    """Return what a game is told from others by: people may call their box as a game is called."""
    return line["game"], line["title"]


def _in_game(
    game: tuple[str, str], finished: Sequence[tuple[GameSummary, int]]
) -> PlayerGameStatistics:
    mine = [(one, seat) for one, seat in finished if _game_of(one["line"]) == game]
    newest = mine[0][0]
    scores = [one["line"]["scores"][seat] for one, seat in mine]
    return {
        "game": newest["line"]["game"],
        "title": newest["line"]["title"],
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
