"""How a table joins a café: by a secret that the hub's page shows as a QR code.

A table that joins does not send the secret. Table and hub show each other by it (HMAC-SHA256, RFC
2104) that they know it, and both work the table's password out from it, so that the joining tells
nothing to whoever only hears it. Whoever has the secret and heard it knows the password too. The
page that shows the secret speaks HTTP: so it is good for a while only (docs/hub.md).
"""

import hashlib
import hmac
import json
from typing import Annotated, NamedTuple, TypeAlias
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta

from companion.fields import RequestBody

PATH = "/api/join"
_Hex: TypeAlias = Annotated[str, Meta(pattern=r"^[0-9a-f]{8,64}$(?!\n)")]
TableId: TypeAlias = Annotated[str, Meta(pattern=r"^[0-9a-f]{8}$(?!\n)")]
TableName: TypeAlias = Annotated[
    str, Meta(min_length=1, max_length=40, pattern=r"^[^\x00-\x1f\x7f]+$")
]


class JoinRequest(RequestBody, frozen=True):
    """What a table sends: who it is, and a proof that it knows a secret.

    One that has joined before proves by `again` that it has the password of then.
    """

    table: TableId
    name: TableName
    nonce: _Hex
    proof: _Hex
    again: _Hex | None = None


class JoinAnswer(msgspec.Struct, frozen=True):
    """What the hub answers: where its broker is, who vouches for it, and a proof."""

    cafe: str
    host: str
    port: int
    ca: str
    proof: str


class JoinAddress(NamedTuple):
    """Where a hub is, and the secret to join it by."""

    url: str
    secret: str


def parse_join_address(text: str) -> JoinAddress:
    """Return what a join code (the text of the QR) says; raises `ValueError`."""
    parts = urlsplit(text.strip())
    if parts.scheme not in ("http", "https") or not parts.hostname or not parts.fragment:
        raise ValueError("the code of a café looks like http://HOST:PORT/join#SECRET")
    bytes.fromhex(parts.fragment)
    return JoinAddress(f"{parts.scheme}://{parts.netloc}", parts.fragment)


def join_address(url: str, secret: str) -> str:
    """Return the text of the QR code for the hub at `url`.

    >>> parse_join_address(join_address("http://192.0.2.7:8090", "00ff"))
    JoinAddress(url='http://192.0.2.7:8090', secret='00ff')
    """
    return f"{url.rstrip('/')}/join#{secret}"


def join_request(secret: str, table: str, name: str, nonce: str, password: str = "") -> JoinRequest:
    """Return what `table` sends to be called `name`; `nonce` is drawn anew each time.

    A table that has joined before has a `password` from then.
    """
    again = _hmac(verifier(password), table, name, nonce) if password else None
    return JoinRequest(table, name, nonce, _hmac(secret, "ask", table, name, nonce), again)


def verifier(password: str) -> str:
    """Return by what a hub knows who has the `password` of a table."""
    return _hmac(password, "verifier")


def is_same_table(asked: JoinRequest, known: str) -> bool:
    """Return whether who `asked` has the password of which the verifier is `known`."""
    proof = _hmac(known, asked.table, asked.name, asked.nonce)
    return hmac.compare_digest(asked.again or "", proof)


def is_genuine(asked: JoinRequest, secret: str) -> bool:
    """Return whether who `asked` knows the `secret`."""
    return hmac.compare_digest(
        asked.proof, _hmac(secret, "ask", asked.table, asked.name, asked.nonce)
    )


def join_answer(
    asked: JoinRequest, secret: str, cafe: str, host: str, port: int, ca: str
) -> JoinAnswer:
    """Return the hub's answer to who `asked`."""
    proof = _hmac(secret, "answer", asked.nonce, cafe, host, str(port), ca)
    return JoinAnswer(cafe, host, port, ca, proof)


def is_genuine_answer(answer: JoinAnswer, nonce: str, secret: str) -> bool:
    """Return whether the `answer` to the request with `nonce` comes from who knows the `secret`."""
    told = (answer.cafe, answer.host, str(answer.port), answer.ca)
    return hmac.compare_digest(answer.proof, _hmac(secret, "answer", nonce, *told))


def table_password(secret: str, table: str, nonce: str) -> str:
    """Return the password that the broker asks `table` for."""
    return _hmac(secret, "password", table, nonce)


def _hmac(secret: str, *told: str) -> str:
    text = json.dumps(told).encode()
    return hmac.new(bytes.fromhex(secret), text, hashlib.sha256).hexdigest()
