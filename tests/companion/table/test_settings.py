"""The settings of a table: stored across restarts, and robust against a broken file."""

from pathlib import Path

import pytest

from companion.files import FileError
from companion.rolls.verdict import OWN_EYE
from companion.table.settings import (
    CAMERA_FILE,
    FILE,
    MAX_REMEMBERED_BORDERS,
    Settings,
    border_key_of_camera,
)
from tests.companion.conftest import Played

TRAY = (0.1, 0.2, 0.8, 0.9)


def test_a_chosen_camera_outlasts_a_restart(tmp_path: Path) -> None:
    """It applies until somebody starts the program with another camera."""
    told: list[str] = []
    settings = Settings(tmp_path, "auto")
    settings.camera_changed = lambda: told.append(settings.camera)
    settings.choose_camera("1")
    assert told == ["1"]
    assert Settings(tmp_path, "auto").camera == "1"
    assert Settings(tmp_path, "2").camera == "2"
    Settings(tmp_path, "2").choose_camera("demo")
    assert Settings(tmp_path, "2").camera == "demo"


def test_a_camera_on_the_command_line_replaces_the_chosen_one(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A warning says so; a service that always passes the same one changes nothing."""
    Settings(tmp_path, "demo").choose_camera("phone")
    settings = Settings(tmp_path)
    settings.start_with("demo", typed=False)
    assert settings.camera == "phone"
    assert not caplog.messages
    settings.start_with("demo", typed=True)
    assert settings.camera == Settings(tmp_path, "demo").camera == "demo"
    assert caplog.messages == ["--camera replaces the camera that was chosen on the page."]
    settings.choose_camera("1")
    assert settings.camera == "1"


def test_a_camera_that_was_found_is_remembered(tmp_path: Path) -> None:
    """This holds whatever camera is chosen later: virtual dice must not replace real ones."""
    assert not Settings(tmp_path).had_camera
    Settings(tmp_path).remember_camera()
    Settings(tmp_path).choose_camera("demo")
    assert Settings(tmp_path).had_camera


def test_each_camera_has_its_own_border(tmp_path: Path) -> None:
    """The demo's tray is not in the same place as the real camera's, nor is another machine's."""
    settings = Settings(tmp_path)
    settings.set_border_of_camera("camera 0", TRAY)
    again = Settings(tmp_path)
    assert (again.border_of_camera("camera 0"), again.border_of_camera("demo")) == (TRAY, None)
    assert border_key_of_camera(OWN_EYE, "camera 0") != border_key_of_camera("d3", "camera 0")
    again.set_border_of_camera("camera 0", None)
    assert Settings(tmp_path).border_of_camera("camera 0") is None
    for number in range(MAX_REMEMBERED_BORDERS + 1):
        again.set_border_of_camera(f"camera {number}", TRAY)
    assert (again.border_of_camera("camera 0"), again.border_of_camera("camera 1")) == (None, TRAY)


def test_the_choice_who_draws_cards_outlasts_a_restart(played: Played, tmp_path: Path) -> None:
    """Every display shows it; it makes no row."""
    played.start()
    rows = len(played.log)
    shown = played.do("draws", draws=True)
    assert (shown["draws"], len(played.log)) == (True, rows)
    Settings(tmp_path).let_table_draw(True)
    assert Settings(tmp_path).draws


def test_an_older_programs_two_files_become_one_at_the_first_change(tmp_path: Path) -> None:
    """Camera and borders were in a file of their own."""
    (tmp_path / FILE).write_text('{"on_likely":"ask","seconds":5.0}')
    (tmp_path / CAMERA_FILE).write_text('{"chosen":"1","given":"auto","borders":{}}')
    settings = Settings(tmp_path)
    assert (settings.likely_roll_settings, settings.camera) == (
        {"on_likely": "ask", "seconds": 5.0},
        "1",
    )
    settings.choose_camera("2")
    assert Settings(tmp_path).likely_roll_settings["on_likely"] == "ask"
    assert Settings(tmp_path).camera == "2"


@pytest.mark.parametrize("name", [FILE, CAMERA_FILE])
@pytest.mark.parametrize("text", ["", "{", '{"borders": {"demo": [0, 0, 1, 2]}}', "[]"])
def test_a_broken_file_is_not_used(tmp_path: Path, name: str, text: str) -> None:
    """The table uses the defaults, and the settings can be changed."""
    (tmp_path / name).write_text(text)
    settings = Settings(tmp_path)
    assert (settings.camera, settings.border_of_camera("demo")) == ("auto", None)
    assert settings.likely_roll_settings["seconds"] == 3.0
    settings.choose_camera("demo")
    assert Settings(tmp_path).camera == "demo"


def test_a_setting_that_cannot_be_stored_is_not_changed(tmp_path: Path) -> None:
    """The error is reported."""
    settings = Settings(tmp_path / "gone")
    with pytest.raises(FileError, match="Cannot write"):
        settings.choose_camera("demo")
    assert settings.camera == "auto"
