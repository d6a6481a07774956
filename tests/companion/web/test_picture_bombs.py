"""Pictures made to exhaust memory are refused by each route that takes pictures."""

import base64
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.budget import JPEG
from tests.companion.conftest import JPEG as PICTURE
from tests.companion.conftest import Played
from tests.companion.web.test_api import READING, TABLE
from tests.picture_bombs import JPEGS, OTHERS, memory_limit

REPORT: dict[str, Any] = {"eye": "run1", "state": "still"}
SEEN = {"sharpness": None, "light": "good", "dice": [], "tray": None}
BODIES: dict[str, Callable[[str], tuple[str, object]]] = {
    "evidence": lambda jpeg: ("readings", {**READING, "evidence": jpeg}),
    "preview": lambda jpeg: ("eye", {**REPORT, "preview": jpeg}),
    "still": lambda jpeg: ("eye", {**REPORT, "still": jpeg}),
    "inspection": lambda jpeg: ("eye", {**REPORT, "inspection": {**SEEN, "jpeg": jpeg}}),
}


@pytest.mark.parametrize("entry", [*BODIES, "photograph"])
def test_a_bomb_is_refused(client: FlaskClient, played: Played, entry: str) -> None:
    """Nothing decodes it, while a normal picture is accepted."""

    def send(data: bytes) -> int:
        if entry == "photograph":
            path = f"{TABLE}/photograph"
            return client.post(path, data=data, content_type=JPEG).status_code
        path, body = BODIES[entry](base64.b64encode(data).decode())
        return client.post(f"{TABLE}/{path}", json=body).status_code

    played.start("Ana", "Ben")
    with memory_limit(10):
        assert {send(bomb) for bomb in (JPEGS | OTHERS).values()} <= {400, 413}
    assert send(PICTURE) == (422 if entry == "photograph" else 200)  # this camera is no phone
