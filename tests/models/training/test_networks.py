"""Shapes of the networks, and exported networks in the reader's classes."""

from pathlib import Path

import numpy as np
import torch

from models.training.export import export, write_calibration
from models.training.networks import (
    CardFinderNet,
    ClutterNet,
    DetectorNet,
    EmbeddingNet,
    FaceNet,
    to_network_input,
)
from models.training.quantise import quantise
from vision.classifiers import FACE_CLASSES, FaceClassifier
from vision.detector import Detector
from vision.onnx_model import OnnxModel
from vision.taught_faces import ANGLES, RADII


def test_shapes() -> None:
    """Two return maps at an eighth of the size, the others one value per class."""
    assert DetectorNet().eval()(torch.zeros(1, 3, 96, 64)).shape == (1, 5, 12, 8)
    assert CardFinderNet().eval()(torch.zeros(1, 3, 96, 64)).shape == (1, 33, 12, 8)
    assert FaceNet().eval()(torch.zeros(2, 3, 64, 64)).shape == (2, len(FACE_CLASSES))
    assert len(FACE_CLASSES) == 14
    assert ClutterNet().eval()(torch.zeros(2, 3, 64, 64)).shape == (2, 2)


def test_bytes_become_input() -> None:
    """Pictures of bytes become 0..1 with the channels first."""
    pictures = torch.full((2, 4, 6, 3), 255, dtype=torch.uint8)
    assert to_network_input(pictures).shape == (2, 3, 4, 6)
    assert float(to_network_input(pictures).min()) == 1.0


def test_exported_networks_run(tmp_path: Path) -> None:
    """Exported networks run in the reader's own classes, at other sizes than the example's."""
    export(DetectorNet(), (64, 64, 3), tmp_path / "d.onnx", free_size=True)
    export(FaceNet(), (64, 64, 3), tmp_path / "f.onnx", free_size=False)
    picture = np.zeros((70, 90, 3), np.uint8)
    assert Detector(tmp_path / "d.onnx").find(picture, [1.0, 0.5]) == []
    probabilities = FaceClassifier(tmp_path / "f.onnx").classify(
        picture, [(1.0, 1.0, 9.0, 9.0)] * 3
    )
    assert probabilities.shape == (3, len(FACE_CLASSES))


def test_same_answer_after_export(tmp_path: Path) -> None:
    """The file gives the same outputs as the network in memory."""
    torch.manual_seed(0)
    net = FaceNet().eval()
    export(net, (64, 64, 3), tmp_path / "f.onnx", free_size=False)
    picture = np.random.default_rng(0).integers(0, 256, (64, 64, 3), np.uint8)
    box = (64 / 2 - 64 / 2.8, 64 / 2 - 64 / 2.8, 64 / 2 + 64 / 2.8, 64 / 2 + 64 / 2.8)
    with torch.no_grad():
        expected = net(to_network_input(torch.from_numpy(picture[None]))).softmax(1).numpy()
    np.testing.assert_allclose(
        FaceClassifier(tmp_path / "f.onnx").classify(picture, [box]), expected, atol=1e-4
    )


def test_calibration_is_written_into_the_file(tmp_path: Path) -> None:
    """Values stored in a file are read with it, new ones together with older ones."""
    path = tmp_path / "f.onnx"
    export(FaceNet(), (64, 64, 3), path, free_size=False)
    write_calibration(path, {"accept": "0.4", "notice": "0.1"})
    write_calibration(path, {"notice": "0.2"})
    assert OnnxModel(path, 1).metadata == {"accept": "0.4", "notice": "0.2"}


def test_rounded_to_eight_bits_a_network_says_nearly_the_same(tmp_path: Path) -> None:
    """A quarter of the size, almost the same outputs, any batch size."""
    torch.manual_seed(0)
    export(FaceNet(), (64, 64, 3), tmp_path / "whole.onnx", free_size=False)
    rng = np.random.default_rng(0)
    pictures = rng.integers(0, 256, (40, 64, 64, 3), np.uint8)
    quantise(tmp_path / "whole.onnx", tmp_path / "small.onnx", pictures)
    sizes = [(tmp_path / name).stat().st_size for name in ("small.onnx", "whole.onnx")]
    assert sizes[0] < 0.35 * sizes[1]
    boxes = [(5.0, 5.0, 50.0, 50.0), (10.0, 20.0, 60.0, 64.0)]
    whole, small = (
        FaceClassifier(tmp_path / name).classify(pictures[0], boxes)
        for name in ("whole.onnx", "small.onnx")
    )
    np.testing.assert_allclose(small, whole, atol=0.05)


def test_a_rounded_detector_takes_any_size(tmp_path: Path) -> None:
    """Sizes other than the example's, as the reader's zooms need them."""
    export(DetectorNet(), (64, 64, 3), tmp_path / "whole.onnx", free_size=True)
    pictures = np.random.default_rng(0).integers(0, 256, (4, 64, 96, 3), np.uint8)
    quantise(tmp_path / "whole.onnx", tmp_path / "small.onnx", pictures)
    assert Detector(tmp_path / "small.onnx").find(np.zeros((70, 90, 3), np.uint8), [1.0, 0.5]) == []


def test_vectors_do_not_change_with_rotation() -> None:
    """A shift along the angles by the network's stride hardly changes the vector."""
    net = EmbeddingNet().eval()
    rows = torch.rand(2, 3, ANGLES, RADII)
    turned = torch.roll(rows, 8, dims=2)
    with torch.no_grad():
        vectors, others = net(rows), net(turned)
    assert vectors.shape == (2, 64)
    assert torch.allclose(vectors, others, atol=1e-4)
    assert torch.allclose(vectors.norm(dim=1), torch.ones(2))
