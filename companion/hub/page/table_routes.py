"""The tables, live, and what is done with one."""

import base64
import json
import time
from collections.abc import Iterator
from typing import Any

from flask import Response, abort, g, request

from companion.fields import RequestBody
from companion.hub import joining, queries
from companion.hub.page.hub import Hub, rename_table_in_archive
from companion.hub.page.routes import COOKIE, HubRoutes
from companion.hub.setup.broker import RESERVED
from companion.web.routes import file_answer

MOST_STREAMS, MOST_OF_ONE = 40, 16  # of the server's 64 threads; of one log-in
BEAT_S, PAUSE_S = 5.0, 0.1  # a stream says something this often, and never more often than this


class TableNameBody(RequestBody, frozen=True):
    """What a table is to be called."""

    name: joining.TableName


def add_live_routes(routes: HubRoutes, hub: Hub) -> None:
    """Add what all tables are doing, as live events."""

    @routes.get("/api/events", "counter")
    def events() -> Response:
        name = g.user.name
        hub.open_stream(name, MOST_STREAMS, MOST_OF_ONE)
        answer = Response(_tell_live(hub, request.cookies[COOKIE]), mimetype="text/event-stream")
        answer.headers["X-Accel-Buffering"] = "no"
        answer.call_on_close(lambda: hub.end_stream(name))
        return answer


def _tell_live(hub: Hub, token: str) -> Iterator[str]:
    """Yield what has changed at which table, for as long as who asks may know it.

    Event `tables`: by the table's id its state, or null where it is gone. Event `archive`: whether
    what they play is kept.
    """
    told: dict[str, Any] = {}
    version, kept = -1, None
    yield "retry: 1000\n\n"
    while hub.access.user_of(token) is not None:
        version, now = _tables(hub)
        fresh = {id_: table for id_, table in now.items() if told.get(id_) != table}
        gone = dict.fromkeys(told.keys() - now.keys())
        if fresh or gone or not told:
            data = json.dumps({**fresh, **gone}, separators=(",", ":"))
            yield f"event: tables\ndata: {data}\n\n"
        else:
            yield ": still here\n\n"
        if kept != (kept := not hub.tables.trouble):
            yield f"event: archive\ndata: {json.dumps(kept)}\n\n"
        told = now
        time.sleep(PAUSE_S)
        hub.live.wait(version, BEAT_S)


def _tables(hub: Hub) -> tuple[int, dict[str, dict[str, Any]]]:
    """Return every table that is known, as it last said it stands, called as the hub calls it."""
    version, live = hub.live.view()
    known = hub.known_tables()
    found = {}
    # Who was sent away is known by its games alone.
    for id_ in (known.keys() | live.keys()) & set(hub.broker.users()):
        stored = known.get(id_, {})
        state = {**(stored.get("state") or {}), "online": False, "reports": []}
        state |= live.get(id_, {})
        name = stored.get("name") or state.get("name") or id_
        seen = stored.get("seen")
        found[id_] = {**state, "name": str(name), "seen": seen.isoformat() if seen else None}
    return version, found


def add_table_routes(routes: HubRoutes, hub: Hub) -> None:
    """Add what is known of one table, and what an admin does with it."""

    @routes.get("/api/tables/<table>", "counter")
    def table_history(table: str) -> Any:
        with queries.connect(hub.database) as db:
            found = queries.table_history(db, table)
            return {key: list(map(queries.with_iso_times, rows)) for key, rows in found.items()}

    @routes.post("/api/tables/<table>/name", "admin")
    def rename_table(table: str, body: TableNameBody) -> Any:
        rename_table_in_archive(hub, table, body.name)
        return {}

    @routes.post("/api/tables/<table>/remove", "admin")
    def remove_table(table: str) -> Any:
        """Take its access away; its games stay in the archive."""
        _check_is_table(hub, table)
        hub.access.forget_join_secrets()  # or whoever heard it join could say the same again
        hub.broker.keep_out(table)
        hub.tables.forget(table)
        hub.live.forget(table)
        return {}

    @routes.get("/api/tables/<table>/reports/<kind>", "admin")
    def report_of_table(table: str, kind: str) -> Any:
        found = hub.live.newest_report(table, kind)
        if found is None:
            abort(404, "The table has not sent that.")
        if kind == "bug_report":
            return file_answer(_report(found["data"]), f"{table}.zip", "application/zip")
        text = json.dumps(found["data"], ensure_ascii=False)
        return file_answer(text, f"{table}.json", "application/json")


def _check_is_table(hub: Hub, table: str) -> None:
    if table in RESERVED or (table not in hub.broker.users() and table not in hub.known_tables()):
        abort(404, "There is no such table here.")


def _report(data: object) -> bytes:
    """Return the file that a table has sent; refuses what is none with 404."""
    try:
        return base64.b64decode(data if isinstance(data, str) else "-", validate=True)
    except ValueError:
        abort(404, "The table has sent no report that can be read.")
