"""The settings of the camera: kept over a restart, and no worse for a broken file."""

from pathlib import Path

import pytest

from companion.log.log import LogError
from companion.table.camera import FILE, MOST_BORDERS, CameraSettings, name_of_camera
from companion.throws.verdict import OWN_EYE

TRAY = (0.1, 0.2, 0.8, 0.9)


def test_what_was_chosen_holds_over_a_restart(tmp_path: Path) -> None:
    """Until somebody starts the program with another camera."""
    told: list[str] = []
    settings = CameraSettings(tmp_path, "auto")
    settings.changed = lambda: told.append(settings.chosen)
    settings.choose("1")
    assert told == ["1"]
    assert CameraSettings(tmp_path, "auto").chosen == "1"
    assert CameraSettings(tmp_path, "2").chosen == "2"
    CameraSettings(tmp_path, "2").choose("demo")
    assert CameraSettings(tmp_path, "2").chosen == "demo"


def test_each_camera_has_its_own_border(tmp_path: Path) -> None:
    """The demo's tray is not where that of the real camera is; nor is another machine's."""
    settings = CameraSettings(tmp_path)
    settings.set_border("camera 0", TRAY)
    again = CameraSettings(tmp_path)
    assert (again.border("camera 0"), again.border("demo")) == (TRAY, None)
    assert name_of_camera(OWN_EYE, "camera 0") != name_of_camera("d3", "camera 0")
    again.set_border("camera 0", None)
    assert CameraSettings(tmp_path).border("camera 0") is None
    for number in range(MOST_BORDERS + 1):
        again.set_border(f"camera {number}", TRAY)
    assert (again.border("camera 0"), again.border("camera 1")) == (None, TRAY)


@pytest.mark.parametrize("text", ["", "{", '{"borders": {"demo": [0, 0, 1, 2]}}', "[]"])
def test_a_broken_file_is_not_used(tmp_path: Path, text: str) -> None:
    """The table goes on as if nothing had been set, and can be set anew."""
    (tmp_path / FILE).write_text(text)
    settings = CameraSettings(tmp_path)
    assert (settings.chosen, settings.border("demo")) == ("auto", None)
    settings.choose("demo")
    assert CameraSettings(tmp_path).chosen == "demo"


def test_what_cannot_be_written_is_told(tmp_path: Path) -> None:
    """Nothing has changed then."""
    settings = CameraSettings(tmp_path / "gone")
    with pytest.raises(LogError, match="Cannot write"):
        settings.choose("demo")
    assert settings.chosen == "auto"
