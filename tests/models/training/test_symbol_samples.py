"""Views of invented faces, and the network that learns to tell them apart."""

from itertools import islice
from pathlib import Path

import numpy as np
import pytest
import torch

from models.training import calibrate_taught, embedding
from models.training.fit import embedding_loss
from models.training.networks import EmbeddingNet
from models.training.symbol_samples import VIEWS, BlankDie, SymbolSamples, render_blank, vary
from vision.face_classifier import CROP_SIDE
from vision.face_embedding import ANGLES, RADII
from vision.onnx_model import OnnxModel


@pytest.fixture(scope="module")
def blanks() -> list[BlankDie]:
    """Give a few dice without a mark, bright and dark."""
    return [render_blank(seed) for seed in range(12)]


def test_views_of_faces(blanks: list[BlankDie]) -> None:
    """Each face is seen VIEWS times in a row, then comes another one."""
    drawn = list(islice(SymbolSamples(blanks, np.random.default_rng(1)), 3 * VIEWS))
    assert [number for _, number in drawn] == [1] * VIEWS + [2] * VIEWS + [3] * VIEWS
    assert all(rows.shape == (ANGLES, RADII, 3) for rows, _ in drawn)
    crop = next(SymbolSamples(blanks, np.random.default_rng(2)).face())
    assert crop.shape == (CROP_SIDE, CROP_SIDE, 3)


def test_corners_are_those_of_the_upper_side(blanks: list[BlankDie]) -> None:
    """The corners lie within the drawn die, about its middle."""
    for blank in blanks:
        x1, y1, x2, y2 = blank.sprite.box
        slack = 0.2 * (x2 - x1)  # corners are rounded
        assert (blank.corners > (x1 - slack, y1 - slack)).all()
        assert (blank.corners < (x2 + slack, y2 + slack)).all()


def test_a_varied_face_differs() -> None:
    """What is made of a face for being hardly told from it is another face."""
    board = np.zeros((96, 96), np.uint8)
    board[20:60, 30:50] = 255
    rng = np.random.default_rng(0)
    assert not any(np.array_equal(board, vary(board, rng)) for _ in range(20))


def test_vectors_do_not_mind_a_turn() -> None:
    """A shift along the angles by the network's step changes the vector by nothing to speak of."""
    net = EmbeddingNet().eval()
    rows = torch.rand(2, 3, ANGLES, RADII)
    turned = torch.roll(rows, 8, dims=2)
    with torch.no_grad():
        vectors, others = net(rows), net(turned)
    assert vectors.shape == (2, 64)
    assert torch.allclose(vectors, others, atol=1e-4)
    assert torch.allclose(vectors.norm(dim=1), torch.ones(2))


def test_loss_is_least_for_views_of_one_face_together() -> None:
    """Vectors that agree by face lose less than those that agree across faces."""
    faces = torch.tensor([0, 0, 1, 1])
    right = torch.eye(2)[[0, 0, 1, 1]]
    wrong = torch.eye(2)[[0, 1, 0, 1]]
    assert embedding_loss(right, faces) < embedding_loss(wrong, faces) - 1


def test_from_nothing_to_a_calibrated_network(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A short training leaves a network that runs and carries its calibration."""
    monkeypatch.setattr(embedding, "BLANKS", 20)
    monkeypatch.setattr(embedding, "BATCH", 16)
    monkeypatch.setattr(calibrate_taught, "SETS", 3)
    (tmp_path / "out").mkdir()
    shipped = Path(embedding.__file__).parent.parent / "faces.onnx"
    (tmp_path / "out" / "faces.onnx").write_bytes(shipped.read_bytes())
    options = ["--out", str(tmp_path / "out"), "--work", str(tmp_path / "work")]
    assert embedding.main([*options, "--minutes", "0.05"]) == 0
    model = OnnxModel(tmp_path / "out" / "symbols.onnx", threads=1)
    assert len(model.metadata["taught"].split()) == 5
    assert model.run(np.zeros((2, 3, ANGLES, RADII), np.float32)).shape == (2, 64)
