"""The library that runs the networks sends no data anywhere."""

import os
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import numpy as np

from tests.conftest import ROOT
from vision.onnx_model import OnnxModel


def test_nothing_is_sent_anywhere(tmp_path: Path) -> None:
    """ONNX Runtime reads the setting when it is imported, not later."""
    said = "import os; print(os.environ['ORT_DISABLE_TELEMETRY'])"
    (tmp_path / "onnxruntime.py").write_text(said)
    environment = {**os.environ, "PYTHONPATH": f"{tmp_path}:{ROOT}"}
    environment.pop("ORT_DISABLE_TELEMETRY", None)
    done = subprocess.run(
        [sys.executable, "-c", "import vision.onnx_model"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.returncode) == ("1\n", 0), done.stderr


def test_crops_are_mirrored_from_side_to_side() -> None:
    """The result is the same as from a mirrored picture."""
    model = OnnxModel(Path(str(files("models") / "faces.onnx")), 1)
    crops = list(np.random.default_rng(0).integers(0, 256, (3, 64, 64, 3), np.uint8))
    turned = [np.ascontiguousarray(crop[:, ::-1]) for crop in crops]
    assert np.array_equal(model.predict(crops, mirrored=True), model.predict(turned))
    assert not np.array_equal(model.predict(crops), model.predict(turned))
