"""The routes of the camera page: choose the camera, check its picture, test it."""

from typing import Annotated, TypeAlias

from flask import Response
from msgspec import Meta

from companion.budget import JPEG
from companion.fields import Border, NonNegativeInt, RequestBody, Word, check_border
from companion.log.readings import MAX_REPORTED_DICE
from companion.rolls.earlier_rolls import count_asked_rolls
from companion.rolls.verdict import OWN_EYE
from companion.table.table import Table
from companion.table.views import CameraView
from companion.upkeep.health import cameras_of_machine, demo_reason
from companion.web.routes import TableRoutes, jpeg_response
from vision.protocol import without_password

# A page must not be able to name a file of this machine.
CameraName: TypeAlias = Annotated[
    str,
    Meta(
        max_length=300,
        pattern=r"^(auto|pi(:[01])?|phone|demo|none|[0-9]{1,3}|(https?|rtsp)://[!-~]+)$(?!\n)",
        description="auto, pi, pi:1, phone, demo, none, the number of a USB camera, or an address",
    ),
]


class ChooseCameraBody(RequestBody, frozen=True):
    """The camera to use from now on."""

    camera: CameraName


class TrayBorderBody(RequestBody, frozen=True):
    """The border of the tray in the picture of the present camera; null: the whole picture."""

    border: Border | None

    def __post_init__(self) -> None:
        check_border(self.border)


class SwitchEyeTestBody(RequestBody, frozen=True):
    """Whether rolls belong to a test, and not to the game."""

    on: bool


class EyeTestAnswerBody(RequestBody, frozen=True):
    """The faces that people see in the roll `number`; none if it does not count."""

    number: NonNegativeInt
    faces: Annotated[tuple[Word, ...], Meta(max_length=MAX_REPORTED_DICE)]


def add_camera_routes(routes: TableRoutes, table: Table) -> None:
    """Add the routes of the camera page of `table`, for bankers."""
    test = table.eye_test

    @routes.get("/api/tables/{table}/camera")
    def camera() -> CameraView:
        """Return the camera and its quality; a test goes on as long as somebody asks."""
        test.keep_alive()
        return camera_view(table)

    @routes.get("/api/tables/{table}/camera/picture.jpg", gives=JPEG, long="awaited")
    def camera_picture() -> Response:
        """Wait for the next whole picture of the camera, and return it; 204 if none comes."""
        found = table.eyes.inspections.wait_for_next()
        return Response(status=204) if found is None else jpeg_response(found.jpeg)

    @routes.post("/api/tables/{table}/camera", "settled", refusals={503: "log_unwritable"})
    def choose_camera(body: ChooseCameraBody) -> CameraView:
        """Use another camera, now and after a restart."""
        table.settings.choose_camera(body.camera)
        return camera_view(table)

    @routes.post("/api/tables/{table}/camera/border", refusals={503: "log_unwritable"})
    def set_border(body: TrayBorderBody) -> CameraView:
        """Store where the tray lies: nothing outside is a die."""
        table.settings.set_border_of_camera(table.eyes.camera_key, body.border)
        return camera_view(table)

    @routes.post("/api/tables/{table}/camera/test")
    def test_camera(body: SwitchEyeTestBody) -> CameraView:
        """Start or end a test of the eye."""
        if body.on:
            test.begin()
        else:
            test.end()
        return camera_view(table)

    @routes.post("/api/tables/{table}/camera/test/answer", refusals={422: "no_such_reading"})
    def answer_test(body: EyeTestAnswerBody) -> CameraView:
        """Enter the faces of a roll in a test."""
        test.answer(body.number, body.faces)
        return camera_view(table)


def _shown(camera: str) -> str:
    """Return a camera as it is chosen, without the password in its address."""
    scheme, is_address, _ = camera.partition("://")
    try:
        return without_password(camera) if is_address else camera
    except ValueError:
        return f"{scheme}://"


def camera_view(table: Table) -> CameraView:
    """Return everything that the camera page of `table` shows."""
    eye = table.snapshot()["eye"]
    border = table.settings.border_of_camera(table.eyes.camera_key)
    seen = table.eyes.inspections.newest
    lost = eye["state"] == "lost"
    rolls, asked = count_asked_rolls(table.state.history.rows)
    return {
        "chosen": _shown(table.settings.camera),
        "cameras": cameras_of_machine(),
        "camera": "" if lost else eye["camera"],
        "trouble": table.eyes.failure if lost else "",
        "elsewhere": table.eyes.active_eye_owner not in ("", OWN_EYE),
        "demo": demo_reason(table.settings.camera, table.eyes.failure) if eye["demo"] else None,
        "border": None if border is None else list(border),
        "seen": None if seen is None or lost else seen.view(),
        "throws": rolls,
        "asked": asked,
        "test": table.eye_test.view(),
    }
