"""The first device at a machine without a screen needs no code for a while."""

from collections.abc import Callable, Iterator
from typing import TypeAlias

import pytest

from companion.access.control import TRUST_FIRST_DEVICE_SECONDS, AccessControl
from companion.access.devices import MAX_IDLE_SECONDS
from companion.access.store import AccessStore
from companion.web.app import create_app
from tests.companion.access.conftest import TABLE, Guest, refused
from tests.companion.conftest import Clock, Played

Start: TypeAlias = Callable[[], Callable[[str], Guest]]


@pytest.fixture
def start(played: Played, clock: Clock) -> Iterator[Start]:
    """Return a function that starts the program and returns one that opens a browser."""
    running: list[AccessControl] = []

    def begin() -> Callable[[str], Guest]:
        while running:
            running.pop().close()
        store = AccessStore(played.folder)
        access = AccessControl(played.table, store, now=clock, up=clock, trust_first=True)
        running.append(access)
        app = create_app(played.table, access)
        return lambda address: Guest(app, address)

    yield begin
    for access in running:
        access.close()


def test_only_the_first_device_joins_without_the_code(start: Start) -> None:
    """It becomes banker."""
    visit = start()
    first, second = visit("192.0.2.5"), visit("192.0.2.6")
    assert first.me["first"] is second.me["first"] is True
    assert first.get(TABLE).status_code == 401  # not before it has joined
    assert refused(first.post("join", code="1234")) == (403, "wrong_code")
    assert first.post("join", code="").get_json()["role"] == "banker"
    assert "first" not in second.me
    assert refused(second.post("join", code="")) == (403, "wrong_code")
    assert refused(start()("192.0.2.6").post("join", code="")) == (403, "wrong_code")


def test_a_camera_needs_the_code(start: Start) -> None:
    """Without a code it would use up the requests that people need."""
    assert refused(start()("192.0.2.5").post("join", code="", eye=True)) == (403, "wrong_code")


def test_without_a_device_in_time_the_code_is_needed_until_a_restart(
    start: Start, clock: Clock
) -> None:
    """Whoever comes later can switch the machine off and on."""
    visit = start()
    clock.t += TRUST_FIRST_DEVICE_SECONDS
    assert refused(visit("192.0.2.5").post("join", code="")) == (403, "wrong_code")
    assert start()("192.0.2.5").post("join", code="").status_code == 200


def test_a_table_that_all_devices_have_forgotten_is_new_again(start: Start, clock: Clock) -> None:
    """Otherwise nobody would get in after a long break."""
    assert start()("192.0.2.5").post("join", code="").status_code == 200
    clock.t += MAX_IDLE_SECONDS + 1
    assert start()("192.0.2.6").post("join", code="").get_json()["role"] == "banker"


def test_a_display_of_the_machine_comes_first(start: Start, played: Played) -> None:
    """The display shows the code."""
    visit = start()
    stream = played.table.listen("table")
    assert refused(visit("192.0.2.5").post("join", code="")) == (403, "wrong_code")
    stream.close()
