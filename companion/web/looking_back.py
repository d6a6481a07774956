"""The HTTP interface of what is done with a table's games afterwards: look back, export, keep."""

import io
import json
from collections.abc import Sequence

import segno
from flask import Flask, Response, jsonify, request

from companion.access.denied import BankerOnly
from companion.table import chronicle
from companion.table.chronicle import Played
from companion.table.snapshot import export_game
from companion.table.table import Table
from companion.upkeep import exports
from companion.web import wire
from companion.web.access import caller
from companion.web.api import check_table
from engine.core.record import write
from engine.core.refusals import NotNow


def add_looking_back_routes(app: Flask, table: Table) -> None:
    """Let `app` serve what `table` remembers."""
    _add_looking_back(app, table)
    _add_exports(app, table)


def _add_looking_back(app: Flask, table: Table) -> None:
    @app.get("/api/tables/<name>/story")
    def story(name: str) -> Response:
        check_table(table, name)
        played = _asked(table.state.games_played())
        link = exports.bg_stats_link(played, table.name)
        return jsonify({**chronicle.story(played), "bg_stats": link})

    @app.get("/api/tables/<name>/statistics")
    def statistics(name: str) -> Response:
        check_table(table, name)
        return jsonify(chronicle.statistics(table.state.games_played()))

    @app.get("/api/tables/<name>/bg_stats.svg")
    def bg_stats(name: str) -> Response:
        check_table(table, name)
        link = exports.bg_stats_link(_asked(table.state.games_played()), table.name)
        if link is None:
            raise NotNow("not_over", "Only a game that is over goes to BG Stats.")
        out = io.BytesIO()
        segno.make(link, error="l", micro=False).save(out, kind="svg", border=2, xmldecl=False)
        return Response(out.getvalue(), mimetype="image/svg+xml")


def _add_exports(app: Flask, table: Table) -> None:
    @app.get("/api/tables/<name>/export.csv")
    def export_csv(name: str) -> Response:
        check_table(table, name)
        return _file(exports.game_csv(_taken_along(table)), "text/csv", "game.csv")

    @app.get("/api/tables/<name>/export.json")
    def export_json(name: str) -> Response:
        check_table(table, name)
        played = _taken_along(table)
        text = json.dumps(write(export_game(played.last)))
        return _file(text, "application/json", f"{played.last.game.id}.json")

    @app.get("/api/tables/<name>/games.csv")
    def games_csv(name: str) -> Response:
        check_table(table, name)
        return _file(exports.games_csv(table.state.games_played()), "text/csv", "games.csv")


def _taken_along(table: Table) -> Played:
    """Return the game that is asked for; one that is not over may hold secrets, save from a banker.

    Raises `BankerOnly`, and as `_asked` does.
    """
    played = _asked(table.state.games_played())
    if not played.over and caller().role != "banker":
        raise BankerOnly
    return played


def _asked(games: Sequence[Played]) -> Played:
    """Return the `playable` game that began at the row `?game=`, or the newest.

    Raises `NotNow` ``no_game`` if there is none.
    """
    row = wire.whole(request.args["game"], "game") if "game" in request.args else None
    for played in chronicle.playable(games):
        if row in (None, played.moments[0].row):
            return played
    raise NotNow("no_game", "No game has begun.")


def _file(text: str, mimetype: str, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="croupier-{name}"'}
    return Response(text, mimetype=mimetype, headers=headers)
