"""Network files: what they store in fewer bits answers as before."""

from pathlib import Path

import numpy as np

from models.training.export import export, store_in_16_bits
from models.training.networks import EmbeddingNet
from vision.onnx_model import OnnxModel
from vision.taught_faces import ANGLES, RADII


def test_16_bits_answer_like_32(tmp_path: Path) -> None:
    """The file is half as large, and the vectors hardly differ."""
    path, rows = tmp_path / "e.onnx", np.random.default_rng(0)
    export(EmbeddingNet(), (ANGLES, RADII, 3), path, free_size=False)
    faces = rows.integers(0, 256, (4, ANGLES, RADII, 3), np.uint8)
    before, size = OnnxModel(path, threads=1).run(faces), path.stat().st_size
    store_in_16_bits(path)
    assert path.stat().st_size < 0.6 * size
    np.testing.assert_allclose(OnnxModel(path, threads=1).run(faces), before, atol=2e-3)
