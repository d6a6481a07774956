"""Who may use the hub's page, and how a table joins: one file for its owner's eyes alone."""

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
from companion.files import write_atomically

FILE = "access.json"
SESSION_SECONDS = 12 * 3600.0
MOST_NETWORKS = 1000  # of which it is remembered how often they were wrong
MOST_ENDED = 1000  # log-ins that stay logged out, however much later the clock says it is
Role: TypeAlias = Literal["counter", "league", "admin"]
ROLES: tuple[Role, ...] = ("counter", "league", "admin")
"""Who looks after the tables; who looks into the archive too; who may do everything."""


class WrongPassword(AccessDenied):
    """That is no name here with that password."""


class Refused(HTTPProblem):
    """That cannot be."""

    code = 422


class BadName(Refused):
    """A name has one to forty letters."""


class ShortPassword(Refused):
    """A password has eight letters or more."""


class LastAdmin(Refused):
    """Somebody must be able to do everything."""


class User(msgspec.Struct, frozen=True):
    """Somebody with a log-in; of his password only what it cannot be found from."""

    name: str
    role: Role
    salt: str
    digest: str


class JoinSecret(msgspec.Struct, frozen=True):
    """What lets tables join until a time (seconds since 1970), by requests not yet `used`."""

    secret: str
    until: float
    used: list[str] = []


class _Stored(msgspec.Struct):
    key: str
    users: list[User] = []
    secrets: list[JoinSecret] = []
    broker_password: str = ""
    home_assistant_password: str = ""
    ended: dict[str, float] = {}
    joined: dict[str, str] = {}


class HubAccess:
    """The log-ins and join secrets kept in `folder`; every method may be called from any thread."""

    def __init__(self, folder: Path, now: Clock = time.time, up: Clock = UPTIME) -> None:
        self._path, self._now = folder / FILE, now
        self._lock, self._trying = threading.Lock(), threading.Lock()
        self._wrong: dict[str, RateLimit] = {}
        try:
            self._stored = msgspec.json.decode(self._path.read_bytes(), type=_Stored)
        except FileNotFoundError:
            key, *passwords = (secrets.token_hex(32) for _ in range(3))
            broker, home_assistant = passwords
            self._stored = _Stored(key, [], [], broker, home_assistant)
            self._write()
        self._signer = TokenSigner(self._stored.key, now, up)

    @property
    def broker_password(self) -> str:
        """The password by which the hub speaks to its broker."""
        return self._stored.broker_password

    @property
    def home_assistant_password(self) -> str:
        """The password by which Home Assistant listens to the tables."""
        return self._stored.home_assistant_password

    @property
    def users(self) -> list[User]:
        """Everybody who can log in."""
        return list(self._stored.users)

    def log_in(self, name: str, password: str, address: str) -> str:
        """Return a token for `name`, who tells his `password` from `address`.

        Raises `TooManyGuesses`, `WrongPassword`.
        """
        user = self._find(name)
        # As long for a name that nobody has, or the time would tell which are known.
        salt, digest = (user.salt, user.digest) if user else (self._stored.key[:32], "")
        with self._trying:  # one at a time: each takes 16 MB, and the next one hears of a wrong one
            network = network_prefix(address)
            wrong = self._wrong_from(network)
            if wait := wrong.seconds_to_wait(network, self._now()):
                raise TooManyGuesses(wait)
            if not hmac.compare_digest(_digest(password, salt), digest) or user is None:
                wrong.count_wrong_code(network, self._now())
                raise WrongPassword
        return self._signer.make_token(f"{user.salt}{user.name}")

    def _wrong_from(self, network: str) -> RateLimit:
        """Return what counts there alone: strangers elsewhere must lock nobody out."""
        if network not in self._wrong and len(self._wrong) >= MOST_NETWORKS:
            self._wrong.pop(next(iter(self._wrong)))
        return self._wrong.setdefault(network, RateLimit())

    def log_out(self, token: str) -> None:
        """Let `token` be worth nothing from now on."""
        if self.user_of(token) is None:
            return
        with self._changing():
            now, ended = self._now(), list(self._stored.ended.items())
            # The newest whatever their age: a clock that is set must not bring one back.
            old = {one for one, at in ended[:-MOST_ENDED] if at + SESSION_SECONDS < now}
            self._stored.ended = {one: at for one, at in ended if one not in old}
            self._stored.ended[_short(token)] = now

    def user_of(self, token: str) -> User | None:
        """Return whose `token` it is; None if it is old, ended, or of another password."""
        if _short(token) in self._stored.ended:
            return None
        told = self._signer.read(token, SESSION_SECONDS) or ""
        return next((user for user in self.users if f"{user.salt}{user.name}" == told), None)

    def set_user(self, name: str, role: Role, password: str) -> None:
        """Let `name` log in; somebody of that name gets another role and password.

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
        """Let `name` in no more; raises `LastAdmin`."""
        with self._changing():
            self._replace(name, None)

    def new_join_secret(self, seconds: float) -> JoinSecret:
        """Return a new secret by which tables may join for that long."""
        made = JoinSecret(secrets.token_hex(16), self._now() + seconds)
        with self._changing():
            self._stored.secrets = [*self.join_secrets(), made]
        return made

    def join_secrets(self) -> list[JoinSecret]:
        """Return the secrets that are still good."""
        return [one for one in self._stored.secrets if one.until > self._now()]

    def use_join_secret(self, secret: str, nonce: str) -> bool:
        """Take in that a table joins by `secret`; False: the very same was said before."""
        with self._changing():
            known = next((one for one in self.join_secrets() if one.secret == secret), None)
            if known is None or nonce in known.used:
                return False
            used = msgspec.structs.replace(known, used=[*known.used, nonce])
            others = [one for one in self.join_secrets() if one.secret != secret]
            self._stored.secrets = [*others, used]
        return True

    def verifier_of(self, table: str) -> str | None:
        """Return by what `table` is known again; None where it is not."""
        return self._stored.joined.get(table)

    def remember_table(self, table: str, verifier: str) -> None:
        """Know `table` again by its `verifier` (`joining`)."""
        with self._changing():
            self._stored.joined = {**self._stored.joined, table: verifier}

    def forget_join_secrets(self) -> None:
        """Let no table join by a secret that was made before."""
        with self._changing():
            self._stored.secrets = []

    def _find(self, name: str) -> User | None:
        return next((user for user in self.users if user.name == name.strip()), None)

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


def _short(token: str) -> str:
    """Return a digest of what `token` says: its signature can be written in several ways."""
    token = token.rpartition(".")[0]
    return hashlib.sha256(token.encode()).hexdigest()


def _digest(password: str, salt: str) -> str:
    made = hashlib.scrypt(password.encode(), salt=bytes.fromhex(salt), n=2**14, r=8, p=1)
    return made.hex()
