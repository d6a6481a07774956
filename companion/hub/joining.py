"""How a table joins a café: with a secret that the hub's page shows as a QR code.

The table does not send the secret. Table and hub prove to each other (HMAC-SHA256, RFC 2104) that
they know it, and both derive the table's password from it, so an eavesdropper learns nothing.
Somebody who knows the secret and listens learns the password. The page with the secret is served
over HTTP, so the secret expires soon (docs/hub.md).
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
    """A table's request: which table it is, and the `proof` that it knows a secret.

    A table that has joined before proves with `again` that it has its old password.
    """

    table: TableId
    name: TableName
    nonce: _Hex
    proof: _Hex
    again: _Hex | None = None


class JoinAnswer(msgspec.Struct, frozen=True):
    """The hub's answer: how to reach its broker, the broker's authority, and a `proof`."""

    cafe: str
    host: str
    port: int
    ca: str
    proof: str


class JoinAddress(NamedTuple):
    """The address of a hub, and a join secret."""

    url: str
    secret: str


def parse_join_address(text: str) -> JoinAddress:
    """Parse a join code (the text of the QR code); raises `ValueError`."""
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
    """Return the request of `table` to join as `name`; `nonce` must be new each time.

    A table that has joined before proves it with its `password`.
    """
    again = _hmac(password_verifier(password), table, name, nonce) if password else None
    return JoinRequest(table, name, nonce, _hmac(secret, "ask", table, name, nonce), again)


def password_verifier(password: str) -> str:
    """Return the verifier by which a hub recognises the `password` of a table."""
    return _hmac(password, "verifier")


def proves_password(asked: JoinRequest, known: str) -> bool:
    """Return whether the request proves the password whose verifier is `known`."""
    proof = _hmac(known, asked.table, asked.name, asked.nonce)
    return hmac.compare_digest(asked.again or "", proof)


def proves_secret(asked: JoinRequest, secret: str) -> bool:
    """Return whether the request proves the `secret`."""
    proof = _hmac(secret, "ask", asked.table, asked.name, asked.nonce)
    return hmac.compare_digest(asked.proof, proof)


def join_answer(
    asked: JoinRequest, secret: str, cafe: str, host: str, port: int, ca: str
) -> JoinAnswer:
    """Return the hub's answer to the request `asked`."""
    proof = _hmac(secret, "answer", asked.nonce, cafe, host, str(port), ca)
    return JoinAnswer(cafe, host, port, ca, proof)


def answer_proves_secret(answer: JoinAnswer, nonce: str, secret: str) -> bool:
    """Return whether the `answer` to the request with `nonce` proves the `secret`."""
    parts = (answer.cafe, answer.host, str(answer.port), answer.ca)
    return hmac.compare_digest(answer.proof, _hmac(secret, "answer", nonce, *parts))


def table_password(secret: str, table: str, nonce: str) -> str:
    """Return the password of `table` at the broker."""
    return _hmac(secret, "password", table, nonce)


def _hmac(secret: str, *parts: str) -> str:
    text = json.dumps(parts).encode()
    return hmac.new(bytes.fromhex(secret), text, hashlib.sha256).hexdigest()
