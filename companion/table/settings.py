"""The settings of a table for all games, in one small file next to the log.

They say what happens to likely rolls, whether the table draws the cards, which camera its own eye
uses, and where the tray lies in each camera's picture.
"""

import logging
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from companion.fields import Border
from companion.files import FileError, wrap_write_errors, write_atomically
from companion.rolls.verdict import OWN_EYE
from companion.table.views import LikelyRollSettings, OnLikely

log = logging.getLogger(__name__)

FILE = "settings.json"
CAMERA_FILE = "camera.json"  # where older versions kept the camera and the borders
COUNT_SECONDS_RANGE = (1, 30)
DEFAULT_COUNT_SECONDS = 3.0
MAX_REMEMBERED_BORDERS = 16  # cameras whose border is remembered


def border_key_of_camera(who: str, camera: str) -> str:
    """Return the key under which the border of a `camera` of the eye `who` is stored."""
    return camera if who == OWN_EYE else f"{camera} ({who})"


class _Kept(msgspec.Struct, frozen=True):
    """The content of the file; `chosen` is a camera that replaces the `given` one.

    `had_camera`: whether ``auto`` has ever found a real one.
    """

    on_likely: OnLikely = "count"
    seconds: Annotated[float, Meta(ge=COUNT_SECONDS_RANGE[0], le=COUNT_SECONDS_RANGE[1])] = (
        DEFAULT_COUNT_SECONDS
    )
    draws: bool = False
    chosen: str | None = None
    given: str = "auto"
    had_camera: bool = False
    borders: dict[str, Border] = {}


class Settings:
    """The settings in `folder`; any thread may use them.

    `given` is the camera that the program was started with. A camera chosen on the page replaces it
    until the program is started with another. `camera_changed`, which must return at once, is
    called when a camera is chosen. A change that cannot be stored has no effect and raises
    `FileError` ``log_unwritable``.
    """

    def __init__(self, folder: Path, given: str = "auto") -> None:
        self.given = given
        self.camera_changed: Callable[[], None] = lambda: None
        self._folder = folder
        self._lock = threading.Lock()
        self._kept = self._read()

    def start_with(self, camera: str, *, typed: bool) -> None:
        """Take `camera` as given; one that was `typed` just now replaces one chosen before."""
        self.given = camera
        if typed and camera != self.camera:
            log.warning("--camera replaces the camera that was chosen on the page.")
            with suppress(FileError):  # a full disk is reported elsewhere
                self._keep(chosen=None)

    @property
    def likely_roll_settings(self) -> LikelyRollSettings:
        """What happens to likely rolls, as JSON."""
        return {"on_likely": self._kept.on_likely, "seconds": self._kept.seconds}

    def set_likely_roll_settings(self, on_likely: OnLikely, seconds: float) -> None:
        """Set what happens to likely rolls."""
        self._keep(on_likely=on_likely, seconds=seconds)

    @property
    def draws(self) -> bool:
        """Whether the table draws the cards, because nobody has the box."""
        return self._kept.draws

    def let_table_draw(self, draws: bool) -> None:
        """Set whether the table draws the cards."""
        self._keep(draws=draws)

    @property
    def camera(self) -> str:
        """The camera to use, as `vision.cameras.open_camera` takes it, or ``none``."""
        kept = self._kept
        return self.given if kept.chosen is None or kept.given != self.given else kept.chosen

    def choose_camera(self, camera: str) -> None:
        """Use `camera` from now on."""
        self._keep(chosen=camera, given=self.given)
        self.camera_changed()

    @property
    def had_camera(self) -> bool:
        """Whether ``auto`` ever found a real camera here: then it no longer means the demo."""
        return self._kept.had_camera

    def remember_camera(self) -> None:
        """Remember that ``auto`` found a real camera."""
        if not self.had_camera:
            self._keep(had_camera=True)

    def border_of_camera(self, camera: str) -> Border | None:
        """Return the border of the tray in the pictures of `camera`."""
        return self._kept.borders.get(camera)

    def set_border_of_camera(self, camera: str, border: Border | None) -> None:
        """Set the border of the tray in the pictures of `camera`; None means the whole picture."""
        borders = {name: old for name, old in self._kept.borders.items() if name != camera}
        if border is not None:
            borders[camera] = border
        self._keep(borders=dict(list(borders.items())[-MAX_REMEMBERED_BORDERS:]))

    def _read(self) -> _Kept:
        found: dict[str, object] = {}
        for path in (self._folder / CAMERA_FILE, self._folder / FILE):
            try:
                kept = msgspec.json.decode(path.read_bytes(), type=dict[str, object])
                msgspec.convert(kept, _Kept)
                found |= kept
            except FileNotFoundError:
                pass
            except (OSError, ValueError, RecursionError) as error:
                log.warning("%s is ignored: %s", path, error)
        return msgspec.convert(found, _Kept)

    def _keep(self, **changes: object) -> None:
        with self._lock:
            kept, path = msgspec.structs.replace(self._kept, **changes), self._folder / FILE
            with wrap_write_errors(path):
                write_atomically(path, msgspec.json.encode(kept))
            self._kept = kept
