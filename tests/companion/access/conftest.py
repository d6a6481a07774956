"""A table with access control, and guests with their own browsers."""

import uuid
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.access.control import AccessControl
from companion.access.store import AccessStore
from companion.web.app import create_app
from tests.companion.conftest import Clock, Played

TABLE = "/api/tables/main"


class Guest:
    """A browser at an address of the home network; it keeps its cookies."""

    def __init__(self, app: Flask, address: str, *, use_cookies: bool = True) -> None:
        self.client: FlaskClient = app.test_client(use_cookies=use_cookies)
        self.at = {"REMOTE_ADDR": address, "HTTP_HOST": "192.0.2.1:8080"}

    def get(self, path: str, **more: Any) -> TestResponse:
        """Get `path`."""
        return self.client.get(path, environ_overrides=self.at, **more)

    def post(self, what: str, **body: Any) -> TestResponse:
        """Post to an access route."""
        return self.client.post(f"/api/access/{what}", json=body, environ_overrides=self.at)

    def sit(self, seat: int) -> None:
        """Take a seat in the current game, and let a banker approve."""
        assert self.post("seat", seat=seat).get_json()["asks"] == seat
        access: AccessControl = self.client.application.extensions["access"]
        access.sit(access.callers.find(self.cookie).id, seat)

    def post_to_table(self, what: str, **body: Any) -> TestResponse:
        """Post to a table route."""
        return self.client.post(f"{TABLE}/{what}", json=body, environ_overrides=self.at)

    def act(self, type_: str, **fields: Any) -> TestResponse:
        """Do an act at the newest version that this guest has seen."""
        version = self.get(TABLE).get_json().get("version", 0)
        body = {"id": str(uuid.uuid4()), "version": version, "action": {"type": type_, **fields}}
        return self.client.post(f"{TABLE}/actions", json=body, environ_overrides=self.at)

    @property
    def me(self) -> dict[str, Any]:
        """The status of this device."""
        told: dict[str, Any] = self.get("/api/me").get_json()
        return told

    @property
    def cookie(self) -> str:
        """The value of the device's cookie."""
        found = self.client.get_cookie("croupier_device", domain="192.0.2.1")
        assert found is not None
        return found.value


Joiner: TypeAlias = Callable[[], Guest]


@pytest.fixture
def clock() -> Clock:
    """Return both clocks of access control as one, which stands still until a test moves it."""
    clock = Clock()
    clock.t = 1_800_000_000.0
    return clock


@pytest.fixture
def access(played: Played, clock: Clock) -> Iterator[AccessControl]:
    """Return the access control of a fresh table, stored next to its log."""
    access = AccessControl(played.table, AccessStore(played.folder), now=clock, up=clock)
    yield access
    access.close()


@pytest.fixture
def app(played: Played, access: AccessControl) -> Flask:
    """Return the application with that access control."""
    app = create_app(played.table, access)
    app.extensions["access"] = access
    return app


@pytest.fixture
def stranger(app: Flask) -> Guest:
    """Return somebody on the network without a code."""
    return Guest(app, "192.0.2.66")


@pytest.fixture
def join(app: Flask, access: AccessControl) -> Joiner:
    """Return a function that lets another guest join; the first one becomes banker."""
    numbers = iter(range(10, 99))

    def join() -> Guest:
        guest = Guest(app, f"192.0.2.{next(numbers)}")
        assert guest.post("join", code=access.code).status_code == 200
        return guest

    return join


def refused(answer: TestResponse) -> tuple[int, str]:
    """Return status and code of a refusal."""
    return answer.status_code, answer.get_json()["code"]
