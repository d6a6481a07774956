"""The routes of the boxes that people put together themselves, for the game that is on."""

from typing import Annotated, Any, TypedDict

from flask import Response
from msgspec import Meta

from companion.fields import RequestBody
from companion.table.boxes import SavedGameBoxes, read_game_box
from companion.table.table import Table
from companion.web.callers import require_right
from companion.web.routes import JSON, Query, TableRoutes, file_answer

BoxName = Annotated[str, Meta(min_length=1, max_length=64)]


class GameBoxesView(TypedDict):
    """The boxes that are kept, as the game's act takes them."""

    boxes: list[dict[str, Any]]


class GameBoxBody(RequestBody, frozen=True):
    """A box as it is handed on."""

    text: Annotated[str, Meta(max_length=20_000, description="what its file holds")]


class NamedGameBoxBody(RequestBody, frozen=True):
    """Which box."""

    name: BoxName


class GameBoxQuery(Query, frozen=True):
    """Which box."""

    name: BoxName


def add_game_box_routes(routes: TableRoutes, table: Table) -> None:
    """Add the boxes of `table`."""
    boxes = SavedGameBoxes(table.folder, table.games)

    def game() -> str:
        return table.state.game["game"] or ""

    def known() -> GameBoxesView:
        return {"boxes": boxes.of_game(game())}

    @routes.get("/api/tables/{table}/boxes", "inside")
    def kept_boxes() -> GameBoxesView:
        """Tell the boxes that are kept."""
        return known()

    @routes.post(
        "/api/tables/{table}/boxes",
        refusals={422: "box_unreadable, box_version, box_of_no_game"},
    )
    def keep_box(body: GameBoxBody) -> GameBoxesView:
        """Keep a box; only who may forget one may do so in place of one of the same name."""
        box = read_game_box(body.text, table.games)
        if any(kept["name"] == box.box["name"] for kept in boxes.of_game(box.game)):
            require_right("settled")
        boxes.save(body.text)
        return known()

    @routes.post("/api/tables/{table}/boxes/forget", "settled")
    def forget_box(body: NamedGameBoxBody) -> GameBoxesView:
        """Forget a box."""
        boxes.forget(game(), body.name)
        return known()

    @routes.get("/api/tables/{table}/box.json", "inside", gives=JSON, refusals={422: "box_gone"})
    def box_file(query: GameBoxQuery) -> Response:
        """Hand a box on as a file."""
        text = boxes.export_box(game(), query.name)
        return file_answer(text, f"croupier-{query.name}.json", JSON)
