"""The camera page's routes: settings, and the quality of the picture."""

import base64
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.table import eyes
from companion.upkeep import health
from tests.companion.conftest import JPEG, Played, seen
from tests.waiting import until
from vision.video_devices import VideoDevice

TABLE = "/api/tables/main"
BEAT: dict[str, Any] = {"eye": "run1", "state": "sure", "camera": "demo", "demo": True}
INSPECTION = {
    "jpeg": base64.b64encode(JPEG).decode(),
    "sharpness": 0.01,
    "light": "good",
    "dice": [{"face": "5", "box": [0.1, 0.1, 0.2, 0.2]}],
    "tray": [0.1, 0.1, 0.9, 0.9],
}


def test_the_camera_is_inspected_on_request(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The eye gets the request in the answer to its heartbeat; figures come with the picture."""
    monkeypatch.setattr(eyes, "EYE_TIMEOUT_SECONDS", 60.0)
    assert client.get(f"{TABLE}/camera").json["seen"] is None
    with ThreadPoolExecutor() as pool:
        other = client.application.test_client()
        asking = pool.submit(other.get, f"{TABLE}/camera/picture.jpg")
        until(lambda: client.post(f"{TABLE}/eye", json=BEAT).json.get("inspection"))
        client.post(f"{TABLE}/eye", json={**BEAT, "inspection": INSPECTION})
        assert asking.result(60).data == JPEG
    told = client.get(f"{TABLE}/camera").json
    assert told["seen"] == {
        "sharpness": 0.01,
        "light": "good",
        "dice": INSPECTION["dice"],
        "found": INSPECTION["tray"],
    }


def test_choosing_a_camera_and_the_reason_for_the_demo(
    client: FlaskClient, played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The reason is that there is no camera, it gives no picture, or somebody chose the demo."""
    changes: list[str] = []
    settings = played.table.settings
    settings.camera_changed = lambda: changes.append(settings.camera)
    client.post(f"{TABLE}/eye", json=BEAT)
    monkeypatch.setattr(health, "video_cameras", lambda: [VideoDevice(2, "Webcam")])
    assert client.get(f"{TABLE}/camera").json["demo"] == "no_camera"
    client.post(f"{TABLE}/eye", json={**BEAT, "trouble": "camera 2 is in use"})
    told = client.get(f"{TABLE}/camera").json
    assert (told["demo"], told["chosen"]) == ("no_picture", "auto")
    assert {"camera": "2", "name": "Webcam"} in told["cameras"]
    told = client.post(f"{TABLE}/camera", json={"camera": "demo"}).json
    assert (told["demo"], told["chosen"], changes) == ("chosen", "demo", ["demo"])


@pytest.mark.parametrize(
    ("camera", "shown"),
    [
        ("rtsp://me:secret@cam.lan/high?pwd=secret", "rtsp://cam.lan/high"),
        ("http://[me:secret@cam.lan", "http://"),
        ("rtsp://me:secret/word@cam.lan", "rtsp://"),
    ],
)
def test_the_password_of_a_camera_is_not_shown(
    client: FlaskClient, played: Played, camera: str, shown: str
) -> None:
    """The page shows only its address, and why it gives no picture."""
    answer = client.post(f"{TABLE}/camera", json={"camera": camera})
    assert answer.json["chosen"] == shown
    assert "secret" not in client.get(f"{TABLE}/camera").text
    assert played.table.settings.camera == camera
    beat = {**BEAT, "demo": False, "state": "lost", "trouble": "cam.lan stopped giving pictures"}
    client.post(f"{TABLE}/eye", json=beat)
    assert client.get(f"{TABLE}/camera").json["trouble"] == beat["trouble"]
    client.post(f"{TABLE}/eye", json={**beat, "state": "sure", "trouble": ""})
    assert client.get(f"{TABLE}/camera").json["trouble"] == ""


@pytest.mark.parametrize("camera", ["/etc/passwd", "~/film.mp4", "file:///x", "", "0 1", "http://"])
def test_a_page_cannot_open_files_of_the_machine(client: FlaskClient, camera: str) -> None:
    """It can only choose cameras and addresses of streams."""
    assert client.post(f"{TABLE}/camera", json={"camera": camera}).status_code == 400


def test_the_border_reaches_the_eye(client: FlaskClient) -> None:
    """It comes with the next heartbeat, and only for this camera."""
    client.post(f"{TABLE}/eye", json=BEAT)
    border = [0.1, 0.2, 0.8, 0.9]
    assert client.post(f"{TABLE}/camera/border", json={"border": border}).json["border"] == border
    assert client.post(f"{TABLE}/eye", json=BEAT).json["border"] == border
    client.post(f"{TABLE}/camera/border", json={"border": None})
    assert "border" not in client.post(f"{TABLE}/eye", json=BEAT).json
    client.post(f"{TABLE}/camera/border", json={"border": border})
    assert "border" not in client.post(f"{TABLE}/eye", json={**BEAT, "camera": "camera 0"}).json
    for bad in ([0.5, 0, 0.4, 1], [0, 0, 1], [0, 0, 2, 1]):
        assert client.post(f"{TABLE}/camera/border", json={"border": bad}).status_code == 400


def test_the_eye_is_tested_from_the_page(client: FlaskClient, played: Played) -> None:
    """There is a roll, the faces that people see, and the result."""
    assert client.post(f"{TABLE}/camera/test", json={"on": True}).json["test"]["on"]
    played.read(seen(1, "1 2 3"))
    number = client.get(f"{TABLE}/camera").json["test"]["number"]
    answer = {"number": number, "faces": ["1", "2", "3"]}
    told = client.post(f"{TABLE}/camera/test/answer", json=answer).json["test"]
    assert (told["throws"], told["right"]) == (1, 1)
    assert client.post(f"{TABLE}/camera/test/answer", json=answer).status_code == 422
    assert not client.post(f"{TABLE}/camera/test", json={"on": False}).json["test"]["on"]
