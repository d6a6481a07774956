"""An eye on another machine: a guest with the code cannot enter rolls until a banker approves."""

import base64
from typing import Any

import pytest
from flask import Flask
from msgspec.structs import replace

from companion.access.control import AccessControl
from companion.access.store import AccessStore
from companion.table.eyes import EyeReport
from companion.web.app import create_app
from tests.companion.access.conftest import TABLE, Guest, Joiner, refused
from tests.companion.conftest import JPEG, Clock, Played, seen
from tests.companion.web.test_api import READING

PICTURE = base64.b64encode(JPEG).decode()
OWN = EyeReport("near", "sure", 30.0, "usb 1")


class RemoteEye(Guest):
    """An eye that joined with the code, and sends its key."""

    def __init__(self, app: Flask, access: AccessControl, address: str = "192.0.2.77") -> None:
        super().__init__(app, address, use_cookies=False)
        self.key = str(self.post("join", code=access.code, eye=True).get_json()["key"])

    def tell(self, path: str, body: dict[str, Any]) -> Any:
        """Post `body` to `path` of the table, with the key."""
        shown = {"Authorization": f"Bearer {self.key}"}
        where = {"headers": shown, "environ_overrides": self.at}
        return self.client.post(f"{TABLE}/{path}", json=body, **where)

    def beat(self, run: str = "far", **fields: Any) -> Any:
        """Send a heartbeat; return the answer."""
        body = {"eye": run, "state": "sure", "camera": "usb 0", "preview": PICTURE, **fields}
        return self.tell("eye", body).get_json()

    def read(self, number: int, faces: str, run: str = "far") -> Any:
        """Send a sure roll."""
        dice = [{**die, "face": face} for die, face in zip(READING["dice"], faces, strict=True)]
        return self.tell("readings", {**READING, "eye": run, "number": number, "dice": dice})


def device_of(banker: Guest, role: str) -> dict[str, Any]:
    """Return the only device with that role."""
    (found,) = [one for one in banker.me["door"]["devices"] if one["role"] == role]
    return dict(found)


@pytest.fixture
def eye(app: Flask, access: AccessControl) -> RemoteEye:
    """Return an eye on another machine that has joined."""
    return RemoteEye(app, access)


@pytest.fixture
def banker(join: Joiner, played: Played) -> Guest:
    """Return a banker in a game that awaits dice."""
    banker = join()
    played.start("Ana", "Ben")
    played.clock.t += 5
    return banker


def test_an_unapproved_eye_enters_no_rolls(
    banker: Guest, played: Played, app: Flask, access: AccessControl
) -> None:
    """However often it joins, and under any name, every screen keeps showing the table's camera."""
    played.table.take_report(OWN)
    before = played.table.snapshot()
    for run in ("run1", "far", "far"):
        guest = RemoteEye(app, access)
        assert refused(guest.read(1, "666", run)) == (403, "new_eye")
        assert guest.beat(run, camera="mine") == {
            "throws": [],
            "run": before["run"],
            "approved": False,
        }
        assert refused(guest.read(2, "666", run)) == (403, "new_eye")
        assert refused(guest.get(TABLE)) == (401, "code_needed")
    assert played.table.snapshot() == before
    assert played.table.eyes.preview is None


def test_a_banker_sees_what_it_shows_and_approves(
    banker: Guest, eye: RemoteEye, played: Played
) -> None:
    """Its first roll is asked about, the next is played; nobody else can look or approve."""
    eye.beat()
    asking = device_of(banker, "new_eye")
    assert (asking["camera"], asking["pictures"]) == ("usb 0", 1)
    picture = f"/api/access/eyes/{asking['device']}.jpg"
    assert banker.get(picture).data == JPEG
    assert banker.post("approve", device=asking["device"]).status_code == 200
    assert "approved" not in eye.beat()
    assert played.shown["eye"]["camera"] == "usb 0"
    told = eye.read(1, "666").get_json()
    assert (told["outcome"], told["why"]) == ("asked", ["new eye"])
    assert played.shown["eye"]["question"]["faces"] == ["6", "6", "6"]
    banker.act("dice", faces=["6", "6", "6"], number=1)
    played.clock.t += 5
    assert eye.read(2, "555").get_json()["outcome"] == "played"


def test_only_a_banker_approves(join: Joiner, banker: Guest, eye: RemoteEye) -> None:
    """Nobody else can look, either."""
    eye.beat()
    device = device_of(banker, "new_eye")["device"]
    for one in (join(), eye):
        assert one.post("approve", device=device).status_code in (401, 403)
        assert one.get(f"/api/access/eyes/{device}.jpg").status_code in (401, 403)
    assert refused(banker.post("approve", device="nobody")) == (422, "no_such_device")
    assert banker.get("/api/access/eyes/nobody.jpg").status_code == 404
    assert device_of(banker, "new_eye")["device"] == device


def test_one_eye_elsewhere_at_a_time(
    banker: Guest, eye: RemoteEye, app: Flask, access: AccessControl
) -> None:
    """Approving another one takes the right from the first."""
    eye.beat()
    banker.post("approve", device=device_of(banker, "new_eye")["device"])
    other = RemoteEye(app, access, "192.0.2.78")
    other.beat("other")
    banker.post("approve", device=device_of(banker, "new_eye")["device"])
    assert "approved" not in other.beat("other")
    assert eye.beat()["approved"] is False
    assert refused(eye.read(1, "666")) == (403, "new_eye")


def test_an_approved_eye_takes_precedence(banker: Guest, eye: RemoteEye, played: Played) -> None:
    """The banker chose it; if it falls silent, one roll of the table's own eye is asked about."""
    played.table.take_report(OWN)
    eye.beat()
    banker.post("approve", device=device_of(banker, "new_eye")["device"])
    eye.beat()
    played.table.take_report(OWN)
    assert played.shown["eye"]["camera"] == "usb 0"
    own = [replace(seen(number, "1 2 3"), eye="near") for number in (1, 2)]
    assert played.read(own[0]) == {"outcome": "ignored", "why": ["other eye"]}
    eye.read(1, "666")
    banker.act("dice", faces=["6", "6", "6"], number=1)
    played.clock.t += 3.1
    assert played.read(own[1])["why"] == ["new eye"]


def test_its_key_outlives_restarts_and_months(
    banker: Guest, eye: RemoteEye, played: Played, access: AccessControl, app: Flask, clock: Clock
) -> None:
    """Nobody could renew the key, and bankers approve once; a removed eye stays out."""
    eye.beat()
    device = device_of(banker, "new_eye")["device"]
    banker.post("approve", device=device)
    for _ in range(4):
        clock.t += 10 * 86400.0
        assert "approved" not in eye.beat()
    access.close()
    again = AccessControl(played.table, AccessStore(played.folder), now=clock, up=clock)
    eye.client = create_app(played.table, again).test_client(use_cookies=False)
    assert "approved" not in eye.beat()
    again.remove(device)
    assert refused(eye.tell("eye", {"eye": "far", "state": "sure"})) == (401, "code_needed")
    again.close()
