"""The routes of boxes that people set up themselves, for the present game."""

from typing import Annotated, Any, TypedDict

from flask import Response
from msgspec import Meta

from companion.fields import RequestBody
from companion.table.boxes import SavedGameBoxes, read_game_box
from companion.table.table import Table
from companion.web.callers import require_right
from companion.web.routes import JSON, Query, TableRoutes, download_response

GameBoxName = Annotated[str, Meta(min_length=1, max_length=64)]


class GameBoxesView(TypedDict):
    """The saved boxes, each as fields of the action."""

    boxes: list[dict[str, Any]]


class GameBoxBody(RequestBody, frozen=True):
    """A box to save."""

    text: Annotated[str, Meta(max_length=20_000, description="the content of its file")]


class NamedGameBoxBody(RequestBody, frozen=True):
    """The name of a box."""

    name: GameBoxName


class GameBoxQuery(Query, frozen=True):
    """The name of a box."""

    name: GameBoxName


def add_game_box_routes(routes: TableRoutes, table: Table) -> None:
    """Add the routes of the boxes saved at `table`."""
    boxes = SavedGameBoxes(table.folder, table.games)

    def game() -> str:
        return table.state.game["game"] or ""

    @routes.get("/api/tables/{table}/boxes", "inside")
    def kept_boxes() -> GameBoxesView:
        """Return the saved boxes."""
        return {"boxes": boxes.of_game(game())}

    @routes.post(
        "/api/tables/{table}/boxes",
        refusals={422: "box_unreadable, box_version, box_of_no_game"},
    )
    def keep_box(body: GameBoxBody) -> GameBoxesView:
        """Save a box; replacing one of the same name needs the right to delete it."""
        box = read_game_box(body.text, table.games)
        if any(kept["name"] == box.box["name"] for kept in boxes.of_game(box.game)):
            require_right("settled")
        boxes.save(body.text)
        return kept_boxes()

    @routes.post("/api/tables/{table}/boxes/forget", "settled")
    def forget_box(body: NamedGameBoxBody) -> GameBoxesView:
        """Delete a box."""
        boxes.forget(game(), body.name)
        return kept_boxes()

    @routes.get("/api/tables/{table}/box.json", "inside", gives=JSON, refusals={422: "box_gone"})
    def box_file(query: GameBoxQuery) -> Response:
        """Download a box."""
        text = boxes.export_box(game(), query.name)
        return download_response(text, f"croupier-{query.name}.json", JSON)
