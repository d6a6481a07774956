"""The accounts of the hub's page, and the secrets with which tables join: one private file."""

import hashlib
import hmac
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

from companion.access.credentials import UPTIME, Clock, RateLimit, TokenSigner, network_prefix
from companion.access.errors import AccessDenied, HTTPProblem, TooManyGuesses
from companion.budget import MAX_JOINS_PER_CODE
from companion.files import write_atomically

FILE = "access.json"
SESSION_SECONDS = 12 * 3600.0
MAX_REMEMBERED_NETWORKS = 1000  # whose wrong guesses are remembered
MAX_ENDED_TOKENS = 1000  # tokens that stay invalid, even if the clock is set back
HubRole: TypeAlias = Literal["counter", "league", "admin"]
ROLES: tuple[HubRole, ...] = ("counter", "league", "admin")
"""The first looks after the tables, the second also reads the archive, the third may do all."""


class WrongPassword(AccessDenied):
    """Name or password is wrong."""


class AccountRefused(HTTPProblem):
    """An account cannot be changed like this."""

    code = 422


class BadName(AccountRefused):
    """A name has one to forty letters."""


class ShortPassword(AccountRefused):
    """A password has eight letters or more."""


class LastAdmin(AccountRefused):
    """There must be an admin."""


class UsedUpJoinSecret(AccessDenied):
    """This code has let in as many tables as it may; make a new one on the hub's page."""


class User(msgspec.Struct, frozen=True):
    """A person who can log in; `digest` is a salted hash of the password."""

    name: str
    role: HubRole
    salt: str
    digest: str


class JoinSecret(msgspec.Struct, frozen=True):
    """A secret with which tables can join `until` a time (seconds since 1970).

    Each nonce can be `used` once.
    """

    secret: str
    until: float
    used: list[str] = []


class _Stored(msgspec.Struct):
    key: str
    users: list[User] = []
    secrets: list[JoinSecret] = []
    home_assistant_password: str = ""
    ended: dict[str, float] = {}
    joined: dict[str, str] = {}
    cafe: str = "Café"


class HubAccess:
    """The users, join secrets and tables' verifiers, stored in `folder`; thread-safe."""

    def __init__(self, folder: Path, now: Clock = time.time, up: Clock = UPTIME) -> None:
        self._path, self._now = folder / FILE, now
        self._lock, self._trying = threading.Lock(), threading.Lock()
        self._wrong: dict[str, RateLimit] = {}
        try:
            self._stored = msgspec.json.decode(self._path.read_bytes(), type=_Stored)
        except FileNotFoundError:
            key, home_assistant = (secrets.token_hex(32) for _ in range(2))
            self._stored = _Stored(key, [], [], home_assistant)
            self._write()
        self._signer = TokenSigner(self._stored.key, now, up)
        self.home_assistant_password = self._stored.home_assistant_password

    @property
    def users(self) -> list[User]:
        """The people who can log in."""
        return list(self._stored.users)

    @property
    def cafe(self) -> str:
        """The name of the café."""
        return self._stored.cafe

    def name_cafe(self, name: str | None) -> None:
        """Call the café `name`, also at later starts; None keeps its name."""
        if name:
            with self._changing():
                self._stored.cafe = name

    def log_in(self, name: str, password: str, address: str) -> str:
        """Return a token for `name`, who enters their `password` at `address`.

        Raises `TooManyGuesses`, `WrongPassword`.
        """
        user = next((user for user in self.users if user.name == name.strip()), None)
        # An unknown name takes as long, or the time would reveal which names are known.
        salt, digest = (user.salt, user.digest) if user else (self._stored.key[:32], "")
        with self._trying:  # one at a time: each takes 16 MB, and must see earlier wrong guesses
            network = network_prefix(address)
            wrong = self._wrong_from(network)
            if wait := wrong.seconds_to_wait(network, self._now()):
                raise TooManyGuesses(wait)
            if not hmac.compare_digest(_digest(password, salt), digest) or user is None:
                wrong.count_wrong_code(network, self._now())
                raise WrongPassword
        return self._signer.make_token(f"{user.salt}{user.name}")

    def _wrong_from(self, network: str) -> RateLimit:
        """Return the limit for one network: strangers in another must not lock people out."""
        if network not in self._wrong and len(self._wrong) >= MAX_REMEMBERED_NETWORKS:
            self._wrong.pop(next(iter(self._wrong)))
        return self._wrong.setdefault(network, RateLimit())

    def log_out(self, token: str) -> None:
        """Make `token` invalid."""
        if self.user_of(token) is None:
            return
        with self._changing():
            now, ended = self._now(), list(self._stored.ended.items())
            # The newest are never removed: setting the clock back must not make them valid again.
            old = {one for one, at in ended[:-MAX_ENDED_TOKENS] if at + SESSION_SECONDS < now}
            self._stored.ended = {one: at for one, at in ended if one not in old}
            self._stored.ended[_signed_digest(token)] = now

    def user_of(self, token: str) -> User | None:
        """Return the user of `token`; None if it is expired, logged out, or for an old password."""
        if _signed_digest(token) in self._stored.ended:
            return None
        signed = self._signer.read(token, SESSION_SECONDS) or ""
        return next((user for user in self.users if f"{user.salt}{user.name}" == signed), None)

    def set_user(self, name: str, role: HubRole, password: str) -> None:
        """Add the user `name`, or change their role and password.

        Raises `BadName`, `ShortPassword`, `LastAdmin`.
        """
        name = " ".join(name.split())
        if not 1 <= len(name) <= 40 or not name.isprintable():
            raise BadName
        if len(password) < 8:
            raise ShortPassword
        salt = secrets.token_hex(16)
        with self._changing():
            self._replace(name, User(name, role, salt, _digest(password, salt)))

    def remove_user(self, name: str) -> None:
        """Remove the user `name`; raises `LastAdmin`."""
        with self._changing():
            self._replace(name, None)

    def new_join_secret(self, seconds: float) -> JoinSecret:
        """Return a new secret that lets tables join for `seconds`."""
        made = JoinSecret(secrets.token_hex(16), self._now() + seconds)
        with self._changing():
            self._stored.secrets = [*self.join_secrets(), made]
        return made

    def join_secrets(self) -> list[JoinSecret]:
        """Return the secrets that are still valid."""
        return [one for one in self._stored.secrets if one.until > self._now()]

    def use_join_secret(self, secret: str, nonce: str) -> bool:
        """Mark `nonce` as used with `secret`; return False if it was used before.

        Raises `UsedUpJoinSecret`.
        """
        with self._changing():
            known = next((one for one in self.join_secrets() if one.secret == secret), None)
            if known is None or nonce in known.used:
                return False
            if len(known.used) >= MAX_JOINS_PER_CODE:
                raise UsedUpJoinSecret
            used = msgspec.structs.replace(known, used=[*known.used, nonce])
            others = [one for one in self.join_secrets() if one.secret != secret]
            self._stored.secrets = [*others, used]
        return True

    def verifier_of(self, table: str) -> str | None:
        """Return the verifier of `table`; None if it is unknown."""
        return self._stored.joined.get(table)

    def remember_table(self, table: str, verifier: str) -> None:
        """Remember the `verifier` of `table` (see `joining`)."""
        with self._changing():
            self._stored.joined = {**self._stored.joined, table: verifier}

    def forget_join_secrets(self) -> None:
        """Make all join secrets invalid."""
        with self._changing():
            self._stored.secrets = []

    def _replace(self, name: str, user: User | None) -> None:
        others = [other for other in self._stored.users if other.name != name]
        users = others if user is None else [*others, user]
        if self._stored.users and not any(one.role == "admin" for one in users):
            raise LastAdmin
        self._stored.users = sorted(users, key=lambda one: one.name.casefold())

    @contextmanager
    def _changing(self) -> Iterator[None]:
        with self._lock:
            before = msgspec.json.encode(self._stored)
            try:
                yield
                self._write()
            except BaseException:
                self._stored = msgspec.json.decode(before, type=_Stored)
                raise

    def _write(self) -> None:
        write_atomically(self._path, msgspec.json.encode(self._stored))


def _signed_digest(token: str) -> str:
    """Return a digest of the signed part of `token`: a signature can be encoded in several ways."""
    return hashlib.sha256(token.rpartition(".")[0].encode()).hexdigest()


def _digest(password: str, salt: str) -> str:
    return hashlib.scrypt(password.encode(), salt=bytes.fromhex(salt), n=2**14, r=8, p=1).hex()
