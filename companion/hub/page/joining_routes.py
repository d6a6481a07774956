"""How tables join, and are told of a new version."""

import io
from typing import Annotated, Any

import msgspec
import segno
from flask import Response, abort, request
from msgspec import Meta

from companion.access.errors import AccessDenied
from companion.fields import RequestBody
from companion.hub import joining
from companion.hub.page.hub import Hub, rename_table_in_archive
from companion.hub.page.routes import HubRoutes
from companion.web.address import host_name, network_url

JOIN_SECONDS = 2 * 3600.0


class UnknownJoinSecret(AccessDenied):
    """That code is too old, or another hub's, or was said before."""


class AlreadyJoined(AccessDenied):
    """Another table is known by that id; send it away on the hub's page first."""

    code = 409


class VersionBody(RequestBody, frozen=True):
    """A version of Croupier; empty: none is announced."""

    version: Annotated[str, Meta(pattern=r"^[0-9A-Za-z.+-]{0,32}$(?!\n)")]


def add_joining_routes(routes: HubRoutes, hub: Hub) -> None:
    """Add the way by which tables join, and the announcing of versions."""

    @routes.post(joining.PATH, None)
    def join_table(body: joining.JoinRequest) -> Any:
        """Let a table join that proves that it knows a secret of ours."""
        return msgspec.to_builtins(_join(hub, body))

    @routes.post("/api/join_codes", "admin")
    def new_join_code() -> Any:
        """Return a code by which tables join for two hours."""
        made = hub.access.new_join_secret(JOIN_SECONDS)
        return {
            "code": joining.join_address(network_url(request.host), made.secret),
            "until": int(made.until),
            "hours": round(JOIN_SECONDS / 3600),
        }

    @routes.get("/api/join_code.svg", "admin")
    def join_code_picture() -> Response:
        """Return the newest code as a QR code."""
        known = hub.access.join_secrets()
        if not known:
            abort(404, "There is no code.")
        text, out = joining.join_address(network_url(request.host), known[-1].secret), io.BytesIO()
        segno.make(text, error="m").save(out, kind="svg", xmldecl=False, border=2)
        return Response(out.getvalue(), mimetype="image/svg+xml")

    @routes.post("/api/join_codes/forget", "admin")
    def forget_join_codes() -> Any:
        hub.access.forget_join_secrets()
        return {}

    @routes.post("/api/news", "admin")
    def announce(body: VersionBody) -> Any:
        """Tell all tables of a version; whoever sits there decides."""
        hub.tables.announce(body.version)
        return {}


def _join(hub: Hub, asked: joining.JoinRequest) -> joining.JoinAnswer:
    """Let in who `asked`; a table that is known, only if it is the same: the hub may have moved."""
    secrets = (one.secret for one in hub.access.join_secrets())
    secret = next((one for one in secrets if joining.is_genuine(asked, one)), None)
    if secret is None:
        raise UnknownJoinSecret
    is_known, known = asked.table in hub.broker.users(), hub.access.verifier_of(asked.table)
    if is_known and not (known and joining.is_same_table(asked, known)):
        raise AlreadyJoined
    if not hub.access.use_join_secret(secret, asked.nonce):
        raise UnknownJoinSecret
    if not is_known:
        rename_table_in_archive(hub, asked.table, asked.name)
    password = joining.table_password(secret, asked.table, asked.nonce)
    hub.access.remember_table(asked.table, joining.verifier(password))
    hub.broker.let_in(asked.table, password)
    host = host_name(request.host)
    known_host = host if host in hub.broker.names else hub.broker.names[0]
    where = (known_host, hub.broker.port, hub.broker.ca)
    return joining.join_answer(asked, secret, hub.cafe, *where)
