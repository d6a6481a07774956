"""The shipped networks."""

from hashlib import sha256
from importlib.resources import files
from pathlib import Path

import pytest

from vision.detection import DOUBT_PROBABILITY
from vision.onnx_model import OnnxModel

FOLDER = Path(str(files("models")))


def test_all_are_small() -> None:
    """Together, the networks take at most four megabytes."""
    assert sum(file.stat().st_size for file in FOLDER.glob("*.onnx")) <= 4_000_000


@pytest.mark.parametrize(
    "name", ["card_finder", "cards", "clutter", "detector", "faces", "pose", "symbols"]
)
def test_each_has_a_card(name: str) -> None:
    """Each network has a card with its data, its results, and its limits."""
    card = (FOLDER / f"{name}.md").read_text()
    for heading in ("## Data", "## Figures", "## Limits"):
        assert heading in card


def test_the_checksums_match_the_files() -> None:
    """Damage on a memory card is detected; training updates the checksums."""
    sums = dict(line.split()[::-1] for line in (FOLDER / "SHA256SUMS").read_text().splitlines())
    networks = FOLDER.glob("*.onnx")
    assert sums == {path.name: sha256(path.read_bytes()).hexdigest() for path in networks}


def test_calibration_travels_with_the_faces() -> None:
    """The thresholds are stored in the file of their network."""
    meta = OnnxModel(FOLDER / "faces.onnx", threads=1).metadata
    assert DOUBT_PROBABILITY < float(meta["accept"]) < 1
    assert {len(meta[name].split()) for name in ("presence", "die", "confidence")} == {7}


def test_calibration_travels_with_the_symbols() -> None:
    """A constant and four weights are in the file of the embedding."""
    assert len(OnnxModel(FOLDER / "symbols.onnx", threads=1).metadata["taught"].split()) == 5


def test_calibration_travels_with_the_corners_of_cards() -> None:
    """A constant and the weights of a card's four features are in the file."""
    weights = OnnxModel(FOLDER / "card_corners.onnx", threads=1).metadata["card"].split()
    assert len(weights) == 5


def test_calibration_travels_with_the_cards() -> None:
    """A constant and a weight, which increases with the network's output, are in its file."""
    _, weight = OnnxModel(FOLDER / "cards.onnx", threads=1).metadata["same"].split()
    assert float(weight) > 0
