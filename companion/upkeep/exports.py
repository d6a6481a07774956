"""Exports for other programs: CSV (RFC 4180), and the import link of BG Stats."""

import csv
import io
import json
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from urllib.parse import quote

from companion.log.played_games import GameRecord, seconds_between
from companion.log.statistics import has_won
from companion.log.views import GameSummary
from companion.table.views import TABLE_NAME
from engine.core.names import person_key
from engine.core.refusals import Json

BG_STATS_URL = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE_NAME = "Croupier"

# Spreadsheets take a cell that starts with these for a formula (OWASP, "CSV Injection"), and a name
# may start with anything.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def game_csv(played: GameRecord) -> str:
    """Return one line for each act of a game: version, time, source, sentence and all scores."""
    rows: list[list[object]] = [["version", "at", "source", "line", *played.names]]
    for moment in played.moments:
        at, source = played.time_of_moment(moment), played.log_rows[moment.row - 1].source
        rows.append([moment.row, at, source, moment.line, *played.scores(moment)])
    return csv_text(rows)


def games_csv(games: Iterable[GameSummary | None]) -> str:
    """Return one line for each player of each playable game, newest game first."""
    rows: list[list[object]] = [
        ["game", "began", "seconds", "over", "seat", "name", "score", "unit", "place", "won"]
    ]
    for game in filter(None, games):
        line = game["line"]
        length = round(seconds_between(line["began"], line["last"]))
        played = (line["game"], line["began"], length, int(line["over"]))
        for seat, name in enumerate(line["names"]):
            place = None if line["places"] is None else line["places"][seat]
            score = (line["scores"][seat], line["unit"], place, int(has_won(line, seat)))
            rows.append([*played, seat, name, *score])
    return csv_text(rows)


def csv_text(rows: Iterable[Sequence[object]]) -> str:
    """Return `rows` as CSV (RFC 4180), without any text that a spreadsheet takes for a formula."""
    out = io.StringIO()
    csv.writer(out).writerows(map(_without_formula, row) for row in rows)
    return out.getvalue()


def _without_formula(cell: object) -> object:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell


def bg_stats_link(played: GameRecord) -> str | None:
    """Return the address that sends a finished game to the app BG Stats; None: it is unfinished.

    The format is that of bgstatsapp.com, "Push plays to BG Stats from other apps or websites".
    """
    result, game = played.result, played.last_moment.game
    if result is None:
        return None
    began, ended = map(played.time_of_moment, (played.moments[0], played.last_moment))
    first = played.last_moment.started_with.setup.first_seat
    data: dict[str, Json] = {
        "sourceName": SOURCE_NAME,
        # The time distinguishes games of two tables, or of a table with a new log.
        "sourcePlayId": f"{TABLE_NAME}-{began}",
        "playDate": datetime.fromisoformat(ended).astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S"),
        "durationMin": max(1, round(seconds_between(began, ended) / 60)),
        "game": {
            "name": played.title,
            "sourceGameId": game.id,
            "highestWins": not game.fewest_wins(played.last_moment.state),
            "noPoints": False,
        },
        "players": [
            {
                "name": name,
                "sourcePlayerId": person_key(name),
                "startPlayer": seat == first,
                "score": score,
                "winner": place == 1,  # always given: the app for Android fails without it
                **({} if place is None else {"rank": place}),
            }
            for seat, (name, score, place) in enumerate(
                zip(played.names, result.scores, result.places, strict=True)
            )
        ],
    }
    return BG_STATS_URL + quote(json.dumps(data, ensure_ascii=False, separators=(",", ":")))
