"""The library that runs the networks: it keeps to itself what it runs."""

import os
import subprocess
import sys
from pathlib import Path

from tests.conftest import ROOT


def test_nothing_is_told_to_anybody(tmp_path: Path) -> None:
    """ONNX Runtime looks when it is loaded, and not later, whether it may."""
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
