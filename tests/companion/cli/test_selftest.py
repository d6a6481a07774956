"""The self-test of the owner's dice, and the drawing that explains a recording."""

import io
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.cli.selftest import report_page
from vision.accuracy import CheckedRoll
from vision.virtual.tray import VirtualTray


def test_the_page_is_complete_and_loads_nothing() -> None:
    """One file contains the shares with their intervals, confusions, times and errors."""
    cases = [
        CheckedRoll(("1", "6"), ("6", "1"), True, 120.0),
        CheckedRoll(("5",), ("6",), False, 200.0),
    ]
    text = report_page(cases, "<camera>")
    assert "1 of 2" in text
    assert "Wilson" in text
    assert "&lt;camera&gt;" in text
    assert "roll 2: 5, read as 6 (asked)" in text
    assert "http" not in text
    assert "<script" not in text


def test_the_demo_measures_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two virtual rolls are read and compared with what the tray knows."""
    out = tmp_path / "page.html"
    assert main(["selftest", "--camera", "demo", "--rolls", "2", "--out", str(out)]) == 0
    assert "2 of 2 rolls read correctly" in capsys.readouterr().out
    assert "<!doctype html>" in out.read_text()


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """Create a folder of stills of one tray at rest; return its faces."""
    tray = VirtualTray(np.random.default_rng(4))
    folder = tmp_path_factory.mktemp("stills")
    for number in range(12):
        cv2.imwrite(str(folder / f"{number:03}.png"), tray.frame(number / 30))
    return folder, " ".join(map(str, tray.lying_faces))


@pytest.mark.parametrize(("typed", "said"), [("right", "1 of 1"), ("wrong", "0 of 1")])
def test_people_type_what_they_see(
    typed: str,
    said: str,
    recording: tuple[Path, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """An invalid answer is asked for again; a valid one is compared with the reading."""
    folder, faces = recording
    lines = f"2 7\n{faces if typed == 'right' else '1'}\nq\n"
    monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
    out = tmp_path / "page.html"
    assert main(["selftest", "--camera", str(folder), "--out", str(out)]) == 0
    told = capsys.readouterr().out
    assert "Type faces from 1 to 6" in told
    assert f"{said} rolls read correctly" in told


def test_without_measurements_there_is_no_page(
    recording: tuple[Path, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Skipping every roll gives an error line and no page."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n"))
    out = tmp_path / "page.html"
    assert main(["selftest", "--camera", str(recording[0]), "--out", str(out)]) == 1
    assert not out.exists()


def test_a_page_that_cannot_be_written_is_noticed_before_anybody_rolls(
    recording: tuple[Path, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nobody should type fifty rolls for nothing."""
    (tmp_path / "page.html").mkdir()
    args = ["--camera", str(recording[0]), "--out", str(tmp_path / "page.html")]
    assert main(["selftest", *args]) == 1
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert "Cannot write to" in err


@pytest.mark.parametrize("name", ["seen.png", "seen.avi"])
def test_watch_explains(name: str, recording: tuple[Path, str], tmp_path: Path) -> None:
    """A sheet or a film of what the eye saw is written, and can be opened."""
    out = tmp_path / name
    assert main(["watch", str(recording[0]), "--explain", str(out)]) == 0
    if out.suffix == ".png":
        assert cv2.imread(str(out)) is not None
    else:
        film = cv2.VideoCapture(str(out))
        assert film.read()[0]
        film.release()


def test_watch_refuses_an_unwritable_explanation_file(
    recording: tuple[Path, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file of an unknown type, or in no folder, is refused before the recording is read."""
    for out in (tmp_path / "seen.txt", tmp_path / "no" / "seen.png"):
        assert main(["watch", str(recording[0]), "--explain", str(out)]) == 1
        assert capsys.readouterr().out == ""
