"""The routes of played games: their story, statistics and exports."""

import json
from typing import Annotated, Any, TypedDict

from flask import Response
from msgspec import Meta

from companion.fields import RequestBody
from companion.log.played_games import GameRecord, game_story
from companion.log.statistics import all_statistics
from companion.log.views import Statistics, Story
from companion.table.snapshot import export_game, past_snapshot
from companion.table.table import Table
from companion.table.views import PastSnapshot
from companion.upkeep import exports
from companion.web.callers import require_right
from companion.web.routes import (
    JSON,
    SVG,
    Query,
    RowNumber,
    TableRoutes,
    download_response,
    qr_code_response,
)
from engine.core.game_file import to_game_file
from engine.core.refusals import NotAllowed, NotNow

_REFUSALS = {422: "no_game, not_over"}
# Characters of a link: the capacity of a QR code of version 40 with the least correction.
MAX_QR_CODE_BYTES = 2953


class PlayedGameQuery(Query, frozen=True):
    """One of the games in the log."""

    game: Annotated[
        RowNumber | None, Meta(description="the first row of an older game; without it the newest")
    ] = None


class ActQuery(PlayedGameQuery, frozen=True):
    """One act of a game."""

    act: Annotated[RowNumber, Meta(description="its number; 0: the start")] = 0


class DeckView(TypedDict):
    """The cards that people entered from their own box, each as fields of the action."""

    cards: list[dict[str, Any]]


class PrintedCard(RequestBody, frozen=True):
    """A card, as in the deck."""

    card: dict[str, Any]


class StoryWithBgStatsLink(Story):
    """The story, with the address that sends a finished game to the app BG Stats."""

    bg_stats: str | None
    bg_stats_code: Annotated[bool, Meta(description="whether a QR code holds that link")]


def add_played_game_routes(routes: TableRoutes, table: Table) -> None:
    """Add the routes of the games of `table`."""

    @routes.get("/api/tables/{table}/story", "inside", refusals=_REFUSALS, long="computed")
    def story(query: PlayedGameQuery) -> StoryWithBgStatsLink:
        """Return a game from its start to its present standing."""
        played = table.games_played.find(query.game)
        link = exports.bg_stats_link(played)
        return {
            **game_story(played),
            "bg_stats": link,
            "bg_stats_code": link is not None and len(link) <= MAX_QR_CODE_BYTES,
        }

    @routes.get("/api/tables/{table}/replay", "inside", refusals=_REFUSALS, long="computed")
    def replay(query: ActQuery) -> PastSnapshot:
        """Return the snapshot after an act of a game."""
        return past_snapshot(table.games_played.find(query.game), query.act)

    @routes.get("/api/tables/{table}/statistics", "inside")
    def statistics() -> Statistics:
        """Return all games, and what each player did in them."""
        return all_statistics(game.summary for game in table.games_played.newest_first())

    @routes.get(
        "/api/tables/{table}/bg_stats.svg",
        "inside",
        gives=SVG,
        refusals={422: "no_game, not_over, code_too_small"},
        long="computed",
    )
    def bg_stats(query: PlayedGameQuery) -> Response:
        """Return a QR code that sends a game to BG Stats."""
        link = exports.bg_stats_link(table.games_played.find(query.game))
        if link is None:
            raise NotNow("not_over", "Only finished games can be sent to BG Stats.")
        if len(link) > MAX_QR_CODE_BYTES:
            raise NotAllowed("code_too_small", "The link is too long for a QR code.")
        return qr_code_response(link, error="l")

    _add_exports(routes, table)
    _add_deck(routes, table)


def _add_deck(routes: TableRoutes, table: Table) -> None:
    @routes.get("/api/tables/{table}/deck", "inside")
    def deck() -> DeckView:
        """Return the cards that were entered for the present game."""
        cards = table.entered_cards.of_game(table.state.game["game"] or "")
        return {"cards": [dict(card) for card in cards]}

    @routes.post("/api/tables/{table}/deck/forget", "settled")
    def forget(body: PrintedCard) -> DeckView:
        """Forget a card that was entered by mistake."""
        table.entered_cards.forget(table.state.game["game"] or "", body.card)
        return deck()


def _add_exports(routes: TableRoutes, table: Table) -> None:
    @routes.get(
        "/api/tables/{table}/export.csv",
        "inside",
        gives="text/csv",
        refusals=_REFUSALS,
        long="computed",
    )
    def export_csv(query: PlayedGameQuery) -> Response:
        """Export a game, one line for each act; only for bankers while it is played."""
        text = exports.game_csv(_exported(table, query))
        return download_response(text, "croupier-game.csv", "text/csv")

    @routes.get(
        "/api/tables/{table}/export.json", "inside", gives=JSON, refusals=_REFUSALS, long="computed"
    )
    def export_json(query: PlayedGameQuery) -> Response:
        """Export a game so that it can be replayed; only for bankers while it is played."""
        played = _exported(table, query)
        text = json.dumps(to_game_file(export_game(played.last_moment)))
        return download_response(text, f"croupier-{played.last_moment.game.id}.json", JSON)

    @routes.get("/api/tables/{table}/games.csv", "inside", gives="text/csv")
    def games_csv() -> Response:
        """Export all games, one line for each player of each game."""
        text = exports.games_csv(game.summary for game in table.games_played.newest_first())
        return download_response(text, "croupier-games.csv", "text/csv")


def _exported(table: Table, query: PlayedGameQuery) -> GameRecord:
    """Return the requested game; an unfinished one may hold secrets, so it is for bankers only.

    Raises `BankerOnly`, `NewBanker`, and as `GamesPlayed.find` does.
    """
    played = table.games_played.find(query.game)
    if not played.is_over:
        require_right("settled")
    return played
