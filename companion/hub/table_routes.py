"""The routes of tables: live states, administration and joining."""

import base64
import json
import time
from collections.abc import Iterator
from typing import Annotated, Any

import msgspec
from flask import Response, abort, g, request
from msgspec import Meta

from companion.access.errors import AccessDenied
from companion.address import host_name
from companion.fields import RequestBody
from companion.hub import joining, queries
from companion.hub.hub import Hub, HubRoutes, rename_table_in_archive
from companion.hub.programs import HOME_ASSISTANT_USER, HUB_USER
from companion.hub.user_routes import COOKIE
from companion.mqtt.messages import Ask
from companion.upkeep import Finding
from companion.web.callers import join_url
from companion.web.routes import download_response, qr_code_response

MAX_WAIT_SECONDS, MIN_WAIT_SECONDS = 5.0, 0.1  # between two events of a stream


class TableNameBody(RequestBody, frozen=True):
    """The new name of a table."""

    name: joining.TableName


def add_table_routes(routes: HubRoutes, hub: Hub) -> None:
    """Add the live events of all tables, and the routes of one, for its history and for admins."""

    @routes.get("/api/events", "counter")
    def events() -> Response:
        name = g.user.name
        hub.count_stream(name)
        stream = _live_events(hub, request.cookies[COOKIE])
        answer = Response(stream, mimetype="text/event-stream")
        answer.headers["X-Accel-Buffering"] = "no"
        answer.call_on_close(lambda: hub.uncount_stream(name))
        return answer

    @routes.get("/api/tables/{table}", "counter")
    def table_history(table: str) -> Any:
        found = hub.ask(queries.table_history, table)
        return {key: list(map(queries.with_iso_times, rows)) for key, rows in found.items()}

    @routes.get("/api/tables/{table}/address.svg", "counter")
    def table_address(table: str) -> Response:
        """Return the address of the table's page as a QR code."""
        return qr_code_response(_tables(hub)[1].get(table, {}).get("url") or abort(404))

    @routes.post("/api/tables/{table}/coming", "counter")
    def answer_call(table: str) -> Any:
        """Let the table show that somebody is on the way."""
        _check_is_table(hub, table)
        hub.tables.send_ask(table, Ask(coming=True))
        return {}

    @routes.post("/api/tables/{table}/name", "admin")
    def rename_table(table: str, body: TableNameBody) -> Any:
        rename_table_in_archive(hub, table, body.name)
        return {}

    @routes.get("/api/tables/{table}/reports/{kind}", "admin")
    def report_of_table(table: str, kind: str) -> Any:
        found = hub.live.newest_report(table, kind)
        if found is None:
            abort(404, "The table has not sent that.")
        try:
            if kind == "bug_report":
                file = base64.b64decode(found.data, validate=True)
                return download_response(file, f"{table}.zip", "application/zip")
            return msgspec.to_builtins(msgspec.convert(found.data, list[Finding]))
        except (TypeError, ValueError):
            abort(404, "The table's report cannot be read.")


def _live_events(hub: Hub, token: str) -> Iterator[str]:
    """Yield what changes at the tables, while the user of `token` is logged in.

    Event `tables` has the new states by table id, null for a table that is gone; event `archive`
    whether games are archived.
    """
    sent: dict[str, Any] = {}
    version, kept = -1, None
    yield "retry: 1000\n\n"
    while hub.access.user_of(token) is not None:
        version, now = _tables(hub)
        fresh = {id_: table for id_, table in now.items() if sent.get(id_) != table}
        gone = dict.fromkeys(sent.keys() - now.keys())
        if fresh or gone or not sent:
            data = json.dumps({**fresh, **gone}, separators=(",", ":"))
            yield f"event: tables\ndata: {data}\n\n"
        else:
            yield ": still here\n\n"
        if kept != (kept := not hub.tables.trouble):
            yield f"event: archive\ndata: {json.dumps(kept)}\n\n"
        sent = now
        time.sleep(MIN_WAIT_SECONDS)
        hub.live.wait(version, MAX_WAIT_SECONDS)


def _tables(hub: Hub) -> tuple[int, dict[str, dict[str, Any]]]:
    """Return the live version, and by id the state and the name of each table with access."""
    version, live = hub.live.view()
    archived = hub.archived_tables()
    found = {}
    # The archive still knows tables that were removed.
    for id_ in (archived.keys() | live.keys()) & set(hub.broker.users()):
        stored = archived.get(id_, {})
        state = {**(stored.get("state") or {}), "online": False, "reports": []}
        state |= live.get(id_, {})
        name = stored.get("name") or state.get("name") or id_
        seen = stored.get("seen")
        found[id_] = {**state, "name": str(name), "seen": seen.isoformat() if seen else None}
    return version, found


def _check_is_table(hub: Hub, table: str) -> None:
    reserved = (HUB_USER, HOME_ASSISTANT_USER)
    if table in reserved or (
        table not in hub.broker.users() and table not in hub.archived_tables()
    ):
        abort(404, "Unknown table.")


JOIN_SECONDS = 2 * 3600.0


class UnknownJoinSecret(AccessDenied):
    """This code is too old, from another hub, or was used before."""


class AlreadyJoined(AccessDenied):
    """Another table uses this id; remove it on the hub's page first."""

    code = 409


class VersionBody(RequestBody, frozen=True):
    """The version of Croupier to announce; "": none."""

    version: Annotated[str, Meta(pattern=r"^[0-9A-Za-z.+-]{0,32}$(?!\n)")]


def add_joining_routes(routes: HubRoutes, hub: Hub) -> None:
    """Add the routes by which tables join and leave, and the announcement of versions."""

    @routes.post(joining.PATH, "anyone")
    def join_table(body: joining.JoinRequest) -> Any:
        """Let a table join if it proves that it knows one of our secrets."""
        return msgspec.to_builtins(_join(hub, body))

    @routes.post("/api/tables/{table}/remove", "admin")
    def remove_table(table: str) -> Any:
        """Take its access away; its games stay in the archive."""
        _check_is_table(hub, table)
        hub.access.forget_join_secrets()  # or an eavesdropper could replay the table's request
        hub.broker.set_password(table, None)
        hub.tables.clear_retained_messages(table)
        hub.live.forget(table)
        return {}

    @routes.post("/api/join_codes", "admin")
    def new_join_code() -> Any:
        """Return a code with which tables can join for two hours."""
        made = hub.access.new_join_secret(JOIN_SECONDS)
        return {
            "code": joining.join_address(join_url(), made.secret),
            "until": int(made.until),
            "hours": round(JOIN_SECONDS / 3600),
        }

    @routes.get("/api/join_code.svg", "admin")
    def join_code_picture() -> Response:
        """Return the newest code as a QR code."""
        secrets = hub.access.join_secrets()
        if not secrets:
            abort(404, "No code is valid.")
        return qr_code_response(joining.join_address(join_url(), secrets[-1].secret))

    @routes.post("/api/join_codes/forget", "admin")
    def forget_join_codes() -> Any:
        hub.access.forget_join_secrets()
        return {}

    @routes.post("/api/news", "admin")
    def announce(body: VersionBody) -> Any:
        """Announce a version to all tables; people there decide whether to update."""
        hub.tables.announce_version(body.version)
        return {}


def _join(hub: Hub, asked: joining.JoinRequest) -> joining.JoinAnswer:
    """Add the table of a valid request; a known one must prove its identity."""
    secrets = (one.secret for one in hub.access.join_secrets())
    secret = next((one for one in secrets if joining.proves_secret(asked, one)), None)
    if secret is None:
        raise UnknownJoinSecret
    is_known, known = asked.table in hub.broker.users(), hub.access.verifier_of(asked.table)
    if is_known and not (known and joining.proves_password(asked, known)):
        raise AlreadyJoined
    if not hub.access.use_join_secret(secret, asked.nonce):
        raise UnknownJoinSecret
    if not is_known:
        rename_table_in_archive(hub, asked.table, asked.name)
    password = joining.table_password(secret, asked.table, asked.nonce)
    hub.access.remember_table(asked.table, joining.password_verifier(password))
    hub.broker.set_password(asked.table, password)
    host = host_name(request.host)
    known_host = host if host in hub.broker.names else hub.broker.names[0]
    where = (known_host, hub.broker.port, hub.broker.ca)
    return joining.join_answer(asked, secret, hub.access.cafe, *where)
