"""`croupier bench`: figures for everything that takes time, on one line for programs."""

import json
from pathlib import Path

import pytest

from companion.cli import bench, main


def test_every_part_is_measured(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It leaves nothing behind in the data folder; a camera that fails says why."""
    monkeypatch.setattr(bench, "REPETITIONS", 1)
    monkeypatch.setattr(bench, "CAMERA_SECONDS", 0.2)
    data = tmp_path / "data"
    assert main(["bench", "--camera", "demo", "--data", str(data), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["camera"] == "demo"
    assert 0 < told["pictures_per_second"] <= 60
    assert all(told[key] > 0 for key in told if key.endswith("_ms"))
    assert list(data.iterdir()) == []
    assert main(["bench", "--camera", "73", "--data", str(data)]) == 1
    shown = capsys.readouterr().out
    assert "there is no camera at /dev/video73" in shown
    assert "at least 5" in shown


def test_an_unwritable_folder_is_reported_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error comes before all slow measurements."""
    monkeypatch.setattr(bench, "_camera", lambda _: pytest.fail("it was waited for"))
    (tmp_path / "file").touch()
    assert main(["bench", "--data", str(tmp_path / "file" / "data")]) == 1
    assert "Cannot write to" in capsys.readouterr().err
