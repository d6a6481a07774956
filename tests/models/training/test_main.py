"""The whole program, for a few seconds."""

from pathlib import Path

import numpy as np
import pytest

from models.training import __main__ as program
from models.training import calibrate_taught, clutter, embedding, evaluation_pictures
from vision.reader import Reader
from vision.virtual.tray import VirtualTray


def test_from_nothing_to_networks(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without photographs it says so, draws dice, and leaves calibrated networks that run."""
    monkeypatch.setattr(program, "SCENES", 2)
    monkeypatch.setattr(program, "EXAMPLES", 40)
    monkeypatch.setattr(evaluation_pictures, "GROUPS", 2)
    monkeypatch.setattr(program, "DRAWN", 20)
    monkeypatch.setattr(clutter, "EXAMPLES", 40)
    monkeypatch.setattr(embedding, "BLANKS", 10)
    monkeypatch.setattr(embedding, "BATCH", 16)
    monkeypatch.setattr(calibrate_taught, "SETS", 3)
    options = ["--out", str(tmp_path / "out"), "--work", str(tmp_path / "work")]
    with caplog.at_level("INFO"):
        assert program.main([*options, "--minutes", "0.03", "--groups", "2"]) == 0
    assert "rendered dice only" in caplog.text
    assert (tmp_path / "work" / "faces.pt").is_file()
    picture = VirtualTray(np.random.default_rng(0)).frame(0.0)
    assert Reader(models=tmp_path / "out").read(picture).ms > 0
    assert (tmp_path / "out" / "symbols.onnx").is_file()


def test_folder_without_photographs(tmp_path: Path) -> None:
    """A wrong folder is told before anything is drawn."""
    options = ["--out", str(tmp_path), "--work", str(tmp_path), "--photos", str(tmp_path)]
    with pytest.raises(FileNotFoundError, match="no folder of training photographs"):
        program.main(options)
