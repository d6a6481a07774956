"""The routes of the archive: evenings, leagues, ratings, fairness, and exports."""

import json
from dataclasses import asdict
from datetime import date, datetime
from operator import attrgetter
from typing import Annotated, Any

from flask import Response, abort, request
from msgspec import Meta

from companion.fields import RequestBody
from companion.hub import queries
from companion.hub.hub import Hub, HubRoutes, LeftOut, leave_out_of_leagues
from companion.upkeep.exports import csv_text
from companion.web.routes import download_response

_GAME_COLUMNS = ("table_name", "table", "game", "title", "began", "ended")  # of games.csv


class LeftOutBody(RequestBody, frozen=True):
    """Whether leagues leave out games of `table` ("": of all); see `leave_out_of_leagues`."""

    table: Annotated[str, Meta(pattern=r"^([0-9a-f]{8})?$(?!\n)")]
    evening: str
    out: LeftOut


def add_archive_routes(routes: HubRoutes, hub: Hub) -> None:
    """Add the routes of evenings, leagues, ratings and the fairness of the dice."""

    @routes.get("/api/months", "league")
    def months() -> Any:
        return {"months": hub.ask(queries.months)}

    @routes.get("/api/evenings", "league")
    def evenings() -> Any:
        found = hub.ask(queries.evenings, requested_month())
        return {"evenings": [{**row, "day": row["day"].isoformat()} for row in found]}

    @routes.get("/api/evening", "league")
    def evening() -> Any:
        day = parse_day(request.args.get("day", ""))
        return {
            "games": list(map(queries.with_iso_times, hub.ask(queries.evening_games, day))),
            "tables": hub.ask(queries.evening_tables, day),
            "most": queries.MAX_GAMES_PER_EVENING,
            "left_out": hub.ask(queries.left_out_of_leagues),
        }

    @routes.post("/api/left_out", "admin")
    def leave_games_out(body: LeftOutBody) -> Any:
        """Leave games out of leagues, ladder and dice, or let them count again."""
        leave_out_of_leagues(hub, body.table, parse_day(body.evening).isoformat(), body.out)
        return {}

    @routes.get("/api/league", "league")
    def league() -> Any:
        known = hub.ask(queries.titles, requested_month())
        title = request.args.get("title") or (known[0] if known else "")
        standings = hub.ask(queries.league, requested_month(), title)
        return {"title": title, "titles": known, "standings": list(map(asdict, standings))}

    @routes.get("/api/ladder", "league")
    def ladder() -> Any:
        standings = hub.ask(queries.elo_ratings, request.args.get("title", ""))
        return {"standings": list(map(asdict, standings)), "most": queries.MAX_RATED_GAMES}

    @routes.get("/api/fairness", "league")
    def dice_fairness() -> Any:
        return {**hub.ask(queries.dice_fairness), "days": queries.FAIRNESS_DAYS}


def add_export_routes(routes: HubRoutes, hub: Hub) -> None:
    """Add the routes that export games, leagues and rows."""

    @routes.get("/api/exports/games.csv", "league")
    def games_csv() -> Response:
        rows: list[list[object]] = [[*_GAME_COLUMNS, "seat", "name", "score", "unit", "place"]]
        for row in hub.ask(queries.month_games, requested_month()):
            game = queries.with_iso_times(row)
            columns = [game[key] for key in _GAME_COLUMNS]
            places = game["places"] or [None] * len(game["names"])
            seats = zip(game["names"], game["scores"], places, strict=False)
            for seat, (name, points, place) in enumerate(seats):
                rows.append([*columns, seat, name, points, game["unit"], place])
        return download_response(csv_text(rows), f"games-{request.args['month']}.csv", "text/csv")

    @routes.get("/api/exports/league.csv", "league")
    def league_csv() -> Response:
        columns = ("rank", "name", "games", "won", "points")
        standings = hub.ask(queries.league, requested_month(), request.args.get("title", ""))
        text = csv_text([columns, *map(attrgetter(*columns), standings)])
        return download_response(text, f"league-{request.args['month']}.csv", "text/csv")

    @routes.get("/api/exports/{table}/{game}.jsonl", "league")
    def game_rows(table: str, game: str) -> Response:
        rows = hub.ask(queries.game_rows, table, game)
        if not rows:
            abort(404, "Unknown game.")
        lines = "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows)
        return download_response(lines, f"game-{table}-{game}.jsonl", "application/x-ndjson")


def requested_month() -> date:
    """Return the first day of the requested month; 404 if it is invalid."""
    return parse_day(request.args.get("month", "") + "-01")


def parse_day(text: str) -> date:
    """Return the day YYYY-MM-DD; 404 if it is invalid."""
    try:
        return datetime.strptime(text, "%Y-%m-%d").date()
    except ValueError:
        abort(404, "No games on that day.")
