"""Statistics of the games of a log: each game, each player, and the dice. Pure."""

from collections.abc import Iterable, Iterator, Sequence
from typing import cast

from companion.log.fairness import Fairness, fairness
from companion.log.history import REPLAY_ERRORS
from companion.log.moment import Moment
from companion.log.played_games import GameRecord, feat_view, seconds_between
from companion.log.rows import RolledDice, Row
from companion.log.views import (
    BestFeat,
    GameSummary,
    PlayedGame,
    PlayerGameStatistics,
    PlayerStatistics,
    Statistics,
    WeighedFeat,
)
from engine.core.dice import FACES
from engine.core.names import person_key

LONG_BREAK_SECONDS = 6 * 3600.0
"""A longer break between two games begins another evening."""


def summarise_game(played: GameRecord) -> GameSummary | None:
    """Return what statistics need of one game; None if today's rules can no longer play it."""
    last = played.last_moment
    try:
        feats = [{"weight": feat.weight, **feat_view(played, feat)} for feat in played.feats]
        return {
            "line": _line(played),
            "fewest_wins": last.game.fewest_wins(last.state),
            "all_win_alike": last.game.all_win_alike(last.state),
            "feats": cast("list[WeighedFeat]", feats),
            "dice": rolled_dice(played.moments, played.log_rows),
        }
    except REPLAY_ERRORS:
        return None


def rolled_dice(moments: Sequence[Moment], rows: Sequence[Row]) -> dict[str, list[int]]:
    """Return how often each of `FACES` came up in the game of `moments`, by the die's colour.

    Dice that stayed and rolls that were undone do not count, and corrected ones count as corrected.
    If the eye did not report the same colours with every roll, no die has a colour (""): one that
    is misread now and then, perhaps with some faces only, would make a die look loaded.
    """
    rolls = [(dice, _bodies(moment, dice, rows)) for moment, dice in _rolls(moments)]
    alike = len({tuple(sorted(bodies)) for _, bodies in rolls}) == 1
    counts: dict[str, list[int]] = {}
    for dice, bodies in rolls:
        kept = set(dice.kept)
        colours = bodies if alike and bodies else [""] * len(dice.faces)
        for at, (face, body) in enumerate(zip(dice.faces, colours, strict=True)):
            if at not in kept:
                counts.setdefault(body, [0] * len(FACES))[FACES.index(face)] += 1
    return counts


def _rolls(moments: Sequence[Moment]) -> Iterator[tuple[Moment, RolledDice]]:
    """Yield the acts that were rolls of ordinary dice, with their faces and which were kept."""
    for moment in moments:
        awaited = None if moment.before is None else moment.before.awaited_dice
        if moment.dice and awaited and awaited.faces == FACES and not awaited.each:
            yield moment, moment.dice


def _bodies(moment: Moment, dice: RolledDice, rows: Sequence[Row]) -> list[str]:
    """Return the colours of the `dice` of `moment`, in their order; none if not known."""
    read_in = rows[moment.row - 1].reading_row
    reading = None if read_in is None else rows[read_in - 1].reading
    bodies = [] if reading is None else [die.body for die in reading.dice]
    return bodies if len(bodies) == len(dice.faces) else []


def all_statistics(games: Iterable[GameSummary | None]) -> Statistics:
    """Return the statistics of all `games` (newest first).

    Names identify players (`engine.core.names`). ``left_out`` counts the games that can no longer
    be played (None).
    """
    known = list(games)
    listed = [game for game in known if game is not None]
    people: dict[str, list[tuple[GameSummary, int]]] = {}
    for game in listed:
        for seat, name in enumerate(game["line"]["names"]):
            people.setdefault(person_key(name), []).append((game, seat))
    players = [_player(games_of) for games_of in people.values()]
    players.sort(key=lambda player: (-player["won"], -player["finished"], player["name"]))
    return {
        "games": [game["line"] for game in listed],
        "players": players,
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
        "scores": list(played.scores_now),
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
    """Return whether `seat` has won the game of `line`, alone or with others."""
    return line["places"] is not None and line["places"][seat] == 1


def _game_of(line: PlayedGame) -> tuple[str, str]:
    """Return what identifies a game: one that people made may have the title of another."""
    return line["game"], line["title"]


def _in_game(
    game: tuple[str, str], finished: Sequence[tuple[GameSummary, int]]
) -> PlayerGameStatistics:
    mine = [(one, seat) for one, seat in finished if _game_of(one["line"]) == game]
    newest = mine[0][0]
    scores = [one["line"]["scores"][seat] for one, seat in mine]
    wins = [one["line"]["scores"][seat] for one, seat in mine if has_won(one["line"], seat)]
    best = min if newest["fewest_wins"] else max
    return {
        "game": newest["line"]["game"],
        "title": newest["line"]["title"],
        "unit": newest["line"]["unit"],
        "finished": len(mine),
        "won": len(wins),
        "best": None if newest.get("all_win_alike") else best(wins, default=None),
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
