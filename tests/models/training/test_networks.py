"""Shapes of the networks, and that the reader runs what training exports."""

from pathlib import Path

import numpy as np
import torch

from models.training.export import export, read_calibration, write_calibration
from models.training.networks import Detector, FaceReader, tensor_of
from vision.detector import Detector as Finder
from vision.faces import CLASSES
from vision.faces import FaceReader as Reader


def test_shapes() -> None:
    """The detector answers five maps at an eighth of the size, the face network one by class."""
    assert Detector().eval()(torch.zeros(1, 3, 96, 64)).shape == (1, 5, 12, 8)
    assert FaceReader().eval()(torch.zeros(2, 3, 64, 64)).shape == (2, len(CLASSES))
    assert len(CLASSES) == 14


def test_bytes_become_input() -> None:
    """Pictures of bytes become 0..1 with the channels in front."""
    pictures = torch.full((2, 4, 6, 3), 255, dtype=torch.uint8)
    assert tensor_of(pictures).shape == (2, 3, 4, 6)
    assert float(tensor_of(pictures).min()) == 1.0


def test_exported_networks_run(tmp_path: Path) -> None:
    """What is exported loads in the reader's own classes, at sizes other than the example's."""
    export(Detector(), torch.zeros(1, 3, 64, 64), tmp_path / "d.onnx", free_size=True)
    export(FaceReader(), torch.zeros(1, 3, 64, 64), tmp_path / "f.onnx", free_size=False)
    picture = np.zeros((70, 90, 3), np.uint8)
    assert Finder(tmp_path / "d.onnx").find(picture, [1.0, 0.5]) == []
    chances = Reader(tmp_path / "f.onnx").read(picture, [(1.0, 1.0, 9.0, 9.0)] * 3)
    assert chances.shape == (3, len(CLASSES))


def test_same_answer_after_export(tmp_path: Path) -> None:
    """The file computes what the network in memory does."""
    torch.manual_seed(0)
    net = FaceReader().eval()
    export(net, torch.zeros(1, 3, 64, 64), tmp_path / "f.onnx", free_size=False)
    picture = np.random.default_rng(0).integers(0, 256, (64, 64, 3), np.uint8)
    box = (64 / 2 - 64 / 2.8, 64 / 2 - 64 / 2.8, 64 / 2 + 64 / 2.8, 64 / 2 + 64 / 2.8)
    with torch.no_grad():
        expected = net(tensor_of(torch.from_numpy(picture[None]))).softmax(1).numpy()
    np.testing.assert_allclose(
        Reader(tmp_path / "f.onnx").read(picture, [box]), expected, atol=1e-4
    )


def test_calibration_survives_a_new_export(tmp_path: Path) -> None:
    """Figures written into a file are read back, and kept when its weights are replaced."""
    path = tmp_path / "f.onnx"
    export(FaceReader(), torch.zeros(1, 3, 64, 64), path, free_size=False)
    write_calibration(path, {"accept": "0.4"})
    write_calibration(path, {"notice": "0.2"})
    export(FaceReader(), torch.zeros(1, 3, 64, 64), path, free_size=False)
    assert read_calibration(path) == {"accept": "0.4", "notice": "0.2"}
