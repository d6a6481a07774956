"""What eyes elsewhere show of themselves before a banker approves of one."""

import math
from collections.abc import Callable
from dataclasses import dataclass

from companion.access.views import DeviceView
from companion.table.eyes import EyeReport

SHOW_SECONDS = 1.0  # seconds; no more often than a banker can look, whatever an eye sends


@dataclass(slots=True)
class _NewEye:
    """What a new eye shows; `told` is when screens last heard of it."""

    camera: str = ""
    picture: bytes | None = None
    pictures: int = 0
    told: float = -math.inf


class NewEyes:
    """The eyes that joined and wait, by device."""

    def __init__(self) -> None:
        self._eyes: dict[str, _NewEye] = {}

    def keep_report(self, id_: str, report: EyeReport, up: float) -> bool:
        """Keep what the eye `id_` tells; return whether it is time to tell screens (`up`, in s)."""
        eye = self._eyes.setdefault(id_, _NewEye())
        eye.camera = report.camera
        if report.preview is not None:
            eye.picture, eye.pictures = report.preview, eye.pictures + 1
        if up - eye.told < SHOW_SECONDS:
            return False
        eye.told = up
        return True

    def picture(self, id_: str) -> bytes | None:
        """Return what the eye `id_` sees (JPEG), if it has shown anything."""
        return self._eyes[id_].picture if id_ in self._eyes else None

    def forget_removed(self, is_eye: Callable[[str], bool]) -> None:
        """Forget those that are at the table no more."""
        self._eyes = {id_: eye for id_, eye in self._eyes.items() if is_eye(id_)}

    def device_view(self, device: DeviceView) -> DeviceView:
        """Return `device` with what a banker wants to know of it, if it is a new eye."""
        eye = self._eyes.get(device["device"])
        if device["role"] != "new_eye" or eye is None:
            return device
        return {**device, "camera": eye.camera, "pictures": eye.pictures}
