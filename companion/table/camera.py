"""Which camera the table's own eye looks through, and where the tray lies in each one's picture.

Kept in one small file beside the log, so that it is the same after a restart.
"""

import logging
import threading
from collections.abc import Callable
from pathlib import Path

import msgspec

from companion.fields import Border
from companion.files import write
from companion.log.log import unwritable_error
from companion.throws.verdict import OWN_EYE

log = logging.getLogger(__name__)

FILE = "camera.json"
MOST_BORDERS = 16  # cameras of which a border is remembered


def name_of_camera(who: str, camera: str) -> str:
    """Return by what name the border of a `camera` of the eye `who` is kept."""
    return camera if who == OWN_EYE else f"{camera} ({who})"


class _Kept(msgspec.Struct, frozen=True):
    """What is in the file: the camera that was `chosen` in the place of the one `given`."""

    chosen: str | None = None
    given: str = "auto"
    borders: dict[str, Border] = {}


class CameraSettings:
    """What was set for the cameras of a table, kept in `folder`; any thread may ask.

    `given` is the camera that the program was started with. One that was chosen on the page stands
    in its place until the program is started with another. `changed` is called, and should return
    at once, when another camera is chosen.
    """

    def __init__(self, folder: Path, given: str = "auto") -> None:
        self.given = given
        self.changed: Callable[[], None] = lambda: None
        self._path = folder / FILE
        self._lock = threading.Lock()
        self._kept = self._read()

    @property
    def chosen(self) -> str:
        """The camera to look through, as `vision.cameras.open_camera` takes it, or ``none``."""
        kept = self._kept
        return self.given if kept.chosen is None or kept.given != self.given else kept.chosen

    def choose(self, camera: str) -> None:
        """Look through `camera` from now on; raises `LogError` ``log_unwritable``."""
        self._keep(chosen=camera, given=self.given)
        self.changed()

    def border(self, camera: str) -> Border | None:
        """Return the border of the tray in the picture of the camera of that name."""
        return self._kept.borders.get(camera)

    def set_border(self, camera: str, border: Border | None) -> None:
        """Keep the border for that camera; None: the whole picture. Raises `LogError`."""
        borders = {name: old for name, old in self._kept.borders.items() if name != camera}
        if border is not None:
            borders[camera] = border
        self._keep(borders=dict(list(borders.items())[-MOST_BORDERS:]))

    def _read(self) -> _Kept:
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=_Kept)
        except FileNotFoundError:
            return _Kept()
        except (OSError, ValueError, RecursionError) as error:
            log.warning("%s is not used: %s", self._path, error)
            return _Kept()

    def _keep(self, **changes: object) -> None:
        with self._lock:
            kept = msgspec.structs.replace(self._kept, **changes)
            try:
                write(self._path, msgspec.json.encode(kept))
            except OSError as error:
                raise unwritable_error(self._path, error) from error
            self._kept = kept
