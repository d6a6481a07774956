"""Restoring the weights of a network file."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from models.training import restore
from models.training.export import export
from models.training.networks import (
    CardCornerNet,
    CardFinderNet,
    CardNet,
    ClutterNet,
    DetectorNet,
    EmbeddingNet,
    FaceNet,
    PoseNet,
    to_network_input,
)
from models.training.restore import restore_weights
from vision.onnx_model import OnnxModel

SHIPPED = Path(restore.__file__).parent.parent
SHAPES = {
    "faces": (64, 64, 3),
    "clutter": (64, 64, 3),
    "pose": (80, 80, 3),
    "detector": (96, 128, 3),
    "symbols": (96, 24, 3),
    "cards": (168, 112, 9),
    "card_finder": (96, 128, 3),
    "card_corners": (96, 64, 3),
}
NETS = {
    "faces": FaceNet,
    "clutter": ClutterNet,
    "pose": PoseNet,
    "detector": DetectorNet,
    "symbols": EmbeddingNet,
    "cards": CardNet,
    "card_finder": CardFinderNet,
    "card_corners": CardCornerNet,
}


@pytest.mark.parametrize("name", NETS)
def test_it_answers_as_the_file_does(name: str) -> None:
    """Answers differ only by rounding; in training mode they are similar."""
    pictures = np.random.default_rng(0).integers(0, 256, (64, *SHAPES[name]), np.uint8)
    net: Any = NETS[name]()
    restore_weights(net, SHIPPED / f"{name}.onnx", torch.from_numpy(pictures))
    inputs = to_network_input(torch.from_numpy(pictures))
    with torch.no_grad():
        answer, trains = net(inputs).numpy(), _without_dropout(net.train())(inputs).numpy()
    shipped = OnnxModel(SHIPPED / f"{name}.onnx", threads=1).run(pictures)
    assert np.corrcoef(answer.ravel(), shipped.ravel())[0, 1] > 0.98
    assert np.corrcoef(answer.ravel(), trains.ravel())[0, 1] > 0.9


def _without_dropout(net: torch.nn.Module) -> torch.nn.Module:
    for layer in net.modules():
        if isinstance(layer, torch.nn.Dropout):
            layer.eval()  # dropout is random
    return net


def test_a_file_of_another_network_is_refused() -> None:
    """Its layers are different."""
    with pytest.raises(ValueError, match="not the layers of FaceNet"):
        restore_weights(FaceNet(), SHIPPED / "clutter.onnx", torch.zeros(2, 64, 64, 3))


def test_a_file_of_pictures_with_more_channels_is_refused() -> None:
    """Only an unused channel may be left out."""
    net = CardNet()
    first = next(one for one in net.modules() if isinstance(one, torch.nn.Conv2d))
    first.weight = torch.nn.Parameter(first.weight[:, :8])
    with pytest.raises(ValueError, match="not the layers of CardNet"):
        restore_weights(net, SHIPPED / "cards.onnx", torch.zeros(2, 168, 112, 8))


def test_a_file_as_it_was_trained_is_read_too(tmp_path: Path) -> None:
    """It is that of an early network, with shared values and unquantised weights."""
    young, again = FaceNet().eval(), FaceNet()
    export(young, (64, 64, 3), tmp_path / "young.onnx", free_size=False)
    pictures = torch.from_numpy(
        np.random.default_rng(0).integers(0, 256, (64, 64, 64, 3), np.uint8)
    )
    restore_weights(again, tmp_path / "young.onnx", pictures)
    with torch.no_grad():
        answers = (net(to_network_input(pictures)).numpy() for net in (young, again))
        assert np.allclose(*answers, atol=1e-3)
