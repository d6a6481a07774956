"""Random requests generated from `/api/openapi.json`, sent by every role.

``python -m tests.companion.web.fuzz 20000 [ROLE…]`` sends that many and prints the answers.
"""

import random
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing, suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import schemathesis
from flask import Flask
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode, checks
from werkzeug.test import TestResponse

from companion.access.control import AccessControl
from companion.budget import BACKUP
from companion.log.log import Log
from companion.table.acts import TABLE_ACT_NAMES
from companion.table.table import ActionRequest, Table
from companion.web.app import create_app
from companion.web.callers import COOKIE
from companion.web.openapi import describe_routes
from engine.games import GAMES

CHECKS = [checks.response_schema_conformance, checks.content_type_conformance]
ROLES = ("banker", "player", "spectator", "nobody")
ENDLESS = ("get", "/api/tables/{table}/events")
UPLOAD = ("post", "/api/tables/{table}/backups")
# These would end the run of a role: removing itself, or changing the code.
PARTING = ("leave", "revoke", "logout_all", "new_code", "role", "seat")

schemathesis.serializer.alias("application/zip", "application/octet-stream")


class Caller:
    """Somebody with a `role` at their own table in `folder`, during a game."""

    def __init__(self, folder: Path, role: str) -> None:
        self.role = role
        self.table = Table(Log(folder, patience=0), GAMES)
        self.access = AccessControl(self.table)
        action = {"type": "start", "game": "last_chance", "names": ["Ana", "Ben", "Cleo"]}
        self.table.submit(ActionRequest("start", 0, action))
        self.client = create_app(self.table, self.access, ask_everywhere=True).test_client()
        if role != "nobody":
            self._join()
        self.statuses: Counter[int] = Counter()

    def _join(self) -> None:
        banker = self.access.join(self.access.code, "127.0.0.1")
        id_ = banker.id
        if self.role != "banker":
            id_ = self.access.join(self.access.code, "127.0.0.1").id
            self.access.sit(id_, 0 if self.role == "player" else None)
            self.access.set_role(id_, self.role)  # type: ignore[arg-type]
        self.client.set_cookie(COOKIE, self.access.callers.make_token(id_))

    def send(self, method: str, path: str, **more: Any) -> TestResponse:
        """Send one request; raises `AssertionError` on a fault of ours."""
        with self.client.open(path, method=method.upper(), **more) as answer:
            self.statuses[answer.status_code] += 1
            answer.get_data()  # while its file exists
            asked = f"{self.role}: {method} {path}"
            assert answer.status_code < 500, f"{asked} {more!r}: {answer.get_data()[:500]!r}"
            if self.role == "nobody" and method == "post":
                assert answer.status_code >= 400, f"{asked} {more!r}"
            if answer.status_code >= 400 and method != "head":
                assert answer.json is not None, asked
                assert isinstance(answer.json["code"], str)
        return answer

    def close(self) -> None:
        """Close the table."""
        self.table.close()


@cache
def _cases(app: Flask) -> tuple[st.SearchStrategy[Any], ...]:
    """Return strategies for valid and invalid requests, of this table and of others."""
    described = describe_routes(app.extensions["routes"].known.values())
    schema: Any = schemathesis.openapi.from_dict(described)
    operations = [found.ok() for found in schema.get_all_operations()]
    return tuple(
        operation.as_strategy(generation_mode=mode, path_parameters=where)
        for operation in operations
        if (operation.method, operation.path) not in (ENDLESS, UPLOAD)
        if not operation.path.endswith(PARTING)
        for mode, where in (
            (GenerationMode.POSITIVE, {"table": "main"} if "{table}" in operation.path else {}),
            (GenerationMode.NEGATIVE, {"table": "main"} if "{table}" in operation.path else {}),
            (GenerationMode.NEGATIVE, {}),
        )
        if mode is GenerationMode.POSITIVE or _can_be_wrong(operation)
    )


def _can_be_wrong(operation: Any) -> bool:
    """Return whether an invalid request exists.

    Any word is valid in a path without numbers, and any bytes in a body that is not JSON.
    """
    types = [part.definition["schema"].get("type") for part in operation.path_parameters]
    has_json = any(body.media_type == "application/json" for body in operation.body)
    return bool(operation.query or has_json or "integer" in types)


def _request(case: Any) -> dict[str, Any]:
    known = {name: value for name, value in (case.headers or {}).items() if value.isascii()}
    made: dict[str, Any] = {"query_string": case.query or {}, "headers": known}
    if isinstance(case.body, bytes):
        made |= {"data": case.body, "content_type": case.media_type}
    elif case.media_type is not None and case.method == "POST":
        made["json"] = case.body
    return made


def run(callers: Sequence[Caller], each: int, number: int = 0) -> None:
    """Let everybody send `each` random requests of each kind, and acts that are almost valid."""
    quick = settings(
        max_examples=each,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )

    def send(case: Any) -> None:
        for caller in callers:
            answer = caller.send(case.method.lower(), case.formatted_path, **_request(case))
            if case.method != "HEAD":
                case.validate_response(answer, CHECKS)

    for strategy in _cases(callers[0].client.application):
        with suppress(Unsatisfiable):  # one seed may generate none of these
            seed(number)(quick(given(case=strategy)(send)))()
    for caller in callers:
        rng = random.Random(number)
        for _ in range(each * 4):
            near_to_allowed(caller, rng)
        for _ in range(each):
            data = rng.randbytes(rng.randrange(200))
            caller.send("post", "/api/tables/main/backups", data=data, content_type=BACKUP)


def near_to_allowed(caller: Caller, rng: random.Random) -> None:
    """Send an act with the right version, a known type, and random fields."""
    shown: Any = caller.table.snapshot()
    legal = [choice["type"] for choice in shown["legal"]]
    action: dict[str, Any] = {"type": rng.choice([*legal, *legal, *sorted(TABLE_ACT_NAMES)])}
    for name in ("seat", "amount", "on", "k", "faces", "kept", "thrown", "row", "to", "number"):
        if rng.random() < 0.5:
            action[name] = _VALUES[name](rng)
    action |= {"symbols": list("23456"), "prize": 160_000, "attempts": 3} if "flip" in legal else {}
    if rng.random() < 0.8:  # most acts have only their own fields
        action = _only_own(caller, action)
    body = {"id": f"{rng.getrandbits(60)}", "version": shown["version"], "action": action}
    before = shown["version"]
    answer = caller.send("post", "/api/tables/main/actions", json=body)
    version = caller.table.snapshot()["version"]
    if caller.role in ("spectator", "nobody"):
        assert (answer.status_code in (401, 403), version) == (True, before), body
    if caller.role == "player" and version != before:
        assert action.get("seat") == 0, body


def _only_own(caller: Caller, action: dict[str, Any]) -> dict[str, Any]:
    shown: Any = caller.table.snapshot()
    for choice in shown["legal"]:
        if choice["type"] == action["type"]:
            own = {"type", *(choice.get("fields") or {}), "seat"} | set(choice)
            return {key: value for key, value in action.items() if key in own}
    return action


_FACES = "1 2 3 4 5 6 7 dog".split()  # noqa: SIM905 -- as they are sent
_VALUES: dict[str, Callable[[random.Random], Any]] = {
    "seat": lambda rng: rng.choice([0, 0, 1, 2, 3, -1, True, "0", None]),
    "amount": lambda rng: rng.choice([0, 10_000, 50_000, 210_000, -1, 10**30, 1.5]),
    "on": lambda rng: rng.choice(["yes", "no", "maybe"]),
    "k": lambda rng: rng.randrange(-1, 5),
    "faces": lambda rng: [rng.choice(_FACES) for _ in range(rng.choice([5, 5, 5, 0, 2, 40]))],
    "kept": lambda rng: rng.choice([[], [0], ["1"], [0, 0], [99], [-1]]),
    "thrown": lambda rng: [rng.choice(_FACES) for _ in range(5)],
    "row": lambda rng: rng.randrange(-1, 12),
    "to": lambda rng: rng.choice([None, 0, 1, 5, -1, 10**20]),
    "number": lambda rng: rng.choice([None, 0, 1, -1]),
}


def main(wanted: int, *roles: str) -> None:
    """Send `wanted` requests, equally many by each of `roles` (all); print their answers."""
    roles = roles or ROLES
    share = wanted / len(roles)
    each = max(1, min(10, int(share) // 100))
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        callers = [stack.enter_context(closing(Caller(folder / role, role))) for role in roles]
        number = 0
        while min(caller.statuses.total() for caller in callers) < share:
            run(callers, each, number)
            number += 1
            for caller in callers:
                told = dict(sorted(caller.statuses.items()))
                print(caller.role, caller.statuses.total(), told, flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), *sys.argv[2:])
