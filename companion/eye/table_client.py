"""The eye's client of a table: JSON over HTTP, with a key that the eye gets for the code.

The keys of this machine's eyes are in one private file.
"""

import json
import threading
import urllib.error
import urllib.request
from collections.abc import Callable
from http.client import HTTPException
from pathlib import Path
from typing import Any, TypeAlias

from companion.files import make_folder, write_atomically
from engine.core.refusals import Json

REQUEST_TIMEOUT_SECONDS = 5.0  # of a request
TOO_MANY_REQUESTS = 429  # after too many wrong codes


PostJson: TypeAlias = Callable[[str, dict[str, Json]], dict[str, Any]]
"""Sends JSON to a path of the table and returns the answer.

It raises `OSError` if the table cannot be reached, `Rejected` if it refuses.
"""


class Rejected(Exception):
    """The table refused this, and would refuse it again."""


class EyeCodeNeeded(Rejected):
    """The table does not know this eye (any more), and its code is missing or wrong."""


def poster_to_table(
    server: str,
    *,
    key: str = "",
    code: str = "",
    keep: Callable[[str], None] = lambda key: None,
) -> PostJson:
    """Return the `PostJson` of the table at the address `server`.

    The eye sends its `key`. Without one, or if the table removed it, the eye gets a new key for the
    `code`, and passes it to `keep`, so that it needs no new approval later.
    """
    joining = threading.Lock()  # rolls and heartbeats are sent by two threads

    def post(path: str, body: dict[str, Json]) -> dict[str, Any]:
        shown = key
        try:
            return _ask(server, f"tables/main/{path}", body, shown)
        except EyeCodeNeeded:
            if not code:
                raise
        with joining:
            if key == shown:
                renew()
        return _ask(server, f"tables/main/{path}", body, key)

    def renew() -> None:
        nonlocal key, code
        try:
            key = join_table(server, code)
            keep(key)
        except Rejected as refused:
            code = ""  # a wrong code stays wrong, and wrong codes are counted
            raise EyeCodeNeeded(str(refused)) from refused

    return post


def join_table(server: str, code: str) -> str:
    """Join the table at `server` with `code`, as a new eye; return its key.

    Raises `Rejected` if the code is wrong, `OSError` without an answer.
    """
    return str(_ask(server, "access/join", {"code": code, "eye": True}, "")["key"])


def _ask(server: str, path: str, body: dict[str, Json], key: str) -> dict[str, Any]:
    headers = {"Content-Type": "application/json"}
    if key:
        headers["Authorization"] = f"Bearer {key}"
    url = f"{server.rstrip('/')}/api/{path}"
    request = urllib.request.Request(url, json.dumps(body).encode(), headers)
    try:
        with urllib.request.urlopen(request, timeout=REQUEST_TIMEOUT_SECONDS) as answer:
            found: dict[str, Any] = json.load(answer)
            return found
    except urllib.error.HTTPError as error:
        if error.code >= 500 or error.code == TOO_MANY_REQUESTS:
            raise  # full disk, restart, others' wrong codes: a retry may succeed
        kind = EyeCodeNeeded if error.code == 401 else Rejected
        raise kind(f"{error.code} {_why(error)}") from error
    except urllib.error.URLError as error:
        raise OSError(error.reason) from error  # "<urlopen error …>" means nothing to people
    except HTTPException as error:  # the answer was cut off
        raise OSError(repr(error)) from error
    except ValueError as error:
        raise Rejected(f"no JSON from {url}") from error


def _why(error: urllib.error.HTTPError) -> str:
    """Return the code and the message of an error, or its text."""
    try:
        text = error.read(500).decode(errors="replace")
    except (OSError, HTTPException):
        return error.reason
    try:
        problem = json.loads(text)
        return f"{problem['code']}: {problem['message']}"
    except (ValueError, KeyError, TypeError):
        return text


FILE = "eye_keys.json"


def read_key(folder: Path, server: str) -> str:
    """Return the key for the table at `server` that is stored in `folder`; "" if there is none."""
    return _read(folder).get(server, "")


def save_key(folder: Path, server: str, key: str) -> None:
    """Store `key` for the table at `server` in `folder`; raises `OSError`."""
    make_folder(folder)
    write_atomically(folder / FILE, json.dumps({**_read(folder), server: key}).encode())


def _read(folder: Path) -> dict[str, str]:
    try:
        found = json.loads((folder / FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}  # then a banker has to approve the eye again
    return {str(k): str(v) for k, v in found.items()} if isinstance(found, dict) else {}
